//! A whole run: plays test games on all cores, tells findings apart, writes them down and shrinks them.
//!
//! Workers take the numbers of games in order; each game depends only on the seed of the run and on its
//! number. A run that ends with its first finding ends with the diverging game of the lowest number: games
//! before it are played to their end, games behind it are broken off. So the same seed gives the same finding
//! with any number of jobs. In the same way a run with a limit on findings ends with the first game that
//! reaches the limit, and a run with a limit on games always gives the same findings with the same counts.
//!
//! A run can be one of several [shards](crate::base::shard), and can write down how far it has come. What was
//! [recorded](Plan::recorded) of it, or of all shards, is not played again: only the first games that showed a
//! difference are, to look at them, and games up to the last that matters where the record goes further. The result
//! is the same as that of a run that plays all of them, as long as the engines answer alike.
//!
//! A run that keeps going plays on behind what a game has shown. It shrinks findings as they come up, so that
//! ending the run loses little, but for at most a fifth of its time; the rest are shrunk at its end.
//!
//! A finding is written down as the game showed it before an engine is asked anything else, because the
//! engine may hang or be killed. Then new engines play the game again, and the finding is rewritten with the
//! result.
//!
//! A failure of the system is not a finding; see the module `turn`. An engine that cannot be started any more ends the
//! run, without a verdict unless there is a finding.

mod games;
mod ledger;
mod limits;
mod starts;
mod tell;
mod triage;
mod turn;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use bustan_guide::Explore;

use crate::base::parallel::{self, Workers};
use crate::base::{Meter, Shard, Stop};
use crate::compare::audit::{Asked, Audit, audit_until};
use crate::compare::compared::Comparison;
use crate::compare::divergence::{Divergence, Kind, Role, Signature};
use crate::compare::known::{Accepted, Known};
use crate::compare::lockstep::{Checks, Factories, Lockstep};
use crate::compare::plural;
use crate::erased::{Erased, Position};
use crate::generate::coverage::{Coverage, Table};
use crate::generate::past::Found;
use crate::generate::{Counter, GameConfig, Idle, Start};
use crate::report::finding::{Extent, Finding, Replay, Search, Written, files};
use crate::report::opinions::Other;
use crate::report::overview::Figures;
use crate::report::verdict::{FEWEST_GAMES, Verdict};
use crate::report::{ReportError, Reports};
use crate::run::steady::{at_times, comes_and_goes, unsteady};
use crate::shrink::replay::{Line, Replayer};
use crate::shrink::{Budget, Shrunk, shrink};
use games::Showing;
pub use ledger::{Batch, Entry, Log, Recorded, Told, parts};
use ledger::{Ledger, Share, Sum};
use limits::Limits;
use starts::Starts;
use tell::{ALL, LOOK, REFRESH};
use triage::Triage;
use turn::{Disturbed, New};

/// What a run is to do: its games, its limits, and where it reports.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of all its games.
    pub seed: u64,
    /// The number of games, if limited, of all shards together.
    pub games: Option<u64>,
    /// Which of these games to play.
    pub shard: Shard,
    /// Those that were played before.
    pub recorded: Recorded,
    /// Where to write down how far the run has come, if anywhere.
    pub log: Option<Log>,
    /// Whether all that is told depends on the games alone: nothing is said of times, and the files of findings
    /// have names that do not depend on the order in which they came up. The directory must be the run's own.
    pub reproducible: bool,
    /// The time to play for, if limited; shrinking comes on top, unless the run goes on after it.
    pub time: Option<Duration>,
    /// The number of games to play at once, if there are that many; see [`workers`](Plan::workers).
    pub jobs: usize,
    /// The part of each game that is fixed.
    pub config: GameConfig,
    /// The number of different findings after which to end. Findings are counted as the games show them. Two
    /// that turn out to be one when they are shrunk have counted as two; one that only comes up while
    /// another is shrunk has not counted.
    pub max_findings: usize,
    /// The differences to pass over.
    pub known: Known,
    /// The events that the games must reach, by their indices in [`EVENTS`](Explore::EVENTS), each more than so
    /// many times; otherwise the run says nothing about the engines.
    pub required: Vec<(usize, u64)>,
    /// Further parts that are not compared, in words for the verdict.
    pub apart: Vec<String>,
    /// The names of findings of earlier runs whose games these engines were just seen to differ in.
    pub still: Vec<String>,
    /// The number of findings of earlier runs that nobody looked at.
    pub open: usize,
    /// Further programs, which are asked about the games of findings: which engine is the odd one out?
    pub others: Vec<Other>,
    /// How hard to shrink.
    pub budget: Budget,
    /// Where to write findings, if anywhere.
    pub reports: Option<Reports>,
    /// Makes the commands that find a finding again, for the reports.
    pub search: Search,
    /// Makes the commands that play a finding's record again, for the reports.
    pub replay: Replay,
}

/// One in so many parts of the time may go into shrinking while a run goes on.
const SHARE: u32 = 5;

/// The time for shrinking divided by this is spent, in addition, on looking for engines that answer by chance.
const CHANCE: u32 = 10;

/// How long shrinking a finding may take where the work is limited and not the time.
const LIKELY: Duration = Duration::from_secs(2);

/// A game of more moves than this is long.
const LONG: usize = 200;

/// How often findings are shrunk that came up while others were.
const ROUNDS: usize = 3;

/// The most games that are played at once. More would not be faster on any machine, and each takes memory.
const MOST_WORKERS: usize = 256;

