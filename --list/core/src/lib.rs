//! The optimised, incremental rule engines of Bustan's games.
//!
//! Each engine updates what it knows of a position with every move, and a journal lets it take moves back. It
//! uses the vocabulary of its game, `bustan-vocabulary`, and implements [`Engine`](bustan_vocabulary::Engine)
//! for the tooling. The slow engine of the same game in `bustan-reference` checks it; neither crate can name
//! the other.
//!
//! The games: [`dominions`], [`margo`], [`tribolo`], [`tictactoe`], [`abrobad`]. The crate is `no_std`; it
//! needs `alloc`. While it plays, an engine allocates at most for its record of earlier moves: to take them
//! back, and in Margo to detect a repetition.

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

static SWITCHED: core::sync::atomic::AtomicUsize = core::sync::atomic::AtomicUsize::new(usize::MAX);

/// Switches a mutant on, and any other off.
pub fn switch(mutant: usize) {
    SWITCHED.store(mutant, core::sync::atomic::Ordering::Relaxed);
}

#[inline]
pub(crate) fn is_on(mutant: usize) -> bool {
    SWITCHED.load(core::sync::atomic::Ordering::Relaxed) == mutant
}
