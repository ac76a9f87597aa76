//! The fast engine and the reference agree on everything, whatever is played or proposed on whichever board.
#![no_main]

use bustan_core::tribolo::FastEngine;
use bustan_reference::tribolo::ReferenceEngine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| bustan_harness::fuzz::lockstep::<FastEngine, ReferenceEngine>(data));
