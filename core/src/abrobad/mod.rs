//! The optimised engine: sets of cells as bits, so that a board is three numbers.
//!
//! [`Board`] is a game being played, [`FastEngine`] the same for the tooling, [`Graph`] all positions to be
//! solved.
//!
//! # How it works
//! - *Placing.* The cells beside own stones are the union of twelve sets looked up; what is empty and not
//!   among them can be placed on. While that is not nothing, it is all that is legal.
//! - *Sliding.* Cells are numbered so that three of the six directions run upwards. The first empty cell on a
//!   line is therefore the lowest or the highest bit of the line's empty cells, whatever the stones in
//!   between.
//! - *Groups* are flooded when asked for; only the end of the game needs them.
//! - *Undo* keeps the board before each move.

mod fast;
mod play;
mod query;
mod solve;
mod stones;
mod tables;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

pub use fast::FastEngine;
pub use solve::Graph;

use bustan_vocabulary::abrobad::{Player, Position};

use stones::Stones;

/// A game: stones, turn, and the moves that can be taken back.
///
/// ```
/// use bustan_core::abrobad::Board;
///
/// let mut board = Board::new();
/// assert_eq!(board.legal_count(), 12);
/// board.play("1".parse().unwrap())?;
/// assert_eq!(board.play("1-2".parse().unwrap()).unwrap_err().to_string(), "must-place");
/// assert!(board.undo());
/// # Ok::<(), bustan_vocabulary::abrobad::Reason>(())
/// ```
#[derive(Clone)]
pub struct Board {
    stones: Stones,
    ply: u32,
    /// The stones before each move that can be taken back.
    before: Vec<Stones>,
}

impl Default for Board {
    fn default() -> Self {
        Self::new()
    }
}

impl Board {
    /// A new game: the empty board, X on turn.
    pub const fn new() -> Self {
        Self { stones: Stones::EMPTY, ply: 0, before: Vec::new() }
    }

    /// The game that begins at a position; any will do [abrobad 4.1], and a full board has ended
    /// [abrobad 4.2].
    pub fn from_position(position: &Position) -> Self {
        let mut of = [0; 2];
        for (place, stone) in position.stones().iter().enumerate() {
            if let Some(player) = stone {
                of[*player as usize] |= 1 << place;
            }
        }
        let stones = Stones { of, turn: position.turn() as u8 };
        Self { stones, ply: position.ply(), before: Vec::new() }
    }

    /// The position in words; [`from_position`](Self::from_position) begins a game there.
    pub fn position(&self) -> Position {
        self.stones.position(self.ply)
    }
}

impl Stones {
    /// The position in words, after so many moves. Of more than a position can have behind it, whole rounds
    /// are left out [abrobad 4.4].
    fn position(self, ply: u32) -> Position {
        let stone =
            |place| Player::ALL.into_iter().find(|&player| self.of[player as usize] >> place & 1 == 1);
        let stones = core::array::from_fn(stone);
        let beyond = ply.saturating_sub(Position::MAX_PLY).next_multiple_of(2);
        // There are moves enough for the stones [abrobad 4.3].
        Position::new(stones, self.player(), ply - beyond).expect("a move adds at most one own stone")
    }

    /// The player on turn, also when the game is over.
    const fn player(self) -> Player {
        Player::ALL[self.turn as usize]
    }
}
