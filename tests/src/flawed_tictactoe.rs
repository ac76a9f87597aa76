//! Tic-Tac-Toe with one of twelve flaws planted in its engine or in what the game says about itself.
//!
//! A published kit of generic checks for new games was once tried on twelve bugs planted in a game of Tic-Tac-Toe, and missed
//! five. These are twelve of the same kinds. Ten sit in an [engine](FlawedTicTacToe), the others in the [game](Planted): in
//! its symmetries, and in the text of its moves. With [`TicTacToeFlaw::None`] all is well. Nothing is shared with the two
//! engines of the project, so that a flaw planted here stands against both; [`Told`] makes the reference engine one of a game
//! with a flaw.
//!
//! A flaw makes answers wrong, it causes no panic.

mod engine;
mod game;
mod told;

use std::fmt;

pub use engine::FlawedTicTacToe;
pub use game::{Planted, PlantedMove};
pub use told::Told;

/// A mistake to plant, by its number as a parameter of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TicTacToeFlaw {
    /// No mistake.
    None,
    /// One row of the table of symmetries is wrong.
    WrongSymmetry,
    /// Only three of the eight symmetries are there.
    ThreeSymmetries,
    /// Three in one of the diagonals are no line.
    MissingDiagonal,
    /// X is always on turn.
    AlwaysX,
    /// A full board without a line is won by the player who marked last.
    FullBoardWins,
    /// One cell is never a legal move.
    CellForgotten,
    /// Moves are printed with a row number one too high.
    TextOffByOne,
    /// The hash does not look at one cell.
    HashIgnoresCell,
    /// Taking back leaves the turn as it is.
    UndoForgetsTurn,
    /// When three are in a row, the empty cells are still listed as legal moves.
    MovesAfterEnd,
    /// A tie gives O a point.
    TieForO,
    /// The last empty cell is not listed, though it may be marked.
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

    /// Whether this is the mistake with the number of a type.
    const fn is(self, number: u8) -> bool {
        self as u8 == number
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
