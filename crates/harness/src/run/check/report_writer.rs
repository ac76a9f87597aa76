//! Writes findings, and the reports on all of them, during a run.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::engines::Engines;
use super::plan::{Plan, Progress};
use super::triage::Triage;
use crate::base::Stop;
use crate::base::journal::JOURNAL;
use crate::generate::coverage::Table;
use crate::report::finding::{Finding, FindingFiles, files, note_shorter};
use crate::report::overview::Figures;
use crate::report::verdict::Verdict;
use crate::report::{ReportError, Reports, opinions};

/// The interval, in seconds, at which a run updates its reports when only numbers have changed.
const REFRESH: u64 = 10;

/// The interval at which workers report coverage to live viewers.
pub(super) const LOOK: Duration = Duration::from_millis(200);

/// The number used in place of a game number for an error about all games.
const ALL: u64 = u64::MAX;

/// Warnings: for each event that is not a finding, the text before and after the list of games, with the
/// games.
type Warnings = BTreeMap<(String, String), BTreeSet<u64>>;

/// Writes the files of findings and the reports on all of them, and collects errors and warnings.
///
/// Each worker writes its findings itself, with the ledger locked. A separate writer thread would need copies
/// of all findings and would have to return the names of the written files, and the worker would have to wait
/// for it, because a finding must be on disk before an engine is queried again.
pub(super) struct ReportWriter<'r> {
    plan: &'r Plan,
    progress: &'r Progress,
    begun: Instant,
    /// The index of this run's section in the reports.
    section: OnceLock<usize>,
    /// The time of the next update of the section, in seconds since the run began.
    due: AtomicU64,
    notes: Mutex<Notes>,
}

/// The output of a run other than findings, collected until its end.
#[derive(Default)]
struct Notes {
    /// Write errors, by the number of the game and the signature that it showed. Errors about all findings
    /// come last.
    unwritten: BTreeMap<(u64, String), ReportError>,
    warnings: Warnings,
}

impl<'r> ReportWriter<'r> {
    pub(super) fn new(plan: &'r Plan, progress: &'r Progress, begun: Instant) -> Self {
        let (section, due, notes) = (OnceLock::new(), AtomicU64::new(REFRESH), Mutex::default());
        Self { plan, progress, begun, section, due, notes }
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the section for this run in the reports, unless another worker has started it.
    pub(super) fn begin(&self, engines: &[String; 2]) {
        let Some(reports) = &self.plan.reports else { return };
        self.section.get_or_init(|| {
            let (section, written) =
                reports.begin(self.plan.config.rules.name(), engines.clone(), self.plan.still.clone());
            self.note(about_all(), written);
            section
        });
    }

    /// Writes the finding of the game `changed`, if there is one that is not part of another, and then the
    /// reports on all findings. Files of findings that the reports no longer mention are removed last, so
    /// that no link is ever broken. `games` is the number of games that have ended.
    pub(super) fn write(
        &self,
        triage: &mut Triage,
        games: u64,
        changed: Option<u64>,
        coverage: impl FnOnce() -> Table,
    ) {
        let (mut different, others) = triage.part(games);
        self.progress.findings.store(different.len() as u64, Ordering::Relaxed);
        let Some(reports) = &self.plan.reports else { return };
        for finding in &mut different {
            let changed = Some(finding.game) == changed || finding.written.outdated;
            if changed || finding.written == FindingFiles::default() {
                let written = reports.write(finding);
                self.note(key(finding), written);
            }
        }
        let figures = Figures {
            games,
            plies: self.progress.plies.load(Ordering::Relaxed),
            elapsed: self.plan.reported(self.begun.elapsed()),
            coverage: coverage(),
            ..Figures::default()
        };
        self.update(figures, None, different.iter().map(|finding| &**finding));
        let used = files(different.iter().map(|finding| &**finding));
        different.into_iter().for_each(|finding| reports.clear(finding));
        for finding in others {
            self.retract(finding, &used);
            finding.written = FindingFiles::default();
        }
    }

    /// Updates the section of this run. `verdict` is given once the run is over.
    fn update<'f>(
        &self,
        figures: Figures,
        verdict: Option<(Verdict, Option<String>)>,
        findings: impl Iterator<Item = &'f Finding>,
    ) {
        if let (Some(reports), Some(&section)) = (&self.plan.reports, self.section.get()) {
            self.note(about_all(), reports.update(section, figures, verdict, findings));
        }
    }

    /// Reports coverage to live viewers.
    pub(super) fn reached(&self, table: Table) {
        if let (Some(reports), Some(&section)) = (&self.plan.reports, self.section.get()) {
            reports.reached(section, table);
        }
    }

