//! A whole run: test games on all cores, findings told apart, written down, shrunk.
//!
//! Workers take the numbers of games in order; each game depends on the seed of the run and its number only. A run
//! that ends with its first finding ends with the diverging game of the lowest number: games before it are played to
//! their end, games behind it are broken off. So the same seed gives the same finding with any number of jobs.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bustan_core::{Engine, Explore, Game, Picture};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::coverage::Coverage;
use crate::dice::Dice;
use crate::divergence::{Divergence, Signature};
use crate::finding::{Finding, Written};
use crate::generate::{self, Asked, Conduct, Ending, Played, Stop};
use crate::lockstep::{Checks, Lockstep, Makers};
use crate::replay::{Line, Replayer};
use crate::report::{ReportError, Reports};
use crate::scrutiny::{Scrutiny, scrutinise_asking};
use crate::shrink::{Effort, shrink};

/// What a run is to do.
#[derive(Clone, Debug)]
pub struct Plan<G: Game> {
    /// The seed of all its games.
    pub seed: u64,
    /// The number of games, if limited.
    pub games: Option<u64>,
    /// The time to play for, if limited; shrinking comes on top.
    pub time: Option<Duration>,
    /// How many games to play at once, as far as there are as many; see [`workers`](Plan::workers).
    pub jobs: usize,
    /// What is fixed about the games.
    pub conduct: Conduct<G>,
    /// After how many different findings to end. With 1 the finding is the same for any number of jobs.
    pub max_findings: usize,
    /// How hard to shrink.
    pub effort: Effort,
    /// Where findings are written, if anywhere.
    pub reports: Option<Reports>,
    /// The command that makes such a run, without its seed and number of games, for the reports.
    pub command: String,
    /// The options that name both engines behind `bustan replay FILE`, for the reports.
    pub replay: String,
}

/// The most games that are played at once. More would be no faster on any machine, and each takes memory.
const MOST_WORKERS: usize = 256;

impl<G: Game> Plan<G> {
    /// How many games are played at once: no more than there are games, nor than any machine has use for.
    pub fn workers(&self) -> usize {
        let games = self.games.and_then(|games| usize::try_from(games).ok()).unwrap_or(MOST_WORKERS);
        self.jobs.min(games).clamp(1, MOST_WORKERS)
    }
}

/// How far a run has come, for whoever wants to show it or to end it; shared between threads.
#[derive(Debug, Default)]
pub struct Progress {
    /// Games played to the end.
    pub games: AtomicU64,
    /// Moves played on both engines.
    pub plies: AtomicU64,
    /// Different findings.
    pub findings: AtomicU64,
    /// Whether playing is over and findings are being shrunk.
    pub shrinking: AtomicBool,
    /// Set to end the run at once; may be shared with other runs and with a signal handler.
    pub stop: Arc<AtomicBool>,
}

/// What a run came to.
#[derive(Debug)]
pub struct Outcome<G: Game> {
    /// Games begun: those played to the end or to a divergence, and those that were broken off.
    pub games: u64,
    /// Moves played on both engines.
    pub plies: u64,
    /// How many games were played at once.
    pub workers: usize,
    /// How long the games took, shrinking not included.
    pub elapsed: Duration,
    /// What the games reached.
    pub coverage: Coverage,
    /// Different findings, by the game that showed them first.
    pub findings: Vec<Finding<G>>,
    /// Whether it was ended from outside.
    pub interrupted: bool,
    /// Findings that could not be written whole, one error each.
    pub unwritten: Vec<ReportError>,
}

