//! Moves as text, and why one is refused.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use super::Cell;

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
            "{:?} is not a move; a move is a cell, such as 7, a slide, such as 7-12, or 0 to end the game",
            self.0
        )
    }
}

impl Error for MoveError {}

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

/// Why a move is illegal, in the order in which the reasons are tried: the first that applies is the one
/// given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The game has ended.
    GameOver,
    /// The other player is on turn.
    NotYourTurn,
    /// The board does not have a cell that the move names.
    OffBoard,
    /// There is a stone on the cell where the move puts one, by placing or by sliding.
    Occupied,
    /// A slide, or the end of the game, while the player on turn must place.
    MustPlace,
    /// A placement beside a stone of the player on turn.
    AdjacentOwn,
    /// A slide from a cell without a stone of the player on turn.
    NotOwn,
    /// A slide to a cell that is not the first empty one in any direction.
    NoSlide,
}

impl Reason {
    /// All reasons, in order.
    pub const ALL: [Self; 8] = [
        Self::GameOver,
        Self::NotYourTurn,
        Self::OffBoard,
        Self::Occupied,
        Self::MustPlace,
        Self::AdjacentOwn,
        Self::NotOwn,
        Self::NoSlide,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::GameOver => "game-over",
            Self::NotYourTurn => "not-your-turn",
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::MustPlace => "must-place",
            Self::AdjacentOwn => "adjacent-own",
            Self::NotOwn => "not-own",
            Self::NoSlide => "no-slide",
        })
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
            assert!(message.starts_with(&alloc::format!("{text:?} is not a move")), "{message}");
        }
    }
}
