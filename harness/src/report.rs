//! Findings on disk: readable at any moment, whatever happens to the process.
//!
//! A finding is written as soon as it is found, before shrinking starts, and again when it has been shrunk. Its files
//! share one stem, made of the game, the signature and the seed:
//!
//! | file | holds |
//! |---|---|
//! | `STEM.original.txt` | the game as it was found, a record that can be replayed |
//! | `STEM.txt` | the short game, a record that can be replayed |
//! | `STEM.report` | what differs, in words, and both boards |
//! | `STEM.svg` | a picture of the position according to the engine trusted more |
//! | `STEM.subject.svg` | the same according to the engine under test, when it differs |
//!
//! Each file is written under another name, flushed to the disk and then renamed, so that under its name it is always
//! whole.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bustan_core::{Picture, Style};

use crate::divergence::Divergence;
use crate::finding::Finding;

/// How the names of the files of a finding end.
pub(crate) const ORIGINAL: &str = ".original.txt";
pub(crate) const SHORT: &str = ".txt";
const REPORT: &str = ".report";
const PICTURE: &str = ".svg";
const SUBJECT_PICTURE: &str = ".subject.svg";

/// The columns a report is laid out for.
const WIDTH: usize = 160;

/// How much is written to find out whether there is room: more than a finding takes.
const PROBE: usize = 1 << 18;

/// A directory for findings that cannot be used, or a file in it that cannot be written.
#[derive(Debug)]
pub struct ReportError {
    path: PathBuf,
    error: io::Error,
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}: {}", self.path.display(), self.error)
    }
}

impl Error for ReportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

/// A directory that findings are written to.
#[derive(Clone, Debug)]
pub struct Reports {
    dir: PathBuf,
}

impl Reports {
    /// Creates the directory where needed and makes sure that files can be written to it.
    ///
    /// # Errors
    /// When the directory cannot be created or nothing can be written there, a full disk included.
    pub fn open(dir: impl Into<PathBuf>) -> Result<Self, ReportError> {
        let dir = dir.into();
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |error| ReportError { path, error }
        };
        fs::create_dir_all(&dir).map_err(at(&dir))?;
        let probe = dir.join(format!(".probe-{}", std::process::id()));
        let written = write_synced(&probe, &[b' '; PROBE]);
        let removed = fs::remove_file(&probe);
        written.and(removed).map_err(at(&dir))?;
        Ok(Self { dir })
    }

    /// A directory that is created only when there is something to write.
    pub fn on_demand(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into() }
    }

    /// Where findings are written.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes a finding as far as it is known, replacing what was written of it before; the original record stays. The files
    /// written are noted in the finding.
    ///
    /// # Errors
    /// When a file cannot be written; those before it have been.
    pub fn write<G: Picture>(&self, finding: &mut Finding<G>) -> Result<(), ReportError> {
        fs::create_dir_all(&self.dir).map_err(|error| ReportError { path: self.dir.clone(), error })?;
        self.put(finding, ORIGINAL, &record(finding, &finding.original))?;
        if let Some(shrunk) = &finding.shrunk {
            self.put(finding, SHORT, &record(finding, &shrunk.divergence))?;
        }
        // The report names the record it goes with, so it is written after that.
        self.put(finding, REPORT, &finding.text(Style { colour: false, alternative: false, groups: true }, WIDTH))?;
        if let Some(picture) = finding.best().svg() {
            self.put(finding, PICTURE, &picture)?;
        }
        if let Some(picture) = finding.best().subject_svg() {
            self.put(finding, SUBJECT_PICTURE, &picture)?;
        }
        Ok(())
    }

    fn put<G: Picture>(&self, finding: &mut Finding<G>, suffix: &str, text: &str) -> Result<(), ReportError> {
        let path = self.dir.join(format!("{}{suffix}", finding.stem()));
        write_whole(&path, text).map_err(|error| ReportError { path: path.clone(), error })?;
        if !finding.files.contains(&path) {
            finding.files.push(path);
        }
        Ok(())
    }

    /// Removes what was written of a finding that another one supersedes.
    pub fn retract<G: Picture>(&self, finding: &Finding<G>) {
        for suffix in [ORIGINAL, SHORT, REPORT, PICTURE, SUBJECT_PICTURE] {
            // What cannot be removed, or was never written, does no harm.
            let _ = fs::remove_file(self.dir.join(format!("{}{suffix}", finding.stem())));
        }
    }
}

/// The record of a divergence, with comments that say what it shows.
fn record<G: Picture>(finding: &Finding<G>, divergence: &Divergence<G>) -> String {
    let [subject, oracle] = &divergence.engines;
    let mut lines = vec![
        format!("{} on which {oracle} and {subject} differ", G::NAME),
        divergence.headline.clone(),
        format!("game {} of seed {}, policy {}", finding.game, finding.seed, finding.policy),
        format!("found again by: {}", finding.command),
    ];
    if divergence.question {
        lines.push("the last move is the one in question: not both engines play it".into());
    }
    // A message of an engine may have any characters; a comment ends with its line.
    let comment = |line: &String| format!("# {}\n", line.replace(|c: char| c.is_control(), " "));
    let comments: String = lines.iter().map(comment).collect();
    format!("{comments}{}\n", divergence.record)
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let written = write_synced(&part, text.as_bytes()).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The error that matters is the first.
        let _ = fs::remove_file(&part);
    }
    written
}
