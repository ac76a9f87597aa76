//! A worker: a thread that owns a share of the positions and solves the game together with all others.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bustan_harness::spill::Place;
use bustan_solve::spilled::gather::{AssembledSolution, Gathered};
use bustan_solve::{Counts, Outcome, SolveError};

use crate::error::ClusterError;
use crate::link::Link;
use crate::pack::{self, Frame, Kind};
use crate::positions::Positions;
use crate::tiers::{Keeper, Reader, Resume, Writer};
use crate::{layered, looped, tiers};

/// The number of positions in a block. Results are sent after each block.
pub(crate) const BLOCK: usize = 1 << 12;

/// The state that all workers of a process share.
pub(crate) struct Shared {
    /// The graphs to solve: one for each player, or a single one.
    pub(crate) graphs: Vec<Box<dyn Positions>>,
    /// A description of what is solved.
    pub(crate) run: String,
    pub(crate) symmetry: bool,
    /// The maximum number of bytes per worker.
    pub(crate) memory: u64,
    /// The directory in which the first worker combines the solutions; `None` combines them in memory.
    pub(crate) gather: Option<Place>,
    pub(crate) tiers: Option<PathBuf>,
    pub(crate) resume: Resume,
    /// The index of this process, and its number of workers.
    pub(crate) process: usize,
    /// Whether other processes have workers, too.
    pub(crate) apart: bool,
    pub(crate) threads: usize,
    /// A flag that stops the work of this process if it is set.
    pub(crate) halt: Arc<AtomicBool>,
    pub(crate) progress: Arc<Figures>,
}

/// The progress of the workers of a process.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) found: AtomicU64,
    pub(crate) solved: AtomicU64,
}

/// The positions of one graph with their outcomes, and its counts.
pub(crate) enum Part {
    Memory(Counts, Vec<(u64, Outcome)>),
    Disk(AssembledSolution),
}

/// Sorted positions with their outcomes.
pub(crate) type Entries = Box<dyn Iterator<Item = (u64, Outcome)>>;

/// A worker that is solving a graph.
pub(crate) struct Worker<'w, 'l> {
    pub(crate) link: &'l mut Link<'w>,
    pub(crate) shared: &'l Shared,
    pub(crate) graph: &'l dyn Positions,
    /// The index of the next tier.
    tier: &'l mut u64,
}

/// Solves all graphs. At the end, the first worker has all positions, and the others have none.
pub(crate) fn work(shared: &Shared, link: &mut Link<'_>) -> Result<Vec<Part>, ClusterError> {
    if let Some(directory) = &shared.tiers {
        tiers::forget(directory, link.index, link.workers, &shared.resume)?;
    }
    let mut parts = Vec::new();
    let mut tier = 0;
    for (side, graph) in shared.graphs.iter().enumerate() {
        let graph = &**graph;
        let mut worker = Worker { link, shared, graph, tier: &mut tier };
        let (counts, entries) = match graph.stage(graph.start()) {
            Some(_) => layered::solve(&mut worker)?,
            None => looped::solve(&mut worker)?,
        };
        parts.push(worker.collect(side, &counts, entries)?);
    }
    Ok(parts)
}

impl Worker<'_, '_> {
    /// The number that represents a position and its symmetric images.
    pub(crate) fn representative(&self, number: u64) -> u64 {
        if self.shared.symmetry { self.graph.canonical(number) } else { number }
    }

    /// Checks that this worker's share of the memory suffices.
    pub(crate) fn fits(&self, bytes: u64) -> Result<(), ClusterError> {
        if bytes <= self.shared.memory {
            return Ok(());
        }
        let positions = self.shared.progress.found.load(Ordering::Relaxed);
        let limit = self.shared.memory * self.shared.threads as u64;
        Err(SolveError::Memory { positions, limit }.into())
    }

    pub(crate) fn found(&self, positions: u64) {
        self.shared.progress.found.fetch_add(positions, Ordering::Relaxed);
    }

    pub(crate) fn solved(&self, positions: u64) {
        self.shared.progress.solved.fetch_add(positions, Ordering::Relaxed);
    }

