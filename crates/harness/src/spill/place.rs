//! The directory for work on disk.

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

/// A directory for the files of one piece of work.
#[derive(Debug)]
pub struct Place {
    dir: PathBuf,
    work: String,
    /// The total size of the files of records in the directory, in bytes.
    bytes: AtomicU64,
}

/// The suffixes of files of records.
const ENDS: [&str; 2] = [".tier", ".run"];

/// The name that the journal gets when the work is finished and its files are being removed.
pub(super) const OVER: &str = ".bustan-over";

/// A finished step of work, as recorded in the journal of a [`Place`].
pub trait Step: Serialize + DeserializeOwned {
    /// Updates the set of needed files: adds the files that this step has written, and removes the files that
    /// it has consumed.
    fn files(&self, needed: &mut BTreeSet<String>);
}

/// Opens the directory of `work`, and creates it if it does not exist. Returns it with its journal and the
/// steps that were finished earlier. Removes the files of unfinished steps, and all files of work that was
/// being [cleared](Place::clear) when its process was killed.
///
/// # Errors
/// If the directory contains other files or files of other work, or cannot be used.
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
    // A process that was killed before it had started its journal leaves only hidden files.
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
    /// Returns an existing directory that belongs to `work`, without a journal.
    pub fn new(dir: impl Into<PathBuf>, work: impl Into<String>) -> Self {
        Self { dir: dir.into(), work: work.into(), bytes: AtomicU64::default() }
    }

    /// Returns the path of the directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Returns the path of the file `name` in the directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Returns the total size of the files of records, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Starts writing the file of records `name`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create<R: Record>(&self, name: &str) -> Result<Writer<R>, SpillError> {
        Writer::begin(&self.path(name), &self.work, name)
    }

    /// Finishes a file of records and returns the number of records. With `sync`, the file is flushed to disk
    /// first.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish<R: Record>(&self, writer: Writer<R>, sync: bool) -> Result<u64, SpillError> {
        let (records, bytes) = writer.finish(sync)?;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(records)
    }

    /// Opens the file of records `name`.
    ///
    /// # Errors
    /// If the file cannot be read, belongs to other work, or was written under another name.
    pub fn open<R: Record>(&self, name: &str) -> Result<Tier<R>, SpillError> {
        Tier::open(&self.path(name), &self.work, name)
    }

    /// Removes the file `name`, if it exists.
    ///
    /// # Errors
    /// If the file cannot be removed.
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

    /// Removes all files of the work with this journal, and the directory if it is then empty. If the process
    /// is killed meanwhile, [`open()`] removes the remaining files.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn clear(self, journal: Journal) -> Result<(), SpillError> {
        let over = self.path(OVER);
        fs::rename(self.path(JOURNAL), &over).map_err(|error| SpillError::write(&over, error))?;
        self.clear_away(journal)
    }

    /// Removes all files of finished work. The journal is locked meanwhile, which keeps other processes away.
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
        // The directory is kept if it contains anything else.
        let _ = fs::remove_dir(&self.dir);
        Ok(())
    }
}
