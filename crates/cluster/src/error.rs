//! The errors of solving a game with several processes.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use bustan_harness::spill::SpillError;
use bustan_solve::SolveError;
use thiserror::Error;

/// Why a game could not be solved.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// A single process could not solve the game either.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The list of processes cannot be used.
    #[error("{0}")]
    Hosts(String),
    /// This process cannot listen on its address.
    #[error("process {process} cannot listen on {address}: {error}")]
    Listen {
        /// This process.
        process: usize,
        /// Its address.
        address: String,
        /// The system error.
        error: io::Error,
    },
    /// Another process did not answer in time.
    #[error("process {process} cannot be reached at {address} within {} s: {problem}", patience.as_secs_f64())]
    Unreached {
        /// The other process.
        process: usize,
        /// Its address.
        address: String,
        /// How long this process tried.
        patience: Duration,
        /// The error of the last attempt.
        problem: String,
    },
    /// Another process runs with different arguments or a different version.
    #[error("process {process} {what} {theirs}, and this one {ours}")]
    Differs {
        /// The other process.
        process: usize,
        /// The verb of the difference, as in "solves".
        what: &'static str,
        /// The value of the other process.
        theirs: String,
        /// The value of this process.
        ours: String,
    },
    /// The connection to another process was lost.
    #[error("the connection to process {process} is lost: {problem}")]
    Lost {
        /// The other process.
        process: usize,
        /// The error of the connection.
        problem: String,
    },
    /// Another process has failed and has sent its error.
    #[error("process {process} has failed: {message}")]
    Failed {
        /// The other process.
        process: usize,
        /// Its error message.
        message: String,
        /// Whether the same commands may succeed later.
        later: bool,
    },
    /// A file of a tier cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, io::Error),
    /// A file of a tier cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, io::Error),
    /// A file of a tier is damaged.
    #[error("{0} is damaged; delete it to resume from the previous tier")]
    Damaged(PathBuf),
    /// A file of a tier belongs to another run.
    #[error("{path} is a tier of {theirs}, and this run solves {ours}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The run that wrote it.
        theirs: String,
        /// This run.
        ours: String,
    },
    /// A file of the solution cannot be used.
    #[error(transparent)]
    Spill(#[from] SpillError),
    /// The threads cannot be started.
    #[error("cannot start the workers: {0}")]
    Workers(String),
    /// A worker panicked, which is a bug.
    #[error("a worker has a bug: it panicked: {0}")]
    Panicked(String),
    /// Another worker of this process failed first.
    #[error("another worker has failed")]
    Halted,
}

impl ClusterError {
    /// Whether the same commands may succeed if they are repeated, because another process was ended or the
    /// network failed.
    pub const fn may_succeed_later(&self) -> bool {
        match self {
            Self::Unreached { .. } | Self::Lost { .. } => true,
            Self::Failed { later, .. } => *later,
            _ => false,
        }
    }
}
