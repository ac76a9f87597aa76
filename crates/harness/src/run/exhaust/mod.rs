//! Visits every position that games reach, on both engines.
//!
//! If a game has few enough positions, all of them can be visited, ply by ply, instead of a random sample. At
//! each position, both engines are set up again and compared in their whole observation. The same comparison
//! is made at all positions one move later, together with undo, counts, texts, hashes and some duplicates.
//! Each engine by itself must satisfy the [invariants](crate::compare::laws). Both are queried about every
//! legal move, for all players; about each move again once it has been played; and about some of the moves
//! that the game [proposes](bustan_guide::Explore::proposal), including illegal ones. They are not queried
//! about other moves. State that an engine carries over from earlier moves is not examined; the long games of
//! [`check`](crate::run::check) do that.
//!
//! Positions are identified by [`Game::identity`](bustan_vocabulary::Game::identity), and each is visited
//! where it is first reached. Anything that depends on the history of a game is removed, see
//! [`Explore::as_start`](bustan_guide::Explore::as_start). If the rules forbid repetition, more positions are
//! therefore visited than games reach. Known positions are stored as digests of 128 bits. The probability
//! that two of a billion positions have the same digest is less than one in 10<sup>20</sup>.
//!
//! With [`Plan::symmetry`], only one of several symmetric positions is visited. Otherwise, all positions are
//! visited, and the number of positions up to symmetry is counted. The invariants check that the declared
//! symmetries of a game are symmetries: all of them at the start, and at each position one of them, by itself
//! and composed with another. This detects a set of symmetries that is not closed under composition, and a
//! symmetry that does not preserve the rules. It does not detect symmetries that the game does not declare.
//!
//! With [`Plan::spill`], the positions are stored in files, for games with more positions than fit in memory.
//! They are visited in the same order, with the same outcome. The directory records each finished ply, and an
//! interrupted run resumes after the last finished ply.
//!
//! The positions can be divided among [shards](crate::base::shard). Since positions lead to each other, each
//! shard visits all of them, but compares only its own positions. It visits the others with the engine under
//! test alone, which takes little of the time. All shards therefore count the same positions, and a shard
//! with different counts is not to be trusted.
//!
//! A divergence is confirmed, written and shrunk as in [`check`](crate::run::check). If both engines agree on
//! the moves that lead to it, the finding is a shortest game from the start.

pub(super) mod settle;
mod store;
mod trace;
mod visit;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bustan_vocabulary::NoStart;
use serde::{Deserialize, Serialize};
use settle::{Settled, Settling};

use crate::base::Shard;
use crate::base::journal::Journal;
use crate::base::parallel::{self, Workers};
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Factories;
use crate::erased::{Invalid, Position};
use crate::report::command::Command;
use crate::report::finding::{Finding, ReplayCommand};
use crate::report::{ReportError, Reports};
use crate::shrink::Budget;
use crate::shrink::replay::Line;
use crate::spill::SpillError;
use store::{InMemory, NextPly, OnDisk, Store};
use visit::{Visited, Visitor};

/// The plan of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The position where games start.
    pub start: Position,
    /// The maximum number of moves from the start, if limited. The positions after the last of these moves
    /// are still compared, but not their successors.
    pub depth: Option<u32>,
    /// Whether to visit only one of several symmetric positions.
    pub symmetry: bool,
    /// The memory that the positions may take, in bytes.
    pub memory: u64,
    /// The directory for the positions, if they are not kept in memory.
    pub spill: Option<Spill>,
    /// The number of positions to visit in parallel.
    pub jobs: usize,
    /// The effort to spend on shrinking.
    pub budget: Budget,
    /// The positions to compare.
    pub compare: Compare,
    /// The journal that records the run's progress, if any, and the interval between entries.
    pub log: Option<(Arc<Journal>, Duration)>,
    /// The reports to write findings to, if any.
    pub reports: Option<Reports>,
    /// The command that repeats the run, for the reports.
    pub command: Command,
    /// Makes the commands that replay the record of a finding, for the reports.
    pub replay: ReplayCommand,
}