impl Plan {
    /// Games like this, one after the other, as many as are wanted, until the first finding. Nothing is known before
    /// and nothing is written.
    pub fn new(games: u64, config: GameConfig) -> Self {
        Self {
            seed: 0,
            games: Some(games),
            shard: Shard::WHOLE,
            recorded: Recorded::default(),
            log: None,
            reproducible: false,
            time: None,
            jobs: 1,
            config,
            max_findings: 1,
            known: Known::default(),
            required: Vec::new(),
            apart: Vec::new(),
            still: Vec::new(),
            open: 0,
            others: Vec::new(),
            budget: Budget::default(),
            reports: None,
            search: Search::default(),
            replay: Replay::default(),
        }
    }

    /// The number of games of the shard, if limited.
    pub fn share(&self) -> Option<u64> {
        self.games.map(|games| self.shard.share(games))
    }

    /// The number of games played at once: at most the number of games, and at most what any machine can use.
    pub fn workers(&self) -> usize {
        let games = self.share().and_then(|games| usize::try_from(games).ok()).unwrap_or(MOST_WORKERS);
        self.jobs.min(games).clamp(1, MOST_WORKERS)
    }
}

/// How far a run has come. It is shared between threads, and whoever holds it may show it or end the run.
#[derive(Debug, Default)]
pub struct Progress {
    /// Games played to the end.
    pub games: AtomicU64,
    /// Moves played on both engines.
    pub plies: AtomicU64,
    /// Different findings.
    pub findings: AtomicU64,
    /// The numbers of the games that are being played.
    pub playing: Mutex<BTreeSet<u64>>,
    /// Whether playing is over and findings are being shrunk.
    pub shrinking: AtomicBool,
    /// How far the game has come that is being made short.
    pub meter: Meter,
    /// Set to end the run at once; may be shared with other runs and with a signal handler.
    pub stop: Arc<AtomicBool>,
}

impl Progress {
    /// What stays the same while an engine in this process hangs: the moves and the games so far, and the steps of
    /// shrinking.
    pub fn moves(&self) -> impl PartialEq + use<> {
        let [plies, games] = [&self.plies, &self.games].map(|count| count.load(Ordering::Relaxed));
        [plies, games, self.meter.steps()]
    }