/// Plays test games on both engines as planned. `found` is called for every finding when it is found and written,
/// before it is shrunk, and again after.
pub fn run<A, B>(
    plan: &Plan<A::Game>,
    makers: Makers<'_, A, B>,
    progress: &Progress,
    found: &(dyn Fn(&Finding<A::Game>) + Sync),
) -> Outcome<A::Game>
where
    A: Engine<Game: Explore + Picture>,
    B: Engine<Game = A::Game, Observation = <A::Game as Game>::Observation>,
{
    let begun = Instant::now();
    let run = Run {
        plan,
        makers,
        progress,
        found,
        deadline: plan.time.and_then(|time| begun.checked_add(time)),
        next: AtomicU64::new(0),
        first: AtomicU64::new(u64::MAX),
        full: AtomicBool::new(false),
        triage: Mutex::default(),
        unwritten: Mutex::default(),
    };
    let pool = ThreadPoolBuilder::new().num_threads(plan.workers()).build();
    let mut coverage = Coverage::new::<A::Game>();
    match &pool {
        Ok(pool) => pool.broadcast(|_| run.work()).iter().for_each(|part| coverage.add(part)),
        // Without threads of its own the run takes place on this one.
        Err(_) => coverage.add(&run.work()),
    }
    let elapsed = begun.elapsed();
    progress.shrinking.store(true, Ordering::Relaxed);
    let mut findings = run.settle();
    let shrink_all = || findings.par_iter_mut().for_each(|finding| run.shrink(finding));
    match pool {
        Ok(pool) => pool.install(shrink_all),
        Err(_) => findings.iter_mut().for_each(|finding| run.shrink(finding)),
    }
    Outcome {
        games: coverage.games(),
        plies: coverage.plies(),
        workers: plan.workers(),
        elapsed,
        coverage,
        findings,
        interrupted: progress.stop.load(Ordering::Relaxed),
        unwritten: run.unwritten.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect(),
    }
}

/// A run under way.
struct Run<'r, 'm, A: Engine, B> {
    plan: &'r Plan<A::Game>,
    makers: Makers<'m, A, B>,
    progress: &'r Progress,
    found: &'r (dyn Fn(&Finding<A::Game>) + Sync),
    deadline: Option<Instant>,
    /// The number of the next game.
    next: AtomicU64,
    /// The lowest number of a diverging game, when the run ends with the first finding.
    first: AtomicU64,
    /// Whether there are as many findings as wanted.
    full: AtomicBool,
    triage: Mutex<BTreeMap<Signature, Finding<A::Game>>>,
    /// What could not be written, by the number of the game.
    unwritten: Mutex<BTreeMap<u64, ReportError>>,
}

