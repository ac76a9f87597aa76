//! Games as people write them, such as those of chess in Portable Game Notation.

use bustan_games::{Plays, Visit};
use bustan_guide::{Explore, Picture};
use bustan_harness::compare::watch::answer;
use bustan_harness::protocol::any::Any;
use bustan_vocabulary::{Game, Record};

use crate::args::visit;
use crate::failure::Failure;

/// A text that may be such a game.
struct Read {
    file: String,
    text: String,
}

impl Visit for Read {
    type Output = Result<String, Failure>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        if self.text.parse::<Record<G>>().is_ok() {
            return Ok(self.text);
        }
        match G::read_game(&self.text, R::default()) {
            Some(Ok(record)) => Ok(record.to_string()),
            Some(Err(error)) => Err(Failure::Record(self.file, error)),
            None => Ok(self.text),
        }
    }
}

/// The text of a file as a record in the form that all games share, if it is a game as people write it; any other
/// text as it is.
pub(crate) fn read(game: &str, file: &str, text: String) -> Result<String, Failure> {
    if game == Any::NAME { Ok(text) } else { visit(game, Read { file: file.into(), text }) }
}

/// A record to be written.
struct Write(String);

impl Visit for Write {
    type Output = Option<String>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        G::write_game(&self.0.parse().ok()?, R::default())
    }
}

/// A record as people write such games; `None` where they do not, or where that cannot tell all of it.
pub(crate) fn write<G: Game>(record: &Record<G>) -> Option<String> {
    bustan_games::visit(G::NAME, Write(record.to_string())).flatten()
}

/// A record whose moves are to be written.
struct Moves(String);

impl Visit for Moves {
    type Output = Option<String>;

    fn visit<G, F, R>(self) -> Self::Output
    where
        G: Explore + Picture,
        F: Plays<G>,
        R: Plays<G>,
    {
        let record = self.0.parse().ok()?;
        // The game may be one in which this engine has shown a bug.
        answer(|| G::write_moves(&record, F::default())).ok().flatten()
    }
}

/// The moves of a record, given as its text, as people write them; `None` where they write them as programs do.
pub(crate) fn moves<G: Game>(record: &str) -> Option<String> {
    bustan_games::visit(G::NAME, Moves(record.into())).flatten()
}
