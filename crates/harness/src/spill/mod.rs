//! Sorted files of records, for data that does not fit in memory.
//!
//! A search detects repeated positions by sorting instead of by lookup: new records are collected, sorted,
//! and merged with the existing ones. All files are written and read sequentially.
//!
//! - A [`tier`] is a sorted file of [`Record`]s, in blocks, each with a checksum. The content of a block is
//!   used only after its checksum has been verified, and a truncated file counts as damaged.
//! - A [`Sorter`] takes records in any order, uses a given amount of memory, and returns the records sorted.
//!   Records that do not fit go to disk in sorted runs, which are finally [merged](Merge).
//! - A [`Place`] is the directory of these files. It belongs to one piece of work, which each file names.

mod merge;
pub mod packed;
mod place;
mod record;
mod sorter;
#[cfg(test)]
mod tests;
pub mod tier;

use std::io;
use std::path::{Path, PathBuf};

pub use merge::Merge;
pub use place::{Place, Step, open};
pub use record::{Record, Value};
pub use sorter::{Sorter, Source, merged};
use thiserror::Error;
pub use tier::{Tier, Writer};

use crate::base::journal::JournalError;

/// The minimum memory for work on disk, in bytes.
pub const LEAST: u64 = 8 << 20;

/// The reason why work on disk cannot continue.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct SpillError(Box<Problem>);

/// A problem with a file or a directory.
#[derive(Debug, Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot read {}: {}; to start again, delete it and the files next to it", .0.display(), .1)]
    Read(PathBuf, #[source] io::Error),
    /// The file cannot be written.
    #[error(
        "cannot write {}: {}; completed work is kept; run the same command again when there is space",
        .0.display(),
        .1
    )]
    Write(PathBuf, #[source] io::Error),
    /// The file does not start like a file of sorted records.
    #[error("{} is not a file of sorted records; to start again, delete it and the files next to it", .0.display())]
    Foreign(PathBuf),
    /// The file has another format version.
    #[error(
        "{} has version {} of the format; this program reads {}; to start again, delete it and the files \
         next to it",
        .0.display(),
        .1,
        tier::VERSION
    )]
    Version(PathBuf, u16),
    /// The file belongs to other work.
    #[error("{} is a file of {is}, not of {should}; to start again, delete it and the files next to it", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The work that the file belongs to.
        is: String,
        /// The work that the file should belong to.
        should: String,
    },
    /// The file is damaged. Holds a description of the damage.
    #[error("{} is damaged: {}; to start again, delete it and the files next to it", .0.display(), .1)]
    Damaged(PathBuf, &'static str),
    /// The file is no longer needed, but cannot be removed.
    #[error("cannot remove {}: {}", .0.display(), .1)]
    Remove(PathBuf, #[source] io::Error),
    /// The directory contains a file that does not belong to earlier work. Holds the name of the file.
    #[error(
        "{} has {} in it, which is not a file of earlier work; --spill needs its own directory",
        .0.display(),
        .1
    )]
    Occupied(PathBuf, String),
    /// The file that records the progress of the work cannot be used.
    #[error("{0}")]
    Journal(#[source] JournalError),
}

impl SpillError {
    /// Returns the error for a file that cannot be read.
    pub fn read(path: &Path, error: io::Error) -> Self {
        Problem::Read(path.into(), error).into()
    }

    /// Returns the error for a file that cannot be written.
    pub fn write(path: &Path, error: io::Error) -> Self {
        Problem::Write(path.into(), error).into()
    }

    /// Returns the problem with the file or the directory.
    pub fn problem(&self) -> &Problem {
        &self.0
    }
}

impl From<Problem> for SpillError {
    fn from(problem: Problem) -> Self {
        Self(Box::new(problem))
    }
}

impl From<JournalError> for SpillError {
    fn from(error: JournalError) -> Self {
        Problem::Journal(error).into()
    }
}
