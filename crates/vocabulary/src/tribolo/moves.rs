//! Moves as text, and the reasons why a move is illegal.

use super::Cell;
use crate::macros::{move_by_cell, names};

move_by_cell! {
    /// A move, identified by its cell. The position determines whose move it is and which cells change owner.
    ///
    /// ```
    /// use bustan_vocabulary::tribolo::Move;
    ///
    /// let mv: Move = "h7".parse()?;
    /// assert_eq!(mv.to_string(), "h7");
    /// # Ok::<(), bustan_vocabulary::tribolo::MoveError>(())
    /// ```
    "{0:?} is not a move; a move is a cell, a column letter and a row number, such as h7"
}

names! {
    /// Why a move is illegal, in the order in which engines check the reasons: they report the first that
    /// applies.
    pub enum Reason {
        /// The game has ended.
        GameOver = "game-over",
        /// Another player is to move.
        NotYourTurn = "not-your-turn",
        /// The board has no such cell.
        OffBoard = "off-board",
        /// The cell is owned or a wall.
        Occupied = "occupied",
        /// The player has no jump from the cell.
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
