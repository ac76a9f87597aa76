//! Visits every position of some [classes](bustan_guide::Classes), such as all positions with certain pieces.
//!
//! At each position both engines are set up and compared in their observations, players on turn and lists of
//! legal moves; with [`Plan::depth`] 1 also after each of these moves, and after it is undone. That is little
//! work, so the pace is high; [`check`](crate::run::check) makes the other checks. Two
//! engines in this process are compared without recording their answers. Only if they differ is the position
//! visited by the [lockstep](crate::compare::lockstep) comparison, which determines the difference. Programs
//! are compared by it at every position.
//!
//! Visited positions are not stored, because each occurs only once. They are divided into blocks, and the
//! blocks are divided among [shards](crate::base::shard) by their numbers. An interrupted run resumes with
//! the first block that was not completed.
//!
//! A divergence is confirmed, written and shrunk as in [`exhaust`](crate::run::exhaust). The first divergence
//! in the order of the positions ends the run, for any number of jobs.

mod visit;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bustan_guide::Classes;
use serde::{Deserialize, Serialize};

use crate::base::journal::Journal;
use crate::base::parallel::Workers;
use crate::base::{Shard, add_counts};
use crate::compare::compared::Comparison;
use crate::compare::divergence::Divergence;
use crate::compare::known::KnownDifferences;
use crate::compare::lockstep::Factories;
use crate::erased::Position;
use crate::report::command::Command;
use crate::report::finding::{Finding, ReplayCommand};
use crate::report::{ReportError, Reports};
use crate::run::exhaust::settle::Settling;
use crate::shrink::Budget;
use visit::{Halt, Visitor};

/// The plan of a run.
#[derive(Debug)]
pub struct Plan {
    /// The classes of positions to visit.
    pub classes: Box<dyn Classes<Position>>,
    /// A position with the options that all positions have.
    pub start: Position,
    /// The number of moves to play at each position, 0 or 1.
    pub depth: u32,
    /// The number of blocks to visit in parallel.
    pub jobs: usize,
    /// The effort to spend on shrinking.
    pub budget: Budget,
    /// The differences to ignore.
    pub known: KnownDifferences,
    /// The blocks to visit, and the results of blocks visited by earlier runs.
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

/// Selects the blocks to visit by their numbers. The blocks of the first class have the lowest numbers.
#[derive(Clone, Debug)]
pub enum Compare {
    /// The blocks of a shard that follow those already visited.
    Share(Shard, Done),
    /// Only one block, or none. The others were visited by earlier runs, with these counts.
    Only(Option<u64>, Vec<Tally>),
}

/// The progress of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The number of visited blocks of the shard.
    pub blocks: u64,
    /// The counts of the visited blocks, for each class.
    pub tallies: Vec<Tally>,
}

/// A line of the journal of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum JournalEntry {
    /// The first blocks of the shard were visited.
    Visited(Done),
    /// The run is over. All blocks were visited, up to the block with this number if the engines differ
    /// there.
    Over(Done, Option<u64>),
}

/// The counts of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of positions at which both engines were set up.
    pub positions: u64,
    /// The number of arrangements that both engines refuse, or that the reference refuses if the program is
    /// not queried about them.
    pub refused: u64,
    /// The number of positions at which the game is over.
    pub ended: u64,
    /// The sum of the numbers of legal moves at all positions.
    pub moves: u64,
    /// The maximum number of legal moves at a position.
    pub most: u64,
    /// The number of positions with each result at which the game is over.
    pub results: BTreeMap<String, u64>,
    /// The number of positions that showed each accepted difference, by the text that accepted it.
    pub accepted: BTreeMap<String, u64>,
    /// The parts in which external programs were compared. Two in-process engines are compared in all parts.
    pub compared: Comparison,
}

impl Tally {
    /// Counts a position: the result if the game is over, and its legal moves.
    fn note(&mut self, ended: Option<String>, moves: u64) {
        self.positions += 1;
        self.moves += moves;
        self.most = self.most.max(moves);
        if let Some(result) = ended {
            self.ended += 1;
            *self.results.entry(result).or_default() += 1;
        }
    }

