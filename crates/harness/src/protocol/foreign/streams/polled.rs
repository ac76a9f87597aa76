//! The streams of a process on Unix. The caller waits for the streams directly, so that a command wakes only
//! the process, and its answer wakes only the checker.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use super::super::tail::text;
use super::{AHEAD, LONGEST, LineRead, Silence, both};

/// The number of bytes to read at once: the capacity of a pipe on most systems.
const READ: usize = 1 << 16;

/// The standard input and output of a process.
#[derive(Debug)]
pub(in super::super) struct Streams {
    /// The input; `None` once the process has closed it, or once everything is written and nothing will
    /// follow.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// The commands that have not been written completely.
    waiting: VecDeque<String>,
    /// The number of bytes of the first waiting command that have been written.
    written: usize,
    /// Whether nothing more will be written.
    finished: bool,
    /// The buffer for reading. It is reused, because clearing a new one for each answer would cost more than
    /// reading.
    room: Box<[u8]>,
    /// The bytes that have been read. The first `heard` of them have been returned.
    read: Vec<u8>,
    /// The number of bytes that have been returned.
    heard: usize,
    /// The number of bytes that have been returned, or are known to contain no line end.
    searched: usize,
    /// The reason why there is nothing more to read.
    over: Option<Silence>,
}

impl Streams {
    /// Takes the streams of a process.
    pub(in super::super) fn of(child: &mut Child) -> io::Result<Self> {
        let (stdin, stdout) = both(child)?;
        // This is the checker's end of the pipe; the program's end still blocks.
        fcntl(stdin.as_fd(), FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
        Ok(Self {
            stdin: Some(stdin),
            stdout,
            waiting: VecDeque::new(),
            written: 0,
            finished: false,
            room: vec![0; READ].into_boxed_slice(),
            read: Vec::new(),
            heard: 0,
            searched: 0,
            over: None,
        })
    }

    /// Writes a line; `false` if the process does not read, because too many lines are pending.
    pub(in super::super) fn say(&mut self, line: &str) -> bool {
        if self.waiting.len() > AHEAD {
            return false;
        }
        self.waiting.push_back(format!("{line}\n"));
        self.write();
        true
    }

    /// Closes the input of the process once everything is written.
    pub(in super::super) fn finish(&mut self) {
        self.finished = true;
        self.write();
    }

    /// Returns the next line, or the reason why there is none; `None` if neither is known in time.
    pub(in super::super) fn read_line(&mut self, patience: Duration) -> Option<LineRead> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(heard) = self.line() {
                return Some(heard);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let input = self.stdin.as_ref().filter(|_| !self.waiting.is_empty());
            let output = PollFd::new(self.stdout.as_fd(), PollFlags::POLLIN);
            let input = input.map(|stdin| PollFd::new(stdin.as_fd(), PollFlags::POLLOUT));
            let mut both: Vec<PollFd<'_>> = [output].into_iter().chain(input).collect();
            // Rounded up, because otherwise the last fraction of a millisecond would be polled in a busy
            // loop.
            let timeout = PollTimeout::try_from(left.as_micros().div_ceil(1000)).unwrap_or(PollTimeout::MAX);
            match poll(&mut both, timeout) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(Errno::EINTR | Errno::EAGAIN) => continue,
                Err(_) => {
                    self.over = Some(Silence::Closed);
                    continue;
                }
            }
            let ready: Vec<bool> = both.iter().map(|fd| fd.any() != Some(false)).collect();
            if ready[0] {
                self.read();
            }
            if ready.get(1) == Some(&true) {
                self.write();
            }
        }
    }

    /// Takes the first line out of the bytes read, if it is complete.
    fn line(&mut self) -> Option<LineRead> {
        let end = self.read[self.searched..].iter().position(|&byte| byte == b'\n');
        let end = end.map(|end| self.searched + end + 1);
        self.searched = self.read.len();
        let unheard = self.read.len() - self.heard;
        match (end, self.over) {
            (Some(end), _) if end - self.heard <= LONGEST => Some(Ok(self.take(end))),
            (None, None) if unheard < LONGEST => None,
            (None, Some(Silence::Closed)) if (1..LONGEST).contains(&unheard) => {
                Some(Ok(self.take(self.read.len())))
            }
            (None, Some(over)) if unheard == 0 => Some(Err(over)),
            _ => {
                self.read.clear();
                (self.heard, self.searched) = (0, 0);
                self.over = Some(Silence::Closed);
                Some(Err(Silence::Endless))
            }
        }
    }

    /// Takes the bytes up to `end` as a line.
    fn take(&mut self, end: usize) -> String {
        let line = text(&self.read[self.heard..end]);
        (self.heard, self.searched) = (end, end);
        line
    }

    /// Reads the available bytes.
    fn read(&mut self) {
        self.read.drain(..self.heard);
        self.searched -= self.heard;
        self.heard = 0;
        match self.stdout.read(&mut self.room) {
            Ok(0) => self.over = Some(Silence::Closed),
            Ok(length) => self.read.extend_from_slice(&self.room[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => self.over = Some(Silence::Closed),
        }
    }

    /// Writes as much as the process can receive without blocking.
    fn write(&mut self) {
        while let Some((stdin, line)) = self.stdin.as_mut().zip(self.waiting.front()) {
            match stdin.write(&line.as_bytes()[self.written..]) {
                Ok(length) if self.written + length < line.len() => self.written += length,
                Ok(_) => {
                    self.waiting.pop_front();
                    self.written = 0;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // If the process has closed its input, it is about to end, which is handled elsewhere.
                Err(_) => {
                    self.stdin = None;
                    self.waiting.clear();
                }
            }
        }
        if self.finished {
            self.stdin = None;
        }
    }
}
