//! Every position that games reach, on both engines.
//!
//! Where the positions of a game are few enough, none need be left to chance: all are visited, ply by ply. At
//! each one both engines are set up anew and compared in everything they show, as are all positions one move
//! further, the moves taken back, counts, texts, hashes and some duplicates, and each engine by itself is
//! held to the [laws](crate::laws). Both are asked about every legal move, for all players, about the same
//! move again once it is played, and about some of those that the game [proposes](Explore::proposal), illegal
//! ones among them. What is neither listed nor proposed is not asked about, and what an engine carries over
//! from the moves before is not looked at here: [`check`](crate::check) and its long games do that.
//!
//! Positions are told apart by [`Game::identity`], each visited where it is first reached. What only the
//! history of a game tells is left out, see [`Explore::afresh`]: where the rules forbid repetition, more
//! positions are visited than games reach. Known positions are remembered by a digest of 128 bits; that two
//! of a billion positions have the same is less likely than one in 10<sup>20</sup>.
//!
//! With [`Plan::symmetry`] only one of symmetric positions is visited. Without, all are, and those that
//! differ in more than symmetry are counted. Whether what a game declares as symmetries are such, the laws
//! tell: all of them are looked at at the start, and at each position one, by itself and followed by another.
//! A set of symmetries in which two in a row are not a third would be found there, and so would one that does
//! not keep the rules; that some were forgotten which the rules have would not.
//!
//! A divergence is confirmed, written down and shrunk as [`check`](crate::check) does it. Where both engines
//! agree on the moves that lead there, its game is played from the start, by a shortest way.

mod trace;
mod visit;

use std::collections::{BTreeMap, HashSet};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bustan_guide::{Explore, Picture};
use bustan_vocabulary::{Game, NoStart};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use crate::divergence::Divergence;
use crate::finding::{Finding, Replay, Written, note_shorter};
use crate::generate::Stop;
use crate::lockstep::Factories;
use crate::replay::{Line, Replayer};
use crate::report::{ReportError, Reports};
use crate::shrink::{Budget, shrink};
use trace::Trace;
use visit::{Child, Visited, Visitor};

/// What is to be visited.
#[derive(Clone, Debug)]
pub struct Plan<G: Game> {
    /// Where games begin.
    pub start: G::Position,
    /// How many moves to go, if limited. The positions after that many are still compared, but not gone on
    /// from.
    pub depth: Option<u32>,
    /// Whether of symmetric positions only one is visited.
    pub symmetry: bool,
    /// How many bytes the positions may take.
    pub memory: u64,
    /// How many positions to visit at once.
    pub jobs: usize,
    /// How hard to shrink.
    pub budget: Budget,
    /// Where findings are written, if anywhere.
    pub reports: Option<Reports>,
    /// The command that makes such a run, for the reports.
    pub command: String,
    /// Makes the commands that play a finding's record again, for the reports.
    pub replay: Replay,
}

/// How far a run has come, for whoever wants to show it or to end it; shared between threads.
#[derive(Debug, Default)]
pub struct Progress {
    /// Positions visited.
    pub positions: AtomicU64,
    /// The ply whose positions are being visited.
    pub ply: AtomicU64,
    /// How many positions that ply has.
    pub size: AtomicU64,
    /// Whether visiting is over and a finding is being shrunk.
    pub shrinking: AtomicBool,
    /// Set to end the run at once; may be shared with a signal handler.
    pub stop: Arc<AtomicBool>,
}

/// The positions that are first reached after the same number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// How many there are.
    pub positions: u64,
    /// At how many of them the game is over.
    pub ended: u64,
    /// Legal moves at all of them together.
    pub moves: u64,
    /// The most legal moves at any of them.
    pub most: u64,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There are no more positions.
    Complete,
    /// All positions up to the depth asked for were visited, and there are more.
    Depth,
    /// More positions would take more memory than allowed.
    Memory,
    /// It was ended from outside.
    Interrupted,
    /// The engines differ.
    Diverged,
    /// Both engines refuse the start, so that there is nothing to visit; [`Outcome::refused`] tells why.
    Refused,
}

/// What a run came to.
#[derive(Debug)]
pub struct Outcome<G: Game> {
    /// How it ended.
    pub ending: Ending,
    /// What was visited, ply by ply.
    pub layers: Vec<Layer>,
    /// The ended positions by their results as [`Game::final_score`] has them.
    pub results: BTreeMap<String, u64>,
    /// How many positions visited differ in more than symmetry; `None` when the game declares none.
    pub classes: Option<u64>,
    /// How long it took, shrinking not included.
    pub elapsed: Duration,
    /// How many positions were visited at once.
    pub workers: usize,
    /// Why both engines refuse the start, or one cannot be set up there.
    pub refused: Option<NoStart<G::Invalid>>,
    /// The finding, if the engines differ.
    pub finding: Option<Finding<G>>,
    /// Other findings that came up while that was made short, those with the shortest games first.
    pub others: Vec<Finding<G>>,
    /// The first of the findings' files that could not be written.
    pub unwritten: Option<ReportError>,
}

