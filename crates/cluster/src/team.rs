//! A process that solves a game together with others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::Duration;

use bustan_solve::{Progress, SolveError};
use bustan_vocabulary::Solve;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{AllocatorBuilder, Hooks};

use crate::error::ClusterError;
use crate::peers::{Event, Joining, Peers};
use crate::plan::{LOOK, Plan, Solved, start};
use crate::tiers::{self, StoredTiers};

/// The processes that solve a game together, from the point of view of one of them.
///
/// If one of the processes fails, [`solve`](Self::solve) and [`end`](Self::end) return an error in all
/// others. The process should then exit, because its workers may wait for frames that never arrive.
pub struct Team {
    process: usize,
    processes: usize,
    peers: Peers,
    /// Whether process 0 has reported the success of the run. It may do so before this process has noticed
    /// that its own work is done.
    over: bool,
}

impl Team {
    /// Connects this process to the others and checks that all have the same plan. `hosts` are the addresses
    /// of all processes, and `process` is the index of this process. `patience` is the time limit for another
    /// process to connect, and later to send a heartbeat.
    ///
    /// # Errors
    /// Fails if a process does not connect in time or has a different plan, if the tiers in the directory
    /// cannot be used, or if `stop` is set.
    pub fn join<S: Solve + 'static>(
        plan: &Plan<S>,
        hosts: &[String],
        process: usize,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<Self, ClusterError> {
        let tiers = plan.held()?;
        let joining =
            Joining { hosts, process, patience, threads: plan.threads, run: plan.run(), tiers, stop };
        Ok(Self { process, processes: hosts.len(), peers: joining.join()?, over: false })
    }

    /// Solves all graphs. Only process 0 receives the solutions.
    ///
    /// # Errors
    /// Fails if this process or another one fails.
    pub fn solve<S: Solve + 'static>(
        &mut self,
        plan: &Plan<S>,
        progress: &Progress,
    ) -> Result<Solved, ClusterError> {
        let solved = self.try_solve(plan, progress);
        if let Err(error) = &solved {
            self.fail(error);
        }
        solved
    }

    fn fail(&self, error: &ClusterError) {
        let interrupted = matches!(error, ClusterError::Solve(SolveError::Interrupted(_)));
        self.peers.fail(error.to_string(), interrupted || error.may_succeed_later());
    }

    fn try_solve<S: Solve + 'static>(
        &mut self,
        plan: &Plan<S>,
        progress: &Progress,
    ) -> Result<Solved, ClusterError> {
        let gathering = plan.gathering(self.process)?;
        let held: Vec<StoredTiers> =
            self.peers.hellos.iter().map(|hello| hello.tiers.clone().unwrap_or_default()).collect();
        let resume = tiers::agree(&held, plan.threads * self.processes, plan.threads);
        let shared = plan.shared(self.process, true, resume);
        let (halt, figures) = (Arc::clone(&shared.halt), Arc::clone(&shared.progress));
        let hooks = Hooks::default();
        let threads = ProcessBuilder::new_typed_vector(plan.threads, hooks.refill.clone(), None);
        let wires = std::mem::take(&mut self.peers.wires);
        let (allocators, guard) =
            initialize_networking_from_sockets(threads, wires, self.process, plan.threads, hooks)
                .map_err(|error| ClusterError::Workers(error.to_string()))?;
        let allocators = allocators.into_iter().map(AllocatorBuilder::Tcp).collect();
        let writers = self.peers.writers();
        let last = move |at_work| {
            if at_work == 0 {
                writers.done();
            }
        };
        let over = start(allocators, Box::new(guard), shared, last);
        let failed = loop {
            match over.recv_timeout(LOOK) {
                Ok(Ok(parts)) => return Ok(plan.solved(parts, gathering)),
                Ok(Err(error)) => break error,
                Err(RecvTimeoutError::Disconnected) => break ClusterError::Halted,
                Err(RecvTimeoutError::Timeout) => figures.copy_to(progress),
            }
            if progress.stop.load(Ordering::Relaxed) {
                break SolveError::Interrupted(progress.found.load(Ordering::Relaxed)).into();
            }
            match self.peers.events.try_recv() {
                Ok(event) => match event.explained(&self.peers.events).failure() {
                    Some(failure) => break failure,
                    // Process 0 has all results, and the others exit. This process loses only frames that are
                    // no longer needed.
                    None => {
                        self.over = true;
                        return Ok(plan.solved(Vec::new(), gathering));
                    }
                },
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
            }
        };
        halt.store(true, Ordering::Relaxed);
        Err(failed)
    }

    /// The number of bytes that this process has sent to others while solving.
    pub fn sent(&self) -> u64 {
        self.peers.sent()
    }

    /// Ends the work. Process 0 reports to the others whether it has stored the result; the others wait for
    /// this report.
    ///
    /// # Errors
    /// Fails in the other processes if process 0 has failed or is lost.
    pub fn end(self, failure: Option<String>, stop: &AtomicBool) -> Result<(), ClusterError> {
        if self.process == 0 {
            match failure {
                Some(message) => self.peers.fail(message, false),
                None => self.peers.over(),
            }
            return Ok(());
        }
        if self.over {
            return Ok(());
        }
        loop {
            match self.peers.events.recv_timeout(LOOK) {
                Ok(Event::Over) => return Ok(()),
                // Other processes exit when they receive the report.
                Ok(Event::Lost { process, .. } | Event::Failed { process, .. }) if process != 0 => {}
                Ok(event) => return event.explained(&self.peers.events).failure().map_or(Ok(()), Err),
                Err(RecvTimeoutError::Disconnected) => return Err(ClusterError::Halted),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.load(Ordering::Relaxed) {
                return Err(SolveError::Interrupted(0).into());
            }
        }
    }
}
