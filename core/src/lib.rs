//! The optimised, incremental rule engines of Bustan's games.
//!
//! Each engine keeps what it knows of a position up to date from move to move, and takes moves back from a
//! journal. It speaks the vocabulary of its game, `bustan-vocabulary`, and answers the tooling as an
//! [`Engine`](bustan_vocabulary::Engine). The slow engine of the same game in `bustan-reference` checks it;
//! neither crate can name the other.
//!
//! The games: [`dominions`], [`margo`], [`tribolo`], [`tictactoe`], [`abrobad`]. The crate is `no_std`; it
//! needs `alloc`. Engines allocate while they play at most for what they keep of the moves before: to take
//! them back, and in Margo to know what has been.

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
