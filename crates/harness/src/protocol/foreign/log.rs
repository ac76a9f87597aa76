//! Records the conversation with programs: all of it in a file, if requested, and the last part in memory.

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

/// The number of last lines that are remembered.
const LINES: usize = 24;

/// The number of last lines that are remembered for a program with a bridge, which sends a line for each
/// legal move.
const WIRE_LINES: usize = 96;

/// The maximum length of a line when it is reported, in characters.
const QUOTED: usize = 200;

/// The maximum length of a reported line that was sent to a program through a bridge, in characters. Such a
/// line contains all moves of a game.
const QUOTED_WIRE: usize = 4000;

/// Returns the maximum length, in bytes, of a remembered line that is reported with at most `quoted`
/// characters, whatever the characters are.
const fn remembered(quoted: usize) -> usize {
    4 * quoted + 4
}

/// A file that records all messages to and from programs.
///
/// Each line begins with the number of the process, counted from 1. When the process is started, `:` and the
/// command line follow; afterwards, `>` and a command, or `<` and a line of an answer. If a bridge [passes
/// on](Wire) the messages to and from its program, these are logged instead of the commands and answers: the
/// number of the process, the seconds since the program was started, the sign, and the line.
#[derive(Debug)]
pub struct Log {
    file: Mutex<File>,
    processes: AtomicUsize,
    /// The first write error, if any.
    trouble: OnceLock<io::Error>,
}

impl Log {
    /// Creates the file, replacing any existing one.
    ///
    /// # Errors
    /// When the system cannot create it.
    pub fn create(path: &Path) -> io::Result<Arc<Self>> {
        let file = Mutex::new(File::create(path)?);
        Ok(Arc::new(Self { file, processes: AtomicUsize::new(0), trouble: OnceLock::new() }))
    }

    /// Returns the first write error, if any. If there is one, lines are missing from the file.
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

/// The [`Log`] of a program, if it has one. Two values are equal if they are the same log.
#[derive(Clone, Debug, Default)]
pub(super) struct OptionalLog(pub(super) Option<Arc<Log>>);

impl PartialEq for OptionalLog {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        }
    }
}

impl Eq for OptionalLog {}

/// The messages to and from one process.
#[derive(Debug, Default)]
pub(super) struct ProcessLog {
    log: Option<(Arc<Log>, usize)>,
    /// The last lines in order, up to a limit.
    last: VecDeque<LoggedLine>,
    /// Whether a bridge passes on the messages to and from its program, so that only these are recorded.
    wired: bool,
    /// Whether the last lines are returned without their times.
    untimed: bool,
}

/// A line of a message.
#[derive(Debug)]
struct LoggedLine {
    /// The time of the line, if known.
    at: Option<Duration>,
    /// Whether the line was sent to the process; otherwise, the process sent it.
    sent: bool,
    line: String,
}

impl ProcessLog {
    /// Starts the record of a process, and logs its command line.
    pub(super) fn of(program: &Program) -> Self {
        let log = program.logged.0.as_ref().map(|log| {
            let process = log.processes.fetch_add(1, Ordering::Relaxed) + 1;
            log.write(process, ":", &program.to_string());
            (Arc::clone(log), process)
        });
        Self { log, last: VecDeque::new(), wired: program.wired, untimed: program.untimed }
    }

    /// Records commands that were sent.
    pub(super) fn sent(&mut self, commands: &str) {
        if !self.wired {
            self.take_down(None, true, commands);
        }
    }

    /// Records received lines of an answer.
    pub(super) fn received(&mut self, lines: &[String]) {
        if !self.wired {
            lines.iter().for_each(|line| self.take_down(None, false, line));
        }
    }

    /// Records a line that a bridge passes on. Returns `false` if the line is not of that kind.
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
            // Few of the lines are ever reported, so they are cleaned only when they are.
            let line = line[..line.floor_char_boundary(remembered(quoted))].into();
            self.last.push_back(LoggedLine { at: at.filter(|_| !self.untimed), sent, line });
        }
    }

    /// Returns the last lines, each preceded by the time, if it is known, and by `>` or `<`.
    pub(super) fn last(&self) -> Vec<String> {
        let quoted = |sent: bool| if self.wired && sent { QUOTED_WIRE } else { QUOTED };
        // An answer without its command is not informative.
        let begins = self.last.iter().position(|said| said.sent).filter(|_| self.wired).unwrap_or_default();
        let last = self.last.iter().skip(begins);
        last.map(|said| format!("{} {}", sign(said.at, said.sent), plain(&said.line, quoted(said.sent))))
            .collect()
    }

    /// Returns the last lines sent to a program through a bridge, and the lines that the program has sent
    /// since.
    pub(super) fn exchange(&self) -> [Vec<&str>; 2] {
        let heard = self.last.iter().rev().take_while(|said| !said.sent).count();
        let (before, heard) = (self.last.len() - heard, self.last.iter().skip(self.last.len() - heard));
        let sent = self.last.iter().take(before).rev().take_while(|said| said.sent).count();
        let sent = self.last.iter().take(before).skip(before - sent);
        [sent.map(|said| said.line.as_str()).collect(), heard.map(|said| said.line.as_str()).collect()]
    }

    /// Whether a bridge passes on the messages to and from its program.
    pub(super) const fn is_wired(&self) -> bool {
        self.wired
    }
}

/// Returns the prefix of a line: the time if it is known, and `>` or `<`.
fn sign(at: Option<Duration>, sent: bool) -> String {
    let at = at.map(|at| format!("{} ", seconds(at))).unwrap_or_default();
    format!("{at}{}", if sent { '>' } else { '<' })
}
