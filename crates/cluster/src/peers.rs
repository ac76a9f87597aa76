//! Connections between processes, which also detect the failure of a process.
//!
//! Any two processes have two connections, one of which is used by their dataflows. On the other, they first
//! exchange descriptions of their runs, which must agree, and then send heartbeats until they are done. A
//! message consists of its length in four bytes, little-endian, followed by JSON.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bustan_solve::SolveError;
use serde::{Deserialize, Serialize};

use crate::error::ClusterError;
use crate::tiers::StoredTiers;
use crate::wire::{Wire, WireState};

/// The version of the messages. Increment it when they change.
const PROTOCOL: u32 = 1;

/// The name of the protocol, sent first on every connection.
const BUSTAN: &str = "bustan-cluster";

/// The time between attempts to connect.
const RETRY: Duration = Duration::from_millis(50);

/// The time limit for a connecting process to identify itself.
const GREETING: Duration = Duration::from_secs(2);

/// The number of heartbeats within the time after which a silent process counts as lost.
const BEATS: u32 = 5;

/// The time limit for a process to report the reason after its connection has broken.
const REASON: Duration = Duration::from_secs(1);

/// The maximum length of a message, in bytes.
const LONGEST: u32 = 1 << 24;

/// A process's description of itself and of its run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// The name of the protocol.
    bustan: String,
    protocol: u32,
    process: usize,
    /// Whether this connection is for the dataflow.
    data: bool,
    pub(crate) processes: usize,
    pub(crate) threads: usize,
    pub(crate) run: String,
    /// The tiers on its disk, if it stores tiers.
    pub(crate) tiers: Option<StoredTiers>,
}

/// The messages after the greeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Message {
    /// A heartbeat.
    Beat,
    /// The dataflow of the process has ended.
    Done,
    /// The process has failed.
    Failed { message: String, later: bool },
    /// The whole run has succeeded. Sent by process 0.
    Over,
}

/// An event at another process.
#[derive(Debug)]
pub(crate) enum Event {
    Lost { process: usize, problem: String },
    Failed { process: usize, message: String, later: bool },
    Over,
}

impl Event {
    /// Returns the event to report, given the events that follow this one. A process sends the reason why it
    /// exits, but its connection for the dataflow may break before that message arrives.
    pub(crate) fn explained(self, later: &Receiver<Self>) -> Self {
        let Self::Lost { process: lost, .. } = self else { return self };
        let until = Instant::now() + REASON;
        while let Ok(event) = later.recv_timeout(until.saturating_duration_since(Instant::now())) {
            match event {
                Self::Failed { process, .. } if process == lost => return event,
                // The run is over, and this process has noticed it late.
                Self::Over => return event,
                _ => {}
            }
        }
        self
    }

    pub(crate) fn failure(self) -> Option<ClusterError> {
        match self {
            Self::Lost { process, problem } => Some(ClusterError::Lost { process, problem }),
            Self::Failed { process, message, later } => {
                Some(ClusterError::Failed { process, message, later })
            }
            Self::Over => None,
        }
    }
}

/// The other processes.
pub(crate) struct Peers {
    pub(crate) events: Receiver<Event>,
    writers: Writers,
    /// The greetings of all processes, in the order of processes.
    pub(crate) hellos: Vec<Hello>,
    /// The connections for the dataflow.
    pub(crate) wires: Vec<Option<Wire>>,
    about: Vec<Arc<WireState>>,
}

/// The connections that carry heartbeats.
#[derive(Clone, Debug, Default)]
pub(crate) struct Writers(Arc<Mutex<Vec<TcpStream>>>);

impl Writers {
    fn say(&self, message: &Message) {
        let mut streams = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The reading thread detects a process that can no longer be reached.
        streams.iter_mut().for_each(|stream| drop(write(stream, message)));
    }

    /// Reports that the dataflow of this process has ended.
    pub(crate) fn done(&self) {
        self.say(&Message::Done);
    }
}

fn write<T: Serialize>(stream: &mut TcpStream, message: &T) -> io::Result<()> {
    let json = serde_json::to_vec(message)?;
    let mut bytes = (json.len() as u32).to_le_bytes().to_vec();
    bytes.extend(json);
    stream.write_all(&bytes)
}

