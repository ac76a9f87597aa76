//! Counts by name.

use std::collections::BTreeMap;

/// Adds each count in `more` to the count of the same name in `all`.
pub(crate) fn add_counts(all: &mut BTreeMap<String, u64>, more: &BTreeMap<String, u64>) {
    for (name, count) in more {
        *all.entry(name.clone()).or_default() += count;
    }
}
