//! The plan of a run: the game to solve, its limits, and the number of workers.

use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use bustan_solve::database::Subject;
use bustan_solve::spilled::Spilled;
use bustan_solve::spilled::gather::{Gathering, place};
use bustan_solve::{Limits, Progress, Solution, SolveError, sides};
use bustan_vocabulary::Solve;
use timely::communication::AllocatorBuilder;
use timely::worker::Config;

use crate::error::ClusterError;
use crate::link::Link;
use crate::positions::Positions;
use crate::tiers::{self, Resume, StoredTiers};
use crate::worker::{self, Figures, Part, Shared};

/// The interval at which progress is reported and interruption is checked.
pub(crate) const LOOK: Duration = Duration::from_millis(100);

/// The game to solve, and how to solve it.
#[derive(Clone, Debug)]
pub struct Plan<S> {
    /// The graph of the game, or that of its first player.
    pub graph: S,
    /// The game and its start.
    pub subject: Subject,
    /// The limits of each process.
    pub limits: Limits,
    /// The number of workers in each process.
    pub threads: usize,
    /// The directory in which process 0 combines the solutions; `None` combines them in memory.
    pub spill: Option<PathBuf>,
    /// The directory for the tiers of this process. If it contains tiers, the run resumes after them.
    pub tiers: Option<PathBuf>,
}

/// The result that the first worker has combined, with one solution for each graph.
#[derive(Debug)]
pub enum Solved {
    /// Solutions in memory; empty in all processes except process 0.
    Memory(Vec<Solution>),
    /// Solutions on disk.
    Disk(Spilled),
}

impl<S: Solve + 'static> Plan<S> {
    /// A description of the run. Tiers of a run with a different description cannot be used.
    pub(crate) fn run(&self) -> String {
        let Subject { game, numbering, start, symmetry } = &self.subject;
        let symmetry = if *symmetry { ", one of each symmetric set" } else { "" };
        let version = env!("CARGO_PKG_VERSION");
        format!("{game} from {start}{symmetry}, with numbering {numbering} of version {version}")
    }

    pub(crate) fn held(&self) -> Result<Option<StoredTiers>, ClusterError> {
        self.tiers.as_deref().map(|directory| tiers::held(directory, &self.run())).transpose()
    }

    /// The state that the workers of a process share. `apart`: other processes take part.
    pub(crate) fn shared(&self, process: usize, apart: bool, resume: Resume) -> Shared {
        let graphs =
            sides(&self.graph).into_iter().map(|side| Box::new(side.graph) as Box<dyn Positions>).collect();
        Shared {
            graphs,
            run: self.run(),
            symmetry: self.limits.symmetry,
            memory: self.limits.memory / self.threads as u64,
            gather: self.spill.as_deref().filter(|_| process == 0).map(|dir| place(dir, &self.subject)),
            tiers: self.tiers.clone(),
            resume,
            process,
            apart,
            threads: self.threads,
            halt: Arc::new(AtomicBool::new(false)),
            progress: Arc::new(Figures::default()),
        }
    }

    /// Solves all graphs with the threads of this process only. Returns one solution for each graph.
    ///
    /// # Errors
    /// Fails if a single process could not solve them either, or if tiers cannot be read or written.
    pub fn solve(&self, progress: &Progress) -> Result<Solved, ClusterError> {
        let gathering = self.gathering(0)?;
        let held = self.held()?.unwrap_or_default();
        let shared = self.shared(0, false, tiers::agree(&[held], self.threads, self.threads));
        let (halt, figures) = (Arc::clone(&shared.halt), Arc::clone(&shared.progress));
        let (allocators, others) =
            timely::CommunicationConfig::Process(self.threads).try_build().map_err(ClusterError::Workers)?;
        let over = start(allocators, others, shared, |_| {});
        loop {
            match over.recv_timeout(LOOK) {
                Ok(parts) => return Ok(self.solved(parts?, gathering)),
                Err(mpsc::RecvTimeoutError::Timeout) => figures.copy_to(progress),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(ClusterError::Halted),
            }
            if progress.stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
                return Err(SolveError::Interrupted(progress.found.load(Ordering::Relaxed)).into());
            }
        }
    }

    /// Returns the files in which this process combines solutions, if it combines them on disk.
    pub(crate) fn gathering(&self, process: usize) -> Result<Option<Gathering>, ClusterError> {
        let dir = self.spill.as_deref().filter(|_| process == 0);
        Ok(dir.map(|dir| Gathering::begin(dir, &self.subject)).transpose()?)
    }

    /// Returns the solutions that the first worker has combined; empty if that worker is in another process.
    pub(crate) fn solved(&self, parts: Vec<Part>, gathering: Option<Gathering>) -> Solved {
        let (mut solutions, mut wholes) = (Vec::new(), Vec::new());
        for (part, side) in parts.into_iter().zip(sides(&self.graph)) {
            match part {
                Part::Memory(counts, entries) => {
                    let start = side.graph.start();
                    let start = if self.limits.symmetry { side.graph.canonical(start) } else { start };
                    solutions.push(Solution::new(start, counts, entries.len(), entries.into_iter()));
                }
                Part::Disk(whole) => wholes.push(whole),
            }
        }
        match gathering {
            Some(gathering) => Solved::Disk(gathering.end(wholes)),
            None => Solved::Memory(solutions),
        }
    }
}

