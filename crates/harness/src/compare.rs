//! Comparing what two engines say, typed where both speak the game's own types and as JSON where they do not.

use std::any::Any;
use std::collections::BTreeSet;

use bustan_vocabulary::Engine;
use serde::Serialize;

use crate::diff::{Diff, diff, json};
use crate::divergence::{Breach, Kind};
use crate::foreign::State;
use crate::seat::Verdict;

/// The observation as `T`, if that is its type.
pub(crate) fn same_type<T: 'static>(seen: &impl Any) -> Option<&T> {
    (seen as &dyn Any).downcast_ref()
}

/// Checks that two engines, given with their names, observe the same. Observations of one type are compared as they
/// are, which is fast, and so are texts; others, and those that differ, as JSON along the keys both have.
pub(crate) fn observations<A, B>(subject: (&str, &A), oracle: (&str, &B)) -> Result<(), Breach>
where
    A: Serialize + 'static,
    B: Serialize + PartialEq + 'static,
{
    if same_type::<B>(subject.1) == Some(oracle.1) || printed(subject.1, oracle.1) || printed(oracle.1, subject.1) {
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

/// Whether an observation that came as text is letter for letter what another one is as JSON.
fn printed(text: &impl Any, other: &impl Serialize) -> bool {
    same_type::<State>(text).is_some_and(|state| state.is_printed(other))
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