    /// Adds the counts in `other`.
    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.refused += other.refused;
        self.ended += other.ended;
        self.moves += other.moves;
        self.most = self.most.max(other.most);
        add_counts(&mut self.results, &other.results);
        add_counts(&mut self.accepted, &other.accepted);
        self.compared.join(&other.compared);
    }
}

/// The progress of a run. It is shared between threads, any of which may display it or stop the run.
#[derive(Debug, Default)]
pub struct Progress {
    /// The number of visited positions.
    pub positions: AtomicU64,
    /// The number of visited blocks, including those of earlier runs that the current run resumes.
    pub blocks: AtomicU64,
    /// The total number of blocks.
    pub of: AtomicU64,
    /// The number of blocks visited by earlier runs.
    pub before: AtomicU64,
    /// Whether all visits have ended and a finding is being shrunk.
    pub shrinking: AtomicBool,
    /// Set to stop the run immediately. It may be shared with a signal handler.
    pub stop: Arc<AtomicBool>,
    /// Events that are not findings, in sentences.
    pub warnings: Mutex<BTreeSet<String>>,
}

impl Progress {
    fn warn(&self, words: String) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).insert(words);
    }

    /// Returns the events that are not findings, in sentences.
    fn take_warnings(&self) -> Vec<String> {
        let warnings = &mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(warnings).into_iter().collect()
    }
}

/// The way in which a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All positions were visited.
    Complete,
    /// The run was stopped from outside.
    Interrupted,
    /// The engines differ.
    Diverged,
    /// An engine cannot be set up, or is lost. Holds a description.
    Unable(String),
}

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The way in which the run ended.
    pub ending: Ending,
    /// The counts of each class. If the engines differ, only the counts of the classes before the one in
    /// which they differ, because the counts of that class depend on the number of jobs.
    pub tallies: Vec<Tally>,
    /// The duration of the run, without shrinking.
    pub elapsed: Duration,
    /// The number of positions visited in the elapsed time.
    pub visited: u64,
    /// The number of blocks visited in parallel.
    pub workers: usize,
    /// The number of the block in which the engines differ.
    pub diverged: Option<u64>,
    /// The finding, if the engines differ.
    pub finding: Option<Finding>,
    /// Other findings that occurred while `finding` was shrunk, the shortest games first.
    pub others: Vec<Finding>,
    /// The error of the first file that could not be written.
    pub unwritten: Option<ReportError>,
    /// Events that are not findings, in sentences.
    pub warnings: Vec<String>,
}

impl Outcome {
    /// Returns the counts of all classes together.
    pub fn all(&self) -> Tally {
        let mut all = Tally::default();
        self.tallies.iter().for_each(|tally| all.add(tally));
        all
    }
}

/// The maximum number of blocks visited in parallel.
const MOST_WORKERS: usize = 256;

