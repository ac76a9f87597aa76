//! What guides libFuzzer: counters of what games reach.

use std::sync::atomic::{AtomicU8, Ordering};

use bustan_games::fuzz::COUNTERS;
use bustan_harness::generate::fuzz::Reach;

/// What the games reach. libFuzzer finds counters by the section they are in, sets them to 0 before every
/// input, and takes those that change for code that was run. The attribute is unsafe because a section holds
/// whatever is put there; this one holds bytes that libFuzzer reads and writes while no target runs.
#[unsafe(link_section = "__libfuzzer_extra_counters")]
static REACHED: [AtomicU8; COUNTERS] = [const { AtomicU8::new(0) }; COUNTERS];

/// The counters, all 0.
pub fn reach() -> Reach<'static> {
    REACHED.iter().for_each(|counter| counter.store(0, Ordering::Relaxed));
    Reach::new(&REACHED)
}
