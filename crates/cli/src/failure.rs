//! The ways in which a command can fail, each with a message on one line.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use crate::watch::cut_off;
use bustan_solve::SolveError;
use bustan_solve::database::DatabaseError;
use bustan_solve::spilled::SpilledError;
use bustan_vocabulary::RecordError;
use thiserror::Error;

/// The exit code if the engines differ, or one of them panics.
pub(crate) const DIVERGENCE: u8 = 1;

/// The exit code if the command cannot be carried out.
pub(crate) const BAD_INPUT: u8 = 2;

/// The exit code if shards of a run are missing or unfinished, so that the same command may succeed later.
pub(crate) const NOT_YET: u8 = 3;

/// The reason why a command failed. Its message reads well after `error: `.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// Standard output cannot be written.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    /// The streams of a protocol session failed.
    #[error("the session was aborted: {0}")]
    Session(io::Error),
    /// A file cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(String, io::Error),
    /// A file does not exist.
    #[error("cannot read {0}: no such file")]
    Missing(String),
    /// A file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(String, io::Error),
    /// A file exceeds the maximum size of any input.
    #[error("{0} is not a record: it has more than {1} bytes")]
    TooLong(String, u64),
    /// A file contains bytes that are not UTF-8 text. Holds the line and column of the first such byte.
    #[error("{0}: line {1}, column {2}: this is not text (invalid UTF-8)")]
    NotText(String, usize, usize),
    /// A file is text in an encoding other than UTF-8.
    #[error("{0}: this is UTF-16; save it as UTF-8")]
    Utf16(String),
    /// A file is not a record of a game.
    #[error("{0}: {1}")]
    Record(String, RecordError),
    /// A record starts at a position that no game reaches.
    #[error("{0}: invalid position: {1}")]
    Start(String, String),
    /// A record has an illegal move.
    #[error("{file}: {}ply {ply}: {said} is illegal{}", placed(.place), because(.reason))]
    IllegalMove {
        /// The record's file.
        file: String,
        /// The number of the move, from 1.
        ply: usize,
        /// The line and the column of the move, if known.
        place: Option<(usize, usize)>,
        /// The move with its player, as the record writes it.
        said: String,
        /// The engine's name for the reason, if any.
        reason: Option<String>,
    },
    /// A record has a move out of turn, about which Bustan does not query programs.
    #[error("{file}: {}ply {ply}: {said} is out of turn: Bustan assumes that players alternate, and queried \
             neither program", placed(.place))]
    OutOfTurn {
        /// The record's file.
        file: String,
        /// The number of the move, from 1.
        ply: usize,
        /// The line and the column of the move, if known.
        place: Option<(usize, usize)>,
        /// The move with its player, as the record writes it.
        said: String,
    },
    /// A text is not a position, or is a position that no game reaches.
    #[error("invalid position: {0}")]
    Position(String),
    /// The game does not have the requested size.
    #[error("{0}")]
    Size(String),
    /// The arguments contradict each other or the input.
    #[error("{0}")]
    Usage(String),
    /// Work that other processes must do is not finished yet.
    #[error("{0}")]
    NotYet(String),
    /// A record has neither a move nor a start.
    #[error("{0}: it contains neither moves nor Start[...]")]
    NoGame(String),
    /// The engine panicked.
    #[error("the engine {engine} has a bug: it panicked {doing}: {message}")]
    Panicked {
        /// The engine.
        engine: String,
        /// The action of the engine when it panicked.
        doing: String,
        /// The message and the source location of the panic.
        message: String,
    },
    /// The server cannot start, or fails.
    #[error("cannot {0}: {1}")]
    Server(String, io::Error),
    /// A file of solved positions cannot be written or used.
    #[error("{0}")]
    Database(DatabaseError),
    /// A game could not be solved.
    #[error("{0}")]
    Unsolved(SolveError),
    /// A distributed solve failed. Holds the index of this process and the error.
    #[cfg(feature = "cluster")]
    #[error("process {0}: {1}")]
    Together(usize, bustan_cluster::ClusterError),
    /// A game could not be solved on disk.
    #[error("{0}")]
    Spilled(SpilledError),
    /// The engine does not support a request.
    #[error("the engine {0} cannot report {1}")]
    Unanswered(String, &'static str),
    /// A failure for one of several games.
    #[error("{0}: {1}")]
    OfGame(String, Box<Self>),
}

/// The location of a move, if known, as a prefix of a message.
fn placed(place: &Option<(usize, usize)>) -> String {
    place.map(|(line, column)| format!("line {line}, column {column}: ")).unwrap_or_default()
}

/// The reason, if any, as a suffix of a message.
fn because(reason: &Option<String>) -> String {
    reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default()
}

/// The maximum number of characters of a message, enough for any message about arguments of ordinary length.
const LONGEST: usize = 1000;

/// Prints an error on standard error, on one line. Omits the middle of a very long message.
pub(crate) fn say(message: &str) {
    let characters: Vec<char> = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text: String = match characters.len() {
        0..=LONGEST => characters.iter().collect(),
        length => {
            let kept = LONGEST / 2;
            let left_out = length - 2 * kept;
            let part = |part: &[char]| part.iter().collect::<String>();
            let (head, tail) = (part(&characters[..kept]), part(&characters[length - kept..]));
            format!("{head} ... ({left_out} characters left out) ... {tail}")
        }
    };
    // If standard error is closed, the exit code is the only report.
    let _ = writeln!(io::stderr().lock(), "error: {text}");
}

impl Failure {
    /// Adds the name of the game that the failure concerns, if there are several games.
    pub(crate) fn of_one_of(self, game: &str, games: usize) -> Self {
        if games > 1 { Self::OfGame(game.into(), Box::new(self)) } else { self }
    }

    /// Treats a broken pipe on standard output or in a protocol session as success.
    pub(crate) fn unless_unread(self) -> Result<(), Self> {
        match &self {
            Self::Output(error) | Self::Session(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            _ => Err(self),
        }
    }

    /// Prints the failure to standard error and returns the exit code. A broken pipe on standard output or in
    /// a protocol session is not a failure: prints nothing and returns success.
    pub(crate) fn report(self) -> ExitCode {
        let failure = match self.unless_unread() {
            Ok(()) => return ExitCode::SUCCESS,
            Err(failure) => failure,
        };
        say(&failure.to_string());
        match failure {
            // A panic is the fault of the engine, like a difference, and not of the command.
            Self::Panicked { .. } => ExitCode::from(DIVERGENCE),
            Self::Unsolved(SolveError::Interrupted(_))
            | Self::Spilled(SpilledError::Solve(SolveError::Interrupted(_))) => cut_off(),
            Self::NotYet(_) => ExitCode::from(NOT_YET),
            #[cfg(feature = "cluster")]
            Self::Together(_, bustan_cluster::ClusterError::Solve(SolveError::Interrupted(_))) => cut_off(),
            #[cfg(feature = "cluster")]
            Self::Together(_, error) if error.may_succeed_later() => ExitCode::from(NOT_YET),
            _ => ExitCode::from(BAD_INPUT),
        }
    }
}