impl<A, B> Run<'_, '_, A, B>
where
    A: Engine<Game: Explore + Picture>,
    B: Engine<Game = A::Game, Observation = <A::Game as Game>::Observation>,
{
    /// Plays games until there is a reason to end.
    fn work(&self) -> Coverage {
        let plan = self.plan;
        let mut coverage = Coverage::new::<A::Game>();
        let start = plan.conduct.draw_start(&mut |_| 0);
        let mut lockstep = Lockstep::new(self.makers, Checks::SAMPLED, start);
        loop {
            let game = self.next.fetch_add(1, Ordering::Relaxed);
            let stop =
                Stop { flag: Some(&self.progress.stop), deadline: self.deadline, first: Some((&self.first, game)) };
            let enough = plan.games.is_some_and(|games| game >= games) || self.full.load(Ordering::Relaxed);
            if enough || stop.now() {
                return coverage;
            }
            let dice = Dice::of_game(plan.seed, game);
            let played = generate::play(&mut lockstep, &plan.conduct, dice, &mut coverage, stop, &self.progress.plies);
            if !matches!(played.ending, Ending::Stopped) {
                self.progress.games.fetch_add(1, Ordering::Relaxed);
            }
            let Played { ending, policy, asked, .. } = played;
            if let Ending::Diverged(divergence) = ending {
                self.diverged(game, A::Game::POLICIES[policy].name, *divergence, &asked);
            }
        }
    }

    fn triage(&self) -> MutexGuard<'_, BTreeMap<Signature, Finding<A::Game>>> {
        self.triage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of a divergence and, if it is a new one, writes it down.
    fn diverged(&self, game: u64, policy: &'static str, divergence: Divergence<A::Game>, asked: &[Asked<A::Game>]) {
        if self.plan.max_findings <= 1 {
            self.first.fetch_min(game, Ordering::Relaxed);
        } else if let Some(known) = self.triage().get_mut(&divergence.signature)
            && known.game < game
        {
            known.count += 1;
            return;
        }
        let (original, reproducible) = self.confirm(divergence, asked);
        let seed = self.plan.seed;
        let command = format!("{} --seed {seed} --games {}", self.plan.command, game + 1);
        let set_up = !A::Game::is_start(&original.record.start);
        let mut finding = Finding {
            seed,
            game,
            policy,
            count: 1,
            command,
            engines: self.plan.replay.clone(),
            original,
            set_up,
            reproducible,
            written: Written::default(),
            shrunk: None,
        };
        let mut triage = self.triage();
        if let Some(known) = triage.get_mut(&finding.original.signature) {
            known.count += 1;
            if known.game < game {
                return;
            }
        }
        self.write(&mut finding);
        let signature = finding.original.signature.clone();
        let count = triage.get(&signature).map_or(1, |known| known.count);
        if let Some(superseded) = triage.insert(signature, Finding { count, ..finding }) {
            self.retract(&superseded);
        }
        self.progress.findings.store(triage.len() as u64, Ordering::Relaxed);
        if self.plan.max_findings > 1 && triage.len() >= self.plan.max_findings {
            self.full.store(true, Ordering::Relaxed);
        }
    }

    /// Makes sure that new engines show the divergence, too. Where replaying the moves alone does not, all checks are
    /// made at every ply and all questions asked again, which often shows the cause earlier and as another
    /// divergence.
    fn confirm(&self, divergence: Divergence<A::Game>, asked: &[Asked<A::Game>]) -> (Divergence<A::Game>, bool) {
        let again = |divergence: &Divergence<A::Game>| {
            Replayer::new(self.makers, divergence).run(&Line::of(&divergence.record)).is_some()
        };
        if again(&divergence) {
            return (divergence, true);
        }
        match scrutinise_asking(self.makers, &divergence.record, asked, |_| {}) {
            Scrutiny::Diverged(cause) if again(&cause) => (*cause, true),
            _ => (divergence, false),
        }
    }

    fn write(&self, finding: &mut Finding<A::Game>) {
        let Some(reports) = &self.plan.reports else { return };
        let written = reports.write(finding);
        let mut unwritten = self.unwritten.lock().unwrap_or_else(PoisonError::into_inner);
        match written {
            // What could not be written at first was written now.
            Ok(()) => unwritten.remove(&finding.game),
            Err(error) => unwritten.insert(finding.game, error),
        };
    }

    /// Removes what this run has written of a finding that another one supersedes.
    fn retract(&self, superseded: &Finding<A::Game>) {
        if let Some(reports) = &self.plan.reports {
            reports.retract(superseded);
        }
        self.unwritten.lock().unwrap_or_else(PoisonError::into_inner).remove(&superseded.game);
    }

    /// The findings to report: all different ones, or only the first when the run was to end with it.
    fn settle(&self) -> Vec<Finding<A::Game>> {
        let mut findings: Vec<_> = std::mem::take(&mut *self.triage()).into_values().collect();
        findings.sort_by_key(|finding| finding.game);
        let keep = self.plan.max_findings.max(1).min(findings.len());
        findings.drain(keep..).for_each(|superseded| self.retract(&superseded));
        self.progress.findings.store(findings.len() as u64, Ordering::Relaxed);
        findings
    }

    fn shrink(&self, finding: &mut Finding<A::Game>) {
        (self.found)(finding);
        let deadline = self.plan.effort.time.and_then(|time| Instant::now().checked_add(time));
        let stop = Stop { flag: Some(&self.progress.stop), deadline, ..Stop::default() };
        if !finding.reproducible || stop.now() {
            return;
        }
        finding.shrunk = shrink(self.makers, &finding.original, self.plan.effort, stop);
        self.write(finding);
        (self.found)(finding);
    }
}
