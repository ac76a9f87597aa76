//! Findings on disk: complete and readable at any moment, whatever happens to the process.
//!
//! A finding is written as soon as it is found, before anything else is done with it. It is written again
//! when new engines have shown whether it is reproducible, and when it has been shrunk. Its files share one
//! stem, made of the game, the signature, the seed and the number of the game. If an earlier run has used
//! that stem for another finding, `-2`, `-3` and so on are appended, so that no file is lost. A finding that
//! is already there, with the same original game of the same engines, keeps its stem.
//!
//! | file | holds |
//! |---|---|
//! | `STEM.json` | the finding as [data](store), written first |
//! | `STEM.original.txt` | the original game, a record that can be replayed |
//! | `STEM.txt` | the shrunk game, a record that can be replayed |
//! | `STEM.start.txt` | a game from the start that shows the same, if the shrunk game begins at a later position |
//! | `STEM.same.txt` | a game from the start with the same signature, about another move or other values, unless the other is as short |
//! | `STEM.report` | the difference in words, and both boards; for people only |
//! | `STEM.svg` | a picture of the position according to the engine that is trusted more |
//! | `STEM.subject.svg` | the same according to the engine under test, if it differs |
//!
//! Three more files report on all findings of the latest run, see [`Reports::of_run`]:
//!
//! | file | holds |
//! |---|---|
//! | `index.html` | the run and its findings, shortest first, for a browser: boards, records, commands; needs nothing else |
//! | `findings.json` | the same for programs, see [`json`] |
//! | `junit.xml` | the same for continuous integration, see [`junit`] |
//!
//! They are written before the run begins, when there is a finding, when it was confirmed and shrunk, every
//! few seconds, and at the end. Their contents can be viewed [during the run](live), and [afterwards](past).
//! Files of findings of other runs, earlier or at the same time, are left unchanged; the index lists them.
//!
//! Each file is [whole] under its name at any moment.

pub(crate) mod boards;
pub mod command;
pub mod finding;
pub mod games;
pub mod opinions;
pub mod stepped;
pub mod store;
pub mod verdict;

mod date;
mod entry;
mod frequency;
mod html;
pub mod json;
pub mod junit;
pub mod live;
pub(crate) mod overview;
mod pace;
pub mod past;
pub mod paste;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bustan_guide::Style;

pub use crate::base::escape::encoded;
use crate::base::whole;
use crate::compare::divergence::Divergence;
use crate::erased::Record;
use crate::generate::coverage::Table;
use crate::report::finding::{Finding, Written};
use crate::report::verdict::Verdict;
use entry::Entry;
pub use html::{Item, Part, STYLE, list};
use live::{Live, Now};
use overview::{Figures, Overview};
use store::{STORED, StoreError, Stored};

/// The file name ending of the game of a finding as it was found.
pub const ORIGINAL: &str = ".original.txt";

/// The file name ending of its shrunk game.
pub const SHORT: &str = ".txt";

/// The file name ending of a game from the start that shows the same.
pub const FROM_START: &str = ".start.txt";

/// The file name ending of another game from the start that has the same signature.
pub const SAME_SIGNATURE: &str = ".same.txt";

/// The file name ending of its report.
pub const REPORT: &str = ".report";

/// The file name endings of its pictures.
const PICTURE: &str = ".svg";
const SUBJECT_PICTURE: &str = ".subject.svg";
const SUFFIXES: [&str; 8] =
    [STORED, ORIGINAL, FROM_START, SAME_SIGNATURE, SHORT, REPORT, PICTURE, SUBJECT_PICTURE];

/// The number of columns for which a report is laid out.
const WIDTH: usize = 160;

/// The number of bytes written to check for free space: more than a finding takes.
const PROBE: usize = 1 << 18;

/// A directory for findings that cannot be used, or a file in it that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", .path.display())]
pub struct ReportError {
    path: PathBuf,
    #[source]
    error: io::Error,
}

impl ReportError {
    /// Makes the error for this file and reason.
    pub(crate) fn new(path: &Path, error: io::Error) -> Self {
        Self { path: path.into(), error }
    }
}

/// A directory for findings.
#[derive(Clone, Debug)]
pub struct Reports {
    dir: PathBuf,
    /// Whether the directory should exist even if there is no finding.
    wanted: bool,
    /// Whether the reports contain times.
    timed: bool,
    overview: Option<Arc<Overview>>,
}

