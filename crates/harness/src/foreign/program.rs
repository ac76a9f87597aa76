//! How to start a foreign engine.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::inner::Inner;
use super::process::Process;
use crate::participant::Fault;

/// A command line that starts a foreign engine, and what is to be known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments, at least one word.
    pub(super) words: Vec<String>,
    pub(super) timeout: Duration,
    pub(super) start_timeout: Duration,
    pub(super) without: Vec<String>,
    pub(super) colours: Vec<String>,
    pub(super) label: String,
    /// Why it did not start, once it has not: nobody waits for that twice.
    pub(super) unstarted: Arc<OnceLock<Fault>>,
}

/// How long an answer may take when nothing is said.
const TIMEOUT: Duration = Duration::from_secs(10);

impl Program {
    /// Reads a command line as a shell splits it into words; nothing else of a shell is done.
    ///
    /// # Errors
    /// When it has no word, or a quotation mark is not closed.
    ///
    /// ```
    /// use bustan_harness::foreign::Program;
    ///
    /// let program = Program::parse("python3 'my engine.py' --fast")?;
    /// assert_eq!(program.to_string(), "python3 'my engine.py' --fast");
    /// assert!(Program::parse("python3 'my engine.py").is_err());
    /// # Ok::<(), bustan_harness::foreign::ProgramError>(())
    /// ```
    pub fn parse(line: &str) -> Result<Self, ProgramError> {
        let words = shlex::split(line).ok_or_else(|| ProgramError::Quotes(line.into()))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(ProgramError::Empty);
        }
        Ok(Self {
            words,
            timeout: TIMEOUT,
            start_timeout: TIMEOUT,
            without: Vec::new(),
            colours: Vec::new(),
            label: String::new(),
            unstarted: Arc::default(),
        })
    }

    /// How long any answer but the first may take, 10 s if nothing is said.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// How long the first answer may take, 10 s if nothing is said: programs can take long to start.
    #[must_use]
    pub fn start_timeout(self, start_timeout: Duration) -> Self {
        Self { start_timeout, ..self }
    }

    /// Commands that it is never asked, whether it knows them or not.
    #[must_use]
    pub fn without(self, commands: impl IntoIterator<Item = String>) -> Self {
        Self { without: commands.into_iter().collect(), ..self }
    }

    /// The players in turn order, for an engine that does not tell whose turn it is.
    #[must_use]
    pub fn colours(self, colours: impl IntoIterator<Item = String>) -> Self {
        Self { colours: colours.into_iter().collect(), ..self }
    }

    /// What is put behind the name that it gives itself, to tell it from another of that name.
    #[must_use]
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Starts it once, and gives the name that it gives itself, or else that of the file. If it does not
    /// answer, that is the [`fault`](crate::participant::Participant::fault) of every engine made from it
    /// or from a copy of it later, none of which waits again.
    ///
    /// # Errors
    /// When the system cannot start it, as when there is no such file.
    pub fn probe(&self) -> Result<String, ProgramError> {
        let process = Process::start(&self.words);
        let process = process.map_err(|error| ProgramError::Start(self.words[0].clone(), error))?;
        Ok(Inner::with(Ok(process), self).1)
    }
}

impl fmt::Display for Program {
    /// A command line that is split into the same words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shlex::try_join(self.words.iter().map(String::as_str)).unwrap_or_default())
    }
}

/// Why a program cannot be started.
#[derive(Debug)]
pub enum ProgramError {
    /// The command line has no word.
    Empty,
    /// A quotation mark in this command line is not closed.
    Quotes(String),
    /// The system cannot start this program.
    Start(String, io::Error),
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a command line without a program"),
            Self::Quotes(line) => write!(f, "a quotation mark is not closed in the command line {line:?}"),
            Self::Start(program, error) => write!(f, "cannot start {program:?}: {error}"),
        }
    }
}

impl Error for ProgramError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Start(_, error) => Some(error),
            _ => None,
        }
    }
}