    fn playing(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An accepted difference that showed in games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedGames {
    /// Its signature.
    pub signature: Signature,
    /// The number of games that showed it.
    pub games: u64,
    /// The number of them that could not go on behind it.
    pub ended: u64,
    /// The words by which it was accepted.
    pub words: String,
}

/// The result of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The names of the engine under test and of the other.
    pub engines: [String; 2],
    /// What the run says about them.
    pub verdict: Verdict,
    /// The reason, if the verdict is [`NotTested`](Verdict::NotTested); what was not compared, if it is
    /// [`Agree`](Verdict::Agree).
    pub reason: Option<String>,
    /// Games begun, including those that were broken off.
    pub games: u64,
    /// Games that both engines began and that were played to the end or to a divergence.
    pub finished: u64,
    /// Moves played on both engines.
    pub plies: u64,
    /// The number of games played at once.
    pub workers: usize,
    /// How long the games took, and what was shrunk while the run went on.
    pub elapsed: Duration,
    /// How long findings were shrunk behind the last game.
    pub shrinking: Duration,
    /// What the games reached.
    pub coverage: Coverage,
    /// What was compared, in how many games.
    pub compared: Comparison,
    /// The accepted differences that showed, each with the number of games that showed it.
    pub accepted: Vec<AcceptedGames>,
    /// What was accepted and did not show.
    pub unshown: Vec<Accepted>,
    /// Different findings, by the game that showed them first.
    pub findings: Vec<Finding>,
    /// Whether the run was ended from outside before it was over, whatever it had found.
    pub cut_off: bool,
    /// What is recorded and did not show when its game was played again, in words.
    pub lost: Vec<String>,
    /// Why the run ended early, if the system took an engine away for good, in words.
    pub broken_off: Option<String>,
    /// Events that are not findings, in sentences: a process that did not start or answer once, or was killed.
    pub warnings: Vec<String>,
    /// Errors: one for each finding that could not be written whole, and one for anything else.
    pub unwritten: Vec<ReportError>,
}

/// Plays test games on both engines as planned. Calls `found` for every different finding once it is found
/// and written, before it is shrunk, and again afterwards.
pub fn run(
    plan: &Plan,
    factories: Factories<'_>,
    progress: &Progress,
    found: &(dyn Fn(&Finding) + Sync),
) -> Outcome {
    let begun = Instant::now();
    let triage = recorded(plan);
    let last = triage.last().unwrap_or(u64::MAX);
    let (ledger, missing) =
        Ledger::new(plan.config.rules, plan.shard, &plan.recorded, last, plan.log.clone());
    let mut again: BTreeMap<u64, bool> = shortest(plan).into_iter().map(|game| (game, false)).collect();
    again.extend(triage.lacking().into_iter().map(|(_, game)| (game, false)));
    again.extend(missing.into_iter().map(|game| (game, true)));
    progress.games.fetch_add(ledger.sum().ended, Ordering::Relaxed);
    progress.plies.fetch_add(ledger.sum().coverage.plies(), Ordering::Relaxed);
    let run = Run {
        plan,
        factories,
        progress,
        found,
        deadline: plan.time.and_then(|time| begun.checked_add(time)),
        begun,
        again: again.into_iter().collect(),
        next: AtomicU64::new(0),
        ended: AtomicU64::new(ledger.sum().ended),
        ledger: Mutex::new(ledger),
        starts: Mutex::default(),
        by_program: AtomicBool::new(false),
        last: AtomicU64::new(last),
        triage: Mutex::new(triage),
        engines: OnceLock::new(),
        section: OnceLock::new(),
        due: AtomicU64::new(REFRESH),
        waiting: Mutex::default(),
        spent: Mutex::default(),
        limits: OnceLock::new(),
        shortest: Mutex::default(),
        unwritten: Mutex::default(),
        broken_off: OnceLock::new(),
        warnings: Mutex::default(),
        disturbed: Mutex::default(),
    };
    let workers = Workers::new(plan.workers());
    workers.all(&|| run.work());
    let last = run.last.load(Ordering::Relaxed);
    let sum = {
        let mut ledger = run.ledger();
        run.noted(ledger.close(plan.config.rules, last));
        ledger.sum().clone()
    };
    run.ended.store(sum.ended, Ordering::Relaxed);
    let elapsed = begun.elapsed();
    progress.shrinking.store(true, Ordering::Relaxed);
    workers.once(&mut || run.shrink_rest());
    let shrinking = begun.elapsed().saturating_sub(elapsed);
    let figures = Figures {
        games: sum.ended,
        plies: sum.coverage.plies(),
        elapsed: run.told(elapsed),
        coverage: Table::of(plan.config.rules, &sum.coverage),
        compared: sum.compared.clone(),
        ..Figures::default()
    };
    let lost = run.lost();
    let warnings = run.take_warnings();
    let figures = Figures { warnings: warnings.clone(), ..figures };
    let accepted = run.triage().accepted(&plan.known);
    let shown = |one: &&Accepted| accepted.iter().any(|shown| one.names_signature(&shown.signature));
    let unshown = plan.known.accepted().filter(|one| !shown(one)).cloned().collect();
    let (findings, verdict, reason) = run.settle(figures, &sum, !lost.is_empty());
    let cut_off = run.is_cut_off(&sum);
    Outcome {
        engines: run.engines.into_inner().unwrap_or_default(),
        verdict,
        reason,
        finished: sum.ended,
        games: sum.coverage.games(),
        plies: sum.coverage.plies(),
        workers: plan.workers(),
        elapsed,
        shrinking,
        coverage: sum.coverage,
        compared: sum.compared,
        accepted,
        unshown,
        findings,
        cut_off,
        lost,
        broken_off: run.broken_off.into_inner(),
        warnings,
        unwritten: run.unwritten.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect(),
    }
}

/// The games that diverged, as far as that is recorded.
fn recorded(plan: &Plan) -> Triage {
    let mut triage = Triage::new(plan.max_findings);
    for batch in &plan.recorded.batches {
        for (signature, game, showing) in batch.shown() {
            triage.count(signature, game, showing);
        }
        for (signature, game, ended) in batch.accepted() {
            triage.accept(signature.clone(), game, ended);
        }
    }
    triage
}

/// The recorded games that showed a difference in the fewest moves, for each difference, where these are
/// [kept](Run::keep_if_short).
fn shortest(plan: &Plan) -> BTreeSet<u64> {
    let mut shortest: BTreeMap<&Signature, (usize, u64)> = BTreeMap::new();
    let shown = plan.recorded.batches.iter().flat_map(Batch::shown);
    for (signature, game, showing) in shown.filter(|_| plan.max_findings == usize::MAX) {
        let Some(moves) = showing.moves else { continue };
        let least = shortest.entry(signature).or_insert((moves, game));
        *least = (*least).min((moves, game));
    }
    shortest.into_values().map(|(_, game)| game).collect()
}

/// Whether shrinking a finding, for `most` at most, keeps within its share of the time of `all` threads, of which
/// so much was `spent` on it.
fn is_affordable(spent: Duration, most: Duration, all: Duration) -> bool {
    (spent + most).saturating_mul(SHARE) <= all
}

/// A run under way.
struct Run<'r, 'm> {
    plan: &'r Plan,
    factories: Factories<'m>,
    progress: &'r Progress,
    found: &'r (dyn Fn(&Finding) + Sync),
    deadline: Option<Instant>,
    begun: Instant,
    /// The recorded games that are played again, each with whether it is missing in the sum.
    again: Vec<(u64, bool)>,
    /// The number of games that were begun, those that are played again included.
    next: AtomicU64,
    /// The number of games played to their end or to a divergence.
    ended: AtomicU64,
    /// What the games came to.
    ledger: Mutex<Ledger>,
    /// The starts that the games tried.
    starts: Mutex<Starts>,
    /// Whether an engine is a program in a process of its own.
    by_program: AtomicBool,
    /// The number of the last game that matters, once the limit on findings is reached.
    last: AtomicU64,
    triage: Mutex<Triage>,
    /// The names of the engines, once they are known.
    engines: OnceLock<[String; 2]>,
    /// The section of the reports that is about this run.
    section: OnceLock<usize>,
    /// When that section is brought up to date next, in seconds from the beginning.
    due: AtomicU64,
    /// The findings to be shrunk, by the signature and the number of their games.
    waiting: Mutex<VecDeque<(Signature, u64)>>,
    /// How long findings were shrunk, on all threads together, while the run went on.
    spent: Mutex<Duration>,
    /// The limits of shrinking after the games, if its time is limited.
    limits: OnceLock<Limits>,
    /// The shortest game from the start that showed a difference, by its signature, with its number.
    shortest: Mutex<BTreeMap<Signature, (u64, Divergence)>>,
    /// Errors in writing, by the number of the game and the signature it showed; errors about all findings
    /// come last.
    unwritten: Mutex<BTreeMap<(u64, String), ReportError>>,
    /// Why no game can be played any more, if the system took an engine away for good.
    broken_off: OnceLock<String>,
    /// Events that are not findings.
    warnings: Mutex<turn::Warnings>,
    /// The disturbances of engines. Locked by the worker that finds out whether one fell silent for good.
    disturbed: Mutex<Disturbed>,
}

/// Where a finding came from.
#[derive(Clone, Debug)]
struct Origin {
    /// The number of the game.
    game: u64,
    /// The name of the policy that it began with.
    policy: &'static str,
    /// The position that the run offered for it to begin at, if it did.
    offered: Option<Position>,
}

/// Whether new engines showed a divergence, too, with another divergence if that is the cause.
type Confirmed = (Option<Divergence>, bool);

/// What a difference did in the game that it was found in.
fn showing(found: &Found) -> Showing {
    let record = &found.divergence.record;
    let moves = Erased::is_start(&record.start).then_some(record.moves.len());
    Showing { ended: found.ended, plies: found.plies, moves }
}

impl Run<'_, '_> {
    /// Plays games until there is a reason to end.
    fn work(&self) {
        let plan = self.plan;
        let start = plan.config.draw_start(&mut |_| 0);
        // One game is compared as closely as a fuzz target does it, and more.
        let checks = if plan.config.given.is_some() { Checks::ALL } else { Checks::SAMPLED };
        let mut lockstep = Lockstep::new(self.factories, checks, start);
        lockstep.pass_over(plan.known.clone());
        // How far a program counts ahead depends on its speed.
        if let Some(Counter(counter)) = plan.config.counter.filter(|_| !plan.reproducible) {
            lockstep.count_with(counter.make());
        }
        let config =
            GameConfig { goes_on: self.keeps_going() && plan.config.given.is_none(), ..plan.config.clone() };
        self.by_program.fetch_or(lockstep.is_costly(), Ordering::Relaxed);
        let names = || [Role::Subject, Role::Oracle].map(|role| lockstep.name(role).to_string());
        self.begin(self.engines.get_or_init(names));
        let mut told = Instant::now();
        while let Some(turn) = self.turn() {
            let stop = Stop {
                flag: Some(&self.progress.stop),
                deadline: self.deadline,
                first: Some((&self.last, turn.game)),
                meter: None,
            };
            if stop.now() || self.has_lost() {
                break;
            }
            self.progress.playing().insert(turn.game);
            let plays_on = self.take(&mut lockstep, &config, &turn, stop);
            if told.elapsed() >= LOOK {
                self.reached();
                told = Instant::now();
            }
            if plays_on {
                self.shrink_waiting();
                self.refresh();
            }
            self.progress.playing().remove(&turn.game);
        }
        lockstep.take_warnings().into_iter().for_each(|words| self.warn(words));
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long something took, unless nothing is said of times.
    fn told(&self, elapsed: Duration) -> Option<Duration> {
        (!self.plan.reproducible).then_some(elapsed)
    }

    fn triage(&self) -> MutexGuard<'_, Triage> {
        self.triage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the run goes on after a finding.
    fn keeps_going(&self) -> bool {
        self.plan.max_findings > 1
    }

    /// Counts what a game showed.
    fn count(&self, game: u64, share: &Share) {
        if share.accepted.is_empty() && share.shown.is_empty() {
            return;
        }
        let mut triage = self.triage();
        for (signature, cut) in &share.accepted {
            triage.accept(signature.clone(), game, *cut);
        }
        for (signature, showing) in &share.shown {
            triage.count(signature, game, *showing);
        }
        self.last.store(triage.last().unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Counts and writes a difference of a game that continues after it, if no other game has shown it: it is on the disk
    /// before an engine is asked anything else.
    fn write_down(&self, game: u64, policy: &'static str, found: &Found) {
        let origin = Origin { game, policy, offered: found.offered.clone() };
        let signature = &found.divergence.signature;
        {
            let mut triage = self.triage();
            if !triage.is_new(signature, game) {
                return;
            }
            triage.count(signature, game, showing(found));
            self.last.store(triage.last().unwrap_or(u64::MAX), Ordering::Relaxed);
        }
        self.accept(signature, self.finding(origin, (*found.divergence).clone(), None));
    }

    /// Writes the divergences of a game down which it is the first to show, and returns them with what was asked.
    fn news(&self, game: u64, policy: &'static str, found: Vec<Found>) -> Vec<New> {
        let mut news = Vec::new();
        for Found { divergence, asked, offered, .. } in found {
            let origin = Origin { game, policy, offered };
            let signature = &divergence.signature;
            self.keep_if_short(game, &divergence);
            let is_new = self.triage().awaits(signature, game);
            if is_new && self.accept(signature, self.finding(origin.clone(), (*divergence).clone(), None)) {
                news.push(New { origin, divergence, asked, confirmed: None });
            }
        }
        news
    }

    /// Records whether a divergence was reproducible on new engines, as far as that is known. Shrinks it if the run
    /// continues.
    fn look_closer(&self, origin: Origin, divergence: Divergence, confirmed: Option<Confirmed>) {
        let game = origin.game;
        let signature = divergence.signature.clone();
        if let Some((original, reproducible)) = confirmed {
            let same = original.is_none();
            let finding = self.finding(origin, original.unwrap_or(divergence), Some(reproducible));
            if same {
                self.confirmed(&signature, game, reproducible);
            } else {
                self.accept(&signature, finding);
            }
        }
        if self.keeps_going() {
            self.announce(&mut self.triage(), &signature, game);
            self.waiting().push_back((signature, game));
            self.shrink_waiting();
        }
    }

    /// Keeps the shortest game from the start that shows a difference, where programs are compared: how short a
    /// game becomes in a given time depends on the game. Engines in this process have the time to get there from
    /// any game, and their findings must not depend on the order in which games end.
    fn keep_if_short(&self, game: u64, divergence: &Divergence) {
        if !self.is_by_program()
            || self.plan.max_findings < usize::MAX
            || !Erased::is_start(&divergence.record.start)
        {
            return;
        }
        let mut shortest = self.shortest.lock().unwrap_or_else(PoisonError::into_inner);
        let rank = |game: u64, divergence: &Divergence| (divergence.record.moves.len(), game);
        let kept = shortest.entry(divergence.signature.clone());
        let (first, kept) = kept.or_insert_with(|| (game, divergence.clone()));
        if rank(game, divergence) < rank(*first, kept) {
            (*first, *kept) = (game, divergence.clone());
        }
    }

    /// Does the work for all items at once, and shares out among them how many candidates may be tried at once.
    fn share_out<T: Sync>(&self, items: &[T], work: impl Fn(&T, usize) + Sync) {
        let jobs = self.plan.jobs.min(MOST_WORKERS) / items.len().max(1);
        parallel::each(items.len(), &|at| work(&items[at], jobs.max(1)));
    }

    /// Shrinks the shortest games that showed findings, where those have none as short yet.
    fn shrink_shortest(&self) {
        let shortest = std::mem::take(&mut *self.shortest.lock().unwrap_or_else(PoisonError::into_inner));
        let shortest = shortest.into_iter().map(|(signature, (_, game))| (signature, game));
        let mut shortest: Vec<_> = shortest.collect();
        shortest.retain(|(signature, game)| self.triage().may_be_shorter(signature, game.record.moves.len()));
        self.share_out(&shortest, |(signature, game), jobs| {
            let stop = self.shrinking_stops();
            if stop.now() {
                return;
            }
            let budget = Budget { jobs, ..self.plan.budget };
            let Some(shrunk) = shrink(self.factories, game, budget, stop).filter(|_| !stop.is_told()) else {
                return;
            };
            let mut triage = self.triage();
            if let Some(game) = triage.improve(signature, shrunk) {
                self.tell(&mut triage, Some(game));
                self.announce(&mut triage, signature, game);
            }
        });
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<(Signature, u64)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shrinks findings that wait for it, as long as that takes no more than its share of the time.
    fn shrink_waiting(&self) {
        // What a shrinking that is under way may take counts already.
        let most = self.plan.budget.time.unwrap_or(LIKELY);
        let begin = || {
            let mut waiting = self.waiting();
            let all = self.begun.elapsed().saturating_mul(self.plan.workers() as u32);
            let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
            let ends = |deadline: Instant| Instant::now() + most <= deadline;
            let in_time = self.plan.budget.together.is_none() || self.deadline.is_none_or(ends);
            let next = waiting.pop_front_if(|_| in_time && is_affordable(*spent, most, all))?;
            *spent += most;
            Some(next)
        };
        while let Some((signature, game)) = begin() {
            let before = Instant::now();
            self.shrink(&signature, game, 1);
            let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
            *spent = (*spent + before.elapsed()).saturating_sub(most);
        }
    }

    /// Takes a finding of a game that diverged with this signature and writes it down; returns `false` if the
    /// finding no longer matters.
    fn accept(&self, signature: &Signature, mut finding: Finding) -> bool {
        let game = finding.game;
        let mut triage = self.triage();
        if !triage.is_first(signature, game) {
            return false;
        }
        if let Some(before) = triage.of_game(signature, game) {
            finding.replace(before);
        }
        let superseded = triage.take(signature, finding);
        self.tell(&mut triage, Some(game));
        let used = triage.files();
        superseded.iter().for_each(|superseded| self.retract(superseded, &used));
        true
    }

    /// Records and writes whether a finding came again.
    fn confirmed(&self, signature: &Signature, game: u64, reproducible: bool) {
        let mut triage = self.triage();
        if let Some(finding) = triage.of_game(signature, game) {
            finding.reproducible = Some(reproducible);
            self.tell(&mut triage, Some(game));
        }
    }

    fn finding(
        &self,
        Origin { game, policy, offered }: Origin,
        original: Divergence,
        reproducible: Option<bool>,
    ) -> Finding {
        let seed = self.plan.seed;
        let extent = Extent { seed, games: game + 1, keeps_going: self.keeps_going() };
        Finding {
            seed,
            game,
            policy,
            count: 1,
            first: game,
            games: 0,
            command: self.plan.search.command(extent),
            replay: self.plan.replay.clone(),
            set_up: !Erased::is_start(&original.record.start),
            offered,
            smaller: false,
            original,
            reproducible,
            written: Written::default(),
            shrunk: None,
            met: false,
            shorter: None,
            opinions: None,
            ended: 0,
            plies: None,
        }
    }

    /// Whether new engines show the divergence, too; `None` if the run was ended before that was known. If
    /// replaying the moves alone does not show it, all checks are made at every ply and all questions are
    /// asked again. This often shows the cause earlier and as another divergence, which is then part of the
    /// answer.
    fn confirm(&self, divergence: &Divergence, asked: &[Asked]) -> Option<Confirmed> {
        self.with_patience(divergence, |factories| self.confirm_on(factories, divergence, asked))
    }

    /// The same on engines of these factories.
    fn confirm_on(
        &self,
        factories: Factories<'_>,
        divergence: &Divergence,
        asked: &[Asked],
    ) -> Option<Confirmed> {
        let again = |divergence: &Divergence| {
            Replayer::new(factories, divergence).run(&Line::of(&divergence.record)).is_some()
        };
        if again(divergence) {
            return Some((None, true));
        }
        let shown = audit_until(
            self.told_to_stop(),
            factories,
            &mut divergence.known.clone(),
            &divergence.record,
            asked,
            &mut |_| {},
        );
        // Engines that nobody waits for any more show nothing.
        match shown.filter(|_| !self.progress.stop.load(Ordering::Relaxed))? {
            Audit::Diverged(cause) if cause.is_interruption() && !cause.is_untold() => None,
            Audit::Diverged(cause)
                if !cause.is_untold() && !divergence.known.has(&cause.signature) && again(&cause) =>
            {
                Some((Some(*cause), true))
            }
            _ => Some((self.unsteady(divergence, self.told_to_stop()), false)),
        }
    }

    /// The difference between two runs of a game that does not come again, if an engine is not deterministic.
    fn unsteady(&self, divergence: &Divergence, stop: Stop<'_>) -> Option<Divergence> {
        let mut differ = *unsteady(self.factories, divergence, stop)?;
        differ.details.push(format!("in the run: {}", divergence.headline));
        Some(differ)
    }

    /// Shrinks the finding of a game that diverged with this signature; tries so many candidates at once.
    fn shrink(&self, signature: &Signature, game: u64, jobs: usize) {
        let stop = Stop { first: Some((&self.last, game)), ..self.shrinking_stops() };
        let original = {
            let mut triage = self.triage();
            if !self.keeps_going() {
                self.announce(&mut triage, signature, game);
            }
            let Some(finding) = triage.of_game(signature, game) else { return };
            if finding.reproducible != Some(true) {
                return;
            }
            finding.original.clone()
        };
        if stop.now() {
            return;
        }
        let budget = Budget { jobs, ..self.plan.budget };
        let mut shrunk = shrink(self.factories, &original, budget, stop);
        if shrunk.is_none() && self.shows_again(&original, stop) {
            shrunk = shrink(self.factories, &original, budget, stop);
        }
        // Shrinking begins with a replay of the whole game, whether or not time is left: that did not show it.
        if shrunk.is_none() && !stop.is_told() && !self.loses() {
            let limit = if stop.now() { self.told_to_stop().within(LIKELY) } else { self.told_to_stop() };
            self.withdraw(signature, game, &original, limit);
            return;
        }
        let by_chance = |shrunk: &Shrunk| {
            let same = Line::of(&shrunk.divergence.record) == Line::of(&original.record);
            self.by_chance(&shrunk.divergence, usize::from(same), stop, self.told_to_stop())
        };
        if let Some(differ) = shrunk.as_ref().and_then(by_chance) {
            self.replace(signature, game, differ, shrunk.is_some_and(|shrunk| shrunk.made_up));
            return;
        }
        let mut triage = self.triage();
        triage.shorten(signature, game, shrunk);
        self.tell(&mut triage, Some(game));
        self.announce(&mut triage, signature, game);
    }

    /// If an engine is known to answer by chance, replays the findings that there was no time to shrink, and withdraws those
    /// that some replay does not show: such an engine may confirm anything once. Adds a tenth to the time for shrinking.
    fn look_for_chance(&self) {
        if self.has_lost() {
            return;
        }
        let mut open: Vec<(Signature, u64, Divergence)> = {
            let triage = self.triage();
            if !triage.all().any(|(_, finding)| finding.original.signature.kind() == Kind::Chance) {
                return;
            }
            let is_open = |finding: &Finding| finding.reproducible == Some(true) && finding.shrunk.is_none();
            let open = triage.all().filter(|(_, finding)| is_open(finding));
            open.map(|(signature, finding)| (signature.clone(), finding.game, finding.original.clone()))
                .collect()
        };
        open.sort_by_cached_key(|(signature, game, _)| self.triage().urgency(signature, *game));
        let time = self.plan.budget.together.unwrap_or_default() / CHANCE;
        let stop = self.told_to_stop().within(time.max(LIKELY));
        self.share_out(&open, |(signature, game, original), _| {
            if stop.now() {
                return;
            }
            let differ = self.by_chance(original, 1, stop, stop);
            if let Some(differ) = differ.filter(|_| !stop.is_told()) {
                self.replace(signature, *game, differ, false);
            }
        });
    }

    /// Stops when the run is interrupted, and at no deadline.
    fn told_to_stop(&self) -> Stop<'_> {
        Stop { flag: Some(&self.progress.stop), ..Stop::default() }
    }

    /// Whether new engines show a divergence that did not show while shrinking: a program may have been slow once.
    fn shows_again(&self, divergence: &Divergence, stop: Stop<'_>) -> bool {
        let replayed =
            || Replayer::new(self.factories, divergence).run(&Line::of(&divergence.record)).is_some();
        self.is_by_program() && !stop.is_told() && !self.loses() && replayed()
    }

    /// The difference between two runs of a short game, if a program answers by chance: that shows almost
    /// anything, and the short game is quickly played again. A clock in its state shows in every run, as a
    /// difference after a move that was taken back or refused. `runs` is the number of replays of this very game that have
    /// shown it already. Replays beyond the least number end at `stop`, the search for what differs at `limit`.
    fn by_chance(
        &self,
        shown: &Divergence,
        runs: usize,
        stop: Stop<'_>,
        limit: Stop<'_>,
    ) -> Option<Divergence> {
        if !self.is_by_program() {
            return None;
        }
        if comes_and_goes(self.factories, shown, runs, stop) {
            return Some(self.unsteady(shown, limit).unwrap_or_else(|| at_times(shown)));
        }
        let may_be_a_clock = matches!(shown.signature.kind(), Kind::Undo | Kind::Refusal);
        may_be_a_clock.then(|| self.unsteady(shown, limit))?
    }

    /// Notes that a finding did not come again when it was to be shrunk, and why if that is known.
    fn withdraw(&self, signature: &Signature, game: u64, original: &Divergence, stop: Stop<'_>) {
        let differ = self.unsteady(original, stop);
        if self.progress.stop.load(Ordering::Relaxed) {
            return;
        }
        match differ {
            Some(differ) => self.replace(signature, game, differ, false),
            None => {
                self.confirmed(signature, game, false);
                self.announce(&mut self.triage(), signature, game);
            }
        }
    }

    /// Replaces the finding of a game by a difference between two runs of it. `smaller` says that the game was shrunk to a
    /// position that was made smaller.
    fn replace(&self, signature: &Signature, game: u64, differ: Divergence, smaller: bool) {
        let finding = self.triage().of_game(signature, game).map(|finding| finding.clone());
        let Some(finding) = finding else { return };
        let (written, reproducible) = (Written::default(), Some(false));
        let set_up = !Erased::is_start(&differ.record.start);
        let (original, shrunk) = (differ, None);
        self.accept(
            signature,
            Finding { original, set_up, smaller, reproducible, written, shrunk, ..finding },
        );
        self.announce(&mut self.triage(), signature, game);
    }

    /// Whether an engine is a program in a process of its own.
    fn is_by_program(&self) -> bool {
        self.by_program.load(Ordering::Relaxed)
    }

    /// When shrinking that begins now is to end.
    fn shrinking_stops(&self) -> Stop<'_> {
        let now = Instant::now();
        let one = self.plan.budget.time.and_then(|time| now.checked_add(time));
        let limits = self.limits.get();
        let deadline = limits.map(|limits| limits.next(now)).into_iter().chain(one).min();
        let (flag, meter) = (Some(&*self.progress.stop), Some(&self.progress.meter));
        limits.into_iter().for_each(|limits| self.progress.meter.wait(limits.waiting(), Some(limits.end)));
        Stop { flag, deadline, first: None, meter }
    }

    /// Limits shrinking after the games, which begins with this many findings: all of it takes no longer than the time
    /// for all findings together, from the end of the games on.
    fn limit_shrinking(&self, findings: usize) {
        let Some(all) = self.plan.budget.together else { return };
        let at_once = self.plan.jobs.clamp(1, MOST_WORKERS).min(findings.max(1));
        let more = !self.shortest.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        if let Some(limits) = Limits::new(Instant::now(), all, findings, at_once, more) {
            self.limits.get_or_init(|| limits);
        }
    }

    /// Shrinks the findings that came up while others were shrunk, as long as there are any.
    fn shrink_met(&self) {
        for _ in 0..ROUNDS {
            let open = self.triage().open();
            if open.is_empty() || self.progress.stop.load(Ordering::Relaxed) {
                return;
            }
            self.share_out(&open, |(group, original), jobs| {
                let (budget, stop) = (Budget { jobs, ..self.plan.budget }, self.shrinking_stops());
                if stop.now() {
                    return;
                }
                let shrunk = shrink(self.factories, original, budget, stop);
                if shrunk.is_none() && (self.loses() || stop.is_told()) {
                    return;
                }
                let mut triage = self.triage();
                let game = triage.shorten_met(group, &original.signature, shrunk);
                self.tell(&mut triage, game);
                if let Some(game) = game {
                    self.announce(&mut triage, group, game);
                }
            });
        }
    }

    /// Announces that the finding of a game, and those that came up while it was shrunk, have come up or were
    /// shrunk, unless they are part of another.
    fn announce(&self, triage: &mut Triage, signature: &Signature, game: u64) {
        let of_group = triage.signatures(signature, game);
        let is_told =
            |finding: &Finding| finding.game == game && of_group.contains(&finding.original.signature);
        // A finding is on disk before anybody hears of it.
        let (different, _) = triage.part(self.ended.load(Ordering::Relaxed));
        let unwritten = |finding: &&mut Finding| is_told(finding) && finding.written == Written::default();
        if self.plan.reports.is_some() && different.iter().any(unwritten) {
            self.tell(triage, Some(game));
        }
        let (different, _) = triage.part(self.ended.load(Ordering::Relaxed));
        different.into_iter().filter(|finding| is_told(finding)).for_each(|finding| (self.found)(finding));
    }

    /// Forgets the games that do not matter and shrinks the findings that have not been shrunk yet.
    fn shrink_rest(&self) {
        if self.has_lost() {
            return;
        }
        let mut rest: Vec<(Signature, u64)> = {
            let mut triage = self.triage();
            let struck = triage.strike();
            self.tell(&mut triage, None);
            let used = triage.files();
            struck.iter().for_each(|struck| self.retract(struck, &used));
            match self.keeps_going() {
                true => self.waiting().drain(..).collect(),
                false => triage.all().map(|(signature, finding)| (signature.clone(), finding.game)).collect(),
            }
        };
        // The shortest and most frequent findings come first.
        rest.sort_by_cached_key(|(signature, game)| self.triage().urgency(signature, *game));
        self.limit_shrinking(rest.len());
        self.share_out(&rest, |(signature, game), jobs| self.shrink(signature, *game, jobs));
        self.shrink_shortest();
        self.shrink_met();
        self.look_for_chance();
    }

    /// What is recorded of games that did not show it when they were played again, in words.
    fn lost(&self) -> Vec<String> {
        if self.progress.stop.load(Ordering::Relaxed) || self.has_lost() {
            return Vec::new();
        }
        let lacking = self.triage().lacking();
        let lost = lacking.into_iter().map(|(signature, game)| {
            format!("game {game} showed {signature} and does not show it again: an engine is another one now, or answers by chance")
        });
        lost.collect()
    }

    /// The different findings, and the verdict with its reason. `lost` says whether more had shown before.
    fn settle(&self, figures: Figures, sum: &Sum, lost: bool) -> (Vec<Finding>, Verdict, Option<String>) {
        let triage = std::mem::replace(&mut *self.triage(), Triage::new(1));
        let accepted = triage.accepted(&self.plan.known);
        let (mut findings, others) = triage.settle(figures.games);
        self.progress.findings.store(findings.len() as u64, Ordering::Relaxed);
        self.ask_others(&mut findings);
        if self.plan.reproducible {
            self.rename(&mut findings, &others);
        }
        let cut_off = self.is_cut_off(sum);
        let (verdict, reason) = match self.untested(&figures, sum) {
            _ if !findings.is_empty() || !self.plan.still.is_empty() || lost => (Verdict::Differ, None),
            _ if cut_off => (Verdict::Interrupted, None),
            _ if self.has_lost() => (Verdict::NotTested, self.broken_off.get().cloned()),
            Some(reason) => (Verdict::NotTested, Some(reason)),
            None => (Verdict::Agree, self.apart(&accepted, sum)),
        };
        if !cut_off && !self.has_lost() {
            let last = Some(self.last.load(Ordering::Relaxed)).filter(|&last| last < u64::MAX);
            self.noted(self.ledger().over(last));
        }
        if let (Some(reports), Some(&section)) = (&self.plan.reports, self.section.get()) {
            let told = Some((verdict, reason.clone()));
            self.note((ALL, String::new()), reports.update(section, figures, told, findings.iter()));
        }
        let used = files(&findings);
        others.iter().for_each(|superseded| self.retract(superseded, &used));
        (findings, verdict, reason)
    }

    /// What the engines were not compared in, in words, if there is anything.
    fn apart(&self, accepted: &[AcceptedGames], sum: &Sum) -> Option<String> {
        let refused = match &sum.idle {
            Some((_, Idle::Illegal(ply, mv))) => {
                Some(format!("as far as {mv} at ply {ply}, which both refuse"))
            }
            _ => None,
        };
        let accepted: Vec<&str> = accepted.iter().map(|one| one.words.as_str()).collect();
        let ignored: Vec<&str> = self.plan.known.ignored().iter().map(String::as_str).collect();
        let mut parts = Vec::from_iter(refused);
        parts.extend(Self::doubted(sum));
        parts.extend(self.plan.apart.iter().cloned());
        if !accepted.is_empty() {
            parts.push(format!("apart from what is accepted ({})", accepted.join(", ")));
        }
        if !ignored.is_empty() {
            parts.push(format!("not compared in {}", ignored.join(", ")));
        }
        if self.plan.open > 0 {
            let earlier = plural(self.plan.open, "finding");
            parts.push(format!("apart from {earlier} of earlier runs that were not looked at"));
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// In words, that games ended before their end, if some did.
    fn doubted(sum: &Sum) -> Option<String> {
        let were = if sum.untold == 1 { "was" } else { "were" };
        let games = plural(sum.untold as usize, "game");
        (sum.untold > 0).then(|| {
            format!("{games} {were} played only until an engine did not tell whether a move is legal")
        })
    }

    /// Whether the run was ended from outside before it was over.
    fn is_cut_off(&self, sum: &Sum) -> bool {
        let all = self.plan.share().is_some_and(|games| sum.tried >= games);
        self.progress.stop.load(Ordering::Relaxed) && !all
    }

    /// Why the games say nothing about the engines, if they do not.
    fn untested(&self, figures: &Figures, sum: &Sum) -> Option<String> {
        let [subject, oracle] = self.engines.get().cloned().unwrap_or_default();
        let idle = sum.idle.as_ref().map(|(_, idle)| idle);
        if !sum.begun && sum.tried > 0 {
            let words = match idle {
                Some(Idle::Refused(answer)) => {
                    format!("{subject} and {oracle} refuse where the game starts: {answer}")
                }
                Some(Idle::Unable(answers)) if !answers.is_empty() => {
                    format!("{subject} and {oracle} have no start in common: {answers}")
                }
                _ => {
                    let takes = match self.plan.config.start {
                        Some(Start::At(_) | Start::Among(_)) => {
                            "bustan-setup, where games begin at a position"
                        }
                        _ => "boardsize or bustan-setup",
                    };
                    format!("{subject} and {oracle} have no start in common, which takes {takes}")
                }
            };
            return Some(format!("no move was played: {words}"));
        }
        let fewest = self.plan.share().unwrap_or(FEWEST_GAMES).clamp(1, FEWEST_GAMES);
        if figures.games < fewest {
            let [finished, needed] = [figures.games, fewest].map(|games| plural(games as usize, "game"));
            let seconds = figures.elapsed.map(|elapsed| format!(" in {:.1} s", elapsed.as_secs_f64()));
            let seconds = seconds.unwrap_or_default();
            let hint = match (Self::doubted(sum), figures.games) {
                (Some(doubted), _) => format!("; {doubted}"),
                (None, 0) if figures.plies > 0 && self.plan.config.max_plies > LONG => {
                    "; --plies ends games that go on for long".into()
                }
                _ => String::new(),
            };
            return Some(format!("{finished} finished{seconds}; a verdict takes {needed}{hint}"));
        }
        let missed =
            self.plan.required.iter().map(|&(event, most)| (event, figures.coverage.total(event), most));
        // One of several shards need not reach them by itself.
        let missed: Vec<String> = missed
            .filter(|(_, reached, most)| self.plan.shard.is_whole() && reached <= most)
            .map(|(event, reached, most)| {
                let (name, times) =
                    (self.plan.config.rules.events()[event].name, plural(reached as usize, "time"));
                format!("{name} came up {times}, not more than {most}")
            })
            .collect();
        if !missed.is_empty() {
            return Some(format!("the games did not reach what is required: {}", missed.join(", ")));
        }
        (figures.plies == 0).then(|| match idle {
            Some(Idle::Illegal(_, mv)) => format!("no move was played: {subject} and {oracle} refuse {mv}"),
            Some(Idle::Over(start)) => {
                format!("no move was played: the game is over at the start, at {start:?}: no legal moves are listed")
            }
            Some(&Idle::Unlisted { tried }) => {
                let but = if tried { ", and both refuse each of --words at the start" } else { "; --words names moves to try" };
                format!("no move was played: neither {subject} nor {oracle} lists legal moves{but}")
            }
            _ => "no move was played".into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_takes_a_fifth_of_the_time_while_a_run_goes_on() {
        let affordable = |spent, most, all| {
            let [spent, most, all] = [spent, most, all].map(Duration::from_secs);
            is_affordable(spent, most, all)
        };
        assert!(!affordable(0, 30, 149) && affordable(0, 30, 150));
        assert!(!affordable(6, 30, 179) && affordable(6, 30, 180));
    }
}
