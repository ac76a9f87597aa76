//! Counters of what games reach. They guide libFuzzer.

use std::sync::atomic::{AtomicU8, Ordering};

use bustan_games::fuzz::COUNTERS;
use bustan_harness::generate::fuzz::FeatureCounters;

/// The counters. libFuzzer finds them by their section, sets them to 0 before every input, and treats changed
/// counters like executed code. The attribute is unsafe because another part of the program could interpret
/// the section differently; this section contains bytes that libFuzzer reads and writes only while no target
/// runs.
#[unsafe(link_section = "__libfuzzer_extra_counters")]
static REACHED: [AtomicU8; COUNTERS] = [const { AtomicU8::new(0) }; COUNTERS];

/// Returns the counters, all set to 0.
pub fn reach() -> FeatureCounters<'static> {
    REACHED.iter().for_each(|counter| counter.store(0, Ordering::Relaxed));
    FeatureCounters::new(&REACHED)
}
