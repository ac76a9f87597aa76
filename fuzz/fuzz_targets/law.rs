//! Every fuzz target: its name says which law it holds over which game, see [`bustan_games::fuzz`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| bustan_games::fuzz::run(env!("CARGO_BIN_NAME"), data));
