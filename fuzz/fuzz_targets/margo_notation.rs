//! Moves, positions and records of Margo that can be read, the book's form among them, are printed as what is
//! read as the same.
#![no_main]

use bustan_vocabulary::margo::Margo;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| bustan_harness::fuzz::notation::<Margo>(data));
