//! Parsing of the games in a text.

use bustan_games::rules_of;
use bustan_guide::GameError;
use bustan_harness::erased::{Record, Rules};
use bustan_vocabulary::RecordError;
use thiserror::Error;

use crate::format::{self, Format};
use crate::place::{place, places};
use crate::{chess, commands, gtp, hive, pdn, playthrough, positions, recognise, sgf};

/// Facts about a text that are known before it is parsed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The name of the game, if specified.
    pub game: Option<&'a str>,
    /// The number of the game to read, from 1, if the text may contain several.
    pub number: Option<usize>,
    /// Whether two external programs are specified, which can play a game that Bustan does not know.
    pub programs: bool,
}

/// A game in a text.
#[derive(Clone, Debug)]
pub struct Game {
    /// The record of the game: its starting position and its moves.
    pub record: Record,
    /// The line and the column, both from 1, at which the text of the game starts.
    pub begins: (usize, usize),
    places: Places,
}

/// The places of the moves of a game.
#[derive(Clone, Debug)]
enum Places {
    /// The text is a record of Bustan, which is parsed again to find a place.
    Record,
    /// The line and the column of each move; empty if an engine played the moves while they were parsed.
    Known(Vec<(usize, usize)>),
}

impl Game {
    /// Returns a game that was parsed from a record of Bustan.
    pub(crate) const fn own(record: Record) -> Self {
        Self { record, begins: (1, 1), places: Places::Record }
    }

    /// Returns a game whose text starts at byte `begin`, and whose moves are at the byte offsets `moves`, in
    /// ascending order.
    pub(crate) fn new(record: Record, text: &str, begin: usize, moves: &[usize]) -> Self {
        let places = Places::Known(places(text, moves.iter().copied()));
        Self { record, begins: place(text, begin), places }
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.record.start.rules()
    }

    /// The line and the column, both from 1, of the move at `ply`, which is also counted from 1, in the text
    /// from which the game was parsed.
    pub fn place(&self, text: &str, ply: usize) -> Option<(usize, usize)> {
        match &self.places {
            Places::Record => Some(of_record(self.rules(), text, ply)),
            Places::Known(places) => places.get(ply.checked_sub(1)?).copied(),
        }
    }
}

/// The place of the move at `ply` in a record of Bustan: the first word up to whose end the text is a record
/// with `ply` moves.
fn of_record(rules: Rules, text: &str, ply: usize) -> (usize, usize) {
    let ends: Vec<usize> = text.match_indices([' ', '\t', '\r', '\n', ';', '#']).map(|(at, _)| at).collect();
    let has_ply = |end: &usize| rules.record(&text[..*end]).is_ok_and(|record| record.moves.len() >= ply);
    let end = ends.get(ends.partition_point(|end| !has_ply(end))).copied().unwrap_or(text.len());
    let word = text[..end].rfind([' ', '\t', '\r', '\n', ';', ']']).map_or(0, |at| at + 1);
    let start =
        match text[..end].strip_suffix(']').and_then(|element| element.rfind([' ', '\t', '\r', '\n', ';'])) {
            Some(before) => before + 1,
            None if text[..end].ends_with(']') => 0,
            None => word,
        };
    place(text, start)
}

/// Why a text could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unread {
    /// The text contains a single game, but a game with this number was requested.
    #[error("it is not a file of several games, so it has no game {0}")]
    Number(usize),
    /// The text is not a game of the expected kind. The error contains the place.
    #[error("{0}")]
    Text(RecordError),
}

impl From<RecordError> for Unread {
    fn from(error: RecordError) -> Self {
        Self::Text(error)
    }
}

/// Parses the games in a text, or only the one with the requested number.
///
/// # Errors
/// Returns why the text cannot be parsed, in one line.
pub fn games(text: &str, asked: &Asked<'_>) -> Result<Vec<Game>, Unread> {
    let text = unmarked(text);
    let mut games = match asked.game {
        Some(name) => match rules_of(name) {
            Some(rules) => named(rules, text, asked)?,
            None => return Err(refusal(text, format!("unknown game {name:?}")).into()),
        },
        None => recognise::games(text, asked)?,
    };
    match asked.number {
        // The parser of PGN has already selected the requested game.
        None => Ok(games),
        Some(number) if games.len() > 1 && number <= games.len() => Ok(vec![games.swap_remove(number - 1)]),
        Some(number) if games.len() > 1 => {
            let problem = format!("there is no game {number}; the text has {}", games.len());
            Err(refusal(text, problem).into())
        }
        Some(1) => Ok(games),
        Some(_) if format::of(text) == Some(Format::Pgn) => Ok(games),
        Some(number) => Err(Unread::Number(number)),
    }
}

