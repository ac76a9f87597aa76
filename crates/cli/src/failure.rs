//! The ways in which a command can fail, each as a message of one line.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use crate::watch::cut_off;
use bustan_solve::SolveError;
use bustan_solve::database::DatabaseError;
use bustan_solve::spilled::SpilledError;
use bustan_vocabulary::RecordError;
use thiserror::Error;

/// The exit code if engines differ, or one of them panics.
pub(crate) const DIVERGENCE: u8 = 1;

/// The exit code if the command cannot be carried out.
pub(crate) const BAD_INPUT: u8 = 2;

/// The exit code if shards of a run are missing or not over, so that the same command may succeed later.
pub(crate) const NOT_YET: u8 = 3;

/// Why a command failed. Its message reads well after `error: `.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// Standard output cannot be written.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    /// The streams of a protocol session failed.
    #[error("the session broke off: {0}")]
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
    /// A file is longer than any input can be.
    #[error("{0} is not a record: it has more than {1} bytes")]
    TooLong(String, u64),
    /// A file holds bytes that are not text, the first at this line and column.
    #[error("{0}: line {1}, column {2}: this is not text (invalid UTF-8)")]
    NotText(String, usize, usize),
    /// A file is text in another encoding.
    #[error("{0}: this is UTF-16; save it as UTF-8")]
    Utf16(String),
    /// A file is not a record of a game.
    #[error("{0}: {1}")]
    Record(String, RecordError),
    /// A record starts at a position that no game leads to.
    #[error("{0}: invalid position: {1}")]
    Start(String, String),
    /// A record has a move that cannot be played.
    #[error("{file}: {}ply {ply}: {said} is illegal{}", placed(.place), because(.reason))]
    IllegalMove {
        /// The record's file.
        file: String,
        /// The number of the move, from 1.
        ply: usize,
        /// The line and the column of the move, once they are known.
        place: Option<(usize, usize)>,
        /// The move with its player, as the record writes it.
        said: String,
        /// The engine's word for the reason, if it has one.
        reason: Option<String>,
    },
    /// A record has a move out of turn, which Bustan asks no program about.
    #[error("{file}: {}ply {ply}: {said} is out of turn: Bustan lets players alternate, and asked neither program", placed(.place))]
    OutOfTurn {
        /// The record's file.
        file: String,
        /// The number of the move, from 1.
        ply: usize,
        /// The line and the column of the move, once they are known.
        place: Option<(usize, usize)>,
        /// The move with its player, as the record writes it.
        said: String,
    },
    /// A text that is not a position, or a position that no game leads to.
    #[error("invalid position: {0}")]
    Position(String),
    /// A size the game does not have.
    #[error("{0}")]
    Size(String),
    /// Arguments that contradict each other or the input.
    #[error("{0}")]
    Usage(String),
    /// Something that other processes are to do is not done yet.
    #[error("{0}")]
    NotYet(String),
    /// A record has neither a move nor a start.
    #[error("{0}: it has neither moves nor Start[...]")]
    NoGame(String),
    /// The engine panicked.
    #[error("the engine {engine} has a bug: it panicked {doing}: {message}")]
    Panicked {
        /// The engine.
        engine: String,
        /// The call that it should have answered.
        doing: String,
        /// The panic's message and place.
        message: String,
    },
    /// The server cannot start, or ends.
    #[error("cannot {0}: {1}")]
    Server(String, io::Error),
    /// A file of solved positions cannot be written or used.
    #[error("{0}")]
    Database(DatabaseError),
    /// A game was not solved.
    #[error("{0}")]
    Unsolved(SolveError),
    /// Processes did not solve a game together; the number is that of this process.
    #[cfg(feature = "cluster")]
    #[error("process {0}: {1}")]
    Together(usize, bustan_cluster::ClusterError),
    /// A game was not solved on disk.
    #[error("{0}")]
    Spilled(SpilledError),
    /// The engine cannot answer.
    #[error("the engine {0} cannot tell {1}")]
    Unanswered(String, &'static str),
    /// A failure that concerns this game, one of several.
    #[error("{0}: {1}")]
    OfGame(String, Box<Self>),
}

/// The place of a move in words that others follow, if it is known.
fn placed(place: &Option<(usize, usize)>) -> String {
    place.map(|(line, column)| format!("line {line}, column {column}: ")).unwrap_or_default()
}

/// A reason in words that follow others, if there is one.
fn because(reason: &Option<String>) -> String {
    reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default()
}

/// How many characters of a message are printed: enough for any message about arguments of a usual length.
const LONGEST: usize = 1000;

/// Prints an error on standard error, in one line. Leaves out the middle of a message with a very long
/// argument in it.
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
    // If standard error is closed, only the exit code is left to say it.
    let _ = writeln!(io::stderr().lock(), "error: {text}");
}

impl Failure {
    /// The same with the name of the game that it concerns, if there are several.
    pub(crate) fn of_one_of(self, game: &str, games: usize) -> Self {
        if games > 1 { Self::OfGame(game.into(), Box::new(self)) } else { self }
    }

    /// Turns the failure that nobody reads standard output any more into success.
    pub(crate) fn unless_unread(self) -> Result<(), Self> {
        match &self {
            Self::Output(error) | Self::Session(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            _ => Err(self),
        }
    }

    /// Prints the failure on standard error and returns the exit code. That nobody reads standard output any
    /// more does not count as a failure.
    pub(crate) fn report(self) -> ExitCode {
        let failure = match self.unless_unread() {
            Ok(()) => return ExitCode::SUCCESS,
            Err(failure) => failure,
        };
        say(&failure.to_string());
        match failure {
            // A panic is the engine's fault, as a difference is, and not that of the command.
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
