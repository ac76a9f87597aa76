//! The child process of a bridge: the program that the bridge translates for.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::process::{Child as Process, ChildStdin, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::Spec;
use crate::outlet::Outlet;

/// The time that a program has to exit after `quit`.
const FAREWELL: Duration = Duration::from_millis(200);

/// The time to wait for a line of the program before the lines sent to it are passed on, so that the caller
/// sees what the bridge is waiting for.
const PROMPT: Duration = Duration::from_millis(50);

/// The maximum number of bytes of a line that are kept. The rest of a longer line is dropped.
const LONGEST: usize = 1 << 20;

/// The maximum length of a quotation in a message, in characters.
const QUOTED: usize = 200;

/// The exit code of a bridge whose program does not follow its protocol.
pub const NOT_SPOKEN: u8 = 3;

/// The offset that shells and bridges add to a signal number to make an exit code.
#[cfg(unix)]
const SIGNALLED: i32 = 128;

/// The words of a bridge about a program that a signal killed, and of one that ended with an exit code which a bridge has
/// for something else, in words that follow the program.
const KILLED: &str = " was killed by signal ";
const ENDED: &str = " ended without a quit, with exit code ";

/// Parses the line with which a bridge reports how its program ended; `None` for any other line.
///
/// ```
/// use bustan_bridges::how_ended;
///
/// assert_eq!(how_ended("./mine was killed by signal 11").as_deref(), Some("killed by signal 11"));
/// assert_eq!(how_ended("assertion failed"), None);
/// ```
pub fn how_ended(line: &str) -> Option<String> {
    let number = |words: &str| line.rsplit_once(words)?.1.parse::<u32>().ok();
    let killed = number(KILLED).map(|signal| format!("killed by signal {signal}"));
    killed.or_else(|| number(ENDED).map(|code| format!("exit code {code}")))
}

/// Why a bridge exits.
#[derive(Debug)]
pub(crate) enum BridgeError {
    /// The program exited with this exit code.
    Ended(u8),
    /// A signal killed the program: its name and the signal number.
    #[cfg(unix)]
    Killed(String, i32),
    /// The program reported, or the bridge detected, that it cannot continue. Contains the message.
    Said(String),
}

impl BridgeError {
    /// Writes to standard error what the program has not reported itself, and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Ended(code) => code.into(),
            #[cfg(unix)]
            Self::Killed(program, signal) => {
                eprintln!("{program}{KILLED}{signal}");
                u8::try_from(SIGNALLED + signal).unwrap_or(1).into()
            }
            Self::Said(words) => {
                eprintln!("{words}");
                NOT_SPOKEN.into()
            }
        }
    }
}

/// A running program. A thread reads its lines as they arrive.
pub(crate) struct Child {
    process: Process,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    outlet: Outlet,
    /// The name of the program, for messages.
    pub(crate) program: String,
}

impl Child {
    /// Starts the program of a specification. It inherits the bridge's standard error; `outlet` is the
    /// bridge's output.
    pub(crate) fn start(spec: &Spec, outlet: &Outlet) -> Result<Self, BridgeError> {
        let program = spec.words[0].clone();
        let mut command = Command::new(&program);
        command.args(&spec.words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command
            .spawn()
            .map_err(|error| BridgeError::Said(format!("cannot start {program:?}: {error}")))?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut reader = output.map(BufReader::new);
            while let Some(line) = reader.as_mut().and_then(next_line) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { process, input, lines, outlet: outlet.clone(), program })
    }

    /// Sends lines in a single write.
    pub(crate) fn say(&mut self, lines: &str) -> Result<(), BridgeError> {
        let input = self.input.as_mut();
        if input.is_some() {
            self.outlet.sent(lines);
        }
        let written = input.map(|input| writeln!(input, "{lines}").and_then(|()| input.flush()));
        match written {
            Some(Err(error)) if error.kind() == ErrorKind::BrokenPipe => Err(self.ended()),
            Some(Err(error)) => Err(BridgeError::Said(format!("cannot write to {}: {error}", self.program))),
            _ => Ok(()),
        }
    }

    /// Returns the next line, and waits for it without a time limit, because the caller of the bridge has
    /// one.
    pub(crate) fn read_line(&mut self) -> Result<String, BridgeError> {
        match self.prompt(None) {
            Err(RecvTimeoutError::Timeout) => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
            heard => heard,
        }
        .inspect(|line| self.outlet.heard(line))
        .map_err(|_| self.ended())
    }

    /// Returns the next line, or `None` if it does not arrive before the deadline.
    pub(crate) fn hear_until(&mut self, deadline: Instant) -> Result<Option<String>, BridgeError> {
        let heard = match self.prompt(Some(deadline)) {
            Err(RecvTimeoutError::Timeout) => self.lines.recv_timeout(until(deadline)),
            heard => heard,
        };
        match heard {
            Ok(line) => {
                self.outlet.heard(&line);
                Ok(Some(line))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// Returns the next line if it arrives within [`PROMPT`] and before the deadline. After [`PROMPT`],
    /// writes the pending output.
    fn prompt(&self, deadline: Option<Instant>) -> Result<String, RecvTimeoutError> {
        let wait = deadline.map_or(PROMPT, |deadline| until(deadline).min(PROMPT));
        let heard = self.lines.recv_timeout(wait);
        if wait == PROMPT && heard == Err(RecvTimeoutError::Timeout) {
            self.outlet.write_anyway();
        }
        heard
    }

    /// Returns the error for a program whose answer is not valid in its protocol.
    pub(crate) fn astray(&self, command: &str, answer: &str) -> BridgeError {
        let cut = |text: &str| text.chars().take(QUOTED).collect::<String>();
        BridgeError::Said(format!("{} answers {:?} with {:?}", self.program, cut(command), cut(answer)))
    }

    /// Returns how a program that has closed its output ended.
    fn ended(&mut self) -> BridgeError {
        self.input = None;
        self.outlet.write_anyway();
        let Ok(status) = self.process.wait() else { return BridgeError::Ended(1) };
        #[cfg(unix)]
        if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
            return BridgeError::Killed(self.program.clone(), signal);
        }
        match status.code().and_then(|code| u8::try_from(code).ok()) {
            Some(code @ (0 | NOT_SPOKEN)) => BridgeError::Said(format!("{}{ENDED}{code}", self.program)),
            code => BridgeError::Ended(code.unwrap_or(1)),
        }
    }
}

/// The time left until the deadline, zero if it has passed.
fn until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

/// Reads the next line of the output, without its line ending. Invalid UTF-8 is replaced, and a line is cut
/// after [`LONGEST`] bytes.
fn next_line(reader: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let buffer = match reader.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if buffer.is_empty() {
            return (!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        bytes.extend_from_slice(&part[..part.len().min(LONGEST - bytes.len())]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return Some(String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_string());
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // A program that has already exited no longer reads its input.
        let _ = self.say("quit");
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline && matches!(self.process.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(2));
        }
        // `kill` fails only if the process has already exited.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_line_feeds_and_long_ones_are_cut() {
        let mut bytes = b"one\r\n\n\xfftwo\n".to_vec();
        bytes.resize(bytes.len() + 3 * LONGEST, b'x');
        bytes.extend(b"\nlast");
        let mut reader = BufReader::new(&bytes[..]);
        let lines: Vec<String> = std::iter::from_fn(|| next_line(&mut reader)).collect();
        assert_eq!(lines[..3], ["one", "", "\u{fffd}two"]);
        assert_eq!((lines[3].len(), &*lines[4], lines.len()), (LONGEST, "last", 5));
    }
}