fn read<T: for<'d> Deserialize<'d>>(stream: &mut TcpStream) -> io::Result<T> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::Error::new(ErrorKind::InvalidData, "it sent something that is not a message"));
    }
    let mut json = Vec::new();
    stream.take(length.into()).read_to_end(&mut json)?;
    Ok(serde_json::from_slice(&json)?)
}

/// Returns a message about an error while reading a message.
fn problem(error: &io::Error, patience: Duration) -> String {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => {
            format!("it has sent nothing for {} s", patience.as_secs_f64())
        }
        ErrorKind::UnexpectedEof => "it was closed at the other end".into(),
        _ => error.to_string(),
    }
}

/// The process that connects to the others.
pub(crate) struct Joining<'a> {
    pub(crate) hosts: &'a [String],
    pub(crate) process: usize,
    pub(crate) patience: Duration,
    pub(crate) threads: usize,
    pub(crate) run: String,
    pub(crate) tiers: Option<StoredTiers>,
    pub(crate) stop: &'a AtomicBool,
}

/// The connections to one other process so far.
struct PeerConnections {
    control: Option<TcpStream>,
    data: Option<TcpStream>,
    hello: Option<Hello>,
    /// Why a connection is missing.
    problem: String,
    about: Arc<WireState>,
}

impl PeerConnections {
    fn new(process: usize, send: &Sender<Event>) -> Self {
        let about = WireState {
            process,
            done: AtomicBool::new(false),
            sent: AtomicU64::new(0),
            events: send.clone(),
        };
        let problem = "it has not connected".into();
        Self { control: None, data: None, hello: None, problem, about: Arc::new(about) }
    }
}