/// Visits every position as planned. Calls `found` for the finding once it has been found and written, before
/// it is shrunk, and again after shrinking.
pub fn run(
    plan: &Plan,
    factories: Factories<'_>,
    progress: &Progress,
    found: &(dyn Fn(&Finding) + Sync),
) -> Outcome {
    let begun = Instant::now();
    let run = Run::new(plan, factories, progress);
    let workers = plan.jobs.clamp(1, MOST_WORKERS);
    Workers::new(workers).all(&|| run.work());
    let (halt, state) = run.halted();
    let mut outcome = Outcome {
        ending: Ending::Complete,
        tallies: Vec::new(),
        elapsed: begun.elapsed(),
        visited: progress.positions.load(Ordering::Relaxed),
        workers,
        diverged: None,
        finding: None,
        others: Vec::new(),
        unwritten: None,
        warnings: Vec::new(),
    };
    let mut done = state.done;
    match halt {
        None if done.blocks == run.share => {}
        None | Some((_, Halt::Stopped)) => outcome.ending = Ending::Interrupted,
        Some((_, Halt::Unable(words))) => outcome.ending = Ending::Unable(words),
        Some((place, Halt::Found(divergence))) => {
            let number = plan.number(place);
            outcome.unwritten = run.settle(number, *divergence, &mut outcome, found);
            let (class, _) = plan.place(number);
            done.tallies[class..].fill(Tally::default());
        }
    }
    let stopped = progress.stop.load(Ordering::Relaxed);
    let last = match outcome.ending {
        Ending::Complete | Ending::Diverged if !stopped => {
            Some(JournalEntry::Over(done.clone(), outcome.diverged))
        }
        // A resumed run must find the divergence again.
        Ending::Diverged => None,
        _ => Some(JournalEntry::Visited(done.clone())),
    };
    let unwritten = last.and_then(|last| run.log(&last)).or(state.unwritten);
    outcome.unwritten = outcome.unwritten.or(unwritten);
    outcome.warnings = progress.take_warnings();
    outcome.tallies = done.tallies;
    outcome
}

impl Plan {
    /// Returns the number of the block at index `place` among the blocks to visit.
    fn number(&self, place: u64) -> u64 {
        match self.compare {
            Compare::Share(shard, _) => shard.number(place),
            Compare::Only(only, _) => only.unwrap_or_default(),
        }
    }

    /// Returns the number of blocks to visit.
    fn share(&self) -> u64 {
        match self.compare {
            Compare::Share(shard, _) => shard.share(blocks(&*self.classes)),
            Compare::Only(only, _) => u64::from(only.is_some()),
        }
    }

    /// Returns the class of the block `number`, and the block's index in the class.
    fn place(&self, number: u64) -> (usize, u64) {
        let each = self.classes.blocks();
        ((number / each) as usize, number % each)
    }

    /// Returns the progress of earlier runs.
    fn done(&self) -> Done {
        let mut done = match &self.compare {
            Compare::Share(_, done) => done.clone(),
            Compare::Only(_, tallies) => Done { blocks: 0, tallies: tallies.clone() },
        };
        done.tallies.resize(self.classes.names().len(), Tally::default());
        done
    }
}

/// A run in progress, shared by its workers.
struct Run<'r, 'm> {
    plan: &'r Plan,
    factories: Factories<'m>,
    progress: &'r Progress,
    /// The number of blocks to visit.
    share: u64,
    /// The index of the next block to visit.
    next: AtomicU64,
    /// The index of the first block that was not completed.
    first: AtomicU64,
    state: Mutex<State>,
}

/// The results of the workers.
struct State {
    /// The blocks completed without a gap from the first block of the shard, and their counts.
    done: Done,
    /// The results of later blocks, by their indices.
    ahead: BTreeMap<u64, Tally>,
    /// The blocks that were not completed, by their indices.
    halts: BTreeMap<u64, Halt>,
    /// The time of the last write to the journal.
    written: Instant,
    unwritten: Option<ReportError>,
}

