//! Moves as text, and the reasons why a move is illegal.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::cell::number;
use super::{Cell, CellError, Tile, TileError};
use crate::macros::{debug_as_text, names};

/// A move: a placement of a tile on a cell, or a pass. The position determines whose tile it is.
///
/// ```
/// use bustan_vocabulary::dominions::Move;
///
/// let mv: Move = "P63i9".parse()?;
/// assert_eq!(mv.to_string(), "P63i9");
/// assert_eq!("P0o03a1".parse::<Move>()?.to_string(), "P33a1");
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// # Ok::<(), bustan_vocabulary::dominions::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// The player to move places a tile from the hand on a cell.
    Place(Tile, Cell),
    /// The player to move passes.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(tile, cell) => write!(f, "P{tile}{cell}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

debug_as_text!(Move);

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is neither a placement nor `pass`.
    #[error("{0:?} is not a move; a move is pass or P, a tile number and a cell, such as P63i9")]
    Form(String),
    /// The text names a tile that does not exist.
    #[error("{0:?} is not a move: {1}")]
    Tile(String, TileError),
    /// The text after the tile does not name a cell.
    #[error("{0:?} is not a move: {1}")]
    Cell(String, CellError),
}

impl FromStr for Move {
    type Err = MoveError;

    /// Parses `P63i9` or `pass`, with letters in either case. The tile may also be in octal, as in `P0o77i9`;
    /// see [`Tile::octal`].
    fn from_str(text: &str) -> Result<Self, MoveError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        let rest = text.strip_prefix(['P', 'p']).ok_or_else(|| MoveError::Form(text.into()))?;
        let (tile, cell) = parse_tile(rest).ok_or_else(|| MoveError::Form(text.into()))?;
        let tile = tile.map_err(|error| MoveError::Tile(text.into(), error))?;
        let cell = cell.parse().map_err(|error| MoveError::Cell(text.into(), error))?;
        Ok(Self::Place(tile, cell))
    }
}

/// Parses a tile number at the start of a text, decimal or octal with the prefix `0o`. Returns the tile and
/// the rest of the text, or `None` if the text does not start with a number.
pub(super) fn parse_tile(text: &str) -> Option<(Result<Tile, TileError>, &str)> {
    if let Some(octal) = text.strip_prefix("0o") {
        let (digits, rest) = octal.split_at_checked(2)?;
        let number =
            u16::from_str_radix(digits, 8).ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))?;
        let tile = u8::try_from(number).ok().and_then(Tile::from_octal);
        return Some((tile.ok_or(TileError(number)), rest));
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number = number(&text.as_bytes()[..end])?;
    let tile = u8::try_from(number).ok().and_then(Tile::new);
    Some((tile.ok_or(TileError(number)), &text[end..]))
}

names! {
    /// Why a move is illegal, in the order in which engines check the reasons: they report the first that
    /// applies.
    pub enum Reason {
        /// The game has ended.
        GameOver = "game-over",
        /// The other player is to move.
        NotYourTurn = "not-your-turn",
        /// The board has no such cell.
        OffBoard = "off-board",
        /// There is a tile on the cell.
        Occupied = "occupied",
        /// The player has already placed this tile.
        NotInHand = "not-in-hand",
        /// A beam of the tile would meet a blank side or the edge of the board, or a blank side of the tile
        /// would meet a beam.
        Mismatch = "mismatch",
        /// The tile would neither touch an opponent's tile nor extend a group of the player that is a whole
        /// section.
        Contact = "contact",
        /// The section of the tile would have no liberty.
        Oscillation = "oscillation",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn moves_round_trip() {
        for text in ["P1a1", "P63i9", "P10z99", "pass"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_forms_are_read() {
        for (text, canonical) in
            [("p63I9", "P63i9"), ("PASS", "pass"), ("P0o02i9", "P32i9"), ("P0o77a1", "P63a1")]
        {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn texts_that_are_no_move_are_refused() {
        for text in [
            "",
            "P",
            "pas",
            "P0i9",
            "P64i9",
            "P063i9",
            "P1",
            "P1i",
            "P-1i9",
            "P1i9x",
            "P0o0i9",
            "P0o00i9",
            "P0o78i9",
            "P0o+7i9",
            "63i9",
            "P999999999999i9",
            "P1é",
            "P0oé9",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
