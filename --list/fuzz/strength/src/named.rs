//! Flaws and mutants by name.

/// The place of the flaw of this name among those of its target. A mutant, `mutant-3`, is switched on
/// instead: it is in our own engine.
pub fn flaw(target: &str, name: &str) -> Option<usize> {
    #[cfg(feature = "mutants")]
    if let Some(number) = name.strip_prefix("mutant-") {
        bustan_core::switch(number.parse().expect("a mutant has a number"));
        return None;
    }
    Some(bustan_tests::fuzzed::place(target, name))
}
