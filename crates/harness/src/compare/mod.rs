//! Compares what two engines say: typed if both speak the game's own types, as JSON if they do not.

pub(crate) mod diff;
pub mod divergence;
pub mod laws;
pub mod lockstep;
pub mod participant;
pub(crate) mod recorder;
pub(crate) mod unmade;
pub mod watch;

use std::collections::BTreeSet;

use bustan_vocabulary::Game;
use serde::Serialize;

use crate::compare::diff::{Diff, diff, json};
use crate::compare::divergence::{Aspect, Kind, Violation};
use crate::compare::participant::{Observed, Verdict};

/// Checks that two engines, given with their names, observe the same. Observations in the game's own terms
/// are compared directly, which is fast, and so are texts. Others, and those that differ, are compared as
/// JSON along the keys both have.
pub(crate) fn observations<G: Game>(
    subject: (&str, &Observed<G>),
    oracle: (&str, &Observed<G>),
) -> Result<(), Violation> {
    if subject.1 == oracle.1 || subject.1.is_printed(oracle.1) || oracle.1.is_printed(subject.1) {
        return Ok(());
    }
    let found = diff((oracle.0, &json(oracle.1)), (subject.0, &json(subject.1)));
    if found.keys.is_empty() {
        return Ok(());
    }
    let keys = found.signature();
    let first = found.words.first().map(String::as_str).unwrap_or_default();
    let words = format!("the engines differ in {}: {first}", keys.join(", "));
    let parts = Aspect::parts(keys.iter().copied());
    Err(Violation::new(Kind::Observation, &keys, words).about(parts).with(found.bounded()))
}

/// The difference between an observation and that of the same position set up anew, except for these keys.
pub(crate) fn differing(
    was: &impl Serialize,
    is: &impl Serialize,
    fleeting: &BTreeSet<String>,
) -> Option<Diff> {
    let [was, is] = [json(was), json(is)].map(|mut seen| {
        if let Some(keys) = seen.as_object_mut() {
            keys.retain(|key, _| !fleeting.contains(key));
        }
        seen
    });
    Some(diff(("the game", &was), ("the position set up anew", &is))).filter(|_| was != is)
}

/// A number of things: `1 move`, `2 moves`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A verdict as words: `legal`, or `illegal` and the reason.
pub(crate) fn verdict_words<G: Game>(verdict: &Verdict<G>) -> String {
    match verdict {
        Ok(()) => "legal".into(),
        Err(None) => "illegal".into(),
        Err(Some(reason)) => format!("illegal, {reason}"),
    }
}
