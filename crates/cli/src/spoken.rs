//! Games as people write them, such as those of chess in Portable Game Notation.

use bustan_games::{Plays, Visit};
use bustan_guide::{ANOTHER_GAME, Explore, Picture};
use bustan_harness::any::Any;
use bustan_harness::compare::watch::answer;
use bustan_vocabulary::{Game, Record, RecordError, Typed};

use crate::args::visit;
use crate::failure::Failure;
use crate::format::{Format, beginning};

/// A text that may be such a game.
struct Read {
    file: String,
    text: String,
    number: Option<usize>,
}

impl Visit for Read {
    type Output = Result<String, Failure>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Typed + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        if self.text.parse::<Record<G>>().is_ok() {
            return self.only();
        }
        match G::read_game(&self.text, self.number, R::default()) {
            Some(Ok(record)) => Ok(record.to_string()),
            Some(Err(mut error)) => {
                if error.problem == ANOTHER_GAME {
                    error.problem += "; keep one game, or choose one with --number";
                }
                Err(Failure::Record(self.file, error))
            }
            None => self.only(),
        }
    }
}

impl Read {
    /// The text, if the game that is asked for is the first: other forms have one game.
    fn only(self) -> Result<String, Failure> {
        match self.number {
            None | Some(1) => Ok(self.text),
            Some(number) => Err(Failure::Usage(format!(
                "--number {number}: {} is not a file of several games",
                self.file
            ))),
        }
    }
}

/// The text of a file as a record in the form that all games share, if it is a game as people write it; any other
/// text as it is. `number` chooses one of several games.
pub(crate) fn read(game: &str, file: &str, text: String, number: Option<usize>) -> Result<String, Failure> {
    let read = Read { file: file.into(), text, number };
    if game == Any::NAME { read.only() } else { visit(game, read) }
}

/// Why a text is not a record of a game: by the name of its format, if that is known.
pub(crate) fn unread<G: Typed>(file: String, text: &str, error: RecordError) -> Failure {
    let own = |format: &Format| G::OPAQUE && *format == Format::Gtp;
    let Some(format) = Format::of(text).filter(|format| !own(format)) else {
        return Failure::Record(file, error);
    };
    let (line, column) = beginning(text);
    Failure::Record(
        file,
        RecordError { line, column, problem: format!("this is {format}, not a record of {}", G::NAME) },
    )
}

/// A record to be written.
struct Write(String);

impl Visit for Write {
    type Output = Option<String>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Typed + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        G::write_game(&self.0.parse().ok()?, R::default())
    }
}

/// A record as people write such games; `None` where they do not, or where that cannot tell all of it.
pub(crate) fn write<G: Typed>(record: &Record<G>) -> Option<String> {
    bustan_games::visit(G::NAME, Write(record.to_string())).flatten()
}

/// A record whose moves are to be written.
struct Moves(String);

impl Visit for Moves {
    type Output = Option<String>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Typed + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let record = self.0.parse().ok()?;
        // The game may be one in which this engine has shown a bug.
        answer(|| G::write_moves(&record, F::default())).ok().flatten()
    }
}

/// The moves of a record, given as its text, as people write them; `None` where they write them as programs do.
pub(crate) fn moves<G: Typed>(record: &str) -> Option<String> {
    bustan_games::visit(G::NAME, Moves(record.into())).flatten()
}
