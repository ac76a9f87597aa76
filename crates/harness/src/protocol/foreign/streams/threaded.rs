//! The streams of a process on any system. A separate thread serves each stream.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::super::tail::text;
use super::{AHEAD, LONGEST, LineRead, Silence, both};

/// The standard input and output of a process.
#[derive(Debug)]
pub(in super::super) struct Streams {
    /// The lines to be written; `None` once nothing more will be written.
    input: Option<SyncSender<String>>,
    output: Receiver<LineRead>,
}

impl Streams {
    /// Takes the streams of a process.
    pub(in super::super) fn of(child: &mut Child) -> io::Result<Self> {
        let (mut stdin, stdout) = both(child)?;
        let (input, to_write) = sync_channel::<String>(AHEAD);
        let (heard, output) = sync_channel(AHEAD);
        thread::spawn(move || {
            // If the process has closed its input, it is about to end, which is handled elsewhere.
            to_write.iter().all(|line| stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_ok())
        });
        thread::spawn(move || read_lines(BufReader::new(stdout), &heard));
        Ok(Self { input: Some(input), output })
    }

    /// Writes a line; `false` if the process does not read, because too many lines are pending.
    pub(in super::super) fn say(&mut self, line: &str) -> bool {
        self.input.as_ref().is_some_and(|input| input.try_send(format!("{line}\n")).is_ok())
    }

    /// Closes the input of the process once everything is written.
    pub(in super::super) fn finish(&mut self) {
        self.input = None;
    }

    /// Returns the next line, or the reason why there is none; `None` if neither is known in time.
    pub(in super::super) fn read_line(&mut self, patience: Duration) -> Option<LineRead> {
        match self.output.recv_timeout(patience) {
            Ok(heard) => Some(heard),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err(Silence::Closed)),
        }
    }
}

fn read_lines(mut stream: impl BufRead, heard: &SyncSender<LineRead>) {
    loop {
        let mut bytes = Vec::new();
        let line = match stream.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(read) if read == LONGEST && !bytes.ends_with(b"\n") => Err(Silence::Endless),
            Ok(_) => Ok(text(&bytes)),
        };
        let over = line.is_err();
        if heard.send(line).is_err() || over {
            return;
        }
    }
}
