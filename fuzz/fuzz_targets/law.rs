//! Every fuzz target: its name says which law it holds over which game, see [`bustan_games::fuzz`].
#![no_main]

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

use bustan_games::fuzz::{self, COUNTERS, Judged};
use bustan_harness::generate::fuzz::Reach;
use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_crossover, fuzz_mutator, fuzz_target, fuzzer_mutate};
use sha1_smol::Sha1;

const TARGET: &str = env!("CARGO_BIN_NAME");

/// What the games reach. libFuzzer finds counters by the section they are in, sets them to 0 before every input,
/// and takes those that change for code that was run. The attribute is unsafe because a section holds whatever is
/// put there; this one holds bytes that libFuzzer reads and writes while no target runs.
#[unsafe(link_section = "__libfuzzer_extra_counters")]
static REACHED: [AtomicU8; COUNTERS] = [const { AtomicU8::new(0) }; COUNTERS];

/// An input; shown, it is the game that it plays, or its text.
struct Input(Vec<u8>);

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Self::arbitrary_take_rest(Unstructured::new(bytes.bytes(bytes.len())?))
    }

    fn arbitrary_take_rest(bytes: Unstructured<'a>) -> Result<Self> {
        Ok(Self(bytes.take_rest().to_vec()))
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fuzz::told(TARGET, &self.0))
    }
}

fuzz_target!(|input: Input| -> Corpus {
    // Other sanitizers keep the section only if its counters are named where they are used.
    REACHED.iter().for_each(|counter| counter.store(0, Ordering::Relaxed));
    match fuzz::judge(TARGET, &input.0, Some(Reach::new(&REACHED))) {
        Judged::Passed => Corpus::Keep,
        Judged::Foreign => Corpus::Reject,
        Judged::Broken(found) => {
            let file = format!("fuzz/artifacts/{TARGET}/crash-{}", Sha1::from(&input.0).digest());
            panic!(
                "{}\n{}\n\nThe game: cargo +nightly fuzz fmt {TARGET} {file}\n\
                 Shrink it: bustan shrink --fuzz {TARGET} {file}\n",
                found.signature, found.text
            );
        }
    }
});

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
        let (head, tail) = (one.len() * (seed as usize % 256) / 256, other.len() * (seed as usize / 256 % 256) / 256);
        let text = [&one[..head], &other[tail..]].concat();
        text[..text.len().min(out.len())].to_vec()
    };
    out[..crossed.len()].copy_from_slice(&crossed);
    crossed.len()
});
