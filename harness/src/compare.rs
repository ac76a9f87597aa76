//! Comparing what two engines say, typed where both speak the game's own types and as JSON where they do not.

use std::any::Any;
use std::collections::BTreeSet;

use bustan_core::{Engine, Game};
use serde::Serialize;

use crate::diff::{Diff, diff, json};
use crate::divergence::{Breach, Kind};
use crate::seat::Verdict;

/// The observation as `T`, if that is its type.
pub(crate) fn same_type<T: 'static>(seen: &impl Any) -> Option<&T> {
    (seen as &dyn Any).downcast_ref()
}

/// Checks that two engines, given with their names, observe the same. Observations of one type are compared as they
/// are, which is fast; others, and those that differ, as JSON along the keys both have.
pub(crate) fn observations<G: Game, S: Serialize + 'static>(
    subject: (&str, &S),
    oracle: (&str, &G::Observation),
) -> Result<(), Breach> {
    if same_type::<G::Observation>(subject.1) == Some(oracle.1) {
        return Ok(());
    }
    let found = diff((oracle.0, &json(oracle.1)), (subject.0, &json(subject.1)));
    if found.keys.is_empty() {
        return Ok(());
    }
    let keys = found.signature();
    let first = found.words.first().map(String::as_str).unwrap_or_default();
    let words = format!("the engines differ in {}: {first}", keys.join(", "));
    Err(Breach::new(Kind::Observation, &keys, words).with(found.told()))
}

/// What differs between an observation and that of the same position set up anew, beside these keys.
pub(crate) fn differing(was: &impl Serialize, is: &impl Serialize, fleeting: &BTreeSet<String>) -> Option<Diff> {
    let [was, is] = [json(was), json(is)].map(|mut seen| {
        if let Some(keys) = seen.as_object_mut() {
            keys.retain(|key, _| !fleeting.contains(key));
        }
        seen
    });
    Some(diff(("the game", &was), ("the position set up anew", &is))).filter(|_| was != is)
}

/// A verdict as words: `legal`, or `illegal` and the reason.
pub(crate) fn verdict_words<E: Engine>(verdict: &Verdict<E>) -> String {
    match verdict {
        Ok(()) => "legal".into(),
        Err(None) => "illegal".into(),
        Err(Some(reason)) => format!("illegal, {reason}"),
    }
}
