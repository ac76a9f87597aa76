//! The log of a run on disk, from which a killed run resumes and shards are merged.
//!
//! The file [`JOURNAL`] is in the directory for findings. Its first line identifies the run; each further
//! line is one step of the run, a JSON object. Each line is written at once and flushed to disk, so a killed
//! process leaves at most an incomplete last line. An incomplete line is ignored, and a process that resumes
//! the run overwrites it.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::base::{Shard, atomic_file};

/// The name of the journal file.
pub const JOURNAL: &str = "run.jsonl";

/// The value of `format` in the first line of a journal.
const FORMAT: &str = "bustan-run";

/// The version of the format. It is increased when earlier versions of the program could no longer read the
/// file.
const VERSION: u32 = 2;

/// Identifies the run that a journal belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    format: String,
    version: u32,
    /// The version of the program that wrote the journal.
    pub bustan: String,
    /// Identifies the build, including its engines, among builds of the same version. Only the same build can
    /// resume the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The command and the arguments that determine the results of the run.
    pub arguments: Vec<String>,
    /// The files that the arguments name, each with a digest of its content.
    pub inputs: BTreeMap<String, String>,
    /// The shard of the run.
    pub shard: Shard,
}

impl Header {
    /// Returns the first line of the journal of a run by this version of the program.
    pub fn new(arguments: Vec<String>, inputs: BTreeMap<String, String>, shard: Shard) -> Self {
        let bustan = env!("CARGO_PKG_VERSION").into();
        Self { format: FORMAT.into(), version: VERSION, bustan, build: None, arguments, inputs, shard }
    }

    /// Adds the build of the program.
    pub fn by(self, build: String) -> Self {
        Self { build: Some(build), ..self }
    }

    /// Describes how this run differs from another, ignoring the shard; `None` if the runs are the same.
    pub fn differs(&self, other: &Self) -> Option<String> {
        if self.arguments != other.arguments {
            let [mine, theirs] = [self, other].map(|header| header.arguments.join(" "));
            return Some(format!("the run is a different one: {mine}; not {theirs}"));
        }
        if self.bustan != other.bustan {
            return Some(format!("version {} of the program wrote it, not {}", self.bustan, other.bustan));
        }
        let changed = |(name, digest): &(&String, &String)| other.inputs.get(*name) != Some(*digest);
        let changed = self.inputs.iter().find(changed).map(|(name, _)| name);
        changed.map(|name| format!("the file {name} had different content"))
    }
}

