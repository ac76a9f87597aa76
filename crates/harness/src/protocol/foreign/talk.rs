//! The exchange of commands and answers with a process.

use std::time::{Duration, Instant};

use super::log::ProcessLog;
use super::process::Process;
use super::program::{BridgedProtocol, Program};
use super::streams::Silence;
use crate::compare::divergence::plain;
use crate::compare::participant::{End, Fault};

/// The maximum length of an answer, in bytes.
const LONGEST: usize = 1 << 24;

/// The maximum number of blank lines that are tolerated between two answers.
const BLANK: usize = 1000;

/// The maximum length of a quotation, in characters.
const QUOTED: usize = 300;

/// The maximum number of lines that a fault quotes of the last lines sent to a program through a bridge, and
/// of the lines that the program has sent since.
const EXCHANGED: usize = 6;

/// A program's answer: a text, or a refusal with its message.
pub(super) type Answer = Result<String, String>;

/// A conversation with a process.
#[derive(Debug)]
pub(super) struct Talk {
    process: Process,
    minutes: ProcessLog,
    spoken: BridgedProtocol,
}

impl Talk {
    /// Starts a conversation with a process of a program.
    pub(super) fn with(process: Process, program: &Program) -> Self {
        let minutes = ProcessLog::of(program);
        Self { process, minutes, spoken: program.spoken }
    }

    /// Returns the last messages, one per line, each preceded by `>` or `<`, and with a bridge also by the
    /// time.
    pub(super) fn transcript(&self) -> Vec<String> {
        self.minutes.last()
    }

    /// Sends a command and waits for the answer.
    pub(super) fn ask(&mut self, command: &str, timeout: Duration) -> Result<Answer, Fault> {
        self.no_one_asked(command)?;
        self.say(command)?;
        self.answer(command, timeout)
    }

