//! Moves as text, and the reasons why a move is illegal.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::Cell;
use crate::macros::{debug_as_text, names};

/// A move: a ball on the lowest free level of a cell, or a swap of colours. The position determines whose
/// ball it is.
///
/// ```
/// use bustan_vocabulary::margo::Move;
///
/// let mv: Move = "C5".parse()?;
/// assert_eq!(mv.to_string(), "C5");
/// assert_eq!("swap".parse(), Ok(Move::Swap));
/// # Ok::<(), bustan_vocabulary::margo::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// The player to move places a ball.
    Place(Cell),
    /// The second player replies to the first ball by exchanging colours with the first player instead of
    /// placing a ball.
    Swap,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(cell) => fmt::Display::fmt(cell, f),
            Self::Swap => f.write_str("swap"),
        }
    }
}

debug_as_text!(Move);

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a move; a move is a point without its level, such as C5, or swap")]
pub struct MoveError(pub String);

impl FromStr for Move {
    type Err = MoveError;

    /// Parses a cell or `swap`, with letters in either case.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        if text.eq_ignore_ascii_case("swap") {
            return Ok(Self::Swap);
        }
        text.parse().map(Self::Place).map_err(|_| MoveError(text.into()))
    }
}

names! {
    /// Why a move is illegal, in the order in which engines check the reasons: they report the first that
    /// applies.
    pub enum Reason {
        /// The game has ended.
        GameOver = "game-over",
        /// Another player is to move, or the player does not take part.
        NotYourTurn = "not-your-turn",
        /// The pyramid has no such point on any level.
        OffBoard = "off-board",
        /// The lowest free point of the cell is not on four balls, or the cell has no free point. For a swap:
        /// it is not allowed.
        Unsupported = "unsupported",
        /// After all captures, the placed ball would be lifted, or its group would have no freedom.
        Suicide = "suicide",
        /// The position, with the next player to move, has occurred before.
        Repetition = "repetition",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn moves_round_trip() {
        for text in ["A1", "C5", "A2", "AK37", "swap"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        assert_eq!("SWAP".parse(), Ok(Move::Swap));
        assert_eq!("c5".parse::<Move>(), "C5".parse());
    }

    #[test]
    fn texts_that_are_no_move_are_refused() {
        for text in ["", "pass", "swa", "C5:0", "C5*", "5C", "C", "é5"] {
            let message = text.parse::<Move>().unwrap_err().to_string();
            assert!(message.starts_with(&alloc::format!("{text:?} is not a move")), "{message}");
        }
    }
}
