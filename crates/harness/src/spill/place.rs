//! The directory of work on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Problem, Record, SpillError, Tier, Writer};
use crate::base::Shard;
use crate::base::journal::{Header, JOURNAL, Journal};

/// A directory with files of one piece of work.
#[derive(Debug)]
pub struct Place {
    dir: PathBuf,
    work: String,
    /// The bytes of the files that were written and not removed.
    bytes: AtomicU64,
}

/// What the names of files of records end with.
const ENDS: [&str; 2] = [".tier", ".run"];

/// The name that the journal takes when the work has come to its end, and its files go.
pub(super) const OVER: &str = ".bustan-over";

/// A step of work that was done, as the journal of a [`Place`] has it.
pub trait Step: Serialize + DeserializeOwned {
    /// Changes which files are needed: adds those that this step has made, and takes away those that it has used up.
    fn files(&self, needed: &mut BTreeSet<String>);
}

/// Opens a directory for this work, makes it if there is none, and returns it with its journal and with the steps
/// that were done there before. Removes files of steps that were not done to the end, and all of work that was being
/// [cleared](Place::clear) when its process was killed.
///
/// # Errors
/// When the directory has other files, or those of other work, or cannot be used.
pub fn open<S: Step>(dir: &Path, work: Vec<String>) -> Result<(Place, Journal, Vec<S>), SpillError> {
    let unread = |error| SpillError::read(dir, error);
    let place = Place { dir: dir.into(), work: work.join(" "), bytes: AtomicU64::default() };
    let over = place.path(OVER);
    if over.exists() {
        place.clear_away(Journal::open(over)?)?;
    }
    fs::create_dir_all(dir).map_err(|error| SpillError::write(dir, error))?;
    let mut names = BTreeMap::new();
    for entry in fs::read_dir(dir).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        names.insert(name, entry.metadata().map_err(unread)?.len());
    }
    // What a killed process leaves when it had not even begun its journal is hidden.
    let first = names.keys().find(|name| !name.starts_with(".bustan-"));
    if let Some(first) = first.filter(|_| !names.contains_key(JOURNAL)) {
        return Err(Problem::Occupied(dir.into(), first.clone()).into());
    }
    let (journal, steps) = Journal::resume::<S>(dir, &Header::new(work, BTreeMap::new(), Shard::default()))?;
    let mut needed = BTreeSet::new();
    steps.iter().for_each(|step| step.files(&mut needed));
    for (name, length) in names.into_iter().filter(|(name, _)| ENDS.iter().any(|end| name.ends_with(end))) {
        place.bytes.fetch_add(length, Ordering::Relaxed);
        if !needed.contains(&name) {
            place.remove(&name)?;
        }
    }
    Ok((place, journal, steps))
}

impl Place {
    /// A directory that is there and belongs to this work, without a journal.
    pub fn new(dir: impl Into<PathBuf>, work: impl Into<String>) -> Self {
        Self { dir: dir.into(), work: work.into(), bytes: AtomicU64::default() }
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The path of a file.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// The bytes that the files of records take.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Begins a file of records.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create<R: Record>(&self, name: &str) -> Result<Writer<R>, SpillError> {
        Writer::begin(&self.path(name), &self.work, name)
    }

    /// Ends a file of records and returns their number. With `sync` the file is on disk before.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish<R: Record>(&self, writer: Writer<R>, sync: bool) -> Result<u64, SpillError> {
        let (records, bytes) = writer.finish(sync)?;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(records)
    }

    /// Opens a file of records.
    ///
    /// # Errors
    /// When it cannot be read, or is none of this work and this name.
    pub fn open<R: Record>(&self, name: &str) -> Result<Tier<R>, SpillError> {
        Tier::open(&self.path(name), &self.work, name)
    }

    /// Removes a file, if it is there.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), SpillError> {
        let path = self.path(name);
        let length = fs::metadata(&path).map_or(0, |file| file.len());
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Problem::Remove(path, error).into()),
            _ => {
                self.bytes.fetch_sub(length.min(self.bytes()), Ordering::Relaxed);
                Ok(())
            }
        }
    }

    /// Removes everything that work with this journal has left here, and the directory if nothing else is in it. If
    /// the process is killed meanwhile, [`open()`] removes the rest.
    ///
    /// # Errors
    /// When files cannot be removed.
    pub fn clear(self, journal: Journal) -> Result<(), SpillError> {
        let over = self.path(OVER);
        fs::rename(self.path(JOURNAL), &over).map_err(|error| SpillError::write(&over, error))?;
        self.clear_away(journal)
    }

    /// Removes all files of work that has come to its end, while its journal keeps others away.
    fn clear_away(&self, journal: Journal) -> Result<(), SpillError> {
        let unread = |error| SpillError::read(&self.dir, error);
        for entry in fs::read_dir(&self.dir).map_err(unread)? {
            let name = entry.map_err(unread)?.file_name().to_string_lossy().into_owned();
            if ENDS.iter().any(|end| name.ends_with(end)) {
                self.remove(&name)?;
            }
        }
        self.remove(OVER)?;
        drop(journal);
        // It stays if it has something else in it.
        let _ = fs::remove_dir(&self.dir);
        Ok(())
    }
}
