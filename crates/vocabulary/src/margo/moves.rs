//! Moves as text, and the reasons to refuse them.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::Cell;
use crate::macros::{debug_as_text, names};

/// A move: a ball on the lowest free level of a cell, or the swap. The turn determines whose ball it is.
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
    /// The player on turn places a ball.
    Place(Cell),
    /// The second player, in reply to the first ball, exchanges colours with the first instead of placing
    /// one.
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

    /// Reads a cell or `swap`, letters in any case.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        if text.eq_ignore_ascii_case("swap") {
            return Ok(Self::Swap);
        }
        text.parse().map(Self::Place).map_err(|_| MoveError(text.into()))
    }
}

names! {
    /// Why a move is illegal, in the order in which the reasons are tried: the first that applies is
    /// reported.
    pub enum Reason {
        /// The game has ended.
        GameOver = "game-over",
        /// Another player is on turn, or the player does not take part.
        NotYourTurn = "not-your-turn",
        /// The pyramid has no such point on any level.
        OffBoard = "off-board",
        /// The lowest free point there lacks a platform of four balls, or no point is free. For the swap: it
        /// is not allowed.
        Unsupported = "unsupported",
        /// After all captures the ball placed would be gone or its group without freedom.
        Suicide = "suicide",
        /// The position, with the next player on turn, has occurred before.
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