impl Plan {
    /// Returns the number of positions to visit in parallel, limited to a useful number.
    fn workers(&self) -> usize {
        self.jobs.clamp(1, MOST_WORKERS)
    }
}

/// A directory for the positions of a run.
#[derive(Clone, Debug)]
pub struct Spill {
    /// The directory. It is created if it does not exist, and removed when the run is over.
    pub dir: PathBuf,
    /// The arguments that determine the visited positions and the engines. An interrupted run resumes only
    /// with the same arguments.
    pub work: Vec<String>,
}

/// Selects the positions to compare, by their numbers in the order of visits, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// The positions of a shard, starting with this number.
    Share(Shard, u64),
    /// Only one position, or none. The others were compared by earlier runs.
    Only(Option<u64>),
}

impl Compare {
    /// All positions.
    pub const ALL: Self = Self::Share(Shard::WHOLE, 0);

    /// Whether the position `number` is compared.
    const fn takes(self, number: u64) -> bool {
        match self {
            Self::Share(shard, from) => from <= number && shard.has(number),
            Self::Only(Some(only)) => only == number,
            Self::Only(None) => false,
        }
    }
}

/// A line of the journal of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum JournalEntry {
    /// All positions of the shard below this number were compared.
    Compared(u64),
    /// The end of the run.
    Over(Outline),
}

/// The results of a run, without its findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// The way in which the run ended.
    pub ending: Ending,
    /// The visited positions, ply by ply.
    pub layers: Vec<Layer>,
    /// The number of final positions with each result.
    pub results: Results,
    /// The number of visited positions up to symmetry; `None` if the game declares no symmetries.
    pub classes: Option<u64>,
    /// The number of the position at which the engines differ.
    pub diverged: Option<u64>,
}

/// The number of final positions with each result.
pub type Results = BTreeMap<String, u64>;

/// The progress of a run. It is shared between threads, any of which may display it or stop the run.
#[derive(Debug, Default)]
pub struct Progress {
    /// The number of visited positions, including those of earlier runs that the current run resumes.
    pub positions: AtomicU64,
    /// The number of positions visited by earlier runs.
    pub before: AtomicU64,
    /// The ply whose positions are being visited.
    pub ply: AtomicU64,
    /// The number of positions of the current ply.
    pub size: AtomicU64,
    /// The number of positions of earlier plies.
    pub behind: AtomicU64,
    /// The number of bytes on disk.
    pub bytes: AtomicU64,
    /// Whether all visits have ended and a finding is being shrunk.
    pub shrinking: AtomicBool,
    /// Set to stop the run immediately. It may be shared with a signal handler.
    pub stop: Arc<AtomicBool>,
}

/// The positions that are first reached after a certain number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions at which the game is over.
    pub ended: u64,
    /// The sum of the numbers of legal moves at all positions.
    pub moves: u64,
    /// The maximum number of legal moves at a position.
    pub most: u64,
}

/// The way in which a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// There are no more positions.
    Complete,
    /// All positions up to the requested depth were visited, and there are more.
    Depth,
    /// More positions would take more memory than allowed.
    Memory,
    /// Files of positions cannot be used; [`Outcome::unspilled`] contains the reason.
    Disk,
    /// The run was stopped from outside.
    Interrupted,
    /// The engines differ.
    Diverged,
    /// Both engines refuse the start, so there is nothing to visit; [`Outcome::refused`] contains the reason.
    Refused,
}

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The way in which the run ended.
    pub ending: Ending,
    /// The visited positions, ply by ply.
    pub layers: Vec<Layer>,
    /// The number of final positions with each result, as formatted by
    /// [`Game::final_score`](bustan_vocabulary::Game::final_score).
    pub results: Results,
    /// The number of visited positions up to symmetry; `None` if the game declares no symmetries.
    pub classes: Option<u64>,
    /// The duration of the run, without shrinking.
    pub elapsed: Duration,
    /// The number of positions visited in parallel.
    pub workers: usize,
    /// The reason why both engines refuse the start, or why one cannot be set up at the start.
    pub refused: Option<NoStart<Invalid>>,
    /// The number of the position at which the engines differ.
    pub diverged: Option<u64>,
    /// The finding, if the engines differ.
    pub finding: Option<Finding>,
    /// Other findings that occurred while `finding` was shrunk, the shortest games first.
    pub others: Vec<Finding>,
    /// The error of the first file that could not be written.
    pub unwritten: Option<ReportError>,
    /// The error of the first file of positions that could not be used.
    pub unspilled: Option<SpillError>,
}

