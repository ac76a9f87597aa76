//! Sorts more records than fit in memory.

use std::mem;

use super::{Merge, Place, Record, SpillError, Tier};
use crate::base::parallel;

/// The maximum number of sources merged at once. All these files are open, with one block of each in memory.
const SOURCES: usize = 32;

/// Sorted records from memory or disk.
pub type Source<'p, R> = Box<dyn Iterator<Item = Result<R, SpillError>> + Send + 'p>;

/// Takes records in any order and returns them sorted.
#[derive(Debug)]
pub struct Sorter<'p, R> {
    place: &'p Place,
    name: String,
    /// Whether to keep only one record per key.
    unique: bool,
    /// The maximum memory for buffered records, in bytes.
    memory: u64,
    buffer: Vec<R>,
    runs: Vec<String>,
    /// The number of runs written so far.
    made: usize,
}

impl<'p, R: Record> Sorter<'p, R> {
    /// Returns a sorter that buffers records in at most `memory` bytes and writes files to `place`, with
    /// names that start with `name`. With `unique`, only one record per key is kept; records with the same
    /// key must then be equal.
    pub fn new(place: &'p Place, name: impl Into<String>, memory: u64, unique: bool) -> Self {
        Self { place, name: name.into(), unique, memory, buffer: Vec::new(), runs: Vec::new(), made: 0 }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If the buffer is full and cannot be written to disk.
    #[inline]
    pub fn push(&mut self, record: R) -> Result<(), SpillError> {
        if self.buffer.len() == self.buffer.capacity() {
            self.grow()?;
        }
        self.buffer.push(record);
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<(), SpillError> {
        let room = (self.memory / size_of::<R>() as u64).max(1) as usize;
        if self.buffer.len() >= room {
            self.compact();
            // If removing duplicates has freed half of the memory, it may do so again.
            if self.buffer.len() > room / 2 {
                self.flush()?;
            }
        }
        let more = self.buffer.len().max(1 << 10).min(room.saturating_sub(self.buffer.len()));
        self.buffer.reserve_exact(more);
        Ok(())
    }

    /// Returns the memory that the buffer takes, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.buffer.capacity() * size_of::<R>()) as u64
    }

    /// Sorts the buffered records, and removes duplicates if only one record per key is kept.
    pub fn compact(&mut self) {
        parallel::sort(&mut self.buffer, R::key);
        if self.unique {
            self.buffer.dedup_by_key(|record| record.key());
        }
    }

    /// Writes the buffered records to disk, as a sorted run.
    ///
    /// # Errors
    /// If the run cannot be written.
    pub fn flush(&mut self) -> Result<(), SpillError> {
        self.compact();
        let records = mem::take(&mut self.buffer);
        if records.is_empty() {
            return Ok(());
        }
        let name = format!("{}.{}.run", self.name, self.made);
        self.made += 1;
        let mut run = self.place.create::<R>(&name)?;
        records.into_iter().try_for_each(|record| run.push(record))?;
        self.place.finish(run, false)?;
        self.runs.push(name);
        Ok(())
    }

    /// Writes all records to disk, and returns the names of the sorted runs.
    ///
    /// # Errors
    /// If a run cannot be written.
    pub fn into_runs(mut self) -> Result<Vec<String>, SpillError> {
        self.flush()?;
        Ok(self.runs)
    }

    /// Returns all records, sorted.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn finish(mut self) -> Result<Merge<R, Source<'p, R>>, SpillError> {
        self.compact();
        let runs = mem::take(&mut self.runs);
        let names = few::<R>(self.place, &self.name, runs, SOURCES - 1, self.unique, &[])?;
        let mut sources = opened(self.place, &names, &[])?;
        sources.push(Box::new(mem::take(&mut self.buffer).into_iter().map(Ok)));
        Merge::new(sources, self.unique)
    }
}

/// A file that is removed after it has been read.
struct Temporary<'p, R: Record> {
    tier: Option<Tier<R>>,
    place: &'p Place,
    name: String,
}

impl<R: Record> Iterator for Temporary<'_, R> {
    type Item = Result<R, SpillError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.tier.as_mut().and_then(Iterator::next)
    }
}

impl<R: Record> Drop for Temporary<'_, R> {
    fn drop(&mut self) {
        self.tier = None;
        // If removal fails, the file is removed when the directory is opened again or cleared.
        let _ = self.place.remove(&self.name);
    }
}

/// Opens files for merging. Files that are not in `kept` are removed after they have been read.
fn opened<'p, R: Record>(
    place: &'p Place,
    names: &[String],
    kept: &[String],
) -> Result<Vec<Source<'p, R>>, SpillError> {
    let mut sources: Vec<Source<'p, R>> = Vec::with_capacity(names.len());
    for name in names {
        let tier = place.open::<R>(name)?;
        sources.push(match kept.contains(name) {
            true => Box::new(tier),
            false => Box::new(Temporary { tier: Some(tier), place, name: name.clone() }),
        });
    }
    Ok(sources)
}

/// Merges the records of the files `names`. With `unique`, only the first record of each key is returned. The
/// names of intermediate files start with `by`.
///
/// # Errors
/// If a file cannot be read or written.
pub fn merged<'p, R: Record>(
    place: &'p Place,
    by: &str,
    names: &[String],
    unique: bool,
) -> Result<Merge<R, Source<'p, R>>, SpillError> {
    let few = few::<R>(place, by, names.to_vec(), SOURCES, unique, names)?;
    Merge::new(opened(place, &few, names)?, unique)
}

/// Merges files until at most `most` remain, and returns their names. Files that are not in `kept` are
/// removed after they have been read.
fn few<R: Record>(
    place: &Place,
    by: &str,
    mut names: Vec<String>,
    most: usize,
    unique: bool,
    kept: &[String],
) -> Result<Vec<String>, SpillError> {
    let mut made = 0;
    while names.len() > most {
        let rest = names.split_off(names.len().min(SOURCES));
        let name = format!("{by}.merged{made}.run");
        made += 1;
        let mut run = place.create::<R>(&name)?;
        for record in Merge::new(opened::<R>(place, &names, kept)?, unique)? {
            run.push(record?)?;
        }
        place.finish(run, false)?;
        // The merged file goes to the end, so that all files are merged equally often.
        names = rest;
        names.push(name);
    }
    Ok(names)
}
