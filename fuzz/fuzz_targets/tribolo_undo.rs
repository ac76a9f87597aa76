//! Taking moves back and playing them again restores everything the fast engine shows.
#![no_main]

use bustan_core::tribolo::FastEngine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| bustan_harness::fuzz::undo::<FastEngine>(data));
