//! Moves, positions and records of Tribolo that can be read are printed as what is read as the same.
#![no_main]

use bustan_vocabulary::tribolo::Tribolo;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| bustan_harness::fuzz::notation::<Tribolo>(data));