    /// Whether the next tier is already on disk. If so, its frames are sent again, and nothing else needs to
    /// be sent in the phase.
    pub(crate) fn again(&mut self) -> Result<bool, ClusterError> {
        if *self.tier >= self.shared.resume.tiers {
            return Ok(false);
        }
        let Some(directory) = &self.shared.tiers else { return Ok(false) };
        let Resume { readers, .. } = &self.shared.resume;
        let mine = (0..readers.len())
            .filter(|worker| readers[*worker] == self.shared.process)
            .skip(self.link.index % self.shared.threads)
            .step_by(self.shared.threads);
        for worker in mine {
            let mut file = Reader::of(directory, *self.tier, worker, readers.len(), &self.shared.run)?;
            while let Some((kind, bytes)) = file.next()? {
                if readers.len() == self.link.workers {
                    self.link.send(worker, kind, bytes);
                } else {
                    for (to, bytes) in pack::dealt_anew(kind, &bytes, self.link.workers) {
                        self.link.send(to, kind, bytes);
                    }
                }
                self.link.pace()?;
            }
        }
        Ok(true)
    }

    /// Returns the keeper that writes the next tier, unless the tier is already on the disk of this process.
    pub(crate) fn keeper(&mut self) -> Result<Keeper, ClusterError> {
        let tier = *self.tier;
        *self.tier += 1;
        let Shared { tiers, resume, process, run, .. } = self.shared;
        let (index, workers) = (self.link.index, self.link.workers);
        let there =
            tier < resume.tiers && resume.readers.len() == workers && resume.readers[index] == *process;
        match tiers {
            Some(directory) if !there => {
                Ok(Keeper::new(Some(Writer::create(directory, tier, index, workers, run)?)))
            }
            _ => Ok(Keeper::new(None)),
        }
    }

    /// Ends the phase of a tier, which is on disk afterwards.
    pub(crate) fn close(
        &mut self,
        mut keeper: Keeper,
        mut take: impl FnMut(&Frame) -> Result<(), ClusterError>,
    ) -> Result<(), ClusterError> {
        self.link.close(|frame| {
            keeper.keep(&frame)?;
            take(&frame)
        })?;
        keeper.finish()
    }

    /// Sends counts and positions to the first worker, which combines them.
    fn collect(&mut self, side: usize, counts: &Counts, entries: Entries) -> Result<Part, ClusterError> {
        self.link.send(0, Kind::Counts, pack::counts(counts));
        let gather = self.shared.gather.as_ref().filter(|_| self.link.index == 0);
        let mut all = Counts::default();
        let mut parts = Parts {
            memory: BTreeMap::new(),
            disk: gather.map(|place| Gathered::new(place, side, self.shared.memory / 2)),
        };
        let mut take = |frame: Frame| match frame.kind {
            Kind::Counts => {
                all.add(&pack::uncounts(&frame.bytes));
                Ok(())
            }
            _ => parts.take(&frame),
        };
        let mut entries = entries.peekable();
        while entries.peek().is_some() {
            let bytes = pack::solved(entries.by_ref().take(BLOCK));
            self.link.send(0, Kind::Solved, bytes);
            self.link.pace()?;
            while let Some(frame) = self.link.receive() {
                take(frame)?;
            }
        }
        self.link.close(take)?;
        Ok(match parts.disk {
            Some(gathered) => Part::Disk(gathered.end(self.representative(self.graph.start()), all)?),
            None => {
                let mut entries: Vec<(u64, Outcome)> = parts.memory.into_values().flatten().collect();
                entries.sort_unstable_by_key(|entry| entry.0);
                Part::Memory(all, entries)
            }
        })
    }
}

/// The positions that the first worker has received.
struct Parts<'p> {
    /// The positions of each worker, if they are combined in memory.
    memory: BTreeMap<u32, Vec<(u64, Outcome)>>,
    disk: Option<Gathered<'p>>,
}

impl Parts<'_> {
    fn take(&mut self, frame: &Frame) -> Result<(), ClusterError> {
        let mut solved = pack::unsolved(&frame.bytes);
        match &mut self.disk {
            Some(disk) => solved.try_for_each(|(number, outcome)| disk.add(number, outcome))?,
            None => self.memory.entry(frame.from).or_default().extend(solved),
        }
        Ok(())
    }
}
