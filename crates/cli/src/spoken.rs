//! Games as people write them, such as those of chess in Portable Game Notation.

use bustan_games::Registered;
use bustan_guide::{Dialect, Form, GameError};
use bustan_harness::any::Any;
use bustan_harness::compare::watch::answer;
use bustan_harness::erased::{Reason, Record, Rules};
use bustan_vocabulary::{Game, RecordError};

use crate::args::find;
use crate::failure::Failure;
use crate::format::{self, Format, GTP, beginning};

/// A text that may be such a game.
struct Read {
    file: String,
    text: String,
    number: Option<usize>,
}

impl Read {
    /// The record of the game as text.
    fn record(self, game: &Registered) -> Result<String, Failure> {
        if game.rules.record(&self.text).is_ok() {
            return self.only();
        }
        match game.rules.read_game(&self.text, self.number, game.reference.engine()) {
            Some(Ok(record)) => Ok(record.to_string()),
            Some(Err(GameError::Another(error))) => {
                let problem = error.problem + "; keep one game, or choose one with --number";
                Err(Failure::Record(self.file, RecordError { problem, ..error }))
            }
            Some(Err(GameError::Text(error))) => Err(Failure::Record(self.file, error)),
            None => self.only(),
        }
    }

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
    if game == Any::NAME { read.only() } else { read.record(find(game)?) }
}

/// Why a text is not a record of a game: by the name of its format, if that is known.
pub(crate) fn unread(rules: Rules, file: String, text: &str, error: RecordError) -> Failure {
    let own = |format: &Format| rules.is_opaque() && *format == GTP;
    let Some(format) = format::of(text).filter(|format| !own(format)) else {
        return Failure::Record(file, error);
    };
    let (line, column) = beginning(text);
    Failure::Record(
        file,
        RecordError {
            line,
            column,
            problem: format!("this is {}, not a record of {}", format.name, rules.name()),
        },
    )
}

/// A record as people write such games; `None` where they do not, or where that cannot tell all of it.
pub(crate) fn write(record: &Record) -> Option<String> {
    let game = bustan_games::of(record.start.rules())?;
    record.write_game(game.reference.engine())
}

/// Why the engines refuse the move of a record at this ply, from 1, in words for people.
pub(crate) fn refusal(record: &Record, ply: usize, reason: Reason) -> Option<String> {
    let (_, mv) = record.moves.get(ply.checked_sub(1)?)?;
    let before = Record { start: record.start.clone(), moves: record.moves[..ply - 1].to_vec() };
    let explained = || -> Option<String> {
        let mut engine = bustan_games::of(record.start.rules())?.reference.engine();
        engine.setup(&before.start).ok()?;
        before.moves.iter().try_for_each(|(player, mv)| engine.play(*player, mv)).ok()?;
        before.explain(&engine.observe()?, mv, reason)
    };
    // The game may be one in which this engine has shown a bug.
    Some(answer(explained).ok().flatten().unwrap_or_else(|| reason.refusal(mv)))
}

/// The forms in which people paste a record, given as its text, elsewhere; the program under test speaks this dialect.
pub(crate) fn forms(rules: Rules, record: &str, dialect: &Dialect) -> Vec<Form> {
    let Ok(record) = rules.record(record) else { return Vec::new() };
    let engine = || Some(bustan_games::of(rules)?.reference.engine());
    // The game may be one in which this engine has shown a bug.
    answer(|| record.forms(&engine, dialect)).unwrap_or_default()
}

/// The moves of a record, given as its text, as people write them; `None` where they write them as programs do.
pub(crate) fn moves(rules: Rules, record: &str) -> Option<String> {
    let game = bustan_games::of(rules)?;
    let record = rules.record(record).ok()?;
    // The game may be one in which this engine has shown a bug.
    answer(|| record.write_moves(game.fast.engine())).ok().flatten()
}
