//! Findings on disk, which are complete and readable at any moment, whatever happens to the process.
//!
//! A finding is written as soon as it is found, before anything else is done with it. It is written again
//! when new engines have determined whether it is reproducible, and when it has been shrunk. Its files share
//! one stem, made of the game, the signature, the seed and the number of the game. If an earlier run used
//! that stem for another finding, `-2`, `-3` and so on are appended, so that no file is lost. If the
//! directory already contains the same finding, with the same original game of the same engines, it keeps its
//! stem.
//!
//! | file | holds |
//! |---|---|
//! | `STEM.json` | the finding as [data](store), written first |
//! | `STEM.original.txt` | the original game, a record that can be replayed |
//! | `STEM.txt` | the shrunk game, a record that can be replayed |
//! | `STEM.start.txt` | a game from the start that shows the same difference, if the shrunk game begins at a later position |
//! | `STEM.same.txt` | a game from the start with the same signature, about another move or other values, unless `STEM.start.txt` is as short |
//! | `STEM.report` | the difference in words, and both boards; only for human readers |
//! | `STEM.svg` | a picture of the position according to the more trusted engine |
//! | `STEM.subject.svg` | a picture of the position according to the engine under test, if it differs |
//!
//! Three more files report on all findings of the latest run, see [`Reports::of_run`]:
//!
//! | file | holds |
//! |---|---|
//! | `index.html` | the run and its findings, shortest first, for a browser: boards, records, commands; self-contained |
//! | `findings.json` | the run and its findings for programs, see [`json`] |
//! | `junit.xml` | the run and its findings for continuous integration, see [`junit`] |
//!
//! These files are written before the run begins, when a finding is found, confirmed or shrunk, every few
//! seconds, and at the end. Their contents can be viewed [during the run](live), and [afterwards](past).
//! Files of findings of other runs, whether earlier or at the same time, are left unchanged; the index lists
//! them.
//!
//! Each file is [whole](crate::base::atomic_file) under its name at any moment.

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

use crate::base::atomic_file;
pub use crate::base::escape::encoded;
use crate::compare::divergence::Divergence;
use crate::erased::Record;
use crate::generate::coverage::Table;
use crate::report::finding::{Finding, FindingFiles};
use crate::report::verdict::Verdict;
use entry::FindingEntry;
pub use html::{Item, PagePart, STYLE, list};
use live::{GameProgress, Live};
use overview::{Figures, Overview};
use store::{STORED, StoreError, Stored};

/// The suffix of the file with the original game of a finding.
pub const ORIGINAL: &str = ".original.txt";

/// The suffix of the file with the shrunk game of a finding.
pub const SHORT: &str = ".txt";

/// The suffix of the file with a game from the start that shows the same difference.
pub const FROM_START: &str = ".start.txt";

/// The suffix of the file with another game from the start that has the same signature.
pub const SAME_SIGNATURE: &str = ".same.txt";

/// The suffix of the file with the human-readable report on a finding.
pub const REPORT: &str = ".report";

/// The suffix of the picture of the position according to the more trusted engine.
const PICTURE: &str = ".svg";
/// The suffix of the picture of the position according to the engine under test.
const SUBJECT_PICTURE: &str = ".subject.svg";
/// The suffixes of all files of a finding.
const SUFFIXES: [&str; 8] =
    [STORED, ORIGINAL, FROM_START, SAME_SIGNATURE, SHORT, REPORT, PICTURE, SUBJECT_PICTURE];

/// The number of columns of a report in a file.
const WIDTH: usize = 160;

/// The number of bytes written to check for free space: more than a finding takes.
const PROBE: usize = 1 << 18;

/// The error for a directory of findings that cannot be used, or for a file in it that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {error}", .path.display())]
pub struct ReportError {
    path: PathBuf,
    #[source]
    error: io::Error,
}

