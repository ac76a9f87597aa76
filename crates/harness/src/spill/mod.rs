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

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

pub use merge::Merge;
pub use place::{Place, Step, open};
pub use record::{Record, Value};
pub use sorter::{Sorter, Source, merged};
pub use tier::{Tier, Writer};

use crate::base::journal::JournalError;

/// The bytes of memory that work on disk is to be given at least.
pub const LEAST: u64 = 8 << 20;

/// Why work on disk cannot go on.
#[derive(Debug)]
pub struct SpillError(Box<Problem>);

/// What is wrong with a file or a directory.
#[derive(Debug)]
pub enum Problem {
    /// The file cannot be read.
    Read(PathBuf, io::Error),
    /// The file cannot be written.
    Write(PathBuf, io::Error),
    /// The file does not begin as such a file does.
    Foreign(PathBuf),
    /// The file has another version of the format.
    Version(PathBuf, u16),
    /// The file belongs to other work.
    Other {
        /// The file.
        path: PathBuf,
        /// The work that it belongs to.
        is: String,
        /// The work that it should belong to.
        should: String,
    },
    /// The file is damaged, in words.
    Damaged(PathBuf, &'static str),
    /// The file, which is not needed any more, cannot be removed.
    Remove(PathBuf, io::Error),
    /// The directory has files of something else.
    Occupied(PathBuf, String),
    /// The file that says how far work has come cannot be used.
    Journal(JournalError),
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

impl fmt::Display for SpillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let anew = "without it and the files beside it the work begins anew";
        match self.problem() {
            Problem::Read(path, error) => write!(f, "cannot read {}: {error}; {anew}", path.display()),
            Problem::Write(path, error) => {
                write!(
                    f,
                    "cannot write {}: {error}; what was done before is kept, and the same command goes on once there is room",
                    path.display()
                )
            }
            Problem::Remove(path, error) => write!(f, "cannot remove {}: {error}", path.display()),
            Problem::Foreign(path) => write!(f, "{} is not a file of sorted records; {anew}", path.display()),
            Problem::Version(path, version) => {
                let path = path.display();
                write!(
                    f,
                    "{path} has version {version} of the format; this program reads {}; {anew}",
                    tier::VERSION
                )
            }
            Problem::Other { path, is, should } => {
                write!(f, "{} is a file of {is}, and not of {should}; {anew}", path.display())
            }
            Problem::Damaged(path, how) => write!(f, "{} is damaged: {how}; {anew}", path.display()),
            Problem::Occupied(dir, name) => write!(
                f,
                "{} has {name} in it, which is no file of earlier work; spilling takes a directory of its own",
                dir.display()
            ),
            Problem::Journal(error) => error.fmt(f),
        }
    }
}

impl Error for SpillError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self.problem() {
            Problem::Read(_, error) | Problem::Write(_, error) | Problem::Remove(_, error) => Some(error),
            Problem::Journal(error) => Some(error),
            _ => None,
        }
    }
}
