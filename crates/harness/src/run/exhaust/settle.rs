//! Turns a divergence at an enumerated position into a finding: writes it, confirms it and shrinks it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::base::Stop;
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Factories;
use crate::report::command::Command;
use crate::report::finding::{Finding, FindingFiles, ReplayCommand, note_shorter};
use crate::report::{ReportError, Reports};
use crate::shrink::replay::{Line, Replayer};
use crate::shrink::{Budget, shrink};

/// The finding that ended the run, the findings that occurred while it was shrunk, and the write error, if
/// any.
pub(in crate::run) type Settled = (Finding, Vec<Finding>, Option<ReportError>);

/// The engines of a run, and the settings for its findings.
pub(in crate::run) struct Settling<'p, 'm> {
    pub(in crate::run) factories: Factories<'m>,
    pub(in crate::run) budget: Budget,
    pub(in crate::run) reports: Option<&'p Reports>,
    pub(in crate::run) command: &'p Command,
    pub(in crate::run) replay: &'p ReplayCommand,
    pub(in crate::run) stop: &'p Arc<AtomicBool>,
}

impl Settling<'_, '_> {
    /// Returns the finding for a divergence at the position `number`.
    pub(in crate::run) fn finding(&self, number: u64, original: Divergence) -> Finding {
        Finding {
            seed: 0,
            game: number,
            policy: "exhaust",
            count: 1,
            first: number,
            games: 0,
            command: self.command.clone(),
            replay: self.replay.clone(),
            set_up: !original.record.start.is_start(),
            offered: None,
            smaller: false,
            reproducible: None,
            original,
            written: FindingFiles::default(),
            shrunk: None,
            met: false,
            shorter: None,
            opinions: None,
            ended: 0,
            plies: None,
        }
    }

    /// Writes a finding.
    pub(in crate::run) fn write(&self, finding: &mut Finding) -> Option<ReportError> {
        let reports = self.reports?;
        let written = reports.write(finding);
        reports.clear(finding);
        written.err()
    }

    /// Confirms a finding on new engines, and shrinks it. Calls `found` before and after shrinking.
    pub(in crate::run) fn shrink(&self, mut finding: Finding, found: &(dyn Fn(&Finding) + Sync)) -> Settled {
        let again = Replayer::new(self.factories, &finding.original).run(&Line::of(&finding.original.record));
        finding.reproducible = Some(again.is_some());
        let mut unwritten = self.write(&mut finding);
        let mut others = Vec::new();
        found(&finding);
        let deadline = self.budget.time.and_then(|time| Instant::now().checked_add(time));
        let stop = Stop { flag: Some(self.stop), deadline, ..Stop::default() };
        if finding.reproducible == Some(true) && !self.stop.load(Ordering::Relaxed) {
            finding.shrunk = shrink(self.factories, &finding.original, self.budget, stop);
            others = finding.others();
            unwritten = None;
            note_shorter(&mut others.iter_mut().chain([&mut finding]).collect::<Vec<_>>());
            for finding in others.iter_mut().rev().chain([&mut finding]) {
                let error = self.write(finding);
                unwritten = unwritten.or(error);
                found(finding);
            }
        }
        (finding, others, unwritten)
    }
}
