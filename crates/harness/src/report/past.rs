//! Past runs, loaded from the reports in a directory.
//!
//! The files may come from anywhere, so their contents are treated as text, and nothing outside the directory
//! is read.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::date::utc;
use super::entry::{FindingEntry, harmless};
use super::html::{self, Item, PagePart, Place, list};
use super::json::VERSION;
use super::overview::{Figures, JSON, Section, Stage, Summary};
use super::pace::Pace;
use super::{ORIGINAL, PICTURE, REPORT, SUBJECT_PICTURE};
use crate::base::atomic_file;
use crate::compare::{grouped, plural};
use crate::generate::coverage::Table;
use crate::report::finding::Shorter;
use crate::report::opinions::OpinionsData;
use crate::report::paste;
use crate::report::verdict::Verdict;

/// The reason why a past run cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum PastError {
    /// A file cannot be read.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Unreadable(PathBuf, #[source] io::Error),
    /// The file does not contain the report on a run, for the given reason.
    #[error("{} is not the report on a run by this version: {}", .0.display(), .1)]
    Malformed(PathBuf, String),
}

/// The fields of `findings.json` that are shown.
#[derive(Deserialize)]
struct Report {
    format: String,
    version: u32,
    command: String,
    seed: u64,
    finished: bool,
    checked: Vec<Checked>,
    findings: Vec<Map<String, Value>>,
    #[serde(default)]
    earlier: BTreeSet<String>,
}

/// The entry of `findings.json` for a game.
#[derive(Deserialize)]
struct Checked {
    game: String,
    engines: [String; 2],
    verdict: String,
    reason: Option<String>,
    games: u64,
    plies: u64,
    seconds: Option<f64>,
    findings: usize,
    #[serde(default)]
    still_there: Vec<String>,
    #[serde(default)]
    compared: Compared,
    #[serde(default)]
    coverage: Table,
    #[serde(default)]
    pace: Pace,
}

/// The entry of `findings.json` for the parts that were compared.
#[derive(Default, Deserialize)]
struct Compared {
    #[serde(default)]
    words: Vec<String>,
}

/// The fields of a finding that are shown.
#[derive(Deserialize)]
struct PastFinding {
    game: String,
    signature: String,
    kind: String,
    headline: String,
    details: Vec<String>,
    record: String,
    written: Option<String>,
    moves: usize,
    length: String,
    shorter: Option<Shorter>,
    opinions: Option<OpinionsData>,
    command: String,
    replay: Option<String>,
    files: Vec<String>,
    first_game: u64,
    #[serde(default)]
    found_after: Option<f64>,
    #[serde(default)]
    came_up: String,
    #[serde(default)]
    origin: String,
    #[serde(default)]
    boards: Vec<String>,
    #[serde(default)]
    remarks: Vec<String>,
}

/// The runs with reports in a directory: the last run in the directory itself, and the last run in each of
/// its subdirectories.
#[derive(Clone, Debug)]
pub struct Runs {
    dir: PathBuf,
}

impl Runs {
    /// Creates the list of runs in the directory `dir`.
    pub fn new(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into() }
    }

    /// Returns the names of the subdirectories with runs.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let names = entries.filter(|entry| entry.path().join(JSON).is_file());
        let mut names: Vec<String> = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort_unstable();
        names
    }

    /// Returns the list of runs as a part of a page, the latest first; `None` if there are none. `page` is
    /// the URL prefix of the page that shows a run; the name of the run's directory follows the prefix.
    pub fn list(&self, page: &str) -> Option<PagePart> {
        let mut runs: Vec<Option<String>> = self.names().into_iter().map(Some).collect();
        runs.extend(self.dir.join(JSON).is_file().then_some(None));
        let when = |name: &Option<String>| modified(&self.path(name.as_deref()).join(JSON));
        runs.sort_by_key(|name| std::cmp::Reverse(when(name)));
        let told: Vec<_> =
            runs.iter().map(|name| (name.as_deref(), Listed::of(&self.path(name.as_deref())))).collect();
        let items = told.iter().map(|(name, listed)| Item {
            link: format!("{page}{}", html_name(*name)),
            name: name.unwrap_or_default(),
            game: name.unwrap_or("last run"),
            headline: &listed.headline,
            class: &listed.class,
            note: listed.note.clone(),
        });
        let html = format!("<section id=\"runs\">\n<h2>Runs</h2>\n{}\n</section>", list("Runs", items));
        (!runs.is_empty()).then(|| PagePart { id: "runs".into(), html })
    }

    fn path(&self, name: Option<&str>) -> PathBuf {
        name.map_or_else(|| self.dir.clone(), |name| self.dir.join(name))
    }

    /// Returns the parts of the page about a run: the last one in the directory itself, or in its
    /// subdirectory `name`; `None` if there is none. `steps` is the URL prefix of the page that steps through
    /// a finding of the directory itself.
    ///
    /// # Errors
    /// When the report on the run cannot be read.
    pub fn shown(&self, name: Option<&str>, steps: &str) -> Result<Option<Vec<Arc<PagePart>>>, PastError> {
        let there = match name {
            Some(name) => self.names().iter().any(|other| other == name),
            None => self.dir.join(JSON).is_file(),
        };
        if !there {
            return Ok(None);
        }
        let summary = read(&self.path(name))?;
        let steps = name.is_none().then_some(steps);
        Ok(Some(html::parts(&summary, Place::Server { steps }, |_| None)))
    }
}

