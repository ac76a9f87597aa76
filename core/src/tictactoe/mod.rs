//! The optimised engine: the marks of each player as nine bits.
//!
//! [`Board`] is a game being played, [`FastEngine`] the same for the tooling, [`Graph`] all positions to be
//! solved.
//!
//! # How it works
//! Bit `i` stands for the cell at place `i` of [`Cell::BOARD`](bustan_vocabulary::tictactoe::Cell::BOARD). A
//! line is a set of three bits, and one of 512 bits of a table says whether a set of marks contains one. The
//! position number adds up from two looked-up values, and its symmetric images from the same table after the
//! cells have been permuted. Undo keeps the marks before each move.

mod fast;
mod play;
mod query;
mod setup;
mod solve;
mod tables;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

pub use fast::FastEngine;
pub use solve::Graph;

use tables::{FULL, has_line};

/// The marks of both players and who is on turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Marks {
    /// The cells of X's and of O's marks.
    of: [u16; 2],
}

impl Marks {
    const EMPTY: Self = Self { of: [0; 2] };

    const fn all(self) -> u16 {
        self.of[0] | self.of[1]
    }

    const fn free(self) -> u16 {
        FULL & !self.all()
    }

    const fn count(self) -> u32 {
        self.all().count_ones()
    }

    /// The player on turn, 0 or 1, also when the game is over: X first, then O in turn [tictactoe 1.2].
    const fn turn(self) -> usize {
        self.count() as usize % 2
    }

    /// Whether the last move has made a line. Nobody else can have one.
    const fn is_lined(self) -> bool {
        has_line(self.of[1 - self.turn()])
    }

    /// Whether a line [tictactoe 1.4] or a full board [tictactoe 1.6] has ended the game.
    const fn is_over(self) -> bool {
        self.free() == 0 || self.is_lined()
    }

    /// The cells that can be marked: all that are empty [tictactoe 1.2]. Nothing else can be done
    /// [tictactoe 1.3].
    const fn open(self) -> u16 {
        if self.is_lined() { 0 } else { self.free() }
    }

    /// The marks after one on a cell that can be marked, given as its bit.
    const fn with(mut self, bit: u16) -> Self {
        let turn = self.turn();
        self.of[turn] |= bit;
        self
    }

    fn perft(self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.open().count_ones().into(),
            _ => tables::bits(self.open()).map(|cell| self.with(1 << cell).perft(depth - 1)).sum(),
        }
    }
}

/// A game: marks, which way round it is played, and the moves that can be taken back.
///
/// ```
/// use bustan_core::tictactoe::Board;
///
/// let mut board = Board::new(false);
/// board.play("b2".parse().unwrap())?;
/// assert_eq!(board.play("b2".parse().unwrap()).unwrap_err().to_string(), "occupied");
/// assert_eq!(board.legal_count(), 8);
/// assert!(board.undo());
/// # Ok::<(), bustan_vocabulary::tictactoe::Reason>(())
/// ```
#[derive(Clone)]
pub struct Board {
    marks: Marks,
    misere: bool,
    /// The marks before each move that can be taken back.
    before: Vec<Marks>,
}

impl Board {
    /// A new game; in the misère game three in a row lose.
    pub const fn new(misere: bool) -> Self {
        Self { marks: Marks::EMPTY, misere, before: Vec::new() }
    }
}
