//! The connection between the dataflows of two processes.
//!
//! Timely panics when a connection breaks. To prevent this, a failed read or write is reported to the process
//! and does not return to Timely's threads. The process then exits with a message.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::peers::Event;

/// The interval at which a thread checks, after the end of a connection, whether the other process has
/// reported that it is done.
const LOOK: Duration = Duration::from_millis(5);

/// A connection, with its state and counters.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    about: Arc<WireState>,
}

/// The state and the counters of a connection.
#[derive(Debug)]
pub(crate) struct WireState {
    /// The process at the other end.
    pub(crate) process: usize,
    /// Whether the other process has reported that its dataflow has ended.
    pub(crate) done: AtomicBool,
    pub(crate) sent: AtomicU64,
    pub(crate) events: Sender<Event>,
}

impl Wire {
    pub(crate) const fn new(stream: TcpStream, about: Arc<WireState>) -> Self {
        Self { stream, about }
    }

    /// Reports a lost connection to the process, and blocks the thread forever.
    fn lost(&self, problem: &io::Error) -> ! {
        let event = Event::Lost { process: self.about.process, problem: problem.to_string() };
        // Without a receiver, the process is about to exit.
        let _ = self.about.events.send(event);
        loop {
            thread::park();
        }
    }
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Ok(0) => break,
                Ok(read) => return Ok(read),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.lost(&error),
            }
        }
        // A process that is done reports this before it closes the connection. Any other process is lost,
        // which the thread that waits for its heartbeats reports.
        while !self.about.done.load(Ordering::SeqCst) {
            thread::sleep(LOOK);
        }
        Ok(0)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.stream.write(bytes) {
                Ok(written) => {
                    self.about.sent.fetch_add(written as u64, Ordering::Relaxed);
                    return Ok(written);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.lost(&error),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Self { stream: self.stream.try_clone()?, about: Arc::clone(&self.about) })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other process may have exited already.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