impl Reports {
    /// Creates the directory if necessary and makes sure that files can be written to it.
    ///
    /// # Errors
    /// When the directory cannot be created or nothing can be written there, a full disk included.
    pub fn open(dir: impl Into<PathBuf>) -> Result<Self, ReportError> {
        let dir = dir.into();
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |error| ReportError { path, error }
        };
        create(&dir).map_err(at(&dir))?;
        whole::probe(&dir.join(".probe"), PROBE).map_err(at(&dir))?;
        Ok(Self { dir, wanted: true, timed: true, overview: None })
    }

    /// Names a directory that is created only when there is something to write.
    pub fn on_demand(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into(), wanted: false, timed: true, overview: None }
    }

    /// Returns the same, but reports on a run as a whole contain no times, so that a run with the same
    /// findings has the same reports.
    #[must_use]
    pub fn untimed(self) -> Self {
        Self { timed: false, ..self }
    }

    /// Returns the name of the first file of a finding or a report in the directory, if there is any.
    pub fn first(&self) -> Option<String> {
        let names = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let names = names.filter_map(|file| file.file_name().into_string().ok());
        names.filter(|name| is_of_run(name) || is_of_finding(name)).min()
    }

    /// Removes all files of findings in the directory, which must belong to the run.
    pub fn sweep(&self) {
        for file in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            if file.file_name().to_str().is_some_and(is_of_finding) {
                // A file that cannot be removed cannot be written either, and that is reported.
                let _ = fs::remove_file(file.path());
            }
        }
    }

    /// Adds reports about a run as a whole, in `index.html`, `findings.json` and `junit.xml`: the run of this
    /// `command` with this seed, over these games. Copies of this value report on the same run, which ends
    /// with [`finish`](Self::finish). The first time they write, they replace the three files of an earlier
    /// run; if the directory was [opened](Self::open), that happens now. The files of the earlier run's
    /// findings stay.
    pub fn of_run(self, command: &str, seed: u64, games: &[&str]) -> Self {
        let overview = Overview::new(&self.dir, [self.wanted, self.timed], command, seed, games);
        Self { overview: Some(Arc::new(overview)), ..self }
    }

    /// Begins the section about a game, with the names of earlier findings that are still there. Returns its
    /// number, and whether it could be written.
    pub(crate) fn begin(
        &self,
        game: &str,
        engines: [String; 2],
        still: Vec<String>,
    ) -> (usize, Result<(), ReportError>) {
        self.overview.as_ref().map_or((0, Ok(())), |overview| overview.begin(game, engines, still))
    }

    /// Updates the progress of a game, its findings, and once it is over its verdict, with the reason if
    /// there is one.
    pub(crate) fn update<'f>(
        &self,
        section: usize,
        figures: Figures,
        verdict: Option<(Verdict, Option<String>)>,
        findings: impl Iterator<Item = &'f Finding>,
    ) -> Result<(), ReportError> {
        let Some(overview) = &self.overview else { return Ok(()) };
        overview.update(section, figures, verdict, findings.map(Entry::new).collect())
    }

    /// Records the state of the game that is being played, for viewers and for the plot of its pace. Nothing
    /// is written.
    pub fn note(&self, now: Now) {
        if let Some(overview) = &self.overview {
            overview.note(now);
        }
    }

    /// Records what the games of a section have reached. Nothing is written.
    pub(crate) fn reached(&self, section: usize, coverage: Table) {
        if let Some(overview) = &self.overview {
            overview.reached(section, coverage);
        }
    }

    /// Returns the run for viewers, if the reports are [about one](Self::of_run).
    pub fn live(&self) -> Option<Live> {
        self.overview.clone().map(Live::new)
    }

    /// Marks the run as over.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(&self) -> Result<(), ReportError> {
        self.overview.as_ref().map_or(Ok(()), |overview| overview.finish())
    }

    /// Returns the directory of the findings.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes the missing files of a finding as far as it is known: the original record once, the rest again.
    /// Records in the finding which files exist. A file that is out of date and not replaced stays until
    /// [`clear`](Self::clear).
    ///
    /// # Errors
    /// The first file that could not be written; the others have been.
    pub fn write(&self, finding: &mut Finding) -> Result<(), ReportError> {
        create(&self.dir).map_err(|error| ReportError { path: self.dir.clone(), error })?;
        let original = record(finding, &finding.original);
        let path = self.dir.clone();
        let claimed = finding.written.number == 0
            && self.claim(finding, &original).map_err(|error| ReportError { path, error })?;
        // A finding written by an older version has no data yet.
        let has_data = finding.written.files.contains(&self.path(finding, STORED));
        let mut first = Ok(());
        let is_current = claimed || (has_data && self.is_settled(finding));
        if !is_current {
            first = self.store(finding);
        }
        if let Some(overview) = self.overview.as_ref().filter(|_| !finding.written.before) {
            overview.writes(format!("{}{REPORT}", finding.stem()));
        }
        if !finding.written.files.contains(&self.path(finding, ORIGINAL)) {
            first = first.and(self.put(finding, ORIGINAL, Some(&original)));
        }
        if self.is_settled(finding) {
            return first;
        }
        if let Some(shrunk) = &finding.shrunk {
            let short = record(finding, &shrunk.divergence);
            let from_start = finding.game_from_start().map(|game| record(finding, game));
            first = first.and(self.put(finding, SHORT, Some(&short)));
            first = first.and(self.put(finding, FROM_START, from_start.as_deref()));
            let same_signature = finding.game_of_same_signature().map(|game| record(finding, game));
            first = first.and(self.put(finding, SAME_SIGNATURE, same_signature.as_deref()));
        }
        // The report names the record that goes with it, and a later run takes a report as a sign that
        // everything is there. It is therefore written last.
        let report = finding.report(Style { colour: false, alternative: false, groups: true }, WIDTH);
        let [picture, subject] = [finding.best().svg(), finding.best().subject_svg()];
        let rest = [(PICTURE, picture), (SUBJECT_PICTURE, subject), (REPORT, Some(report))];
        finding.written.outdated = false;
        rest.iter().fold(first, |first, (suffix, text)| {
            let put = self.put(finding, suffix, text.as_deref());
            first.and(put)
        })
    }

    /// Whether the files of a finding from an earlier run contain more than is known now.
    fn is_settled(&self, finding: &Finding) -> bool {
        let has = |suffix| finding.written.files.contains(&self.path(finding, suffix));
        let before = finding.written.before && has(REPORT) && !finding.written.outdated;
        let further = has(SHORT) && finding.reproducible == Some(true);
        before && finding.shrunk.is_none() && (finding.reproducible.is_none() || further)
    }

    /// Writes a finding as data.
    fn store(&self, finding: &mut Finding) -> Result<(), ReportError> {
        let text = finding.stored(&self.dir).text();
        self.put(finding, STORED, Some(&text))
    }

    /// Chooses the stem of a finding: the first that is free, or that has the same finding. Its data takes a
    /// free stem; of several runs in one directory only one can write it. Returns whether this run has
    /// written it.
    fn claim(&self, finding: &mut Finding, original: &str) -> io::Result<bool> {
        for number in 1.. {
            finding.written = Written { number, ..Written::default() };
            let paths = SUFFIXES.map(|suffix| self.path(finding, suffix));
            let there: Vec<PathBuf> =
                paths.into_iter().filter(|path| path.symlink_metadata().is_ok()).collect();
            let stored = finding.stored(&self.dir);
            if there.is_empty() {
                let data = self.path(finding, STORED);
                let created = whole::create(&data, stored.text().as_bytes());
                if !matches!(created, Ok(false)) {
                    let files = if created.is_ok() { vec![data] } else { Vec::new() };
                    finding.written.files = files;
                    return created;
                }
            }
            // Another finding of this run can have the same game. Each needs separate files: one report would replace the
            // other, and both would be removed when one finding is superseded.
            let report = format!("{}{REPORT}", finding.stem());
            let own = self.overview.as_ref().is_some_and(|overview| overview.has_written(&report));
            if !own && self.has(&finding.stem(), &stored, original) {
                finding.written.before = true;
                finding.written.files = there;
                break;
            }
        }
        Ok(false)
    }

    /// Whether the files of this stem contain this finding, with this original record.
    fn has(&self, stem: &str, stored: &Stored, original: &str) -> bool {
        let record = fs::read_to_string(self.dir.join(format!("{stem}{ORIGINAL}")));
        match store::read(&self.dir, stem) {
            Ok(there) => {
                let same = |text: String| moves(&text).eq(moves(original));
                there.is_same(stored) && record.map_or_else(|error| error.kind() == ErrorKind::NotFound, same)
            }
            Err(StoreError::Missing) => record.is_ok_and(|text| is_same(&text, original)),
            Err(_) => false,
        }
    }

    fn path(&self, finding: &Finding, suffix: &str) -> PathBuf {
        self.dir.join(format!("{}{suffix}", finding.stem()))
    }

    /// Writes a file of a finding, or records that it is out of date.
    fn put(&self, finding: &mut Finding, suffix: &str, text: Option<&str>) -> Result<(), ReportError> {
        let path = self.path(finding, suffix);
        let Written { files, stale, .. } = &mut finding.written;
        let Some(text) = text else {
            stale.extend(files.extract_if(.., |file| *file == path));
            return Ok(());
        };
        match whole::write(&path, text.as_bytes()) {
            Ok(()) if !files.contains(&path) => files.push(path),
            Ok(()) => {}
            Err(error) => return Err(ReportError { path, error }),
        }
        Ok(())
    }

    /// Removes the files of a finding that are out of date.
    pub fn clear(&self, finding: &mut Finding) {
        for file in finding.written.stale.drain(..) {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(file);
        }
    }

    /// Removes the files that this run wrote for a finding which another one supersedes. Files of an earlier
    /// run stay, and so do those that are `used` by another finding.
    pub fn retract(&self, finding: &Finding, used: &BTreeSet<PathBuf>) {
        if !finding.written.before {
            let files = finding.written.files.iter().chain(&finding.written.stale);
            for file in files.filter(|file| !used.contains(*file)) {
                // A file that cannot be removed does no harm.
                let _ = fs::remove_file(file);
            }
        }
    }
}

