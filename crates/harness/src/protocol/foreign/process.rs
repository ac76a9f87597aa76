//! A process with its standard streams, none of which can block the checker.

use std::io::{self, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::groups;
use super::streams::{LineRead, Silence, Streams};
use super::tail::{Tail, each_line};

/// The time limit for a process to exit after `quit`.
const FAREWELL: Duration = Duration::from_millis(250);

/// The time limit for a process that closed its output to exit, and for its last output to arrive.
const AFTERMATH: Duration = Duration::from_millis(500);

/// The time at which the run was interrupted. Answers are no longer needed afterwards.
static INTERRUPTED: OnceLock<Instant> = OnceLock::new();

/// The time for which callers still wait for answers after an interruption.
const GRACE: Duration = Duration::from_millis(500);

/// The interval at which a waiting thread checks whether the run was interrupted.
const SLICE: Duration = Duration::from_millis(50);

/// Makes all callers that wait for an external engine's answer give up soon, in order to end a run. An engine
/// that is given up for this reason is not a finding.
pub fn interrupt() {
    INTERRUPTED.get_or_init(Instant::now);
}

/// A flag that is set once the answers of a program are no longer needed. All flags compare equal, because
/// they do not describe the program.
#[derive(Clone, Debug, Default)]
pub(super) struct CancelFlag(pub(super) Arc<AtomicBool>);

impl PartialEq for CancelFlag {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for CancelFlag {}

/// A running process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    unneeded: CancelFlag,
    streams: Streams,
    errors: Arc<Mutex<Tail>>,
    listener: Option<JoinHandle<()>>,
    /// Whether to kill the process without sending `quit`.
    hopeless: bool,
    /// Whether the process is known to have ended.
    ended: bool,
}

impl Process {
    /// Starts a program. The first of the words is its path, and the others are its arguments.
    pub(super) fn start(words: &[String], unneeded: &CancelFlag) -> io::Result<Self> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        groups::apart(&mut command);
        let mut child = command.spawn()?;
        groups::enter(&child);
        let streams = Streams::of(&mut child).inspect_err(|_| {
            groups::kill(child.id());
            // A process that cannot be killed has ended.
            let _ = child.wait();
            groups::leave(child.id());
        })?;
        let errors = Arc::new(Mutex::new(Tail::default()));
        let listener = child.stderr.take().map(|stderr| {
            let errors = Arc::clone(&errors);
            thread::spawn(move || {
                each_line(BufReader::new(stderr), |line| {
                    errors.lock().unwrap_or_else(PoisonError::into_inner).push(line);
                });
            })
        });
        let unneeded = unneeded.clone();
        Ok(Self { child, unneeded, streams, errors, listener, hopeless: false, ended: false })
    }

    /// Writes a line; `false` if the process does not read, because too many lines are pending.
    pub(super) fn say(&mut self, line: &str) -> bool {
        self.streams.say(line)
    }

    /// Returns the next line as soon as it has arrived, waiting until `deadline` at most.
    pub(super) fn read_line(&mut self, deadline: Instant) -> LineRead {
        loop {
            let unneeded = self.unneeded.0.load(Ordering::Relaxed);
            if unneeded || INTERRUPTED.get().is_some_and(|since| since.elapsed() > GRACE) {
                return Err(Silence::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if let Some(heard) = self.streams.read_line(left.min(SLICE)) {
                return heard;
            }
            if left <= SLICE {
                return Err(Silence::TimedOut);
            }
        }
    }

    /// Returns the next line if it has already arrived.
    pub(super) fn try_read_line(&mut self) -> Option<LineRead> {
        self.streams.read_line(Duration::ZERO)
    }

    /// Describes how the process ended. A process that has only closed its output is killed when it is
    /// dropped.
    pub(super) fn end(&mut self) -> String {
        self.hopeless = true;
        let deadline = Instant::now() + AFTERMATH;
        let still = || Instant::now() < deadline;
        while still() && matches!(self.ended(), Ok(None)) {
            thread::sleep(Duration::from_millis(2));
        }
        while still() && self.listener.as_ref().is_some_and(|listener| !listener.is_finished()) {
            thread::sleep(Duration::from_millis(2));
        }
        match self.ended() {
            Ok(Some(status)) => described(status),
            Ok(None) => "it closed its standard output but kept running".into(),
            Err(error) => format!("its status is unknown: {error}"),
        }
    }

    /// Whether the process was killed from outside: by a signal that programs do not send to themselves, or
    /// with the exit code for such a signal if a shell or another program started the engine.
    pub(super) fn was_killed(&mut self) -> bool {
        self.ended().is_ok_and(|status| status.is_some_and(killed))
    }

    /// Whether the process has ended. Another process that it started may still have its output open.
    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.ended(), Ok(Some(_)))
    }

    /// Returns the exit status of the process if it has ended. Kills every process that it left running
    /// immediately, before another group can get its id.
    fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        let status = self.child.try_wait()?;
        if status.is_some() && !self.ended {
            self.ended = true;
            groups::kill(self.child.id());
            groups::leave(self.child.id());
        }
        Ok(status)
    }

    /// Gives the process up, so that dropping it kills it without sending `quit`.
    pub(super) fn give_up(&mut self) {
        self.hopeless = true;
    }

    /// Returns the line of the standard error that gives the reason why the process ended; empty if there is
    /// none.
    pub(super) fn cause(&mut self) -> String {
        let failed = self.ended().is_ok_and(|status| status.and_then(|status| status.code()) > Some(0));
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        errors.cause(failed).unwrap_or_default().into()
    }

    /// Returns the last lines of the process's standard error, each labelled.
    pub(super) fn last_lines(&self) -> Vec<String> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).labelled().collect()
    }
}

/// The signals with which a user or the system ends a process: `SIGHUP`, `SIGKILL` and `SIGTERM`.
#[cfg(unix)]
const ENDS: [i32; 3] = [1, 9, 15];

/// The offset that shells add to a signal number to make an exit code.
#[cfg(unix)]
const SIGNALLED: i32 = 128;

/// Whether a process with this exit status was killed from outside.
#[cfg(unix)]
fn killed(status: ExitStatus) -> bool {
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    let signal = signal.or_else(|| status.code()?.checked_sub(SIGNALLED));
    signal.is_some_and(|signal| ENDS.contains(&signal))
}

#[cfg(not(unix))]
fn killed(_: ExitStatus) -> bool {
    false
}

fn described(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    status.code().map_or_else(|| status.to_string(), |code| format!("exit code {code}"))
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.hopeless && self.say("quit") {
            self.streams.finish();
            let deadline = Instant::now() + FAREWELL;
            while Instant::now() < deadline && self.read_line(deadline).is_ok() {}
        }
        if self.has_ended() {
            return;
        }
        let id = self.child.id();
        groups::kill(id);
        // A process that cannot be killed has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
        groups::leave(id);
    }
}