impl Outcome {
    /// Returns the outcome of a run with `workers` workers that has not visited any position.
    fn new(workers: usize) -> Self {
        Self {
            ending: Ending::Diverged,
            layers: Vec::new(),
            results: Results::new(),
            classes: None,
            elapsed: Duration::ZERO,
            workers,
            refused: None,
            diverged: None,
            finding: None,
            others: Vec::new(),
            unwritten: None,
            unspilled: None,
        }
    }

    /// Returns the outcome without its findings.
    pub fn outline(&self) -> Outline {
        let Self { ending, layers, results, classes, diverged, .. } = self;
        let (layers, results) = (layers.clone(), results.clone());
        Outline { ending: *ending, layers, results, classes: *classes, diverged: *diverged }
    }

    /// Returns the number of positions visited.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(|layer| layer.positions).sum()
    }

    /// Returns the number of moves at all visited positions. Each move was played and undone.
    pub fn moves(&self) -> u64 {
        self.layers.iter().map(|layer| layer.moves).sum()
    }
}

/// Visits every position as planned. Calls `found` for the finding once it has been found and written, before
/// it is shrunk, and again after shrinking.
pub fn run(
    plan: &Plan,
    factories: Factories<'_>,
    progress: &Progress,
    found: &(dyn Fn(&Finding) + Sync),
) -> Outcome {
    let Some(Spill { dir, work }) = &plan.spill else {
        return Run::new(plan, factories, progress, &mut InMemory::new(plan.memory)).all(None, found);
    };
    let (place, journal, done) = match store::open(dir, work.clone()) {
        Ok(opened) => opened,
        Err(error) => {
            return Outcome { ending: Ending::Disk, unspilled: Some(error), ..Outcome::new(plan.workers()) };
        }
    };
    let (mut store, visited, ahead) = OnDisk::new(&place, &journal, plan.memory, done);
    let mut run = Run::new(plan, factories, progress, &mut store);
    for (layer, results) in visited {
        run.outcome.layers.push(layer);
        for (result, number) in results {
            *run.outcome.results.entry(result).or_default() += number;
        }
    }
    let before = run.outcome.positions();
    progress.before.store(before, Ordering::Relaxed);
    progress.positions.store(before, Ordering::Relaxed);
    let mut outcome = run.all(ahead, found);
    drop(store);
    // A run that was not completed can be resumed later.
    if !matches!(outcome.ending, Ending::Interrupted | Ending::Disk)
        && let Err(error) = place.clear(journal)
    {
        outcome.unspilled.get_or_insert(error);
    }
    outcome
}

/// The maximum number of positions visited in parallel.
const MOST_WORKERS: usize = 256;

/// The number of positions that a worker visits between two checks of the limits.
const CHUNK: usize = 64;

/// The number of chunks in a block, after which the results are combined.
const CHUNKS: usize = 64;

/// A run in progress.
struct Run<'r, 'm> {
    plan: &'r Plan,
    factories: Factories<'m>,
    progress: &'r Progress,
    store: &'r mut dyn Store,
    /// The results of the run so far.
    outcome: Outcome,
    begun: Instant,
    /// The time of the last write to the journal.
    written: Instant,
}

/// A divergence, and the index in its ply of the position that showed it.
type Found = (usize, Box<Divergence>);

/// The reason why a run stops.
enum Halt {
    /// The engines differ.
    Found(Found),
    /// Files of positions cannot be used.
    Disk(SpillError),
}

impl From<Found> for Halt {
    fn from(found: Found) -> Self {
        Self::Found(found)
    }
}

impl From<SpillError> for Halt {
    fn from(error: SpillError) -> Self {
        Self::Disk(error)
    }
}

