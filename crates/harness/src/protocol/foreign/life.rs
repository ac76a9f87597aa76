//! The fate of the processes of a program.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::compare::participant::Fault;

/// The fate of the processes of a program and of its copies in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Life(Arc<Told>);

#[derive(Debug, Default)]
struct Told {
    /// The name that the first process gave which has answered the first questions.
    name: OnceLock<String>,
    /// Why no process starts, once that is known.
    unstarted: OnceLock<Fault>,
    /// Events that are not findings, with their counts.
    warnings: Mutex<BTreeMap<String, usize>>,
}

impl Life {
    /// Whether a process has answered the first questions.
    pub(super) fn has_started(&self) -> bool {
        self.0.name.get().is_some()
    }

    /// Records that a process of this name has answered the first questions.
    pub(super) fn start(&self, name: &str) {
        self.0.name.get_or_init(|| name.into());
    }

    /// The name that a process gave, if one has started.
    pub(super) fn name(&self) -> Option<&str> {
        self.0.name.get().map(String::as_str)
    }

    /// Why no process starts, once that is known.
    pub(super) fn unstarted(&self) -> Option<&Fault> {
        self.0.unstarted.get()
    }

    /// Records why no process starts.
    pub(super) fn end(&self, fault: &Fault) {
        self.0.unstarted.get_or_init(|| fault.clone());
    }

    /// Records what happened, if it is no finding.
    pub(super) fn warn(&self, words: String) {
        let mut warnings = self.0.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        *warnings.entry(words).or_default() += 1;
    }

    /// Returns what happened since the last call.
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

/// The fate of processes does not distinguish programs.
impl PartialEq for Life {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Life {}
