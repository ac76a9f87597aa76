//! The vocabulary of Bustan's games and one optimised, incremental rule engine for each.
//!
//! Two kinds of things live here, and the difference matters:
//!
//! - The **vocabulary** of a game: cells, tiles, players, moves, positions, records, the reasons a move is refused for and
//!   the [`Observation`](dominions::Observation) in which an engine lays open everything it believes. Every engine of a
//!   game speaks it, and nothing in it decides what is legal, who is captured or who has won. What the tooling knows
//!   *about* a game (policies that steer play into its hard cases, ways to make a game smaller, pictures) stands beside it
//!   and reads observations only.
//! - The **engines**, behind the feature `engine`. `bustan-reference` is built without that feature, so the engine that
//!   checks cannot call the engine that is checked.
//!
//! [`Game`] names a game's vocabulary, [`Engine`] is what the tooling asks of a rule engine, [`Explore`], [`Symmetric`] and
//! [`Picture`] are what it may know about the game, [`Solve`] is what a game offers to be solved. The crate is `no_std`; it needs `alloc`. Engines
//! allocate while they play at most for what they keep of the moves before: to take them back, and in Margo to know what has been.
//!
//! The games: [`dominions`], [`margo`], [`tribolo`], [`tictactoe`], [`abrobad`].

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod abrobad;
pub mod dominions;
mod game;
pub mod margo;
mod player;
mod read;
mod record;
mod sheet;
mod solve;
mod start;
mod symmetry;
pub mod tictactoe;
pub mod tribolo;
mod xml;
mod xo;

pub use game::{Draw, Engine, Event, Explore, Game, Overlay, Picture, Playout, Policy, Style};
pub use record::{Record, RecordError};
pub use solve::{Measure, Solve};
pub use start::NoStart;
pub use symmetry::Symmetric;
