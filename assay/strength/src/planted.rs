//! A fuzz target for any planted flaw or mutant: `BUSTAN_FLAW=dominions_lockstep/shared-keys` names a target
//! and a flaw. The inputs are those of that target.
#![no_main]

#[path = "../../../fuzz/src/guidance.rs"]
mod guidance;

use std::sync::LazyLock;
use std::time::Duration;

use bustan_flaws::place;
use bustan_harness::run::stall;
use bustan_tests::fuzzed::{Breaks, judge};
use libfuzzer_sys::{Corpus, fuzz_target};

static FLAW: LazyLock<(String, Option<usize>)> = LazyLock::new(|| {
    let named = std::env::var("BUSTAN_FLAW").expect("BUSTAN_FLAW names a target and its flaw");
    let (target, name) = named.split_once('/').expect("BUSTAN_FLAW is TARGET/FLAW");
    (target.to_owned(), place(target, name))
});

/// The CPU time at which the first input was tried.
static BEGUN: LazyLock<Duration> = LazyLock::new(stall::taken);

fuzz_target!(|data: &[u8]| -> Corpus {
    let begun = *BEGUN;
    let (target, flaw) = &*FLAW;
    match judge(target, *flaw, data, Some(guidance::reach())) {
        Some(Err(Breaks { moves })) => {
            let seconds = (stall::taken() - begun).as_secs_f64();
            eprintln!("found after {seconds:.2} s, moves: {moves}");
            std::process::abort();
        }
        Some(Ok(())) => Corpus::Keep,
        None => Corpus::Reject,
    }
});