impl<'r, 'm> Run<'r, 'm> {
    fn new(plan: &'r Plan, factories: Factories<'m>, progress: &'r Progress) -> Self {
        let (done, share) = (plan.done(), plan.share());
        progress.before.store(done.blocks, Ordering::Relaxed);
        progress.blocks.store(done.blocks, Ordering::Relaxed);
        progress.of.store(share, Ordering::Relaxed);
        let next = AtomicU64::new(done.blocks);
        let (ahead, halts) = (BTreeMap::new(), BTreeMap::new());
        let state = Mutex::new(State { done, ahead, halts, written: Instant::now(), unwritten: None });
        Self { plan, factories, progress, share, next, first: AtomicU64::new(u64::MAX), state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the block at index `place` does not matter, because the run ends before it.
    fn is_over(&self, place: u64) -> bool {
        self.progress.stop.load(Ordering::Relaxed) || self.first.load(Ordering::Relaxed) < place
    }

    /// Visits blocks until there are no more, or the run ends.
    fn work(&self) {
        let mut visitor = None;
        loop {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            if place >= self.share || self.is_over(place) {
                return;
            }
            let visitor = visitor.get_or_insert_with(|| Visitor::new(self.factories, self.plan));
            let (class, block) = self.plan.place(self.plan.number(place));
            match visitor.block(self.plan, (class, block), self.progress, &|| self.is_over(place)) {
                Ok(tally) => self.add(place, tally),
                Err(halt) => {
                    self.first.fetch_min(place, Ordering::Relaxed);
                    self.state().halts.insert(place, halt);
                    return;
                }
            }
        }
    }

    /// Adds the counts of the block at index `place`, and records the progress at intervals.
    fn add(&self, place: u64, tally: Tally) {
        let mut state = self.state();
        let State { done, ahead, written, unwritten, .. } = &mut *state;
        ahead.insert(place, tally);
        while let Some(tally) = ahead.remove(&done.blocks) {
            let (class, _) = self.plan.place(self.plan.number(done.blocks));
            done.tallies[class].add(&tally);
            done.blocks += 1;
        }
        self.progress.blocks.store(done.blocks, Ordering::Relaxed);
        if self.plan.log.as_ref().is_some_and(|(_, every)| written.elapsed() >= *every) {
            *written = Instant::now();
            let error = self.log(&JournalEntry::Visited(done.clone()));
            *unwritten = unwritten.take().or(error);
        }
    }

    /// Returns the reason why the run ended before its last block, with the index of the block, and the
    /// results of the workers. A divergence takes precedence over a signal that stopped the run in the
    /// meantime.
    fn halted(&self) -> (Option<(u64, Halt)>, State) {
        let empty = State {
            done: Done::default(),
            ahead: BTreeMap::new(),
            halts: BTreeMap::new(),
            written: Instant::now(),
            unwritten: None,
        };
        let mut state = std::mem::replace(&mut *self.state(), empty);
        let found = state.halts.iter().find(|(_, halt)| matches!(halt, Halt::Found(_)));
        let found = found.map(|(place, _)| *place);
        let first = state.halts.first_key_value().filter(|(_, halt)| !matches!(halt, Halt::Stopped));
        let place = first.map(|(place, _)| *place).or(found);
        let halt = place.and_then(|place| state.halts.remove_entry(&place));
        (halt.or_else(|| state.halts.pop_first()), state)
    }

    /// Adds a line to the journal, if there is one.
    fn log(&self, entry: &JournalEntry) -> Option<ReportError> {
        let (journal, _) = self.plan.log.as_ref()?;
        let error = journal.add(entry).err()?;
        Some(ReportError::new(journal.path(), error))
    }

    /// Turns the divergence in the block `number` into a finding. Returns the error of a file that could not
    /// be written, if any.
    fn settle(
        &self,
        number: u64,
        divergence: Divergence,
        outcome: &mut Outcome,
        found: &(dyn Fn(&Finding) + Sync),
    ) -> Option<ReportError> {
        self.progress.shrinking.store(true, Ordering::Relaxed);
        let settling = Settling {
            factories: self.factories,
            budget: self.plan.budget,
            reports: self.plan.reports.as_ref(),
            command: &self.plan.command,
            replay: &self.plan.replay,
            stop: &self.progress.stop,
        };
        // The finding must be on disk before the engines are queried again.
        let mut finding = settling.finding(number, divergence);
        settling.write(&mut finding);
        let (finding, others, unwritten) = settling.shrink(finding, found);
        outcome.ending = Ending::Diverged;
        outcome.diverged = Some(number);
        (outcome.finding, outcome.others) = (Some(finding), others);
        unwritten
    }
}

/// Returns the number of blocks of all classes.
pub fn blocks(classes: &dyn Classes<Position>) -> u64 {
    classes.names().len() as u64 * classes.blocks()
}