    /// Whether the numbers in the reports are out of date. If several workers call this, only one gets
    /// `true`.
    pub(super) fn is_due(&self) -> bool {
        let (now, due) = (self.begun.elapsed().as_secs(), self.due.load(Ordering::Relaxed));
        let next = now + REFRESH;
        now >= due && self.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Queries additional engines about the findings, and writes their verdicts.
    pub(super) fn ask_others(&self, engines: &Engines<'_>, findings: &mut [Finding]) {
        self.progress.shrinking.store(false, Ordering::Relaxed);
        let deadline = Instant::now().checked_add(opinions::TIME);
        let stop = Stop { deadline, ..engines.until_stopped() };
        for finding in findings {
            finding.opinions = opinions::ask(engines.factories, &self.plan.others, finding.best(), stop);
            let Some(reports) = self.plan.reports.as_ref().filter(|_| finding.opinions.is_some()) else {
                continue;
            };
            finding.written.outdated = true;
            self.note(key(finding), reports.write(finding));
            reports.clear(finding);
        }
    }

    /// Writes all findings again under the names that they would get in an empty directory. During a run,
    /// several findings may shrink to the same name; their names are then numbered in the order in which the
    /// findings occur.
    pub(super) fn rename(&self, findings: &mut [Finding], others: &[Finding]) {
        let Some(reports) = &self.plan.reports else { return };
        others.iter().for_each(|other| self.retract(other, &BTreeSet::new()));
        for finding in &mut *findings {
            self.retract(finding, &BTreeSet::new());
            finding.written = FindingFiles::default();
        }
        let findings: Vec<&mut Finding> = findings.iter_mut().collect();
        self.name_all(reports, findings);
    }

    /// Writes findings that have no names yet, and then rewrites those that mention the name of another
    /// finding.
    fn name_all(&self, reports: &Reports, mut findings: Vec<&mut Finding>) {
        for finding in &mut findings {
            self.note(key(finding), reports.write(finding));
        }
        note_shorter(&mut findings);
        for finding in findings.into_iter().filter(|finding| finding.written.outdated) {
            self.note(key(finding), reports.write(finding));
        }
    }

    /// Writes the verdict of the run, and removes the files of findings that are part of other findings.
    pub(super) fn conclude(
        &self,
        figures: Figures,
        verdict: (Verdict, Option<String>),
        findings: &[Finding],
        others: &[Finding],
    ) {
        self.update(figures, Some(verdict), findings.iter());
        self.retract_all(others, &files(findings));
    }

    /// Removes the files of superseded findings, except files that findings of the ledger use.
    pub(super) fn retract_unused(&self, triage: &Triage, superseded: &[Finding]) {
        self.retract_all(superseded, &triage.files());
    }

    fn retract_all(&self, superseded: &[Finding], used: &BTreeSet<PathBuf>) {
        superseded.iter().for_each(|finding| self.retract(finding, used));
    }

    /// Removes the files that this run has written for a superseded finding, except files in `used`.
    fn retract(&self, superseded: &Finding, used: &BTreeSet<PathBuf>) {
        if let Some(reports) = &self.plan.reports {
            reports.retract(superseded, used);
        }
        self.note(key(superseded), Ok(()));
    }

    /// Records an error in writing the journal, if there is one.
    pub(super) fn note_journal(&self, written: io::Result<()>) {
        if let (Err(error), Some(log)) = (written, &self.plan.log) {
            self.note((ALL, JOURNAL.into()), Err(ReportError::new(log.journal.path(), error)));
        }
    }

    /// Records a write error, or forgets it if a second attempt has succeeded.
    fn note(&self, key: (u64, String), written: Result<(), ReportError>) {
        let unwritten = &mut self.notes().unwritten;
        match written {
            Ok(()) => unwritten.remove(&key),
            Err(error) => unwritten.insert(key, error),
        };
    }

    /// Records an event that is not a finding.
    pub(super) fn warn(&self, words: String) {
        self.notes().warnings.entry((words, String::new())).or_default();
    }

    /// Records an event of a game that is not a finding. `words` and `then` are the text before and after the
    /// game.
    pub(super) fn warn_of_game(&self, game: u64, words: String, then: String) {
        self.notes().warnings.entry((words, then)).or_default().insert(game);
    }

    /// Returns the events that are not findings, one sentence for each event, even if it occurred in several
    /// games.
    pub(super) fn take_warnings(&self) -> Vec<String> {
        sentences(std::mem::take(&mut self.notes().warnings))
    }

    /// Returns the write errors: one for each finding, and one for anything else.
    pub(super) fn into_unwritten(self) -> Vec<ReportError> {
        self.notes.into_inner().unwrap_or_else(PoisonError::into_inner).unwritten.into_values().collect()
    }
}

/// Returns one sentence for each event.
fn sentences(warnings: Warnings) -> Vec<String> {
    let sentence =
        |((words, then), games): ((String, String), BTreeSet<u64>)| match (games.first(), games.len()) {
            (None, _) => words,
            (Some(game), 1) => format!("{words} in game {game}{then}"),
            (Some(first), count) => format!("{words} in {count} games, first game {first}{then}"),
        };
    warnings.into_iter().map(sentence).collect()
}

/// Returns the key under which an error in writing `finding` is recorded.
fn key(finding: &Finding) -> (u64, String) {
    (finding.game, finding.original.signature.to_string())
}

/// Returns the key under which an error about all findings is recorded.
fn about_all() -> (u64, String) {
    (ALL, String::new())
}