    /// Sends one or more commands without waiting for answers. They are written together, so that a program
    /// that wakes up at the first command also finds the others.
    pub(super) fn give<'c>(&mut self, commands: impl Iterator<Item = &'c str>) -> Result<(), Fault> {
        let commands = commands.collect::<Vec<_>>().join("\n");
        self.no_one_asked(&commands)?;
        self.say(&commands)
    }

    fn say(&mut self, command: &str) -> Result<(), Fault> {
        self.minutes.sent(command);
        if self.process.say(command) {
            return Ok(());
        }
        Err(self.trouble(format!("reads no commands, {} among them", first(command)), command, &[]))
    }

    /// Waits for the answer to `command`, which must be the oldest unanswered command.
    pub(super) fn answer(&mut self, command: &str, timeout: Duration) -> Result<Answer, Fault> {
        let deadline = Instant::now() + timeout;
        let mut lines: Vec<String> = Vec::new();
        let mut length = 0;
        loop {
            let line = match self.process.read_line(deadline) {
                Ok(line) => line,
                Err(silence) => return Err(self.silent(silence, command, timeout, &lines)),
            };
            if lines.is_empty() && (line.trim().is_empty() || self.minutes.passed_on(&line)) {
                if Instant::now() > deadline {
                    return Err(self.silent(Silence::TimedOut, command, timeout, &lines));
                }
                continue;
            }
            if line.trim().is_empty() {
                break;
            }
            if lines.is_empty() && !line.starts_with(['=', '?']) {
                let words = format!("answers {} with text that is not a protocol answer", first(command));
                let said = [line];
                self.minutes.received(&said);
                return Err(self.trouble(words, command, &said));
            }
            length += line.len();
            lines.push(line);
            if length > LONGEST {
                return Err(self.silent(Silence::Endless, command, timeout, &lines));
            }
        }
        self.minutes.received(&lines);
        let text = lines.join("\n");
        let (status, text) = text.split_at(1);
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let words = format!("answers {} with the number of a command that had none", first(command));
            return Err(self.trouble(words, command, &lines));
        }
        let text = text.trim_start_matches([' ', '\t']);
        // The first line of a drawing may be indented.
        let text = text.trim_start_matches('\n').trim_end().to_string();
        Ok(if status == "=" { Ok(text) } else { Err(text) })
    }

    /// Checks that the program has written nothing since the last answer.
    fn no_one_asked(&mut self, command: &str) -> Result<(), Fault> {
        let mut blank = 0;
        while let Some(heard) = self.process.try_read_line() {
            match heard {
                Ok(line) if self.minutes.passed_on(&line) => {}
                Ok(line) if line.trim().is_empty() && blank < BLANK => blank += 1,
                Ok(line) if line.trim().is_empty() => {
                    return Err(self.silent(Silence::Endless, command, Duration::ZERO, &[]));
                }
                Ok(line) => {
                    let words = format!("prints unrequested output before {}", first(command));
                    let said = [line];
                    self.minutes.received(&said);
                    return Err(self.trouble(words, command, &said));
                }
                Err(silence) => return Err(self.silent(silence, command, Duration::ZERO, &[])),
            }
        }
        Ok(())
    }

    fn silent(&mut self, silence: Silence, command: &str, timeout: Duration, said: &[String]) -> Fault {
        self.minutes.received(said);
        let name = first(command);
        let mut cause = String::new();
        let (end, words) = match silence {
            Silence::TimedOut if !self.process.has_ended() => (End::Silence, self.late(command, timeout)),
            Silence::TimedOut | Silence::Closed => {
                let words = format!("the process ended {}: {}", self.when("at", command), self.process.end());
                cause = plain(&self.process.cause(), QUOTED);
                (if self.process.was_killed() { End::Killed } else { End::Failure }, words)
            }
            Silence::Interrupted => (End::Interruption, format!("interrupted before it answered {name}")),
            Silence::Endless => (End::Failure, format!("answers {name} without end")),
        };
        Fault { end, cause, ..self.trouble(words, command, said) }
    }

    /// Describes an answer that did not arrive in time: `no complete answer to play`, or a text in the terms
    /// of the protocol that the program speaks.
    fn late(&self, command: &str, timeout: Duration) -> String {
        let seconds = timeout.as_secs_f64();
        let [sent, _] = self.minutes.exchange();
        let last = sent.last().copied().unwrap_or_default();
        let Some(awaited) = self.spoken.awaits(last).filter(|_| self.minutes.is_wired()) else {
            return format!("no complete answer {} within {seconds} s", self.when("to", command));
        };
        let since = if last.is_empty() { "the start".into() } else { format!("`{}`", first(last)) };
        let asked = self.spoken.asks(first(command)).map(|asked| format!(" when asked {asked}"));
        format!("no {awaited} within {seconds} s of {since}{}", asked.unwrap_or_default())
    }

    /// Describes the command at which something happened: `at play`, or a text in the terms of the protocol
    /// that the program speaks.
    pub(super) fn when(&self, preposition: &str, command: &str) -> String {
        let [sent, _] = self.minutes.exchange();
        match (self.spoken.asks(first(command)), sent.last()) {
            (Some(asked), _) => format!("when asked {asked}"),
            (None, Some(line)) if self.minutes.is_wired() => format!("{preposition} `{}`", first(line)),
            _ => format!("{preposition} {}", first(command)),
        }
    }

    /// Gives the process up, and returns a fault at `command`. `said` is the part of an answer read so far.
    pub(super) fn trouble(&mut self, words: String, command: &str, said: &[String]) -> Fault {
        self.process.give_up();
        let mut lines = vec![words];
        if self.minutes.is_wired() {
            lines.extend(self.exchanged());
        } else {
            lines.push(format!("the command: {}", plain(command, QUOTED)));
            lines.extend(said.iter().take(3).map(|line| format!("the answer: {}", plain(line, QUOTED))));
        }
        lines.extend(self.process.last_lines().iter().map(|line| plain(line, QUOTED)));
        let cause = String::new();
        Fault { end: End::Failure, command: first(command).into(), cause, words: lines.join("\n") }
    }

    /// Returns the last lines sent to a program through a bridge, and the last lines that the program has
    /// sent since.
    fn exchanged(&self) -> Vec<String> {
        let [sent, heard] = self.minutes.exchange();
        let last = |lines: &[&str], sign: char| -> Vec<String> {
            let left_out = lines.len().saturating_sub(EXCHANGED);
            lines[left_out..].iter().map(|line| format!("{sign} {}", plain(line, QUOTED))).collect()
        };
        [last(&sent, '>'), last(&heard, '<')].concat()
    }
}

fn first(command: &str) -> &str {
    command.split([' ', '\n']).next().unwrap_or_default()
}
