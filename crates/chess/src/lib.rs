//! The package `cozy-chess` as a rule engine, so that a published move generator is held against the Laws.
//!
//! `cozy-chess` tells which moves are legal and makes them. The rest is worked out here, from what it shows:
//! why a move is refused, when the game is over, what a position is called, and how often it has come. The slow
//! engine of chess in `bustan-reference` checks all of it; neither crate can name the other.
//!
//! It is no part of `bustan-core`, whose engines depend on nothing but the vocabulary.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod chess;
