//! The talk with programs: all of it in a file, if one is wanted, and the last of it in memory.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::compare::divergence::plain;

/// How many of the last lines are remembered.
const LINES: usize = 24;

/// How much of a line is shown, in characters.
const QUOTED: usize = 200;

/// How much of a line is remembered, in bytes: more than is shown, whatever its characters.
const REMEMBERED: usize = 4 * QUOTED + 4;

/// A file that takes down everything that is said to programs and by them.
///
/// Each line begins with the number of the process, counted from 1, and then has `:` and the command line when
/// the process is started, `>` and a command, or `<` and a line of an answer.
#[derive(Debug)]
pub struct Log {
    file: Mutex<File>,
    processes: AtomicUsize,
    /// What went wrong when it was written, at the first time.
    trouble: OnceLock<io::Error>,
}

impl Log {
    /// Creates the file, in the place of any that is there.
    ///
    /// # Errors
    /// When the system cannot create it.
    pub fn create(path: &Path) -> io::Result<Arc<Self>> {
        let file = Mutex::new(File::create(path)?);
        Ok(Arc::new(Self { file, processes: AtomicUsize::new(0), trouble: OnceLock::new() }))
    }

    /// What went wrong when it was written, if anything did. Lines are missing then.
    pub fn trouble(&self) -> Option<&io::Error> {
        self.trouble.get()
    }

    fn write(&self, process: usize, sign: char, text: &str) {
        let lines: String = text.lines().map(|line| format!("{process}{sign} {line}\n")).collect();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.write_all(lines.as_bytes()) {
            self.trouble.get_or_init(|| error);
        }
    }
}

/// The [`Log`] of a program, if it has one. Two are equal if they are the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Logged(pub(super) Option<Arc<Log>>);

impl PartialEq for Logged {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
}

impl Eq for Logged {}

/// What is said to one process and by it.
#[derive(Debug, Default)]
pub(super) struct Minutes {
    log: Option<(Arc<Log>, usize)>,
    /// The last lines as they were said, up to a bound, each behind its sign.
    last: VecDeque<(char, String)>,
}

impl Minutes {
    /// Begins with the command line of the process.
    pub(super) fn of(logged: &Logged, command: &str) -> Self {
        let log = logged.0.as_ref().map(|log| {
            let process = log.processes.fetch_add(1, Ordering::Relaxed) + 1;
            log.write(process, ':', command);
            (Arc::clone(log), process)
        });
        Self { log, last: VecDeque::new() }
    }

    /// Takes commands down.
    pub(super) fn told(&mut self, commands: &str) {
        self.take_down('>', commands);
    }

    /// Takes lines of an answer down.
    pub(super) fn heard(&mut self, lines: &[String]) {
        lines.iter().for_each(|line| self.take_down('<', line));
    }

    fn take_down(&mut self, sign: char, text: &str) {
        if let Some((log, process)) = &self.log {
            log.write(*process, sign, text);
        }
        for line in text.lines() {
            if self.last.len() == LINES {
                self.last.pop_front();
            }
            // Few of the lines are ever shown, so they are made plain only then.
            self.last.push_back((sign, line[..line.floor_char_boundary(REMEMBERED)].into()));
        }
    }

    /// The last lines, each behind `>` or `<`.
    pub(super) fn last(&self) -> Vec<String> {
        self.last.iter().map(|(sign, line)| format!("{sign} {}", plain(line, QUOTED))).collect()
    }
}
