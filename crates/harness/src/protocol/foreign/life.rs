//! The state that the processes of a program share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::compare::participant::Fault;

/// The known facts about the processes of a program and of its copies in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct ProcessHistory(Arc<ProcessFacts>);

#[derive(Debug, Default)]
struct ProcessFacts {
    /// The name of the first process that answered the first queries.
    name: OnceLock<String>,
    /// The reason why no process starts, once it is known.
    unstarted: OnceLock<Fault>,
    /// Events that are not findings, with their counts.
    warnings: Mutex<BTreeMap<String, usize>>,
}

impl ProcessHistory {
    /// Whether a process has answered the first queries.
    pub(super) fn has_started(&self) -> bool {
        self.0.name.get().is_some()
    }

    /// Records that a process named `name` has answered the first queries.
    pub(super) fn start(&self, name: &str) {
        self.0.name.get_or_init(|| name.into());
    }

    /// Returns the name that a process reported, if one has started.
    pub(super) fn name(&self) -> Option<&str> {
        self.0.name.get().map(String::as_str)
    }

    /// Returns the reason why no process starts, once it is known.
    pub(super) fn unstarted(&self) -> Option<&Fault> {
        self.0.unstarted.get()
    }

    /// Records the reason why no process starts.
    pub(super) fn end(&self, fault: &Fault) {
        self.0.unstarted.get_or_init(|| fault.clone());
    }

    /// Records an event that is not a finding.
    pub(super) fn warn(&self, words: String) {
        let mut warnings = self.0.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        *warnings.entry(words).or_default() += 1;
    }

    /// Returns the events since the last call, with their counts.
    pub(super) fn take_warnings(&self) -> Vec<String> {
        let mut warnings = self.0.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = std::mem::take(&mut *warnings).into_iter();
        let times = |(words, times): (String, usize)| match times {
            1 => words,
            times => format!("{words} ({times} times)"),
        };
        taken.map(times).collect()
    }
}

/// All values compare equal, because programs are not distinguished by what happens to their processes.
impl PartialEq for ProcessHistory {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ProcessHistory {}