impl Joining<'_> {
    fn hello(&self, data: bool) -> Hello {
        Hello {
            bustan: BUSTAN.into(),
            protocol: PROTOCOL,
            process: self.process,
            data,
            processes: self.hosts.len(),
            threads: self.threads,
            run: self.run.clone(),
            tiers: self.tiers.clone(),
        }
    }

    /// Connects this process to all others.
    pub(crate) fn join(&self) -> Result<Peers, ClusterError> {
        let address = &self.hosts[self.process];
        let listen = || {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            Ok(listener)
        };
        let unheard = |error| ClusterError::Listen { process: self.process, address: address.clone(), error };
        let listener = listen().map_err(unheard)?;
        let (send, events) = mpsc::channel();
        let writers = Writers::default();
        self.beat(&writers);
        let joined = self.connections(&listener, &send, &events, &writers);
        if let Err(error) = &joined {
            writers.say(&Message::Failed { message: error.to_string(), later: error.may_succeed_later() });
        }
        let (hellos, wires, about) = joined?;
        Ok(Peers { events, writers, hellos, wires, about })
    }

    /// Sends heartbeats on all connections until the process exits.
    fn beat(&self, writers: &Writers) {
        let (weak, pause) = (Arc::downgrade(&writers.0), self.patience / BEATS);
        thread::spawn(move || {
            while let Some(writers) = weak.upgrade() {
                Writers(writers).say(&Message::Beat);
                thread::sleep(pause);
            }
        });
    }

    #[allow(clippy::type_complexity)]
    fn connections(
        &self,
        listener: &TcpListener,
        send: &Sender<Event>,
        events: &Receiver<Event>,
        writers: &Writers,
    ) -> Result<(Vec<Hello>, Vec<Option<Wire>>, Vec<Arc<WireState>>), ClusterError> {
        let until = Instant::now() + self.patience;
        let mut all: Vec<PeerConnections> =
            (0..self.hosts.len()).map(|process| PeerConnections::new(process, send)).collect();
        while let Some(missing) = self.call_missing(&mut all, writers, until)? {
            self.answer_waiting(listener, &mut all, writers)?;
            if let Some(failure) = events.try_recv().ok().and_then(Event::failure) {
                return Err(failure);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(SolveError::Interrupted(0).into());
            }
            if Instant::now() > until {
                return Err(ClusterError::Unreached {
                    process: missing,
                    address: self.hosts[missing].clone(),
                    patience: self.patience,
                    problem: all.swap_remove(missing).problem,
                });
            }
            thread::sleep(RETRY);
        }
        let (mut hellos, mut wires, mut about) = (Vec::new(), Vec::new(), Vec::new());
        for ends in all {
            hellos.push(ends.hello.unwrap_or_else(|| self.hello(false)));
            wires.push(ends.data.map(|stream| Wire::new(stream, Arc::clone(&ends.about))));
            about.push(ends.about);
        }
        Ok((hellos, wires, about))
    }

    /// Tries once to establish each missing connection to a process with a lower index; processes with a
    /// higher index connect themselves. Returns a process to which a connection was missing.
    fn call_missing(
        &self,
        all: &mut [PeerConnections],
        writers: &Writers,
        until: Instant,
    ) -> Result<Option<usize>, ClusterError> {
        let mut missing = None;
        for (process, ends) in all.iter_mut().enumerate().filter(|(process, _)| *process != self.process) {
            for data in [false, true] {
                let there = if data { &ends.data } else { &ends.control };
                if there.is_some() {
                    continue;
                }
                missing = Some(process);
                if process < self.process {
                    match self.call(process, data, until)? {
                        Ok((stream, hello)) => self.enter(ends, stream, hello, writers)?,
                        Err(error) => ends.problem = error.to_string(),
                    }
                }
            }
        }
        Ok(missing)
    }

    /// Answers all pending connections, and stores those from processes with a higher index.
    fn answer_waiting(
        &self,
        listener: &TcpListener,
        all: &mut [PeerConnections],
        writers: &Writers,
    ) -> Result<(), ClusterError> {
        while let Ok((stream, _)) = listener.accept() {
            // A client without this protocol does not get an answer.
            if let Ok((stream, hello)) = self.answer(stream) {
                self.agrees(&hello)?;
                let from = hello.process;
                if from > self.process && from < all.len() {
                    self.enter(&mut all[from], stream, hello, writers)?;
                }
            }
        }
        Ok(())
    }

    /// Connects to another process. The outer error is final; the inner error may be temporary.
    #[allow(clippy::type_complexity)]
    fn call(
        &self,
        process: usize,
        data: bool,
        until: Instant,
    ) -> Result<io::Result<(TcpStream, Hello)>, ClusterError> {
        let left = until.saturating_duration_since(Instant::now()).max(RETRY).min(GREETING);
        let greeted = || {
            let mut last = io::Error::new(ErrorKind::NotFound, "its name has no address");
            for address in self.hosts[process].to_socket_addrs()? {
                match TcpStream::connect_timeout(&address, left) {
                    Ok(mut stream) => {
                        self.prepare(&stream)?;
                        write(&mut stream, &self.hello(data))?;
                        let hello: Hello = read(&mut stream)
                            .map_err(|error| io::Error::new(error.kind(), problem(&error, GREETING)))?;
                        return Ok((stream, hello));
                    }
                    Err(error) => last = error,
                }
            }
            Err(last)
        };
        let greeted = greeted();
        if let Ok((_, hello)) = &greeted {
            self.agrees(hello)?;
        }
        Ok(greeted)
    }

    fn answer(&self, mut stream: TcpStream) -> io::Result<(TcpStream, Hello)> {
        stream.set_nonblocking(false)?;
        self.prepare(&stream)?;
        let hello: Hello = read(&mut stream)?;
        write(&mut stream, &self.hello(hello.data))?;
        Ok((stream, hello))
    }

    fn prepare(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(self.patience))?;
        stream.set_read_timeout(Some(GREETING))
    }

    /// Checks that another process has the same plan.
    fn agrees(&self, theirs: &Hello) -> Result<(), ClusterError> {
        let ours = self.hello(theirs.data);
        let process = theirs.process;
        let differ = |what, theirs: &dyn ToString, ours: &dyn ToString| {
            let (theirs, ours) = (theirs.to_string(), ours.to_string());
            if theirs == ours { Ok(()) } else { Err(ClusterError::Differs { process, what, theirs, ours }) }
        };
        differ(
            "speaks",
            &format!("{} {}", theirs.bustan, theirs.protocol),
            &format!("{} {}", ours.bustan, ours.protocol),
        )?;
        differ("solves", &theirs.run, &ours.run)?;
        differ("is one of", &theirs.processes, &ours.processes)?;
        let threads = |hello: &Hello| match hello.threads {
            1 => "1 thread".to_string(),
            threads => format!("{threads} threads"),
        };
        differ("has", &threads(theirs), &threads(&ours))?;
        let keeps = |hello: &Hello| if hello.tiers.is_some() { "tiers" } else { "no tiers" };
        differ("keeps", &keeps(theirs), &keeps(&ours))
    }

    /// Stores a connection, and starts to listen for heartbeats on it.
    fn enter(
        &self,
        ends: &mut PeerConnections,
        stream: TcpStream,
        hello: Hello,
        writers: &Writers,
    ) -> Result<(), ClusterError> {
        let process = hello.process;
        let lost = |error: io::Error| ClusterError::Lost { process, problem: error.to_string() };
        if hello.data {
            stream.set_read_timeout(None).map_err(lost)?;
            stream.set_write_timeout(None).map_err(lost)?;
            ends.data = Some(stream);
            return Ok(());
        }
        stream.set_read_timeout(Some(self.patience)).map_err(lost)?;
        let (mut reading, writing) = (stream.try_clone().map_err(lost)?, stream.try_clone().map_err(lost)?);
        writers.0.lock().unwrap_or_else(PoisonError::into_inner).push(writing);
        let (about, patience) = (Arc::clone(&ends.about), self.patience);
        thread::spawn(move || {
            loop {
                let event = match read(&mut reading) {
                    Ok(Message::Beat) => continue,
                    Ok(Message::Done) => {
                        about.done.store(true, Ordering::SeqCst);
                        continue;
                    }
                    Ok(Message::Failed { message, later }) => Event::Failed { process, message, later },
                    Ok(Message::Over) => Event::Over,
                    Err(error) => Event::Lost { process, problem: problem(&error, patience) },
                };
                // The receiver is gone when the run is over.
                let _ = about.events.send(event);
                return;
            }
        });
        ends.control = Some(stream);
        ends.hello = Some(hello);
        Ok(())
    }
}

