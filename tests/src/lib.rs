//! Support for the tests of Bustan.
//!
//! For each big game and for Tic-Tac-Toe there is an engine in which faults can be planted, to test the
//! tester: a check that never fails may be a check that never looks. They are in [`flawed_dominions`],
//! [`flawed_margo`], [`flawed_tribolo`], [`flawed_tictactoe`] and [`flawed_chess`]; [`planted`] hunts what is
//! planted there.
//! [`mistaken`] has mistakes that any engine can make, and [`fuzzed`] inputs of fuzz targets that show
//! all these. [`mutants`] are faults drawn at random, in a copy of the optimised engines.
//!
//! What holds for every game is data: [`cases`] are positions judged by hand, [`playthrough`] writes down
//! every observable of a game, [`sheet`] reads the files of both, and [`words`] says what is observed without
//! punctuation. [`served`] asks the server of the pages for whatever an input says. [`program`] has an engine asked as a program is. [`golden`] compares texts with the files that were reviewed.
//!
//! [`events`] tells whether games reach all the events of their game, [`laws`] how proptest tries laws, and
//! [`dominions`] has what those of Dominions are tried with.

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

/// Whether tests with many cases take all of them, as they do every night, and not a sample.
pub fn is_thorough() -> bool {
    std::env::var_os("BUSTAN_THOROUGH").is_some()
}

pub use bustan_flawed::{flawed_chess, flawed_dominions, flawed_margo, flawed_tictactoe, flawed_tribolo};
