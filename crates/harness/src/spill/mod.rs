//! Sorted files of records, for work on more than memory holds.
//!
//! What is reached by a search is told apart by sorting instead of looking it up: what is found is collected, sorted,
//! and merged with what is there. All files are written and read from the beginning to the end.
//!
//! - A [`tier`] is a sorted file of [`Record`]s, in blocks, each with a checksum. Nothing of a block is used before
//!   its checksum was found right, and a file without its end is damaged.
//! - A [`Sorter`] takes records in any order, with as much memory as it is given, and returns them sorted. What does
//!   not fit goes to disk in sorted runs, which are [merged](Merge) at last.
//! - A [`Place`] is the directory of all these files. It belongs to one piece of work: each file says of which.

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

/// The bytes of memory that work on disk is to be given at least.
pub const LEAST: u64 = 8 << 20;

/// Why work on disk cannot go on.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct SpillError(Box<Problem>);

/// What is wrong with a file or a directory.
#[derive(Debug, Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot read {}: {}; without it and the files beside it the work begins anew", .0.display(), .1)]
    Read(PathBuf, #[source] io::Error),
    /// The file cannot be written.
    #[error(
        "cannot write {}: {}; what was done before is kept, and the same command goes on once there is room",
        .0.display(),
        .1
    )]
    Write(PathBuf, #[source] io::Error),
    /// The file does not begin as such a file does.
    #[error("{} is not a file of sorted records; without it and the files beside it the work begins anew", .0.display())]
    Foreign(PathBuf),
    /// The file has another version of the format.
    #[error(
        "{} has version {} of the format; this program reads {}; without it and the files beside it the work begins anew",
        .0.display(),
        .1,
        tier::VERSION
    )]
    Version(PathBuf, u16),
    /// The file belongs to other work.
    #[error("{} is a file of {is}, and not of {should}; without it and the files beside it the work begins anew", .path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The work that it belongs to.
        is: String,
        /// The work that it should belong to.
        should: String,
    },
    /// The file is damaged, in words.
    #[error("{} is damaged: {}; without it and the files beside it the work begins anew", .0.display(), .1)]
    Damaged(PathBuf, &'static str),
    /// The file, which is not needed any more, cannot be removed.
    #[error("cannot remove {}: {}", .0.display(), .1)]
    Remove(PathBuf, #[source] io::Error),
    /// The directory has files of something else.
    #[error(
        "{} has {} in it, which is no file of earlier work; spilling takes a directory of its own",
        .0.display(),
        .1
    )]
    Occupied(PathBuf, String),
    /// The file that says how far work has come cannot be used.
    #[error("{0}")]
    Journal(#[source] JournalError),
}

impl SpillError {
    /// The error of a file that cannot be read.
    pub fn read(path: &Path, error: io::Error) -> Self {
        Problem::Read(path.into(), error).into()
    }

    /// The error of a file that cannot be written.
    pub fn write(path: &Path, error: io::Error) -> Self {
        Problem::Write(path.into(), error).into()
    }

    /// What is wrong.
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
