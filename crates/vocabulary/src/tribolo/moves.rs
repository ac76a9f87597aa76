//! Moves as text, and the reasons to refuse them.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::Cell;
use crate::macros::{debug_as_text, names};

/// A move, by its cell. The turn tells whose move it is, and the board tells which cells change.
///
/// ```
/// use bustan_vocabulary::tribolo::Move;
///
/// let mv: Move = "h7".parse()?;
/// assert_eq!(mv.to_string(), "h7");
/// # Ok::<(), bustan_vocabulary::tribolo::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub Cell);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

debug_as_text!(Move);

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a move; a move is a cell, a column letter and a row number, such as h7")]
pub struct MoveError(pub String);

impl FromStr for Move {
    type Err = MoveError;

    /// Reads the name of a cell, the letter in any case.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        text.parse().map(Self).map_err(|_| MoveError(text.into()))
    }
}

names! {
    /// Why a move is illegal, in the order in which the reasons are tried: the first that applies is the one
    /// given.
    pub enum Reason {
        /// The game has ended.
        GameOver = "game-over",
        /// Another player is on turn.
        NotYourTurn = "not-your-turn",
        /// The board has no such cell.
        OffBoard = "off-board",
        /// The cell is owned or a wall.
        Occupied = "occupied",
        /// The player has no jump there.
        NoJump = "no-jump",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn moves_round_trip() {
        for text in ["a1", "h7", "p11", "z99"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        assert_eq!("H7".parse::<Move>(), "h7".parse());
    }

    #[test]
    fn texts_that_are_no_move_are_refused() {
        for text in ["", "pass", "swap", "7h", "h7 ", "h0", "é5"] {
            let message = text.parse::<Move>().unwrap_err().to_string();
            assert!(message.starts_with(&alloc::format!("{text:?} is not a move")), "{message}");
        }
    }
}
