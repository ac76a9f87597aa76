//! The shared vocabulary of engines and tooling for board games.
//!
//! [`Game`] names a game's vocabulary: its cells, players, moves, positions, records, the reasons for which a
//! move is refused, and the observation in which an engine reports its state. [`Engine`] is the interface of
//! a rule engine to the tooling. [`Solve`] is the interface of a game to the solver.
//!
//! This crate has no rules. Each engine works out for itself which moves are legal, which pieces are captured
//! and who has won: the optimised ones in `bustan-core`, the slow ones in `bustan-reference`. Both depend on
//! this crate, and neither on the other.
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
