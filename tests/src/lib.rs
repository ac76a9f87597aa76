//! Support for the tests of Bustan.
//!
//! For each big game and for Tic-Tac-Toe there is an engine in which flaws can be planted, to test the
//! tester: a check that never fails may be a check that tests nothing. The engines are in
//! [`flawed_dominions`], [`flawed_margo`], [`flawed_tribolo`], [`flawed_tictactoe`] and [`flawed_chess`];
//! [`planted`] searches for their flaws. [`mistaken`] contains mistakes that an engine of any game can make,
//! and [`fuzzed`] contains inputs of fuzz targets that reveal all of these flaws and mistakes. [`mutants`]
//! are random changes in a copy of the optimised engines.
//!
//! Tests that apply to every game are data: [`cases`] are positions judged by hand, [`playthrough`] prints
//! every observable of a game, [`sheet`] reads the files of both, and [`words`] prints observations without
//! punctuation. [`served`] sends requests to the web server as a fuzz input specifies. [`program`] treats an
//! engine like an external program. [`golden`] compares texts with reviewed files.
//!
//! [`events`] checks that games reach all events, [`laws`] configures property tests, and [`dominions`]
//! contains helpers for the property tests of Dominions.

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

/// Whether tests with many cases run all of them, as they do every night, instead of a sample. The
/// environment variable `BUSTAN_THOROUGH` decides.
pub fn is_thorough() -> bool {
    std::env::var_os("BUSTAN_THOROUGH").is_some()
}

pub use bustan_flawed::{flawed_chess, flawed_dominions, flawed_margo, flawed_tictactoe, flawed_tribolo};