impl Figures {
    pub(crate) fn copy_to(&self, progress: &Progress) {
        progress.found.store(self.found.load(Ordering::Relaxed), Ordering::Relaxed);
        progress.solved.store(self.solved.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// Starts the workers of this process. The receiver gets one result: either what the first worker of the
/// process has combined, or the first failure. Each worker calls `last` when its dataflow is over, with the
/// number of workers that are still running.
pub(crate) fn start(
    allocators: Vec<AllocatorBuilder>,
    others: Box<dyn std::any::Any + Send>,
    shared: Shared,
    last: impl Fn(usize) + Send + Sync + 'static,
) -> Receiver<Result<Vec<Part>, ClusterError>> {
    let (send, receive) = mpsc::sync_channel(1);
    let threads = allocators.len();
    let left = AtomicUsize::new(threads);
    let failed = send.clone();
    let work = move |timely: &mut timely::worker::Worker| {
        let mut link = Link::new(timely, Arc::clone(&shared.halt));
        let working = || worker::work(&shared, &mut link).and_then(|parts| link.over().map(|()| parts));
        let done = panic::catch_unwind(AssertUnwindSafe(working)).unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().cloned();
            let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            Err(ClusterError::Panicked(message.unwrap_or_default()))
        });
        match done {
            Ok(parts) => {
                last(left.fetch_sub(1, Ordering::SeqCst) - 1);
                Some(parts)
            }
            Err(error) => {
                shared.halt.store(true, Ordering::SeqCst);
                if !matches!(error, ClusterError::Halted) {
                    // Only the first failure is reported.
                    let _ = failed.try_send(Err(error));
                }
                // If this worker dropped its input, workers in other processes would consider it finished and
                // store incomplete tiers.
                if shared.apart {
                    loop {
                        thread::park();
                    }
                }
                None
            }
        }
    };
    thread::spawn(move || {
        let guards = match timely::execute::execute_from(allocators, others, Config::default(), work) {
            Ok(guards) => guards,
            Err(error) => return drop(send.try_send(Err(ClusterError::Workers(error)))),
        };
        let mut parts = Vec::new();
        for done in guards.join() {
            match done {
                Ok(Some(part)) => parts.push(part),
                Ok(None) => {}
                Err(panic) => drop(send.try_send(Err(ClusterError::Panicked(panic)))),
            }
        }
        if parts.len() == threads {
            let _ = send.try_send(Ok(parts.swap_remove(0)));
        }
    });
    receive
}
