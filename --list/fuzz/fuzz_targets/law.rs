//! Every fuzz target: its name says which law it holds over which game, see [`bustan_games::fuzz`].
#![no_main]

mod guidance;

use std::sync::{LazyLock, Mutex, PoisonError};
use std::{fmt, panic};

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

/// The input that is tried.
static TRIED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Says before the first panic ends the program what can be done with its input, which libFuzzer writes to a
/// file.
static TELL: LazyLock<()> = LazyLock::new(|| {
    let ends = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let tried = TRIED.lock().unwrap_or_else(PoisonError::into_inner);
        let file = format!("fuzz/artifacts/{TARGET}/crash-{}", Sha1::from(&*tried).digest());
        let (is, shorter) = match fuzz::played(TARGET) {
            Some(_) => {
                ("game", format!("bustan shrink --fuzz {TARGET} {file} --keep fuzz/regressions/{TARGET}"))
            }
            None => ("text", format!("cargo +nightly fuzz tmin {TARGET} {file}")),
        };
        eprintln!("The {is}: cargo +nightly fuzz fmt {TARGET} {file}\nShrink it: {shorter}");
        ends(info);
    }));
});

fuzz_target!(|input: Input| -> Corpus {
    LazyLock::force(&TELL);
    TRIED.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&input.0);
    match fuzz::judge(TARGET, &input.0, Some(guidance::reach())) {
        Judged::Passed => Corpus::Keep,
        Judged::Foreign => Corpus::Reject,
        Judged::Broken(found) => panic!("{}\n{}", found.signature, found.text),
    }
});
