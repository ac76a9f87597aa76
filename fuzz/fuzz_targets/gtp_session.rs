//! No input makes a protocol session panic, answer out of form or stop answering.
#![no_main]

use bustan_core::dominions::FastEngine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| bustan_harness::fuzz::protocol::<FastEngine>(data));
