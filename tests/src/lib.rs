//! Support for the tests of Bustan.
//!
//! For each big game and for Tic-Tac-Toe there is an engine in which faults can be planted, to test the
//! tester: a check that never fails may be a check that never looks. They are in [`flawed_dominions`],
//! [`flawed_margo`], [`flawed_tribolo`], [`flawed_tictactoe`] and [`flawed_chess`]; [`planted`] searches for
//! these faults. [`mistaken`] has mistakes that an engine of any game can make, and [`fuzzed`] has inputs of
//! fuzz targets that show all of these. [`mutants`] are faults drawn at random, in a copy of the optimised
//! engines.
//!
//! Tests that apply to every game are data: [`cases`] are positions judged by hand, [`playthrough`] prints
//! every observable of a game, [`sheet`] reads the files of both, and [`words`] prints observations without
//! punctuation. [`served`] sends requests to the web server as a fuzz input specifies. [`program`] treats an
//! engine like an external program. [`golden`] compares texts with reviewed files.
//!
//! [`events`] checks that games reach all the events of their game, [`laws`] configures property tests, and
//! [`dominions`] has helpers for those of Dominions.

pub mod cases;
pub mod dominions;
pub mod events;
pub mod fuzzed;
pub mod golden;
pub mod laws;
pub mod mistaken;
pub mod mutants;
pub mod planted;
pub mod playthrough;
pub mod program;
pub mod served;
pub mod sheet;
pub mod words;

/// Whether tests with many cases run all of them, as they do every night, instead of a sample.
pub fn is_thorough() -> bool {
    std::env::var_os("BUSTAN_THOROUGH").is_some()
}

pub use bustan_flawed::{flawed_chess, flawed_dominions, flawed_margo, flawed_tictactoe, flawed_tribolo};