impl<'r, 'm> Run<'r, 'm> {
    fn new(
        plan: &'r Plan,
        factories: Factories<'m>,
        progress: &'r Progress,
        store: &'r mut dyn Store,
    ) -> Self {
        let begun = Instant::now();
        Self {
            plan,
            factories,
            progress,
            store,
            outcome: Outcome::new(plan.workers()),
            begun,
            written: begun,
        }
    }

    /// Visits all positions. `ahead` is the number of positions of the next ply, if an earlier run has
    /// reached the start.
    fn all(mut self, ahead: Option<u64>, found: &(dyn Fn(&Finding) + Sync)) -> Outcome {
        let mut walked = None;
        Workers::new(self.outcome.workers).once(&mut || walked = Some(self.walk(ahead)));
        let walked = walked.expect("the work is done once");
        if self.plan.start.symmetries() > 1 {
            match self.store.classes() {
                Ok(classes) => self.outcome.classes = Some(classes),
                Err(error) => drop(self.outcome.unspilled.get_or_insert(error)),
            }
        }
        self.outcome.elapsed = self.begun.elapsed();
        match walked {
            Ok(ending) => self.outcome.ending = ending,
            Err(Halt::Disk(error)) => {
                self.outcome.ending = Ending::Disk;
                self.outcome.unspilled = Some(error);
            }
            Err(Halt::Found((at, divergence))) => {
                self.progress.shrinking.store(true, Ordering::Relaxed);
                let (_, before) = self.outcome.layers.split_last().unwrap_or((&Layer::default(), &[]));
                let number = before.iter().map(|layer| layer.positions).sum::<u64>() + at as u64;
                self.outcome.diverged = Some(number);
                let (finding, others, unwritten) = self.settle(number, at, *divergence, found);
                (self.outcome.finding, self.outcome.others) = (Some(finding), others);
                self.outcome.unwritten = unwritten.or(self.outcome.unwritten.take());
            }
        }
        // Without the number of positions up to symmetry, the run has no verdict on all positions.
        if self.outcome.unspilled.is_some() && self.outcome.finding.is_none() {
            self.outcome.ending = Ending::Disk;
        }
        let unfinished = matches!(self.outcome.ending, Ending::Interrupted | Ending::Disk);
        if !unfinished && !self.progress.stop.load(Ordering::Relaxed) {
            self.log(&JournalEntry::Over(self.outcome.outline()));
        }
        self.outcome
    }

    fn walk(&mut self, ahead: Option<u64>) -> Result<Ending, Halt> {
        let mut ahead = match ahead {
            Some(ahead) => ahead,
            None => {
                let first = Visitor::new(self.factories, self.plan).first();
                match first.map_err(|divergence| (0, divergence))? {
                    Ok(first) => self.store.reach(0, 0, first)?,
                    Err(refused) => {
                        self.outcome.refused = Some(refused);
                        return Ok(Ending::Refused);
                    }
                }
                self.store.end(None)?
            }
        };
        while ahead > 0 {
            let ply = self.outcome.layers.len() as u64;
            let last = self.plan.depth.is_some_and(|depth| u64::from(depth) <= ply);
            // A resumed run may have been limited to this depth.
            if self.plan.depth.is_some_and(|depth| u64::from(depth) < ply) {
                return Ok(Ending::Depth);
            }
            self.progress.ply.store(ply, Ordering::Relaxed);
            self.progress.size.store(ahead, Ordering::Relaxed);
            match self.layer(if last { NextPly::Last } else { NextPly::More })? {
                Ok(positions) if last && positions > 0 => return Ok(Ending::Depth),
                Ok(_) if last => return Ok(Ending::Complete),
                Ok(positions) => ahead = positions,
                Err(ending) => return Ok(ending),
            }
        }
        Ok(Ending::Complete)
    }

    /// Visits the positions of a ply. Returns the number of positions of the next ply, or the way in which
    /// the run ended.
    fn layer(&mut self, ahead: NextPly) -> Result<Result<u64, Ending>, Halt> {
        let before = self.outcome.positions();
        self.progress.behind.store(before, Ordering::Relaxed);
        self.outcome.layers.push(Layer::default());
        let mut results = Results::new();
        self.store.begin(ahead)?;
        let ended = self.visit(before, &mut results);
        for (result, number) in &results {
            *self.outcome.results.entry(result.clone()).or_default() += number;
        }
        if let Some(ending) = ended? {
            return Ok(Err(ending));
        }
        let visited = self.outcome.layers.last().map(|layer| (layer, &results));
        Ok(Ok(self.store.end(visited)?))
    }