/// A journal that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The journal cannot be read or written.
    #[error("cannot use {}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// A line of the journal is damaged.
    #[error("{}, line {}, is damaged: {}", .0.display(), .1, .2)]
    Damaged(PathBuf, usize, String),
    /// The directory has no journal.
    #[error("{} has no {}, which a run with --shard or --resume writes", .0.display(), JOURNAL)]
    Missing(PathBuf),
    /// Another version of the program wrote the journal.
    #[error("{} has a format that this version does not know", .0.display())]
    Version(PathBuf),
    /// The directory already has a journal.
    #[error(
        "{} has the {} of a run: --resume continues it; to start again, delete the directory",
        .0.display(),
        JOURNAL
    )]
    There(PathBuf),
    /// The journal belongs to another run. Holds a description of the difference.
    #[error("{}: {}", .0.display(), .1)]
    Foreign(PathBuf, String),
    /// Another process is writing to the journal.
    #[error("another process writes to {}", .0.display())]
    Busy(PathBuf),
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Starts a journal in a directory that has none.
    ///
    /// # Errors
    /// If the directory already has a journal, or if the journal cannot be written.
    pub fn begin(dir: &Path, header: &Header) -> Result<Self, JournalError> {
        let path = dir.join(JOURNAL);
        match atomic_file::create(&path, line(header).as_bytes()) {
            Ok(true) => Self::open(path),
            Ok(false) => Err(JournalError::There(dir.into())),
            Err(error) => Err(JournalError::Io(path, error)),
        }
    }

    /// Reopens the journal of the run that `header` describes, and returns its entries. Starts a journal if
    /// there is none.
    ///
    /// # Errors
    /// If the journal belongs to another run, is damaged or in use, or cannot be written.
    pub fn resume<E: DeserializeOwned>(dir: &Path, header: &Header) -> Result<(Self, Vec<E>), JournalError> {
        let path = dir.join(JOURNAL);
        if !path.exists() {
            return Ok((Self::begin(dir, header)?, Vec::new()));
        }
        // Taking the lock first avoids disturbing a process that is writing to the journal.
        let journal = Self::open(path)?;
        let JournalContents { header: there, entries, whole } = read(dir)?;
        let shard = (there.shard != header.shard).then(|| format!("it is about shard {}", there.shard));
        let build =
            (there.build != header.build).then(|| "another build of the program started this run".into());
        if let Some(why) = there.differs(header).or(shard).or(build) {
            return Err(JournalError::Foreign(dir.into(), why));
        }
        let cut = journal.file.lock().unwrap_or_else(PoisonError::into_inner).set_len(whole);
        cut.map_err(|error| JournalError::Io(journal.path.clone(), error))?;
        Ok((journal, entries))
    }

    /// Opens the journal at `path`, whatever its name, without reading it. Locks it against other processes.
    ///
    /// # Errors
    /// If the journal is in use, or cannot be written.
    pub(crate) fn open(path: PathBuf) -> Result<Self, JournalError> {
        let file = match File::options().append(true).open(&path) {
            Ok(file) => file,
            Err(error) => return Err(JournalError::Io(path, error)),
        };
        // If files cannot be locked, other processes cannot be detected.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(JournalError::Busy(path));
        }
        Ok(Self { path, file: Mutex::new(file) })
    }

    /// Returns the path of the journal.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line to the journal, and returns once it is on disk.
    ///
    /// # Errors
    /// If the line cannot be written.
    pub fn add(&self, entry: &impl Serialize) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line(entry).as_bytes())?;
        file.sync_data()
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Closing the file does not release the lock at once: a child process that is just starting holds it
        // open until it execs.
        let _ = self.file.get_mut().unwrap_or_else(PoisonError::into_inner).unlock();
    }
}

/// Serialises an object to one line of JSON.
fn line(entry: &impl Serialize) -> String {
    serde_json::to_string(entry).expect("an entry is made of numbers, texts and lists") + "\n"
}

/// The content of a journal.
#[derive(Debug)]
pub struct JournalContents<E> {
    /// The run that the journal belongs to.
    pub header: Header,
    /// The steps of the run.
    pub entries: Vec<E>,
    /// The total length of the complete lines, in bytes.
    whole: u64,
}

