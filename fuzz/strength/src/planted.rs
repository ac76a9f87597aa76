//! A fuzz target for any planted flaw: `BUSTAN_FLAW=dominions_lockstep/shared-keys` names its target and the
//! flaw. The inputs are those of that target.
#![no_main]

#[path = "../../fuzz_targets/guidance.rs"]
mod guidance;

use std::sync::LazyLock;
use std::time::Instant;

use bustan_tests::fuzzed::{judge, place};
use libfuzzer_sys::{Corpus, fuzz_target};

/// A target whose inputs are games, as those of all flaws here are.
const TARGET: &str = "dominions_lockstep";

static FLAW: LazyLock<(String, usize)> = LazyLock::new(|| {
    let named = std::env::var("BUSTAN_FLAW").expect("BUSTAN_FLAW names a target and its flaw");
    let (target, name) = named.split_once('/').expect("BUSTAN_FLAW is TARGET/FLAW");
    (target.to_owned(), place(target, name))
});

/// When the first input was tried.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

fuzz_target!(|data: &[u8]| -> Corpus {
    let begun = *BEGUN;
    let (target, flaw) = &*FLAW;
    match judge(target, *flaw, data, Some(guidance::reach())) {
        Some(true) => {
            eprintln!("found after {:.2} s", begun.elapsed().as_secs_f64());
            std::process::abort();
        }
        Some(false) => Corpus::Keep,
        None => Corpus::Reject,
    }
});