impl ReportError {
    /// Creates the error for a file or directory and a reason.
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
    /// Creates the directory if necessary, and checks that files can be written to it.
    ///
    /// # Errors
    /// When the directory cannot be created, or nothing can be written to it, for example because the disk is
    /// full.
    pub fn open(dir: impl Into<PathBuf>) -> Result<Self, ReportError> {
        let dir = dir.into();
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |error| ReportError { path, error }
        };
        create(&dir).map_err(at(&dir))?;
        atomic_file::probe(&dir.join(".probe"), PROBE).map_err(at(&dir))?;
        Ok(Self { dir, wanted: true, timed: true, overview: None })
    }

    /// Uses a directory that is created only when there is something to write.
    pub fn on_demand(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into(), wanted: false, timed: true, overview: None }
    }

    /// Removes times from the reports on a run as a whole, so that runs with the same findings have the same
    /// reports.
    #[must_use]
    pub fn untimed(self) -> Self {
        Self { timed: false, ..self }
    }

    /// Returns the alphabetically first name of a file of a finding or of a report in the directory, if there
    /// is any.
    pub fn first(&self) -> Option<String> {
        let names = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let names = names.filter_map(|file| file.file_name().into_string().ok());
        names.filter(|name| is_of_run(name) || is_of_finding(name)).min()
    }

    /// Removes all files of findings in the directory, which must belong to the run.
    pub fn sweep(&self) {
        for file in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            if file.file_name().to_str().is_some_and(is_of_finding) {
                // A file that cannot be removed cannot be written either, and write errors are reported.
                let _ = fs::remove_file(file.path());
            }
        }
    }

    /// Adds reports on a run as a whole, in `index.html`, `findings.json` and `junit.xml`: the run of
    /// `command` with `seed`, over `games`. Copies of the returned value report on the same run, which ends
    /// with [`finish`](Self::finish). The first write replaces the three files of an earlier run; it happens
    /// immediately if the directory was [opened](Self::open). Files of findings of the earlier run are kept.
    pub fn of_run(self, command: &str, seed: u64, games: &[&str]) -> Self {
        let overview = Overview::new(&self.dir, [self.wanted, self.timed], command, seed, games);
        Self { overview: Some(Arc::new(overview)), ..self }
    }

    /// Starts the section on a game, with the names of earlier findings that are still reproduced. Returns
    /// the index of the section, and the error if it could not be written.
    pub(crate) fn begin(
        &self,
        game: &str,
        engines: [String; 2],
        still: Vec<String>,
    ) -> (usize, Result<(), ReportError>) {
        self.overview.as_ref().map_or((0, Ok(())), |overview| overview.begin(game, engines, still))
    }

    /// Updates the progress and the findings of a game and, once it is over, its verdict with the reason, if
    /// there is one.
    pub(crate) fn update<'f>(
        &self,
        section: usize,
        figures: Figures,
        verdict: Option<(Verdict, Option<String>)>,
        findings: impl Iterator<Item = &'f Finding>,
    ) -> Result<(), ReportError> {
        let Some(overview) = &self.overview else { return Ok(()) };
        overview.update(section, figures, verdict, findings.map(FindingEntry::new).collect())
    }

    /// Records the state of the game in progress, for viewers and for the plot of the pace. Does not write to
    /// disk.
    pub fn note(&self, now: GameProgress) {
        if let Some(overview) = &self.overview {
            overview.note(now);
        }
    }

    /// Records the coverage of the games of a section. Does not write to disk.
    pub(crate) fn reached(&self, section: usize, coverage: Table) {
        if let Some(overview) = &self.overview {
            overview.reached(section, coverage);
        }
    }

    /// Returns the reports for live viewers, if they are [on a run](Self::of_run).
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

    /// Writes the missing files of a finding with everything known so far: the original record once, the
    /// other files again. Records in the finding which files exist. A file that is out of date and not
    /// replaced is kept until [`clear`](Self::clear).
    ///
    /// # Errors
    /// Returns the error of the first file that could not be written. The other files have been written.
    pub fn write(&self, finding: &mut Finding) -> Result<(), ReportError> {
        create(&self.dir).map_err(|error| ReportError { path: self.dir.clone(), error })?;
        let original = record(finding, &finding.original);
        let path = self.dir.clone();
        let claimed = finding.written.number == 0
            && self.claim(finding, &original).map_err(|error| ReportError { path, error })?;
        // A finding written by an older version of Bustan has no data file yet.
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
        // The report names the record that belongs to it, and a later run takes the existence of a report as
        // a sign that the finding is complete. It is therefore written last.
        let report = finding.report(Style { colour: false, alternative: false, groups: true }, WIDTH);
        let [picture, subject] = [finding.best().svg(), finding.best().subject_svg()];
        let rest = [(PICTURE, picture), (SUBJECT_PICTURE, subject), (REPORT, Some(report))];
        finding.written.outdated = false;
        rest.iter().fold(first, |first, (suffix, text)| {
            let put = self.put(finding, suffix, text.as_deref());
            first.and(put)
        })
    }

    /// Whether the files of an earlier run contain more about the finding than is known now.
    fn is_settled(&self, finding: &Finding) -> bool {
        let has = |suffix| finding.written.files.contains(&self.path(finding, suffix));
        let before = finding.written.before && has(REPORT) && !finding.written.outdated;
        let further = has(SHORT) && finding.reproducible == Some(true);
        before && finding.shrunk.is_none() && (finding.reproducible.is_none() || further)
    }

    /// Writes the data file of a finding.
    fn store(&self, finding: &mut Finding) -> Result<(), ReportError> {
        let text = finding.stored(&self.dir).text();
        self.put(finding, STORED, Some(&text))
    }

    /// Chooses the stem of a finding: the first that is free or belongs to the same finding. A free stem is
    /// claimed by creating the data file, so only one of several runs in a directory can get it. Returns
    /// whether the data file was created.
    fn claim(&self, finding: &mut Finding, original: &str) -> io::Result<bool> {
        for number in 1.. {
            finding.written = FindingFiles { number, ..FindingFiles::default() };
            let paths = SUFFIXES.map(|suffix| self.path(finding, suffix));
            let there: Vec<PathBuf> =
                paths.into_iter().filter(|path| path.symlink_metadata().is_ok()).collect();
            let stored = finding.stored(&self.dir);
            if there.is_empty() {
                let data = self.path(finding, STORED);
                let created = atomic_file::create(&data, stored.text().as_bytes());
                if !matches!(created, Ok(false)) {
                    let files = if created.is_ok() { vec![data] } else { Vec::new() };
                    finding.written.files = files;
                    return created;
                }
            }
            // Another finding of this run can have the same game. Each needs separate files. Otherwise, the
            // report of one would replace that of the other, and both would be removed when one finding is
            // superseded.
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

    /// Whether the files with this stem contain the finding `stored` with the record `original`.
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

    /// Writes a file of a finding. If `text` is `None`, records that an existing file is out of date.
    fn put(&self, finding: &mut Finding, suffix: &str, text: Option<&str>) -> Result<(), ReportError> {
        let path = self.path(finding, suffix);
        let FindingFiles { files, stale, .. } = &mut finding.written;
        let Some(text) = text else {
            stale.extend(files.extract_if(.., |file| *file == path));
            return Ok(());
        };
        match atomic_file::write(&path, text.as_bytes()) {
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

    /// Removes the files that this run wrote for a superseded finding, except files in `used`, which another
    /// finding needs. Files of an earlier run are kept.
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

/// Whether a file name is that of a file of a finding: `GAME-SIGNATURE-SEED-NUMBER` and a suffix.
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
        // The path exists but is not a directory; the system's message would suggest that existing is the
        // problem.
        ErrorKind::AlreadyExists => ErrorKind::NotADirectory.into(),
        _ => error,
    })
}

/// The words that precede the command that reproduces a finding.
const AGAIN: &str = "found again by: ";

/// Returns the lines of a record that are not comments.
fn moves(record: &str) -> impl Iterator<Item = &str> {
    record.lines().map(str::trim_end).filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Whether two records of findings, written by a version without data files, are the same except for the
/// commands, which contain limits of the run.
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
        lines.push("the last move is the disputed one: not both engines play it".into());
    }
    // A message of an engine may contain any characters, but a comment ends at the end of its line.
    let comment = |line: &String| format!("# {}\n", line.replace(|c: char| c.is_control(), " "));
    let comments: String = lines.iter().map(comment).collect();
    let game = written(&divergence.record);
    format!("{comments}{game}\n")
}

/// Returns a record as text. If there are no moves, the text of the standard start would be empty, and an
/// empty record would be rejected as a mistake, so the start is written explicitly.
fn written(record: &Record) -> String {
    let text = record.to_string();
    if text.is_empty() { format!("Start[{}]", record.start) } else { text }
}
