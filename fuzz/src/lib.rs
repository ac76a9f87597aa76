//! The code that all fuzz targets share. The name of a target determines its invariant and its game; see
//! [`bustan_games::fuzz`].

mod guidance;

use std::marker::PhantomData;
use std::sync::{Mutex, Once, PoisonError};
use std::{fmt, panic};

use bustan_games::fuzz::{self, InputVerdict};
use libfuzzer_sys::Corpus;
use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use sha1_smol::Sha1;

/// Defines the fuzz target of a program. The name of the program is the name of the target.
#[macro_export]
macro_rules! target {
    () => {
        struct This;

        impl $crate::Target for This {
            const NAME: &str = env!("CARGO_BIN_NAME");
        }

        libfuzzer_sys::fuzz_target!(|input: $crate::Input<This>| -> libfuzzer_sys::Corpus { input.judged() });
    };
}

/// A fuzz target.
pub trait Target {
    /// The name of the target.
    const NAME: &str;
}

/// An input of a target. Its debug output is the game that the input plays, or the text of the input.
pub struct Input<T>(Vec<u8>, PhantomData<T>);

impl<'a, T> Arbitrary<'a> for Input<T> {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(Self(bytes.bytes(bytes.len())?.to_vec(), PhantomData))
    }
}

impl<T: Target> fmt::Debug for Input<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fuzz::told(T::NAME, &self.0))
    }
}

impl<T: Target> Input<T> {
    /// Runs the target with this input.
    ///
    /// # Panics
    /// Panics if the input breaks the invariant.
    pub fn judged(&self) -> Corpus {
        EXPLAINS.call_once(|| explain(T::NAME));
        TRIED.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&self.0);
        match fuzz::judge(T::NAME, &self.0, Some(guidance::reach())) {
            InputVerdict::Passed => Corpus::Keep,
            InputVerdict::Foreign => Corpus::Reject,
            InputVerdict::Broken(found) => panic!("{}\n{}", found.signature, found.text),
        }
    }
}

/// The current input.
static TRIED: Mutex<Vec<u8>> = Mutex::new(Vec::new());

static EXPLAINS: Once = Once::new();

/// Installs a panic hook. Before the first panic ends the program, the hook prints how to use the input,
/// which libFuzzer writes to a file.
fn explain(target: &'static str) {
    let ends = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let tried = TRIED.lock().unwrap_or_else(PoisonError::into_inner);
        let file = format!("fuzz/artifacts/{target}/crash-{}", Sha1::from(&*tried).digest());
        let (is, shorter) = match fuzz::played(target) {
            Some(_) => {
                ("game", format!("bustan shrink --fuzz {target} {file} --keep fuzz/regressions/{target}"))
            }
            None => ("text", format!("cargo +nightly fuzz tmin {target} {file}")),
        };
        eprintln!("The {is}: cargo +nightly fuzz fmt {target} {file}\nShrink it: {shorter}");
        ends(info);
    }));
}
