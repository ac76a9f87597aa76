//! Recognises the formats in which people keep games and positions of chess.

use alloc::vec::Vec;

use crate::Format;

/// A position as programs write it.
const FEN: Format = Format::of_positions("a position in FEN");

/// Games as people write them.
const PGN: Format = Format::new("a game in PGN");

/// Games of draughts, which begin as those of chess do.
const PDN: Format = Format::new("a game of draughts in PDN");

/// Moves alone.
const MOVES: Format = Format::new("a list of moves in coordinates");

/// Positions with perft counts.
const PERFT_SUITE: Format = Format::new("a perft suite as python-chess has them");

/// A game as it is passed to an engine.
const UCI: Format = Format::new("the command position of UCI");

/// The format of a text, by how it begins; `None` if it is not one of these.
pub(super) fn of(text: &str) -> Option<Format> {
    let line = text.lines().next()?.trim_end();
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = *words.first()?;
    match first {
        _ if is_tag(line) => Some(if text.contains("[GameType \"") { PDN } else { PGN }),
        _ if first.starts_with('[') => None,
        "position" if matches!(words.get(1), Some(&("startpos" | "fen"))) => Some(UCI),
        "id" if text.lines().any(|line| line.starts_with("epd ")) => Some(PERFT_SUITE),
        _ if first.matches('/').count() == 7 && words.len() > 1 => Some(FEN),
        _ if is_move(first) => Some(MOVES),
        _ => None,
    }
}

/// Whether a line begins with a tag of PGN or PDN.
fn is_tag(line: &str) -> bool {
    let name = line.strip_prefix('[').and_then(|inside| inside.split_once('"')).map(|(name, _)| name.trim());
    name.is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

/// Whether a word is a move as UCI writes it.
fn is_move(word: &str) -> bool {
    let squares = word.strip_suffix(['q', 'r', 'b', 'n']).unwrap_or(word);
    matches!(squares.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8'])
}
