//! Moves as text, and why one is refused.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use super::Cell;

/// A move: the cell it is made at. Whose move it is, the turn says; which cells change, the board.
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

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError(pub String);

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a move; a move is a cell, a column letter and a row number, such as h7",
            self.0
        )
    }
}

impl Error for MoveError {}

impl FromStr for Move {
    type Err = MoveError;

    /// Reads the name of a cell, the letter in any case.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        text.parse().map(Self).map_err(|_| MoveError(text.into()))
    }
}

/// Why a move is illegal, in the order in which the reasons are tried: the first that applies is the one
/// given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The game has ended.
    GameOver,
    /// Another player is on turn.
    NotYourTurn,
    /// The board has no such cell.
    OffBoard,
    /// The cell is owned or a wall.
    Occupied,
    /// The player has no jump there.
    NoJump,
}

impl Reason {
    /// All reasons, in order.
    pub const ALL: [Self; 5] =
        [Self::GameOver, Self::NotYourTurn, Self::OffBoard, Self::Occupied, Self::NoJump];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::GameOver => "game-over",
            Self::NotYourTurn => "not-your-turn",
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::NoJump => "no-jump",
        })
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
