//! Moves as text, and why one is refused.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::Cell;
use crate::macros::{debug_as_text, names};

/// A move. Whose it is, the turn says.
///
/// As text a placement is the cell's number, a slide two numbers joined by a hyphen, and the end of the game
/// `0`.
///
/// ```
/// use bustan_vocabulary::abrobad::Move;
///
/// assert!(matches!("7".parse()?, Move::Place(cell) if cell.get() == 7));
/// assert_eq!("7-12".parse::<Move>()?.to_string(), "7-12");
/// assert_eq!("0".parse(), Ok(Move::End));
/// # Ok::<(), bustan_vocabulary::abrobad::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Every empty cell becomes a stone of the opponent.
    End,
    /// A new stone on an empty cell.
    Place(Cell),
    /// A stone from the first cell to the second.
    Slide(Cell, Cell),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => f.write_str("0"),
            Self::Place(cell) => write!(f, "{cell}"),
            Self::Slide(from, to) => write!(f, "{from}-{to}"),
        }
    }
}

debug_as_text!(Move);

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no move; a move is a cell, such as 7, a slide, such as 7-12, or 0 to end the game")]
pub struct MoveError(pub String);

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let refuse = |_| MoveError(text.into());
        match text.split_once('-') {
            _ if text == "0" => Ok(Self::End),
            Some((from, to)) => Ok(Self::Slide(from.parse().map_err(refuse)?, to.parse().map_err(refuse)?)),
            None => text.parse().map(Self::Place).map_err(refuse),
        }
    }
}

names! {
    /// Why a move is illegal, in the order in which the reasons are tried: the first that applies is the one
    /// given.
    pub enum Reason {
        /// The game has ended.
        GameOver = "game-over",
        /// The other player is on turn.
        NotYourTurn = "not-your-turn",
        /// The board does not have a cell that the move names.
        OffBoard = "off-board",
        /// There is a stone on the cell where the move puts one, by placing or by sliding.
        Occupied = "occupied",
        /// A slide, or the end of the game, while the player on turn must place.
        MustPlace = "must-place",
        /// A placement beside a stone of the player on turn.
        AdjacentOwn = "adjacent-own",
        /// A slide from a cell without a stone of the player on turn.
        NotOwn = "not-own",
        /// A slide to a cell that is not the first empty one in any direction.
        NoSlide = "no-slide",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn moves_round_trip() {
        for text in ["0", "1", "12", "13", "1-2", "12-12", "99-1"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn texts_that_are_no_move_are_refused() {
        for text in ["", "-", "1-", "-1", "0-1", "1-0", "1-2-3", "00", "01", "100", "pass", "1 - 2"] {
            let message = text.parse::<Move>().unwrap_err().to_string();
            assert!(message.starts_with(&alloc::format!("{text:?} is no move")), "{message}");
        }
    }
}
