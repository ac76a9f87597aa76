//! Visits every position that games reach, on both engines.
//!
//! Where a game has few enough positions, none need be left to chance: all are visited, ply by ply. At each
//! position both engines are set up anew and compared in everything they show, as they are at all positions
//! one move further, in the moves taken back, in counts, texts, hashes and some duplicates. Each engine by
//! itself must obey the [laws](crate::compare::laws). Both are asked about every legal move, for all players;
//! about the same move again once it is played; and about some of the moves that the game
//! [proposes](Explore::proposal), illegal ones among them. No other moves are asked about. State that an
//! engine carries over from earlier moves is not examined here: the long games of
//! [`check`](crate::run::check) do that.
//!
//! Positions are told apart by [`Game::identity`], and each is visited where it is first reached. Whatever
//! depends on the history of a game is left out, see [`Explore::afresh`]: where the rules forbid repetition,
//! more positions are visited than games reach. Known positions are remembered by a digest of 128 bits; the
//! chance that two of a billion positions share one is less than one in 10<sup>20</sup>.
//!
//! With [`Plan::symmetry`] only one of symmetric positions is visited. Without it, all are, and those that
//! differ in more than symmetry are counted. The laws check that the symmetries which a game declares are
//! symmetries: all of them at the start, and at each position one, by itself and followed by another. This
//! would find a set of symmetries in which two in a row are not a third, and a symmetry that does not keep
//! the rules. It would not find that the game forgot to declare some.
//!
//! The positions can be dealt out to [shards](crate::run::shard). Since positions lead to each other, each shard goes
//! to all of them, but it compares only its own; to the others it is led by the engine under test alone, which takes
//! little of the time. So all shards count the same positions, and one that comes to others is in doubt.
//!
//! A divergence is confirmed, written down and shrunk as [`check`](crate::run::check) does it. If both
//! engines agree on the moves that lead there, the finding is a shortest game from the start.

mod trace;
mod visit;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bustan_guide::{Explore, Picture};
use bustan_vocabulary::{Game, NoStart};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Factories;
use crate::generate::Stop;
use crate::parallel::{self, Workers};
use crate::report::finding::{Finding, Replay, Written, note_shorter};
use crate::report::{ReportError, Reports};
use crate::run::journal::Journal;
use crate::run::shard::Shard;
use crate::shrink::replay::{Line, Replayer};
use crate::shrink::{Budget, shrink};
use trace::Trace;
use visit::{Child, Visited, Visitor};

/// What a run is to visit.
#[derive(Clone, Debug)]
pub struct Plan<G: Game> {
    /// Where games begin.
    pub start: G::Position,
    /// The number of moves to go, if limited. The positions after the last of them are still compared, but
    /// the run does not go on from them.
    pub depth: Option<u32>,
    /// Whether to visit only one of symmetric positions.
    pub symmetry: bool,
    /// How many bytes the positions may take.
    pub memory: u64,
    /// The number of positions to visit at once.
    pub jobs: usize,
    /// How hard to shrink.
    pub budget: Budget,
    /// Which positions to compare.
    pub compare: Compare,
    /// Where to write down how far the run has come, if anywhere, and how often.
    pub log: Option<(Arc<Journal>, Duration)>,
    /// Where to write findings, if anywhere.
    pub reports: Option<Reports>,
    /// The command that makes such a run, for the reports.
    pub command: String,
    /// Makes the commands that play a finding's record again, for the reports.
    pub replay: Replay,
}

/// Which of the positions are compared, by their numbers in the order in which they are visited, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Those of a shard, from this number on.
    Share(Shard, u64),
    /// This one, or none: the others were compared before.
    Only(Option<u64>),
}

impl Compare {
    /// All of them.
    pub const ALL: Self = Self::Share(Shard::WHOLE, 0);

    /// Whether the position with this number is compared.
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
pub enum Entry {
    /// All positions of the shard up to this number, without it, were compared.
    Compared(u64),
    /// The end of the run.
    Over(Outline),
}

/// What a run came to, without its findings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// How it ended.
    pub ending: Ending,
    /// The positions visited, ply by ply.
    pub layers: Vec<Layer>,
    /// The ended positions, by their results.
    pub results: BTreeMap<String, u64>,
    /// The number of visited positions that differ in more than symmetry.
    pub classes: Option<u64>,
    /// The number of the position at which the engines differ.
    pub diverged: Option<u64>,
}

