//! What guides libFuzzer: counters of what games reach, and changes that keep games whole.

use std::sync::atomic::{AtomicU8, Ordering};

use bustan_games::fuzz::{self, COUNTERS};
use bustan_harness::generate::fuzz::Reach;
use libfuzzer_sys::{fuzz_crossover, fuzz_mutator, fuzzer_mutate};

use crate::TARGET;

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

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if fuzz::played(TARGET).is_none() {
        return fuzzer_mutate(data, size, max_size);
    }
    let varied = fuzz::vary(&data[..size], max_size.min(data.len()), seed);
    data[..varied.len()].copy_from_slice(&varied);
    varied.len()
});

fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
    let crossed = if fuzz::played(TARGET).is_some() {
        fuzz::cross(one, other, out.len(), seed)
    } else {
        // Of a text the first part, of the other the last.
        let (head, tail) =
            (one.len() * (seed as usize % 256) / 256, other.len() * (seed as usize / 256 % 256) / 256);
        let text = [&one[..head], &other[tail..]].concat();
        text[..text.len().min(out.len())].to_vec()
    };
    out[..crossed.len()].copy_from_slice(&crossed);
    crossed.len()
});