/// Reads the journal in a directory.
///
/// # Errors
/// If there is no journal, or if it is damaged or has another format version.
pub fn read<E: DeserializeOwned>(dir: &Path) -> Result<JournalContents<E>, JournalError> {
    let path = dir.join(JOURNAL);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(JournalError::Missing(dir.into())),
        Err(error) => return Err(JournalError::Io(path, error)),
    };
    // A line without a newline was truncated.
    let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = (1..).zip(text[..whole].split_inclusive(|&byte| byte == b'\n'));
    let damaged =
        |line: usize, error: serde_json::Error| JournalError::Damaged(path.clone(), line, error.to_string());
    let (first, header) = lines.next().unwrap_or((1, b""));
    #[derive(Deserialize)]
    struct VersionOnly {
        format: String,
        version: u32,
    }
    let form: VersionOnly = serde_json::from_slice(header).map_err(|error| damaged(first, error))?;
    if form.format != FORMAT || form.version != VERSION {
        return Err(JournalError::Version(path));
    }
    let header = serde_json::from_slice(header).map_err(|error| damaged(first, error))?;
    let entries =
        lines.map(|(line, text)| serde_json::from_slice(text).map_err(|error| damaged(line, error)));
    Ok(JournalContents { header, entries: entries.collect::<Result<_, _>>()?, whole: whole as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(games: &str, shard: &str) -> Header {
        Header::new(vec!["check".into(), games.into()], BTreeMap::new(), shard.parse().unwrap())
    }

    #[test]
    fn a_line_that_was_cut_off_counts_for_nothing_and_is_written_over() {
        let dir = tempfile::tempdir().unwrap();
        let header = header("9", "1/3");
        let journal = Journal::begin(dir.path(), &header).unwrap();
        journal.add(&[1, 2]).unwrap();
        drop(journal);
        let path = dir.path().join(JOURNAL);
        let before = fs::read(&path).unwrap();
        fs::write(&path, [&before, &b"[3,4"[..]].concat()).unwrap();
        let (journal, entries) = Journal::resume::<Vec<u32>>(dir.path(), &header).unwrap();
        assert_eq!(entries, [[1, 2]]);
        journal.add(&[5]).unwrap();
        drop(journal);
        assert_eq!(read::<Vec<u32>>(dir.path()).unwrap().entries, [vec![1, 2], vec![5]]);
    }

    #[test]
    fn a_journal_is_of_one_run_and_of_one_process() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::begin(dir.path(), &header("9", "1/3")).unwrap();
        let resume = |header: &Header| Journal::resume::<u32>(dir.path(), header).unwrap_err().to_string();
        assert!(resume(&header("9", "1/3")).starts_with("another process writes to"));
        assert!(
            Journal::begin(dir.path(), &header("9", "1/3")).unwrap_err().to_string().contains("--resume")
        );
        drop(journal);
        assert!(resume(&header("8", "1/3")).ends_with("the run is a different one: check 9; not check 8"));
        assert!(resume(&header("9", "2/3")).ends_with("it is about shard 1/3"));
        let newer = Header { bustan: "9.9.9".into(), ..header("9", "1/3") };
        assert!(resume(&newer).contains("of the program wrote it, not 9.9.9"));
        let built = header("9", "1/3").by("b2".into());
        assert!(resume(&built).ends_with("another build of the program started this run"));
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_start_meanwhile_do_not_hold_a_journal() {
        use std::process::Command;
        let dir = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            let starts = || (0..300).for_each(|_| assert!(Command::new("true").status().unwrap().success()));
            let starting = [scope.spawn(starts), scope.spawn(starts)];
            for number in (0..).take_while(|_| !starting.iter().all(|thread| thread.is_finished())) {
                let dir = dir.path().join(format!("{number}"));
                fs::create_dir(&dir).unwrap();
                drop(Journal::begin(&dir, &header("9", "1/3")).unwrap());
                Journal::resume::<u32>(&dir, &header("9", "1/3")).unwrap();
            }
        });
    }

    #[test]
    fn a_damaged_journal_is_named_with_its_line() {
        let dir = tempfile::tempdir().unwrap();
        assert!(read::<u32>(dir.path()).unwrap_err().to_string().contains("has no run.jsonl"));
        let path = dir.path().join(JOURNAL);
        let good = line(&header("9", "1/3"));
        let of = |version: u32| format!("\"version\":{version},");
        for (text, problem) in [
            (format!("{good}1\n\"x\"\n"), "run.jsonl, line 3, is damaged"),
            (format!("{good}1\n\n"), "run.jsonl, line 3, is damaged"),
            ("x\n".into(), "run.jsonl, line 1, is damaged"),
            (String::new(), "run.jsonl, line 1, is damaged"),
            (good.replace(&of(VERSION), &of(VERSION - 1)), "has a format that this version does not know"),
        ] {
            fs::write(&path, &text).unwrap();
            let told = read::<u32>(dir.path()).unwrap_err().to_string();
            assert!(told.contains(problem), "{text}: {told}");
        }
    }
}
