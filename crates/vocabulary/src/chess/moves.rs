//! Moves as text, and the reasons why a move is illegal.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::{Cell, Kind};
use crate::macros::{debug_as_text, names};

/// A move in UCI notation: the squares from and to which a piece moves, and the kind to which a pawn is
/// promoted.
///
/// Castling is a move of the king. Its target is the king's new square in the standard game, and the square
/// of the rook in Chess960.
///
/// ```
/// use bustan_vocabulary::chess::{Kind, Move};
///
/// let mv: Move = "e7e8q".parse()?;
/// assert_eq!((mv.from.to_string(), mv.promotion), ("e7".into(), Some(Kind::Queen)));
/// assert!("e7e8k".parse::<Move>().is_err());
/// # Ok::<(), bustan_vocabulary::chess::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The square from which the piece moves.
    pub from: Cell,
    /// The square to which the piece moves or, for castling in Chess960, the square of the rook.
    pub to: Cell,
    /// The kind to which a pawn is promoted: one of [`PROMOTIONS`](Self::PROMOTIONS).
    pub promotion: Option<Kind>,
}

impl Move {
    /// The kinds to which a pawn can be promoted.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// Returns a move without a promotion.
    pub const fn new(from: Cell, to: Cell) -> Self {
        Self { from, to, promotion: None }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

debug_as_text!(Move);

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not a move; a move is two squares, such as e2e4, and q, r, b or n for a promotion, as in e7e8q"
)]
pub struct MoveError(pub String);

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let read = || {
            let (from, to) = (text.get(..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?);
            let mut rest = text.get(4..)?.chars();
            let promotion = match rest.next() {
                None => None,
                Some(letter) => Some(Kind::of_letter(letter).filter(|kind| Self::PROMOTIONS.contains(kind))?),
            };
            rest.next().is_none().then_some(Self { from, to, promotion })
        };
        read().ok_or_else(|| MoveError(text.into()))
    }
}

names! {
    /// Why a move is illegal, in the order in which engines check the reasons: they report the first that
    /// applies.
    pub enum Reason {
        /// The game has ended.
        GameOver = "game-over",
        /// The other player is to move.
        NotYourTurn = "not-your-turn",
        /// There is no piece on the first square.
        NoPiece = "no-piece",
        /// The piece on the first square is the opponent's.
        NotOwn = "not-own",
        /// There is a piece of the same player on the second square.
        Occupied = "occupied",
        /// The piece on the first square cannot move to the second.
        NoMove = "no-move",
        /// The move is a promotion but does not name a kind, or names a kind but is not a promotion.
        Promotion = "promotion",
        /// The move leaves the king in check or exposes it to check, or is a castling out of check or across
        /// an attacked square.
        Check = "check",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    #[test]
    fn moves_round_trip() {
        for text in ["e2e4", "e7e8q", "a2a1n", "e1g1", "e1h1", "a1a1"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        assert_eq!("E7E8Q".parse::<Move>(), "e7e8q".parse());
    }

    #[test]
    fn texts_that_are_no_move_are_refused() {
        for text in ["", "e2", "e2e", "e2e9", "0000", "e7e8k", "e7e8p", "e7e8qq", "O-O", "éé", "e2éé", "Nf3"]
        {
            let message = text.parse::<Move>().unwrap_err().to_string();
            assert!(message.starts_with(&format!("{text:?} is not a move")), "{message}");
        }
    }
}