/// How far a run has come. It is shared between threads, and whoever holds it may show it or end the run.
#[derive(Debug, Default)]
pub struct Progress {
    /// Positions visited.
    pub positions: AtomicU64,
    /// The ply whose positions are being visited.
    pub ply: AtomicU64,
    /// The number of positions of that ply.
    pub size: AtomicU64,
    /// Whether visiting is over and a finding is being shrunk.
    pub shrinking: AtomicBool,
    /// Set to end the run at once; may be shared with a signal handler.
    pub stop: Arc<AtomicBool>,
}

/// The positions that are first reached after the same number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// The number of these positions.
    pub positions: u64,
    /// The number of them at which the game is over.
    pub ended: u64,
    /// The legal moves at all of them together.
    pub moves: u64,
    /// The most legal moves at any of them.
    pub most: u64,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// There are no more positions.
    Complete,
    /// All positions up to the depth asked for were visited, and there are more.
    Depth,
    /// More positions would take more memory than allowed.
    Memory,
    /// The run was ended from outside.
    Interrupted,
    /// The engines differ.
    Diverged,
    /// Both engines refuse the start, so that there is nothing to visit; [`Outcome::refused`] says why.
    Refused,
}

/// The result of a run.
#[derive(Debug)]
pub struct Outcome<G: Game> {
    /// How the run ended.
    pub ending: Ending,
    /// The positions visited, ply by ply.
    pub layers: Vec<Layer>,
    /// The ended positions, by their results as [`Game::final_score`] writes them.
    pub results: BTreeMap<String, u64>,
    /// The number of visited positions that differ in more than symmetry; `None` if the game declares none.
    pub classes: Option<u64>,
    /// How long the run took, shrinking not included.
    pub elapsed: Duration,
    /// The number of positions visited at once.
    pub workers: usize,
    /// Why both engines refuse the start, or why one cannot be set up there.
    pub refused: Option<NoStart<G::Invalid>>,
    /// The number of the position at which the engines differ.
    pub diverged: Option<u64>,
    /// The finding, if the engines differ.
    pub finding: Option<Finding<G>>,
    /// Other findings that came up while that one was shrunk, those with the shortest games first.
    pub others: Vec<Finding<G>>,
    /// The error of the first file that could not be written.
    pub unwritten: Option<ReportError>,
}

impl<G: Game> Outcome<G> {
    /// The same without its findings.
    pub fn outline(&self) -> Outline {
        let Self { ending, layers, results, classes, diverged, .. } = self;
        let (layers, results) = (layers.clone(), results.clone());
        Outline { ending: *ending, layers, results, classes: *classes, diverged: *diverged }
    }

    /// The number of positions visited.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(|layer| layer.positions).sum()
    }

    /// The moves at all visited positions together, each of which was played and taken back.
    pub fn moves(&self) -> u64 {
        self.layers.iter().map(|layer| layer.moves).sum()
    }
}

/// A set of digests of positions.
type Digests = HashSet<u128, FxBuildHasher>;

/// Visits every position as planned. Calls `found` for the finding once it is found and written, before it is
/// shrunk, and again afterwards.
pub fn run<G: Explore + Picture>(
    plan: &Plan<G>,
    factories: Factories<'_, G>,
    progress: &Progress,
    found: &(dyn Fn(&Finding<G>) + Sync),
) -> Outcome<G> {
    let begun = Instant::now();
    let mut run = Run {
        plan,
        factories,
        progress,
        known: Digests::default(),
        classes: Digests::default(),
        trace: Trace::default(),
        layers: Vec::new(),
        results: BTreeMap::new(),
        refused: None,
        written: begun,
        unwritten: None,
    };
    let mut walked = None;
    Workers::new(plan.jobs.clamp(1, MOST_WORKERS)).once(&mut || walked = Some(run.walk()));
    let walked = walked.expect("the work is done once");
    let symmetries = G::symmetries(&plan.start);
    let mut outcome = Outcome {
        ending: Ending::Diverged,
        results: mem::take(&mut run.results),
        classes: (symmetries > 1).then_some(run.classes.len() as u64),
        layers: mem::take(&mut run.layers),
        elapsed: begun.elapsed(),
        workers: plan.jobs.clamp(1, MOST_WORKERS),
        refused: run.refused.take(),
        diverged: None,
        finding: None,
        others: Vec::new(),
        unwritten: None,
    };
    match walked {
        Ok(ending) => outcome.ending = ending,
        Err((at, divergence)) => {
            progress.shrinking.store(true, Ordering::Relaxed);
            let (_, before) = outcome.layers.split_last().unwrap_or((&Layer::default(), &[]));
            let number = before.iter().map(|layer| layer.positions).sum::<u64>() + at as u64;
            outcome.diverged = Some(number);
            let (finding, others, unwritten) = run.settle(number, at, *divergence, found);
            (outcome.finding, outcome.others, outcome.unwritten) = (Some(finding), others, unwritten);
        }
    }
    if outcome.ending != Ending::Interrupted && !progress.stop.load(Ordering::Relaxed) {
        run.log(&Entry::Over(outcome.outline()));
    }
    outcome.unwritten = outcome.unwritten.or(run.unwritten);
    outcome
}