/// Returns the name of a directory, encoded for the end of a URL.
fn html_name(name: Option<&str>) -> String {
    name.map(super::encoded).unwrap_or_default()
}

/// A run as an item of a list.
struct Listed {
    headline: String,
    class: String,
    note: String,
}

impl Listed {
    fn of(dir: &Path) -> Self {
        let when = modified(&dir.join(JSON))
            .map_or_else(String::new, |when| utc(when).replace('T', " ").replace('Z', " UTC"));
        match read(dir) {
            Ok(summary) => {
                let verdict = summary.verdict();
                let findings = summary.findings();
                let found = match findings {
                    0 => String::new(),
                    findings => format!(", {}", plural(findings, "finding")),
                };
                let plies = summary.sections.iter().map(|section| section.figures.plies);
                let plies = plies.fold(0, u64::saturating_add);
                let note = format!("{when} · {} plies · {}", grouped(plies), summary.command);
                Self { headline: format!("{verdict}{found}"), class: verdict.word().replace(' ', "-"), note }
            }
            Err(error) => Self { headline: error.to_string(), class: "unfinished".into(), note: when },
        }
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// Reads the reports in a directory.
fn read(dir: &Path) -> Result<Summary, PastError> {
    let path = dir.join(JSON);
    let text = atomic_file::text(&path).map_err(|error| PastError::Unreadable(path.clone(), error))?;
    let malformed = |why: String| PastError::Malformed(path.clone(), why);
    let report: Report = serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
    if (report.format.as_str(), report.version) != ("bustan-findings", VERSION) {
        return Err(malformed(format!("its format is {:?} {}", report.format, report.version)));
    }
    let timed = report.checked.iter().all(|checked| checked.seconds.is_some());
    let mut open = Vec::new();
    let mut sections = Vec::new();
    for checked in report.checked {
        open.push(checked.findings);
        sections.push(checked.section(report.finished).map_err(malformed)?);
    }
    for object in report.findings {
        let found: PastFinding = serde_json::from_value(Value::Object(object.clone()))
            .map_err(|error| malformed(error.to_string()))?;
        // Several sections may be about the same game.
        let of_game = |at: &usize| sections[*at].game == found.game;
        let place = (0..sections.len()).filter(of_game).find(|&at| open[at] > 0);
        let Some(place) = place else {
            return Err(malformed(format!("a finding is about {:?}, which was not checked", found.game)));
        };
        open[place] -= 1;
        sections[place].entries.push(found.entry(dir, object));
    }
    Ok(Summary {
        command: report.command,
        seed: report.seed,
        sections,
        finished: report.finished,
        timed,
        reports: report.earlier,
        own: BTreeSet::new(),
    })
}

impl Checked {
    fn section(self, finished: bool) -> Result<Section, String> {
        let verdict =
            Verdict::of_word(&self.verdict).ok_or_else(|| format!("{:?} is not a verdict", self.verdict))?;
        let stage = match verdict {
            Verdict::NotRun => Stage::Planned,
            Verdict::Unfinished if self.engines == [const { String::new() }; 2] => Stage::Planned,
            Verdict::Unfinished => Stage::Running,
            verdict => Stage::Over(verdict, self.reason),
        };
        let elapsed = self.seconds.map(seconds);
        let (games, plies, coverage) = (self.games, self.plies, self.coverage);
        Ok(Section {
            game: self.game,
            engines: self.engines,
            stage,
            figures: Figures { games, plies, elapsed, coverage, ..Figures::default() },
            compared: self.compared.words,
            pace: Some(self.pace).filter(Pace::is_sound).unwrap_or_default(),
            now: None,
            entries: Vec::new(),
            still: self.still_there,
            finished,
        })
    }
}

impl PastFinding {
    /// Returns the finding with the contents of its files, as far as they exist.
    fn entry(self, dir: &Path, object: Map<String, Value>) -> FindingEntry {
        let stem = self.files.iter().find_map(|name| name.strip_suffix(ORIGINAL)).unwrap_or_default();
        let named = |suffix: &str| {
            // The file must be in the directory, so its name must not lead out of it.
            let name = format!("{stem}{suffix}");
            let own = Path::new(&name).file_name() == Some(name.as_ref()) && self.files.contains(&name);
            own.then(|| atomic_file::text(&dir.join(name)).ok())?
        };
        let titles = self.boards.iter().zip([PICTURE, SUBJECT_PICTURE]);
        let pictures =
            titles.filter_map(|(title, suffix)| Some((title.clone(), harmless(&named(suffix)?)?))).collect();
        let report = named(REPORT).unwrap_or_default();
        FindingEntry {
            forms: paste::read(object.get("paste")),
            object,
            stem: stem.into(),
            signature: self.signature,
            kind: self.kind,
            headline: self.headline,
            details: self.details,
            record: self.record,
            written: self.written,
            moves: self.moves,
            length: self.length,
            shorter: self.shorter,
            opinions: self.opinions.map(|opinions| opinions.words),
            rate: self.came_up,
            origin: self.origin,
            commands: [Some(self.command), self.replay].into_iter().flatten().collect(),
            report,
            pictures,
            remarks: self.remarks,
            files: self.files,
            first: self.first_game,
            after: self.found_after.map(seconds),
        }
    }
}

/// Returns a duration of `number` seconds, or zero if this is not a valid duration.
fn seconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number).unwrap_or_default()
}
