//! Catches panics of engines and distinguishes them from panics of the tooling.
//!
//! An engine that panics is a finding like any other, with the game that made it panic. A panic of the
//! tooling itself is a bug and is not caught. Every call into an engine is therefore announced with
//! `watched`, and the checks run inside `catching`: a panic that unwinds during an announced call is the
//! engine's.
//!
//! A caught panic prints nothing. The process's panic hook is replaced, once, by one that stores the message
//! of an engine's panic and passes every other panic to the earlier hook.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

use crate::base::Dice;
use crate::compare::divergence::{Role, normalised, plain};

thread_local! {
    static ACTIVE: Cell<Option<(Role, &'static str)>> = const { Cell::new(None) };
    static MESSAGE: RefCell<[String; 2]> = const { RefCell::new([String::new(), String::new()]) };
}

static HOOK: Once = Once::new();

/// A panic of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EnginePanic {
    /// The engine that panicked.
    pub(crate) role: Role,
    /// The method of [`Engine`](bustan_vocabulary::Engine) that was called.
    pub(crate) call: &'static str,
    /// The panic's message and source location.
    pub(crate) message: String,
    /// The part of the message that does not vary between occurrences.
    pub(crate) normalised: String,
}

impl EnginePanic {
    /// Panics as the engine did, inside [`catching`], without printing anything.
    pub(crate) fn again(&self) -> ! {
        MESSAGE.set([self.message.clone(), self.normalised.clone()]);
        ACTIVE.set(Some((self.role, self.call)));
        panic::resume_unwind(Box::new(()))
    }
}

/// Runs `f`, which calls the engine with the role `role`. A panic inside it is a panic of that engine.
pub(crate) fn watched<T>(role: Role, call: &'static str, f: impl FnOnce() -> T) -> T {
    let outer = ACTIVE.replace(Some((role, call)));
    let answer = f();
    ACTIVE.set(outer);
    answer
}

/// Runs checks; a panic inside `watched` is an error, any other panic continues to unwind.
pub(crate) fn catching<T>(checks: impl FnOnce() -> T) -> Result<T, EnginePanic> {
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| match ACTIVE.get() {
            Some(_) => MESSAGE.set(describe(info)),
            None => previous(info),
        }));
    });
    // State that an interrupted check leaves inconsistent is not used again: after a panic, both engines are
    // replaced.
    panic::catch_unwind(AssertUnwindSafe(checks)).map_err(|payload| match ACTIVE.take() {
        Some((role, call)) => {
            let [message, normalised] = MESSAGE.take();
            EnginePanic { role, call, message, normalised }
        }
        None => panic::resume_unwind(payload),
    })
}

/// The payload that unwinds when a call is aborted.
struct AbortedCall;

/// Draws a number below `most` for a call into an engine that may take long. Aborts the call if `broken_off`
/// is set.
pub(crate) fn draws(dice: &mut Dice, most: u32, broken_off: bool) -> u32 {
    // If panics do not unwind, the call runs to its end.
    if cfg!(panic = "unwind") && broken_off {
        panic::resume_unwind(Box::new(AbortedCall));
    }
    dice.below(most)
}

/// Returns the answer of a call into an engine; `None` if it was [aborted](draws). The engine must not be
/// used after an abort.
pub(crate) fn unless_broken_off<T>(call: impl FnOnce() -> T) -> Option<T> {
    let outer = ACTIVE.get();
    match panic::catch_unwind(AssertUnwindSafe(call)) {
        Ok(answer) => Some(answer),
        Err(payload) if payload.is::<AbortedCall>() => {
            ACTIVE.set(outer);
            None
        }
        Err(payload) => panic::resume_unwind(payload),
    }
}

/// The longest message of a panic, in characters. The limit ensures that the source location is never cut
/// off.
const LONGEST: usize = 400;

/// Returns the answer of an engine or, if it panics, the panic's message and location. Prints nothing. The
/// engine must not be used after a panic.
///
/// # Errors
/// When the engine panics.
pub fn answer<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catching(|| watched(Role::Subject, "", call)).map_err(|caught| caught.message)
}

/// Returns the message of a panic with its location, and the normalised message.
fn describe(info: &PanicHookInfo<'_>) -> [String; 2] {
    let raw = info.payload_as_str().unwrap_or("a panic without a message");
    let message = plain(raw, LONGEST);
    let told = match info.location() {
        Some(place) => format!("{message} (at {}:{})", place.file(), place.line()),
        None => message,
    };
    [told, normalised(raw)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_inside_an_engine_is_caught_with_its_call_and_message() {
        let caught =
            catching(|| watched(Role::Oracle, "play", || panic!("no cell {}\nat all", 7))).unwrap_err();
        assert_eq!((caught.role, caught.call), (Role::Oracle, "play"));
        assert!(caught.message.starts_with("no cell 7 at all (at "), "{}", caught.message);
        assert_eq!(caught.normalised, "no cell ");
    }

    #[test]
    fn a_call_that_is_broken_off_has_no_answer() {
        let drawing = |broken_off| {
            let mut dice = Dice::new(5);
            unless_broken_off(|| {
                (0..40).map(|at| draws(&mut dice, 6, broken_off && at == 3)).collect::<Vec<_>>()
            })
        };
        let drawn = drawing(false).unwrap();
        assert!((0..6).all(|number| drawn.contains(&number)) && drawn.len() == 40, "{drawn:?}");
        assert_eq!(drawing(true), None);
        // Every other panic continues to unwind.
        let outer = panic::catch_unwind(|| unless_broken_off(|| panic::panic_any("tooling")));
        assert_eq!(outer.unwrap_err().downcast_ref::<&str>(), Some(&"tooling"));
    }

    #[test]
    fn a_panic_of_the_tooling_goes_on_unwinding() {
        let outer = panic::catch_unwind(|| catching(|| panic::panic_any("tooling")));
        assert_eq!(outer.unwrap_err().downcast_ref::<&str>(), Some(&"tooling"));
    }
}
