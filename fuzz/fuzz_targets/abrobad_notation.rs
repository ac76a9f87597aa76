//! Moves, positions and records of Abrobad that can be read are printed as what is read as the same.
#![no_main]

use bustan_vocabulary::abrobad::Abrobad;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| bustan_harness::fuzz::notation::<Abrobad>(data));