impl Peers {
    pub(crate) fn writers(&self) -> Writers {
        self.writers.clone()
    }

    /// The bytes that the dataflow has sent to other processes.
    pub(crate) fn sent(&self) -> u64 {
        self.about.iter().map(|about| about.sent.load(Ordering::Relaxed)).sum()
    }

    /// Reports to all others that this process has failed.
    pub(crate) fn fail(&self, message: String, later: bool) {
        self.writers.say(&Message::Failed { message, later });
    }

    /// Reports to all others that the run has succeeded.
    pub(crate) fn over(&self) {
        self.writers.say(&Message::Over);
        for stream in self.writers.0.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = stream.shutdown(Shutdown::Write);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message that is reported about process 1 if its connection breaks before `events` arrive; `None`
    /// for success.
    fn told(events: Vec<Event>) -> Option<String> {
        let (send, later) = mpsc::channel();
        events.into_iter().for_each(|event| send.send(event).unwrap());
        drop(send);
        let lost = Event::Lost { process: 1, problem: "reset".into() };
        lost.explained(&later).failure().map(|failure| failure.to_string())
    }

    fn failed(process: usize) -> Event {
        Event::Failed { process, message: "no space".into(), later: false }
    }

    #[test]
    fn the_last_words_of_a_process_count_more_than_its_broken_connection() {
        let again = Event::Lost { process: 1, problem: "closed".into() };
        let told = told(vec![again, failed(2), failed(1)]);
        assert_eq!(told.as_deref(), Some("process 1 has failed: no space"));
    }

    #[test]
    fn a_process_that_is_gone_without_a_word_is_lost() {
        let lost = Some("the connection to process 1 is lost: reset".to_string());
        assert_eq!([told(vec![failed(2)]), told(vec![])], [lost.clone(), lost]);
    }

    #[test]
    fn a_process_that_has_ended_since_all_is_over_is_not_lost() {
        assert_eq!(told(vec![failed(2), Event::Over]), None);
    }
}
