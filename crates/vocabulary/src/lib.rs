//! The shared vocabulary of engines and tooling for board games.
//!
//! [`Game`] is the vocabulary of a game: its players, moves, positions and records, the reasons why a move is
//! illegal, and the observation with which an engine reports its state. [`Engine`] is the interface between a
//! rule engine and the tooling. [`Solve`] is the interface between a game and the solver.
//!
//! This crate contains no rules. Each engine decides for itself which moves are legal, which pieces are
//! captured and who has won: the fast engines in `bustan-core` and the slow ones in `bustan-reference`. Both
//! crates depend on this one, and neither on the other.
//!
//! The games: [`dominions`], [`margo`], [`tribolo`], [`tictactoe`], [`abrobad`], [`chess`]. The crate is
//! `no_std`; it needs `alloc`.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod abrobad;
pub mod chess;
mod comment;
pub mod dominions;
mod engine;
mod game;
mod macros;
pub mod margo;
mod number;
mod player;
mod record;
mod ruling;
mod solve;
mod standing;
mod start;
pub mod tictactoe;
pub mod tribolo;
mod xo;

pub use comment::uncommented;
pub use engine::{Engine, Playout};
pub use game::{Draw, Game};
pub use record::{Record, RecordError};
pub use ruling::Ruling;
pub use solve::{Measure, Solve, Unsolved};
pub use standing::Standing;
pub use start::NoStart;
