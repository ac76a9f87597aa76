//! Writes findings and the reports about all of them while a run lasts.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::Run;
use super::triage::Triage;
use crate::base::Stop;
use crate::base::journal::JOURNAL;
use crate::generate::coverage::Table;
use crate::report::finding::{Finding, Written, files, note_shorter};
use crate::report::overview::Figures;
use crate::report::{ReportError, Reports, opinions};

/// How often, in seconds, a run brings its reports up to date when only numbers have changed.
pub(super) const REFRESH: u64 = 10;

/// How often a worker tells what the games have reached, for those who look on.
pub(super) const LOOK: Duration = Duration::from_millis(200);

/// Stands for the number of a game where an error is about all of them.
pub(super) const ALL: u64 = u64::MAX;

impl Run<'_, '_> {
    /// Begins the section of the reports that is about this run.
    pub(super) fn begin(&self, engines: &[String; 2]) {
        let Some(reports) = &self.plan.reports else { return };
        self.section.get_or_init(|| {
            let (section, written) =
                reports.begin(self.plan.config.rules.name(), engines.clone(), self.plan.still.clone());
            self.note((ALL, String::new()), written);
            section
        });
    }

    /// Writes the finding of this game, if there is one and it is not part of another, and then the reports
    /// about all findings. Files of findings that the reports no longer mention are removed last, so that no
    /// link is ever broken.
    pub(super) fn tell(&self, triage: &mut Triage, changed: Option<u64>) {
        let (mut different, others) = triage.part(self.ended.load(Ordering::Relaxed));
        self.progress.findings.store(different.len() as u64, Ordering::Relaxed);
        let Some(reports) = &self.plan.reports else { return };
        for finding in &mut different {
            let changed = Some(finding.game) == changed || finding.written.outdated;
            if changed || finding.written == Written::default() {
                let written = reports.write(finding);
                self.note(key(finding), written);
            }
        }
        let figures = Figures {
            games: self.ended.load(Ordering::Relaxed),
            plies: self.progress.plies.load(Ordering::Relaxed),
            elapsed: self.told(self.begun.elapsed()),
            coverage: Table::of(self.plan.config.rules, &self.ledger().sum().coverage),
            ..Figures::default()
        };
        if let Some(&section) = self.section.get() {
            self.note(
                (ALL, String::new()),
                reports.update(section, figures, None, different.iter().map(|finding| &**finding)),
            );
        }
        let used = files(different.iter().map(|finding| &**finding));
        different.into_iter().for_each(|finding| reports.clear(finding));
        for finding in others {
            self.retract(finding, &used);
            finding.written = Written::default();
        }
    }

    /// Tells those who look on what the games have reached.
    pub(super) fn reached(&self) {
        let table = Table::of(self.plan.config.rules, &self.ledger().sum().coverage);
        if let (Some(reports), Some(&section)) = (&self.plan.reports, self.section.get()) {
            reports.reached(section, table);
        }
    }

    /// Brings the numbers in the reports up to date, if the last time was long ago.
    pub(super) fn refresh(&self) {
        let (now, due) = (self.begun.elapsed().as_secs(), self.due.load(Ordering::Relaxed));
        let next = now + REFRESH;
        // Several workers may notice; one of them does it.
        if now >= due && self.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.tell(&mut self.triage(), None);
        }
    }

    /// Asks further engines about the findings, and writes down what they say.
    pub(super) fn ask_others(&self, findings: &mut [Finding]) {
        self.progress.shrinking.store(false, Ordering::Relaxed);
        let deadline = Instant::now().checked_add(opinions::TIME);
        let stop = Stop { flag: Some(&self.progress.stop), deadline, ..Stop::default() };
        for finding in findings {
            finding.opinions = opinions::ask(self.factories, &self.plan.others, finding.best(), stop);
            let Some(reports) = self.plan.reports.as_ref().filter(|_| finding.opinions.is_some()) else {
                continue;
            };
            finding.written.outdated = true;
            self.note(key(finding), reports.write(finding));
            reports.clear(finding);
        }
    }

    /// Writes all findings anew under the names that they have where nothing was written before. While a run lasts,
    /// findings may come to the same name and one of them to another, depending on which came first.
    pub(super) fn rename(&self, findings: &mut [Finding], others: &[Finding]) {
        let Some(reports) = &self.plan.reports else { return };
        others.iter().for_each(|other| self.retract(other, &BTreeSet::new()));
        for finding in &mut *findings {
            self.retract(finding, &BTreeSet::new());
            finding.written = Written::default();
        }
        let findings: Vec<&mut Finding> = findings.iter_mut().collect();
        self.name_all(reports, findings);
    }

    /// Writes findings that have no names yet, and once they have, what they say of each other.
    fn name_all(&self, reports: &Reports, mut findings: Vec<&mut Finding>) {
        for finding in &mut findings {
            self.note(key(finding), reports.write(finding));
        }
        note_shorter(&mut findings);
        for finding in findings.into_iter().filter(|finding| finding.written.outdated) {
            self.note(key(finding), reports.write(finding));
        }
    }

    /// Records that the journal could not be written to.
    pub(super) fn noted(&self, written: io::Result<()>) {
        if let (Err(error), Some(log)) = (written, &self.plan.log) {
            self.note((ALL, JOURNAL.into()), Err(ReportError::new(log.journal.path(), error)));
        }
    }

    /// Records that something could not be written, or that a second attempt succeeded.
    pub(super) fn note(&self, key: (u64, String), written: Result<(), ReportError>) {
        let mut unwritten = self.unwritten.lock().unwrap_or_else(PoisonError::into_inner);
        match written {
            Ok(()) => unwritten.remove(&key),
            Err(error) => unwritten.insert(key, error),
        };
    }

    /// Removes the files that this run has written for a finding that another one supersedes, but none that are
    /// `used` by another.
    pub(super) fn retract(&self, superseded: &Finding, used: &BTreeSet<PathBuf>) {
        if let Some(reports) = &self.plan.reports {
            reports.retract(superseded, used);
        }
        self.note(key(superseded), Ok(()));
    }
}

/// The key of a finding that could not be written.
fn key(finding: &Finding) -> (u64, String) {
    (finding.game, finding.original.signature.to_string())
}
