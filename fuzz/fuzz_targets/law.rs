//! Every fuzz target: its name says which law it holds over which game, see [`bustan_games::fuzz`].
#![no_main]

mod guidance;

use std::fmt;

use bustan_games::fuzz::{self, Judged};
use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use sha1_smol::Sha1;

const TARGET: &str = env!("CARGO_BIN_NAME");

/// An input; shown, it is the game that it plays, or its text.
struct Input(Vec<u8>);

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self(bytes.bytes(bytes.len())?.to_vec()))
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fuzz::told(TARGET, &self.0))
    }
}

fuzz_target!(|input: Input| -> Corpus {
    match fuzz::judge(TARGET, &input.0, Some(guidance::reach())) {
        Judged::Passed => Corpus::Keep,
        Judged::Foreign => Corpus::Reject,
        Judged::Broken(found) => {
            let file = format!("fuzz/artifacts/{TARGET}/crash-{}", Sha1::from(&input.0).digest());
            panic!(
                "{}\n{}\n\nThe game: cargo +nightly fuzz fmt {TARGET} {file}\n\
                 Shrink it: bustan shrink --fuzz {TARGET} {file} --keep fuzz/regressions/{TARGET}\n",
                found.signature, found.text
            );
        }
    }
});