/// The most positions that are visited at once.
const MOST_WORKERS: usize = 256;

/// The number of positions that a worker visits between two looks at the limits.
const CHUNK: usize = 64;

/// The number of these chunks in a block, after which the results are put together.
const CHUNKS: usize = 64;

/// A run under way.
struct Run<'r, 'm, G: Game> {
    plan: &'r Plan<G>,
    factories: Factories<'m, G>,
    progress: &'r Progress,
    known: Digests,
    classes: Digests,
    trace: Trace,
    layers: Vec<Layer>,
    results: BTreeMap<String, u64>,
    refused: Option<NoStart<G::Invalid>>,
    /// When the journal was last written to, and the first error in that.
    written: Instant,
    unwritten: Option<ReportError>,
}

/// The positions of the next ply, as texts, or how the run ended.
type Next = Result<Vec<Box<str>>, Ending>;

/// The finding that ended the run, those that came up while it was shrunk, and the error in writing, if any.
type Settled<G> = (Finding<G>, Vec<Finding<G>>, Option<ReportError>);

/// A divergence, and the place in its ply of the position that showed it.
type Found<G> = (usize, Box<Divergence<G>>);

impl<G: Explore + Picture> Run<'_, '_, G> {
    fn walk(&mut self) -> Result<Ending, Found<G>> {
        let first = Visitor::new(self.factories, self.plan).first();
        let Child { digest, class, text, .. } = match first.map_err(|divergence| (0, divergence))? {
            Ok(first) => first,
            Err(refused) => {
                self.refused = Some(refused);
                return Ok(Ending::Refused);
            }
        };
        self.enter(digest, class);
        let mut ahead: Vec<Box<str>> = vec![text];
        for ply in 0.. {
            if ahead.is_empty() {
                return Ok(Ending::Complete);
            }
            self.progress.ply.store(ply.into(), Ordering::Relaxed);
            self.progress.size.store(ahead.len() as u64, Ordering::Relaxed);
            match self.layer(&ahead, self.plan.depth == Some(ply))? {
                Ok(next) => ahead = next,
                Err(ending) => return Ok(ending),
            }
        }
        Ok(Ending::Complete)
    }

    /// Visits the positions of one ply and returns those of the next, unless it is the last to be visited.
    fn layer(&mut self, ahead: &[Box<str>], last: bool) -> Result<Next, Found<G>> {
        let mut next = Vec::new();
        let mut more = false;
        let mut bytes = ahead.iter().map(|text| text.len() as u64 + TEXT).sum::<u64>();
        let before = self.layers.iter().map(|layer| layer.positions).sum();
        self.layers.push(Layer::default());
        self.trace.begin();
        for (number, block) in ahead.chunks(CHUNK * CHUNKS).enumerate() {
            if self.progress.stop.load(Ordering::Relaxed) {
                return Ok(Err(Ending::Interrupted));
            }
            if bytes + self.bytes() > self.plan.memory {
                return Ok(Err(Ending::Memory));
            }
            self.note_compared(before + (number * CHUNK * CHUNKS) as u64);
            let (factories, plan, progress) = (self.factories, self.plan, self.progress);
            let visited = parallel::chunks(block, CHUNK, |at, texts| {
                let from = number * CHUNK * CHUNKS + at * CHUNK;
                Visitor::new(factories, plan).visit_all(from, before, texts, progress)
            });
            for part in visited {
                for Visited { at, ended, children } in part? {
                    self.note(ended, children.len() as u64);
                    for (mv, Child { digest, class, text, .. }) in children.into_iter().enumerate() {
                        if last {
                            more |= !self.known.contains(&digest);
                        } else if self.enter(digest, class) {
                            bytes += text.len() as u64 + TEXT;
                            self.trace.note(at, mv);
                            next.push(text);
                        }
                    }
                }
            }
        }
        Ok(match self.progress.stop.load(Ordering::Relaxed) {
            true => Err(Ending::Interrupted),
            false if more => Err(Ending::Depth),
            false => Ok(next),
        })
    }