/// Parses the text with which a user starts a game: a position, or a record whose final position is the
/// start.
///
/// # Errors
/// Returns why the text is neither, in one sentence.
pub fn begun(rules: Rules, text: &str) -> Result<Record, String> {
    let text = unmarked(text);
    let of_game = |text: &str| {
        let mut games = named(rules, text, &Asked::default())?;
        match games.get(1).map(|game| game.begins) {
            None => Ok(games.swap_remove(0).record),
            Some((line, column)) => {
                Err(RecordError { line, column, problem: "another game begins here; keep one game".into() })
            }
        }
    };
    // A text that is a position in the game's own notation may look like another format, too.
    if let Ok(position) = rules.position(text.trim()) {
        return Ok(Record::new(position));
    }
    if format::of(text).is_some_and(|format| !format.lists_positions()) {
        return of_game(text).map_err(|error| error.to_string());
    }
    let problem = match positions::position(rules, text.trim()) {
        Ok(position) => return Ok(Record::new(position)),
        Err(problem) => problem,
    };
    of_game(text).map_err(|error| match (error.line, error.column) {
        // No part of the text is a record.
        (1, 1) => format!("this is not a position: {problem}"),
        _ => format!("this is not a position, and as a record it has an error in {error}"),
    })
}

/// Parses the games in a text, all by the rules of the same game.
fn named(rules: Rules, text: &str, asked: &Asked<'_>) -> Result<Vec<Game>, RecordError> {
    let format = format::of(text);
    let own = match rules.record(text) {
        // Colours may be abbreviated in a session of GTP, but not in a record of Bustan.
        Ok(record) if !gtp::is_abbreviated(&record) => return Ok(vec![Game::own(record)]),
        Ok(record) => Ok(record),
        Err(error) => Err(error),
    };
    match (format, own) {
        (Some(format), _) => {
            spoken(format, rules, text, asked.number).unwrap_or_else(|| Err(misplaced(format, rules, text)))
        }
        (None, Ok(record)) => Ok(vec![Game::own(record)]),
        (None, Err(error)) => chess::games(rules, text, asked.number).unwrap_or(Err(error)),
    }
}

/// Parses the games in a text of a known format; `None` if the format is not used for games with these rules.
pub(crate) fn spoken(
    format: Format,
    rules: Rules,
    text: &str,
    number: Option<usize>,
) -> Option<Result<Vec<Game>, RecordError>> {
    let placed =
        |read: Result<Vec<Game>, crate::place::Wrong>| Some(read.map_err(|wrong| wrong.placed(text)));
    let is_chess = chess::is_chess(rules);
    match format {
        Format::Pgn => chess::games(rules, text, number),
        Format::Uci | Format::Moves if is_chess || rules.is_opaque() => placed(commands::games(rules, text)),
        Format::Usi | Format::Ucci if rules.is_opaque() => placed(commands::games(rules, text)),
        Format::Sfen if rules.is_opaque() && text.trim_start().starts_with("sfen") => {
            placed(commands::games(rules, text))
        }
        Format::Gtp => placed(gtp::games(rules, text)),
        Format::Sgf if rules.is_opaque() => placed(sgf::games(rules, text)),
        Format::Pdn if rules.is_opaque() => placed(pdn::games(rules, text)),
        Format::Uhp if rules.is_opaque() => placed(hive::games(rules, text)),
        Format::Playthrough => playthrough::games(rules, text),
        // The parser of PGN reports which variants and games it supports.
        Format::Pdn => chess::games(rules, text, number),
        _ => None,
    }
}

/// Removes the byte order mark that some editors write at the start of a text.
pub(crate) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The error for a text in a format that is not used for games of this kind.
pub(crate) fn misplaced(format: Format, rules: Rules, text: &str) -> RecordError {
    let (name, remedy) = (rules.name(), format.remedy());
    refusal(text, format!("this is {}, not a record of {name}; {remedy}", format.name()))
}

/// An error about a text as a whole, which is reported at its start.
pub(crate) fn refusal(text: &str, problem: String) -> RecordError {
    let (line, column) = place(text, text.len() - text.trim_start().len());
    RecordError { line, column, problem }
}

/// Converts an error about a game in human notation.
pub(crate) fn problem(error: GameError) -> RecordError {
    match error {
        GameError::Another(error) | GameError::Text(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_either_form() {
        let rules = |name| rules_of(name).unwrap();
        let dominions = "# two; moves\nW[P63i9];\n  B[P55h8]; W[pass]";
        let margo = "Start[4 swap]\n1 C5* # swapped\n2. E5 C7\nWhite wins";
        for (found, expected) in [
            (of_record(rules("dominions"), dominions, 1), (2, 1)),
            (of_record(rules("dominions"), dominions, 2), (3, 3)),
            (of_record(rules("dominions"), dominions, 3), (3, 13)),
            (of_record(rules("margo"), margo, 1), (2, 3)),
            (of_record(rules("margo"), margo, 2), (2, 3)),
            (of_record(rules("margo"), margo, 3), (3, 4)),
            (of_record(rules("margo"), margo, 4), (3, 7)),
            (of_record(rules("margo"), "Start[4 white 0];W[C5];B[E5]", 2), (1, 24)),
        ] {
            assert_eq!(found, expected);
        }
    }
}