    /// Visits the positions of a ply, with `before` positions in earlier plies, and sums their results.
    /// Returns the way in which the run ended, if it did.
    fn visit(&mut self, before: u64, results: &mut Results) -> Result<Option<Ending>, Halt> {
        let mut at = 0;
        loop {
            if self.progress.stop.load(Ordering::Relaxed) {
                return Ok(Some(Ending::Interrupted));
            }
            if self.store.is_full() {
                return Ok(Some(Ending::Memory));
            }
            self.note_compared(before + at as u64);
            let block = self.store.next(CHUNK * CHUNKS)?;
            if block.is_empty() {
                return Ok(None);
            }
            let (factories, plan, progress) = (self.factories, self.plan, self.progress);
            let visited = parallel::chunks(&block, CHUNK, |chunk, texts| {
                Visitor::new(factories, plan).visit_all(at + chunk * CHUNK, before, texts, progress)
            });
            for part in visited {
                for Visited { at, ended, children } in part? {
                    self.note(ended, children.len() as u64, results);
                    for (mv, child) in children.into_iter().enumerate() {
                        self.store.reach(at, mv, child)?;
                    }
                }
            }
            at += block.len();
            self.progress.bytes.store(self.store.on_disk(), Ordering::Relaxed);
        }
    }

    /// Records at intervals that all positions below `number` were compared.
    fn note_compared(&mut self, number: u64) {
        let Compare::Share(_, from) = self.plan.compare else { return };
        let due = self.plan.log.as_ref().is_some_and(|(_, every)| self.written.elapsed() >= *every);
        if due && number > from {
            self.written = Instant::now();
            self.log(&JournalEntry::Compared(number));
        }
    }

    /// Adds a line to the journal, if there is one.
    fn log(&mut self, entry: &JournalEntry) {
        if let Some((journal, _)) = &self.plan.log
            && let Err(error) = journal.add(entry)
        {
            self.outcome.unwritten.get_or_insert(ReportError::new(journal.path(), error));
        }
    }

    fn note(&mut self, ended: Option<String>, moves: u64, results: &mut Results) {
        if let Some(layer) = self.outcome.layers.last_mut() {
            layer.positions += 1;
            layer.moves += moves;
            layer.most = layer.most.max(moves);
            layer.ended += u64::from(ended.is_some());
        }
        if let Some(result) = ended {
            *results.entry(result).or_default() += 1;
        }
    }

    /// Turns the divergence at the position `number` into a finding: writes it, traces it back to the start,
    /// confirms it and shrinks it.
    fn settle(
        &mut self,
        number: u64,
        at: usize,
        divergence: Divergence,
        found: &(dyn Fn(&Finding) + Sync),
    ) -> Settled {
        let settling = Settling {
            factories: self.factories,
            budget: self.plan.budget,
            reports: self.plan.reports.as_ref(),
            command: &self.plan.command,
            replay: &self.plan.replay,
            stop: &self.progress.stop,
        };
        let finding = |original| settling.finding(number, original);
        // The finding must be on disk before the engines are queried again.
        let mut as_found = finding(divergence.clone());
        settling.write(&mut as_found);
        let original = match self.plan.symmetry {
            // With symmetry, consecutive positions may be connected only through a symmetric image.
            true => divergence,
            false => match self.store.way(at) {
                Ok(way) => trace::back_to_start(self.factories, &self.plan.start, &way, divergence),
                Err(error) => {
                    self.outcome.unspilled.get_or_insert(error);
                    divergence
                }
            },
        };
        let finding = match Line::of(&original.record) == Line::of(&as_found.original.record) {
            true => as_found,
            false => {
                let mut traced = finding(original);
                traced.replace(&mut as_found);
                settling.write(&mut traced);
                self.plan.reports.iter().for_each(|reports| reports.retract(&as_found, &BTreeSet::new()));
                traced
            }
        };
        settling.shrink(finding, found)
    }
}
