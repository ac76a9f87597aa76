//! The talk with programs: all of it in a file, if one is wanted, and the last of it in memory.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use super::program::Program;
use super::wire::{Wire, seconds};
use crate::compare::divergence::plain;

/// How many of the last lines are remembered.
const LINES: usize = 24;

/// The same for a program behind a bridge: a list of moves has a line for each.
const WIRE_LINES: usize = 96;

/// How much of a line is shown, in characters.
const QUOTED: usize = 200;

/// The same for a line that a program behind a bridge was sent: it holds all moves of a game.
const QUOTED_WIRE: usize = 4000;

/// How much of a line is remembered, in bytes: more than is shown, whatever its characters.
const fn remembered(quoted: usize) -> usize {
    4 * quoted + 4
}

/// A file that takes down everything that is said to programs and by them.
///
/// Each line begins with the number of the process, counted from 1, and then has `:` and the command line when
/// the process is started, `>` and a command, or `<` and a line of an answer. If a bridge [passes on](Wire) what its
/// program is sent and sends, these lines take their place: the number of the process, the seconds since the program was
/// started, the sign, and the line.
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

    fn write(&self, process: usize, sign: &str, text: &str) {
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
    /// The last lines as they were said, up to a bound.
    last: VecDeque<Said>,
    /// Whether a bridge passes on what its program is sent and sends, so that nothing else is taken down.
    wired: bool,
    /// Whether the last lines are told without their times.
    untimed: bool,
}

/// A line that was said.
#[derive(Debug)]
struct Said {
    /// When, if that is known.
    at: Option<Duration>,
    /// Whether it was said to the process, not by it.
    sent: bool,
    line: String,
}

impl Minutes {
    /// Begins with the command line of the process.
    pub(super) fn of(program: &Program) -> Self {
        let log = program.logged.0.as_ref().map(|log| {
            let process = log.processes.fetch_add(1, Ordering::Relaxed) + 1;
            log.write(process, ":", &program.to_string());
            (Arc::clone(log), process)
        });
        Self { log, last: VecDeque::new(), wired: program.wired, untimed: program.untimed }
    }

    /// Takes commands down.
    pub(super) fn told(&mut self, commands: &str) {
        if !self.wired {
            self.take_down(None, true, commands);
        }
    }

    /// Takes lines of an answer down.
    pub(super) fn heard(&mut self, lines: &[String]) {
        if !self.wired {
            lines.iter().for_each(|line| self.take_down(None, false, line));
        }
    }

    /// Takes a line down that a bridge passes on; `false` if this is no such line.
    pub(super) fn passed_on(&mut self, line: &str) -> bool {
        let Some(wire) = Wire::read(line).filter(|_| self.wired) else { return false };
        self.take_down(Some(wire.at), wire.sent, wire.line);
        true
    }

    fn take_down(&mut self, at: Option<Duration>, sent: bool, text: &str) {
        if let Some((log, process)) = &self.log {
            let space = if at.is_some() { " " } else { "" };
            log.write(*process, &format!("{space}{}", sign(at, sent)), text);
        }
        let (lines, quoted) = match (self.wired, sent) {
            (false, _) => (LINES, QUOTED),
            (true, false) => (WIRE_LINES, QUOTED),
            (true, true) => (WIRE_LINES, QUOTED_WIRE),
        };
        for line in text.lines() {
            if self.last.len() == lines {
                self.last.pop_front();
            }
            // Few of the lines are ever shown, so they are made plain only then.
            let line = line[..line.floor_char_boundary(remembered(quoted))].into();
            self.last.push_back(Said { at: at.filter(|_| !self.untimed), sent, line });
        }
    }

    /// The last lines, each behind `>` or `<`, and that behind the time if it is known.
    pub(super) fn last(&self) -> Vec<String> {
        let quoted = |sent: bool| if self.wired && sent { QUOTED_WIRE } else { QUOTED };
        // An answer without its question says little.
        let begins = self.last.iter().position(|said| said.sent).filter(|_| self.wired).unwrap_or_default();
        let last = self.last.iter().skip(begins);
        last.map(|said| format!("{} {}", sign(said.at, said.sent), plain(&said.line, quoted(said.sent))))
            .collect()
    }

    /// The lines that a program behind a bridge was sent last, up to the last one, and those that it has sent since.
    pub(super) fn exchange(&self) -> [Vec<&str>; 2] {
        let heard = self.last.iter().rev().take_while(|said| !said.sent).count();
        let (before, heard) = (self.last.len() - heard, self.last.iter().skip(self.last.len() - heard));
        let sent = self.last.iter().take(before).rev().take_while(|said| said.sent).count();
        let sent = self.last.iter().take(before).skip(before - sent);
        [sent.map(|said| said.line.as_str()).collect(), heard.map(|said| said.line.as_str()).collect()]
    }

    /// Whether a bridge passes on what its program is sent and sends.
    pub(super) const fn is_wired(&self) -> bool {
        self.wired
    }
}

/// What stands before a line: the time if that is known, and `>` or `<`.
fn sign(at: Option<Duration>, sent: bool) -> String {
    let at = at.map(|at| format!("{} ", seconds(at))).unwrap_or_default();
    format!("{at}{}", if sent { '>' } else { '<' })
}