impl<G: Game> Outcome<G> {
    /// How many positions were visited.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(|layer| layer.positions).sum()
    }

    /// Moves at all positions visited together, each of which was played and taken back.
    pub fn moves(&self) -> u64 {
        self.layers.iter().map(|layer| layer.moves).sum()
    }
}

/// A set of digests of positions.
type Digests = HashSet<u128, FxBuildHasher>;

/// Visits every position as planned. `found` is called for the finding when it is found and written, before
/// it is shrunk, and again after.
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
    };
    let pool = ThreadPoolBuilder::new().num_threads(plan.jobs.clamp(1, MOST_WORKERS)).build();
    let walked = match &pool {
        Ok(pool) => pool.install(|| run.walk()),
        // Without threads of its own the run takes place on those there are.
        Err(_) => run.walk(),
    };
    let symmetries = G::symmetries(&plan.start);
    let mut outcome = Outcome {
        ending: Ending::Diverged,
        results: mem::take(&mut run.results),
        classes: (symmetries > 1).then_some(run.classes.len() as u64),
        layers: mem::take(&mut run.layers),
        elapsed: begun.elapsed(),
        workers: plan.jobs.clamp(1, MOST_WORKERS),
        refused: run.refused.take(),
        finding: None,
        others: Vec::new(),
        unwritten: None,
    };
    match walked {
        Ok(ending) => outcome.ending = ending,
        Err((at, divergence)) => {
            progress.shrinking.store(true, Ordering::Relaxed);
            let (finding, others, unwritten) = run.settle(at, *divergence, found);
            (outcome.finding, outcome.others, outcome.unwritten) = (Some(finding), others, unwritten);
        }
    }
    outcome
}

/// The most positions that are visited at once.
const MOST_WORKERS: usize = 256;

/// How many positions a worker visits between two looks at the limits.
const CHUNK: usize = 64;

/// How many of these make a block, after which what was found is put together.
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
}

/// The positions of the next ply, as texts, or how the run ended.
type Next = Result<Vec<Box<str>>, Ending>;

/// The finding that ended the run, those that came up while it was made short, and what could not be written.
type Settled<G> = (Finding<G>, Vec<Finding<G>>, Option<ReportError>);

/// A divergence and the place, in its ply, of the position at which it showed.
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

    /// Visits the positions of one ply and tells those of the next, unless it is the last to be visited.
    fn layer(&mut self, ahead: &[Box<str>], last: bool) -> Result<Next, Found<G>> {
        let mut next = Vec::new();
        let mut more = false;
        let mut bytes = ahead.iter().map(|text| text.len() as u64 + TEXT).sum::<u64>();
        self.layers.push(Layer::default());
        self.trace.begin();
        for (number, block) in ahead.chunks(CHUNK * CHUNKS).enumerate() {
            if self.progress.stop.load(Ordering::Relaxed) {
                return Ok(Err(Ending::Interrupted));
            }
            if bytes + self.bytes() > self.plan.memory {
                return Ok(Err(Ending::Memory));
            }
            let (factories, plan, progress) = (self.factories, self.plan, self.progress);
            let visit = |visitor: &mut Visitor<'_, G>, (at, texts): (usize, &[Box<str>])| {
                visitor.visit_all(number * CHUNK * CHUNKS + at * CHUNK, texts, progress)
            };
            let visited: Vec<_> = block
                .par_chunks(CHUNK)
                .enumerate()
                .map_init(|| Visitor::new(factories, plan), visit)
                .collect();
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

    /// Notes a position as known; whether it was not before.
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

    /// The bytes that the known positions take.
    fn bytes(&self) -> u64 {
        (self.known.capacity() + self.classes.capacity()) as u64 * DIGEST + self.trace.bytes()
    }

    /// From a divergence to a finding: written down, traced back to the start, confirmed, shrunk.
    fn settle(
        &self,
        at: usize,
        divergence: Divergence<G>,
        found: &(dyn Fn(&Finding<G>) + Sync),
    ) -> Settled<G> {
        let visited: u64 = self.layers.iter().map(|layer| layer.positions).sum();
        let finding = |original: Divergence<G>| Finding {
            seed: 0,
            game: visited,
            policy: "exhaust",
            count: 1,
            first: visited,
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
        };
        let write = |finding: &mut Finding<G>| {
            let reports = self.plan.reports.as_ref()?;
            let written = reports.write(finding);
            reports.clear(finding);
            written.err()
        };
        // On the disk before anything else is asked of the engines.
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
                self.plan.reports.iter().for_each(|reports| reports.retract(&as_found));
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

/// The bytes of a digest in a set that is half full at worst.
const DIGEST: u64 = 2 * 17;

/// The bytes that a position waiting to be visited takes beside its text.
const TEXT: u64 = 16 + 16;
