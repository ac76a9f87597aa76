//! Requests to the server of the pages, see [`bustan_tests::served`].
#![no_main]

use bustan_tests::served::judge;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| judge(input));
