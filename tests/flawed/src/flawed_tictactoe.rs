//! Tic-Tac-Toe with one of twelve flaws planted in its engine or in the game's own declarations.
//!
//! A published kit of generic checks for new games was once tried on twelve bugs planted in a game of
//! Tic-Tac-Toe, and missed five. These are twelve flaws of the same kinds. Ten are in an
//! [engine](FlawedTicTacToe), and two in the [game](Planted): in its symmetries and in the text of its moves.
//! With [`TicTacToeFlaw::None`] everything is correct. The code shares nothing with the two engines of the
//! project, so that a planted flaw differs from both; [`Adapted`] adapts the reference engine to a game with
//! a flaw.
//!
//! A game's declarations do not belong to an engine, so a flaw is [planted](TicTacToeFlaw::plant) in the
//! whole process, one at a time. It makes answers wrong and causes no panic.

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

/// Held while a flaw is planted.
static PLANTING: Mutex<()> = Mutex::new(());

/// A mistake to plant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TicTacToeFlaw {
    /// No mistake.
    None,
    /// One row of the table of symmetries is wrong.
    WrongSymmetry,
    /// The game has only three of the eight symmetries.
    ThreeSymmetries,
    /// Three in a row on one of the diagonals do not make a line.
    MissingDiagonal,
    /// X is always on turn.
    AlwaysX,
    /// A full board without a line is won by the player who marked last.
    FullBoardWins,
    /// One cell is never a legal move.
    CellForgotten,
    /// Moves are printed with a row number one too high.
    TextOffByOne,
    /// The hash ignores one cell.
    HashIgnoresCell,
    /// Undo does not change the turn back.
    UndoForgetsTurn,
    /// After three in a row, the empty cells are still listed as legal moves.
    MovesAfterEnd,
    /// A tie gives O a point.
    TieForO,
    /// The last empty cell is not listed, although it may be marked.
    UnlistedMove,
}

impl TicTacToeFlaw {
    /// The twelve mistakes.
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

    /// Plants this flaw, calls `with`, and removes the flaw. Other callers wait.
    pub fn plant<T>(self, with: impl FnOnce() -> T) -> T {
        // A failure with another flaw does not affect this one.
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