/// Whether a file name is that of a report on a run.
fn is_of_run(name: &str) -> bool {
    [overview::INDEX, overview::JSON, overview::JUNIT].contains(&name)
}

/// Whether a file name is that of a file of a finding: `GAME-SIGNATURE-SEED-NUMBER` and an ending.
fn is_of_finding(name: &str) -> bool {
    SUFFIXES.iter().filter_map(|suffix| name.strip_suffix(suffix)).any(is_stem)
}

/// Whether a name is that of a finding: `GAME-SIGNATURE-SEED-NUMBER`.
fn is_stem(name: &str) -> bool {
    name.split('-').count() > 3 && name.ends_with(|c: char| c.is_ascii_digit())
}

/// Creates a directory if there is none.
fn create(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir).map_err(|error| match error.kind() {
        // Something else exists there, and the error would read as if existing were the problem.
        ErrorKind::AlreadyExists => ErrorKind::NotADirectory.into(),
        _ => error,
    })
}

/// The words before the command that reproduces a finding.
const AGAIN: &str = "found again by: ";

/// Returns the lines of a record that are not comments.
fn moves(record: &str) -> impl Iterator<Item = &str> {
    record.lines().map(str::trim_end).filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Whether two records of findings, written by a version without data files, are the same except for the
/// commands, which contain limits of their run.
fn is_same(one: &str, other: &str) -> bool {
    let rest = |line: &&str| !line.strip_prefix("# ").is_some_and(|words| words.starts_with(AGAIN));
    one.lines().filter(rest).eq(other.lines().filter(rest))
}

/// Returns the record of a divergence, with comments that describe what it shows.
fn record(finding: &Finding, divergence: &Divergence) -> String {
    let [subject, oracle] = &divergence.engines;
    let mut lines = vec![
        format!("{} on which {oracle} and {subject} differ", divergence.rules().name()),
        divergence.headline.clone(),
        finding.origin(),
        format!("{AGAIN}{}", finding.command),
    ];
    if divergence.question {
        lines.push("the last move is the one in question: not both engines play it".into());
    }
    // A message of an engine may contain any characters, but a comment ends with its line.
    let comment = |line: &String| format!("# {}\n", line.replace(|c: char| c.is_control(), " "));
    let comments: String = lines.iter().map(comment).collect();
    let game = written(&divergence.record);
    format!("{comments}{game}\n")
}

/// Returns a record as text. Without a move, the text of the standard start would be empty, and an empty
/// record would be rejected as a mistake.
fn written(record: &Record) -> String {
    let text = record.to_string();
    if text.is_empty() { format!("Start[{}]", record.start) } else { text }
}
