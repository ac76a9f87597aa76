//! The optimised, incremental rule engines of Bustan's games.
//!
//! Each engine updates its knowledge of a position incrementally with every move, and keeps a journal from
//! which it takes moves back. It uses the vocabulary of its game, `bustan-vocabulary`, and implements
//! [`Engine`](bustan_vocabulary::Engine) for the tooling. The slow engine of the same game in
//! `bustan-reference` checks it; neither crate depends on the other.
//!
//! The games: [`dominions`], [`margo`], [`tribolo`], [`tictactoe`], [`abrobad`]. The crate is `no_std` but
//! needs `alloc`. During play, an engine allocates memory only for its record of earlier moves, which it
//! needs to take them back and, in Margo, to detect repetitions.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod abrobad;
pub mod dominions;
pub mod margo;
mod shared;
pub mod tictactoe;
pub mod tribolo;