    /// Writes down, now and then, that all positions up to this number, without it, were compared.
    fn note_compared(&mut self, number: u64) {
        let Compare::Share(_, from) = self.plan.compare else { return };
        let due = self.plan.log.as_ref().is_some_and(|(_, every)| self.written.elapsed() >= *every);
        if due && number > from {
            self.written = Instant::now();
            self.log(&Entry::Compared(number));
        }
    }

    /// Adds a line to the journal, if there is one.
    fn log(&mut self, entry: &Entry) {
        if let Some((journal, _)) = &self.plan.log
            && let Err(error) = journal.add(entry)
        {
            self.unwritten.get_or_insert(ReportError::new(journal.path(), error));
        }
    }

    /// Marks a position as known and returns whether it was new.
    fn enter(&mut self, digest: u128, class: Option<u128>) -> bool {
        self.classes.extend(class);
        self.known.insert(digest)
    }

    fn note(&mut self, ended: Option<String>, moves: u64) {
        if let Some(layer) = self.layers.last_mut() {
            layer.positions += 1;
            layer.moves += moves;
            layer.most = layer.most.max(moves);
            layer.ended += u64::from(ended.is_some());
        }
        if let Some(result) = ended {
            *self.results.entry(result).or_default() += 1;
        }
    }

    /// The bytes that the remembered positions take.
    fn bytes(&self) -> u64 {
        (self.known.capacity() + self.classes.capacity()) as u64 * DIGEST + self.trace.bytes()
    }

    /// Turns the divergence at the position with this number into a finding: writes it down, traces it back to the
    /// start, confirms and shrinks it.
    fn settle(
        &self,
        number: u64,
        at: usize,
        divergence: Divergence<G>,
        found: &(dyn Fn(&Finding<G>) + Sync),
    ) -> Settled<G> {
        let finding = |original: Divergence<G>| Finding {
            seed: 0,
            game: number,
            policy: "exhaust",
            count: 1,
            first: number,
            games: 0,
            command: self.plan.command.clone(),
            replay: self.plan.replay.clone(),
            set_up: !G::is_start(&original.record.start),
            reproducible: None,
            original,
            written: Written::default(),
            shrunk: None,
            met: false,
            shorter: None,
            opinions: None,
            ended: 0,
            plies: None,
        };
        let write = |finding: &mut Finding<G>| {
            let reports = self.plan.reports.as_ref()?;
            let written = reports.write(finding);
            reports.clear(finding);
            written.err()
        };
        // The finding must be on disk before the engines are asked anything else.
        let mut as_found = finding(divergence.clone());
        write(&mut as_found);
        let original = match self.plan.symmetry {
            // Between two positions there may be an image of one.
            true => divergence,
            false => self.trace.back_to_start(self.factories, &self.plan.start, at, divergence),
        };
        let mut finding = match Line::of(&original.record) == Line::of(&as_found.original.record) {
            true => as_found,
            false => {
                let mut traced = finding(original);
                traced.replace(&mut as_found);
                write(&mut traced);
                self.plan.reports.iter().for_each(|reports| reports.retract(&as_found, &BTreeSet::new()));
                traced
            }
        };
        let again = Replayer::new(self.factories, &finding.original).run(&Line::of(&finding.original.record));
        finding.reproducible = Some(again.is_some());
        let mut unwritten = write(&mut finding);
        let mut others = Vec::new();
        found(&finding);
        let stop = Stop { flag: Some(&self.progress.stop), ..Stop::default() };
        if finding.reproducible == Some(true) && !self.progress.stop.load(Ordering::Relaxed) {
            finding.shrunk = shrink(self.factories, &finding.original, self.plan.budget, stop);
            others = finding.others();
            unwritten = None;
            note_shorter(&mut others.iter_mut().chain([&mut finding]).collect::<Vec<_>>());
            for finding in others.iter_mut().rev().chain([&mut finding]) {
                let error = write(finding);
                unwritten = unwritten.or(error);
                found(finding);
            }
        }
        (finding, others, unwritten)
    }
}

/// The bytes that a digest takes in a set that is at worst half full.
const DIGEST: u64 = 2 * 17;

/// The bytes that a waiting position takes beside its text.
const TEXT: u64 = 16 + 16;
