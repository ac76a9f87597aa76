//! What is solved, and by how many workers.

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
use crate::tiers::{self, Held, Resume};
use crate::worker::{self, Figures, Part, Shared};

/// How often progress is told, and how soon an interrupted run ends.
pub(crate) const LOOK: Duration = Duration::from_millis(100);

/// What is solved, and how.
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
    /// The directory in which the first process puts the solutions together, if not in memory.
    pub spill: Option<PathBuf>,
    /// The directory for the tiers of this process. If it has some, the run goes on with them.
    pub tiers: Option<PathBuf>,
}

/// What the first worker of all has put together: one solution for each graph.
#[derive(Debug)]
pub enum Solved {
    /// In memory. In other processes there are none.
    Memory(Vec<Solution>),
    /// On disk.
    Disk(Spilled),
}

impl<S: Solve + 'static> Plan<S> {
    /// The run in words. Tiers of a run with other words are of no use to it.
    pub(crate) fn run(&self) -> String {
        let Subject { game, numbering, start, symmetry } = &self.subject;
        let symmetry = if *symmetry { ", one of each symmetric set" } else { "" };
        let version = env!("CARGO_PKG_VERSION");
        format!("{game} from {start}{symmetry}, with numbering {numbering} of version {version}")
    }

    pub(crate) fn held(&self) -> Result<Option<Held>, ClusterError> {
        self.tiers.as_deref().map(|directory| tiers::held(directory, &self.run())).transpose()
    }

    /// What the workers of a process need. `apart` says that there are others in other processes.
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

    /// Solves all graphs with the threads of this process alone: one solution for each.
    ///
    /// # Errors
    /// When one process could not do it either, or tiers cannot be read or written.
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

    /// Where this process puts solutions together on disk, if it does.
    pub(crate) fn gathering(&self, process: usize) -> Result<Option<Gathering>, ClusterError> {
        let dir = self.spill.as_deref().filter(|_| process == 0);
        Ok(dir.map(|dir| Gathering::begin(dir, &self.subject)).transpose()?)
    }

    /// The solutions from what the first worker has put together; none if it is in another process.
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

/// Starts the workers of this process. What they come to is received once: what the first worker has put
/// together, or the first failure. `last` is called by each worker when its dataflow is over, and told how
/// many are still at work.
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
                    // The first failure is the one that is told.
                    let _ = failed.try_send(Err(error));
                }
                // If this worker let go of its input, those in other processes would think that it has said
                // everything, and keep tiers that lack it.
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
