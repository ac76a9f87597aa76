//! The ways in which a command can fail, each as a message of one line.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use crate::watch::cut_off;
use bustan_solve::SolveError;
use bustan_solve::database::DatabaseError;
use bustan_solve::spilled::SpilledError;
use bustan_vocabulary::RecordError;

/// The exit code if engines differ, or one of them panics.
pub(crate) const DIVERGENCE: u8 = 1;

/// The exit code if the command cannot be carried out.
pub(crate) const BAD_INPUT: u8 = 2;

/// The exit code if shards of a run are missing or not over, so that the same command may succeed later.
pub(crate) const NOT_YET: u8 = 3;

/// Why a command failed. Its message reads well after `error: `.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Standard output cannot be written.
    Output(io::Error),
    /// The streams of a protocol session failed.
    Session(io::Error),
    /// A file cannot be read.
    Read(String, io::Error),
    /// A file cannot be written.
    Write(String, io::Error),
    /// A file is longer than any input can be.
    TooLong(String, u64),
    /// A file holds bytes that are not text, the first at this line and column.
    NotText(String, usize, usize),
    /// A file is not a record of a game.
    Record(String, RecordError),
    /// A record starts at a position that no game leads to.
    Start(String, String),
    /// A record has a move that cannot be played.
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
    /// A text that is not a position, or a position that no game leads to.
    Position(String),
    /// A size the game does not have.
    Size(String),
    /// Arguments that contradict each other or the input.
    Usage(String),
    /// Something that other processes are to do is not done yet.
    NotYet(String),
    /// A record has neither a move nor a start.
    NoGame(String),
    /// The engine panicked.
    Panicked {
        /// The engine.
        engine: String,
        /// The call that it should have answered.
        doing: String,
        /// The panic's message and place.
        message: String,
    },
    /// The server cannot start, or ends.
    Server(String, io::Error),
    /// A file of solved positions cannot be written or used.
    Database(DatabaseError),
    /// A game was not solved.
    Unsolved(SolveError),
    /// Processes did not solve a game together; the number is that of this process.
    #[cfg(feature = "cluster")]
    Together(usize, bustan_cluster::ClusterError),
    /// A game was not solved on disk.
    Spilled(SpilledError),
    /// The engine cannot answer.
    Unanswered(String, &'static str),
    /// A failure that concerns this game, one of several.
    OfGame(String, Box<Self>),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(error) => write!(f, "cannot write to standard output: {error}"),
            Self::Session(error) => write!(f, "the session broke off: {error}"),
            Self::Read(file, error) => write!(f, "cannot read {file}: {error}"),
            Self::Write(file, error) => write!(f, "cannot write {file}: {error}"),
            Self::TooLong(file, limit) => write!(f, "{file} is not a record: it has more than {limit} bytes"),
            Self::NotText(file, line, column) => {
                write!(f, "{file}: line {line}, column {column}: this is not text (invalid UTF-8)")
            }
            Self::Record(file, error) => write!(f, "{file}: {error}"),
            Self::Start(file, problem) => write!(f, "{file}: invalid position: {problem}"),
            Self::IllegalMove { file, ply, place, said, reason } => {
                write!(f, "{file}: ")?;
                if let Some((line, column)) = place {
                    write!(f, "line {line}, column {column}: ")?;
                }
                write!(f, "ply {ply}: {said} is illegal")?;
                reason.iter().try_for_each(|reason| write!(f, ": {reason}"))
            }
            Self::NoGame(file) => write!(f, "{file}: it has neither moves nor Start[...]"),
            Self::Panicked { engine, doing, message } => {
                write!(f, "the engine {engine} has a bug: it panicked {doing}: {message}")
            }
            Self::Position(problem) => write!(f, "invalid position: {problem}"),
            Self::Size(problem) | Self::Usage(problem) | Self::NotYet(problem) => f.write_str(problem),
            Self::Server(doing, error) => write!(f, "cannot {doing}: {error}"),
            Self::Database(error) => error.fmt(f),
            Self::Unsolved(error) => error.fmt(f),
            #[cfg(feature = "cluster")]
            Self::Together(process, error) => write!(f, "process {process}: {error}"),
            Self::Spilled(error) => error.fmt(f),
            Self::Unanswered(engine, what) => write!(f, "the engine {engine} cannot tell {what}"),
            Self::OfGame(game, failure) => write!(f, "{game}: {failure}"),
        }
    }
}

impl Error for Failure {}

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
