//! Tic-Tac-Toe with one of twelve flaws planted in its engine or in the declarations of the game.
//!
//! A published kit of generic checks for new games was once tried on twelve bugs planted in Tic-Tac-Toe, and
//! missed five. The twelve flaws are of the same kinds. Ten are in an [engine](FlawedTicTacToe), and two in
//! the [game](Planted): in its symmetries and in the texts of its moves. With [`TicTacToeFlaw::None`]
//! everything is correct. [`Adapted`] adapts the reference engine to the game with a flaw. Otherwise the code
//! shares only the vocabulary with the two engines of the project, so that a planted flaw makes it differ
//! from both.
//!
//! The declarations of a game do not belong to an engine, so a flaw is [planted](TicTacToeFlaw::plant) in the
//! whole process, one at a time. It causes wrong answers, but no panic.

mod adapted;
mod engine;
mod game;

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

pub use adapted::Adapted;
pub use engine::FlawedTicTacToe;
pub use game::{Planted, PlantedMove};

/// The number of the planted flaw.
static PLANTED: AtomicU8 = AtomicU8::new(TicTacToeFlaw::None as u8);

/// A lock that is held while a flaw is planted.
static PLANTING: Mutex<()> = Mutex::new(());

/// A mistake to plant in the engine or the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TicTacToeFlaw {
    /// No mistake.
    None,
    /// One row in the table of symmetries is wrong.
    WrongSymmetry,
    /// The game has only three of the eight symmetries.
    ThreeSymmetries,
    /// Three in a row on one of the diagonals do not make a line.
    MissingDiagonal,
    /// X is always the player to move.
    AlwaysX,
    /// A full board without a line is a win of the player who marked last.
    FullBoardWins,
    /// One cell is never a legal move.
    CellForgotten,
    /// Moves are printed with a row number one too high.
    TextOffByOne,
    /// The hash ignores one cell.
    HashIgnoresCell,
    /// Undo does not restore the player to move.
    UndoForgetsTurn,
    /// After three in a row, the empty cells are still listed as legal moves.
    MovesAfterEnd,
    /// A tie gives O a point.
    TieForO,
    /// The last empty cell is not listed, although it may be marked.
    UnlistedMove,
}

impl TicTacToeFlaw {
    /// All twelve mistakes.
    pub const ALL: [Self; 12] = [
        Self::WrongSymmetry,
        Self::ThreeSymmetries,
        Self::MissingDiagonal,
        Self::AlwaysX,
        Self::FullBoardWins,
        Self::CellForgotten,
        Self::TextOffByOne,
        Self::HashIgnoresCell,
        Self::UndoForgetsTurn,
        Self::MovesAfterEnd,
        Self::TieForO,
        Self::UnlistedMove,
    ];

    /// Plants the flaw, calls `with`, and removes the flaw. Concurrent callers wait.
    pub fn plant<T>(self, with: impl FnOnce() -> T) -> T {
        // A panic while another flaw was planted does not affect this one.
        let _planting = PLANTING.lock().unwrap_or_else(PoisonError::into_inner);
        PLANTED.store(self as u8, Ordering::SeqCst);
        let done = with();
        PLANTED.store(Self::None as u8, Ordering::SeqCst);
        done
    }

    fn is_planted(self) -> bool {
        PLANTED.load(Ordering::Relaxed) == self as u8
    }
}

impl fmt::Display for TicTacToeFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::WrongSymmetry => "wrong-symmetry",
            Self::ThreeSymmetries => "three-symmetries",
            Self::MissingDiagonal => "missing-diagonal",
            Self::AlwaysX => "always-x",
            Self::FullBoardWins => "full-board-wins",
            Self::CellForgotten => "cell-forgotten",
            Self::TextOffByOne => "text-off-by-one",
            Self::HashIgnoresCell => "hash-ignores-cell",
            Self::UndoForgetsTurn => "undo-forgets-turn",
            Self::MovesAfterEnd => "moves-after-end",
            Self::TieForO => "tie-for-o",
            Self::UnlistedMove => "unlisted-move",
        })
    }
}
