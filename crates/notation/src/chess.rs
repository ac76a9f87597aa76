//! Parsing of games and positions of chess.

use bustan_games::of;
use bustan_guide::GameError;
use bustan_harness::erased::Rules;
use bustan_vocabulary::chess::{Chess, names_files};
use bustan_vocabulary::{Game as _, RecordError};

use crate::games::{Game, problem};
use crate::place::{byte, words};

/// Whether `rules` are the rules of chess.
pub(crate) fn is_chess(rules: Rules) -> bool {
    rules.name() == Chess::NAME
}

/// Parses the games of a text in PGN, or only the one with a given number. `None` if the text is not PGN, or
/// if the game with these rules has no human notation.
pub(crate) fn games(
    rules: Rules,
    text: &str,
    number: Option<usize>,
) -> Option<Result<Vec<Game>, RecordError>> {
    let game = of(rules)?;
    let read = |text: &str, number| rules.read_game(text, number, game.reference.engine());
    if number.is_some() {
        return Some(
            read(text, number)?.map_err(problem).map(|record| vec![Game::new(record, text, 0, &[])]),
        );
    }
    let (mut games, mut begin) = (Vec::new(), 0);
    loop {
        let rest = &text[begin..];
        let shifted = |error: RecordError| shifted(error, text, begin);
        let end = match read(rest, None)? {
            Ok(record) => {
                games.push(Game::new(record, text, begin, &[]));
                return Some(Ok(games));
            }
            Err(GameError::Text(error)) => return Some(Err(shifted(error))),
            Err(GameError::Another(error)) => match byte(rest, (error.line, error.column)) {
                0 => return Some(Err(shifted(error))),
                end => end,
            },
        };
        match read(&rest[..end], None)? {
            Ok(record) => games.push(Game::new(record, text, begin, &[])),
            Err(error) => return Some(Err(shifted(problem(error)))),
        }
        begin += end;
    }
}

/// Converts the place of an error in the part of a text that starts at byte `begin` to its place in the whole
/// text.
fn shifted(error: RecordError, text: &str, begin: usize) -> RecordError {
    let at = byte(&text[begin..], (error.line, error.column));
    let (line, column) = crate::place::place(text, begin + at);
    RecordError { line, column, ..error }
}

/// Adds the option `chess960` to a position of chess if its castling rights name files of rooks, which the
/// standard game does not use.
pub(crate) fn with_variant(position: &str) -> String {
    let words = words(position, 0);
    let is_960 = words.get(2).is_some_and(|(_, castling)| names_files(castling))
        && words.iter().all(|(_, word)| *word != "chess960");
    if !is_960 {
        return position.into();
    }
    // The text before the options is unchanged, so that errors have the correct places.
    let options = words.iter().find(|(_, word)| matches!(*word, "draws" | "drawn"));
    let (fields, options) = position.split_at(options.map_or(position.len(), |(at, _)| *at));
    format!("{} chess960 {options}", fields.trim_end()).trim_end().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_rooks_mean_chess960() {
        let board = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w";
        for (words, expected) in [
            ("HFhf - 2 9", "HFhf - 2 9 chess960"),
            ("HFhf - 2 9 chess960", "HFhf - 2 9 chess960"),
            ("HFhf - 2 9 draws claim", "HFhf - 2 9 chess960 draws claim"),
            ("HF -", "HF - chess960"),
            ("KQkq - 2 9", "KQkq - 2 9"),
            ("- - 2 9", "- - 2 9"),
        ] {
            assert_eq!(with_variant(&format!("{board} {words}")), format!("{board} {expected}"));
        }
    }
}
