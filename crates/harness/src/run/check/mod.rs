//! A whole run: plays test games on all cores, tells findings apart, writes them down and shrinks them.
//!
//! Workers take the numbers of games in order; each game depends only on the seed of the run and on its
//! number. A run that ends with its first finding ends with the diverging game of the lowest number: games
//! before it are played to their end, games behind it are broken off. So the same seed gives the same finding
//! with any number of jobs. In the same way a run with a limit on findings ends with the first game that
//! reaches the limit, and a run with a limit on games always gives the same findings with the same counts.
//!
//! A run that keeps going plays on behind what a game has shown. It shrinks findings as they come up, so that
//! ending the run loses little, but for at most a fifth of its time; the rest are shrunk at its end.
//!
//! A finding is written down as the game showed it before an engine is asked anything else, because the
//! engine may hang or be killed. Then new engines play the game again, and the finding is rewritten with the
//! result.
//!
//! An engine that does not start ends the run: this is a finding without moves, and nothing is asked a second
//! time.

mod games;
mod tell;
mod triage;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use bustan_guide::{Explore, Picture};
use bustan_vocabulary::Game;

use crate::compare::compared::Comparison;
use crate::compare::divergence::{Divergence, Kind, Role, Signature};
use crate::compare::known::{Accepted, Known};
use crate::compare::lockstep::{Checks, Factories, Lockstep};
use crate::compare::plural;
use crate::generate::coverage::{Coverage, Table};
use crate::generate::dice::Dice;
use crate::generate::past::Found;
use crate::generate::{self, Asked, Ending, GameConfig, Given, Idle, Played, Start, Stop, policies};
use crate::parallel::{self, Workers};
use crate::report::finding::{Finding, INPUT, RECORD, Replay, Written, files};
use crate::report::overview::Figures;
use crate::report::{ReportError, Reports};
use crate::run::audit::{Audit, audit_until};
use crate::run::opinions::Other;
use crate::run::steady::{at_times, comes_and_goes, unsteady};
use crate::run::verdict::{FEWEST_GAMES, Verdict};
use crate::shrink::meter::Meter;
use crate::shrink::replay::{Line, Replayer};
use crate::shrink::{Budget, Shrunk, shrink};
use games::Showing;
use tell::{ALL, REFRESH};
use triage::Triage;

/// What a run is to do: its games, its limits, and where it reports.
#[derive(Clone, Debug)]
pub struct Plan<G: Game> {
    /// The seed of all its games.
    pub seed: u64,
    /// The number of games, if limited.
    pub games: Option<u64>,
    /// The time to play for, if limited; shrinking comes on top, unless the run goes on after it.
    pub time: Option<Duration>,
    /// The number of games to play at once, if there are that many; see [`workers`](Plan::workers).
    pub jobs: usize,
    /// The part of each game that is fixed.
    pub config: GameConfig<G>,
    /// The number of different findings after which to end. Findings are counted as the games show them. Two
    /// that turn out to be one when they are shrunk have counted as two; one that only comes up while
    /// another is shrunk has not counted.
    pub max_findings: usize,
    /// The differences to pass over.
    pub known: Known,
    /// The events that the games must reach, by their indices in [`EVENTS`](Explore::EVENTS), each more than so
    /// many times; otherwise the run says nothing about the engines.
    pub required: Vec<(usize, u64)>,
    /// The names of findings of earlier runs whose games these engines were just seen to differ in.
    pub still: Vec<String>,
    /// The number of findings of earlier runs that nobody looked at.
    pub open: usize,
    /// Further programs, which are asked about the games of findings: which engine is the odd one out?
    pub others: Vec<Other<G>>,
    /// How hard to shrink.
    pub budget: Budget,
    /// Where to write findings, if anywhere.
    pub reports: Option<Reports>,
    /// The command that makes such a run, without its seed and number of games, for the reports.
    pub command: String,
    /// Makes the commands that play a finding's record again, for the reports.
    pub replay: Replay,
}

/// One in so many parts of the time may go into shrinking while a run goes on.
const SHARE: u32 = 5;

/// How long shrinking a finding may take where the work is limited and not the time.
const LIKELY: Duration = Duration::from_secs(2);

/// A game of more moves than this is long.
const LONG: usize = 200;

/// How often findings are shrunk that came up while others were.
const ROUNDS: usize = 3;

/// The most games that are played at once. More would not be faster on any machine, and each takes memory.
const MOST_WORKERS: usize = 256;

impl<G: Game> Plan<G> {
    /// Games like this, one after the other, as many as are wanted, until the first finding. Nothing is known before
    /// and nothing is written.
    pub fn new(games: u64, config: GameConfig<G>) -> Self {
        Self {
            seed: 0,
            games: Some(games),
            time: None,
            jobs: 1,
            config,
            max_findings: 1,
            known: Known::default(),
            required: Vec::new(),
            still: Vec::new(),
            open: 0,
            others: Vec::new(),
            budget: Budget::default(),
            reports: None,
            command: String::new(),
            replay: Replay::default(),
        }
    }

    /// The number of games played at once: at most the number of games, and at most what any machine can use.
    pub fn workers(&self) -> usize {
        let games = self.games.and_then(|games| usize::try_from(games).ok()).unwrap_or(MOST_WORKERS);
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
    /// Whether playing is over and findings are being shrunk.
    pub shrinking: AtomicBool,
    /// How far the game has come that is being made short.
    pub meter: Meter,
    /// Set to end the run at once; may be shared with other runs and with a signal handler.
    pub stop: Arc<AtomicBool>,
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
pub struct Outcome<G: Game> {
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
    pub findings: Vec<Finding<G>>,
    /// Errors: one for each finding that could not be written whole, and one for anything else.
    pub unwritten: Vec<ReportError>,
}

/// Plays test games on both engines as planned. Calls `found` for every different finding once it is found
/// and written, before it is shrunk, and again afterwards.
pub fn run<G: Explore + Picture>(
    plan: &Plan<G>,
    factories: Factories<'_, G>,
    progress: &Progress,
    found: &(dyn Fn(&Finding<G>) + Sync),
) -> Outcome<G> {
    let begun = Instant::now();
    let run = Run {
        plan,
        factories,
        progress,
        found,
        deadline: plan.time.and_then(|time| begun.checked_add(time)),
        begun,
        next: AtomicU64::new(0),
        ended: AtomicU64::new(0),
        tried: AtomicU64::new(0),
        begun_on_both: AtomicBool::new(false),
        by_program: AtomicBool::new(false),
        last: AtomicU64::new(u64::MAX),
        triage: Mutex::new(Triage::new(plan.max_findings)),
        engines: OnceLock::new(),
        section: OnceLock::new(),
        due: AtomicU64::new(REFRESH),
        waiting: Mutex::default(),
        spent: Mutex::default(),
        compared: Mutex::default(),
        idle: OnceLock::new(),
        shortest: Mutex::default(),
        unwritten: Mutex::default(),
    };
    let workers = Workers::new(plan.workers());
    let coverage = Mutex::new(Coverage::new::<G>());
    workers.all(&|| {
        let part = run.work();
        coverage.lock().unwrap_or_else(PoisonError::into_inner).add(&part);
    });
    let coverage = coverage.into_inner().unwrap_or_else(PoisonError::into_inner);
    let elapsed = begun.elapsed();
    progress.shrinking.store(true, Ordering::Relaxed);
    workers.once(&mut || run.shrink_rest());
    let shrinking = begun.elapsed().saturating_sub(elapsed);
    let finished = run.ended.load(Ordering::Relaxed);
    let figures = Figures {
        games: finished,
        plies: coverage.plies(),
        elapsed,
        coverage: Table::of::<G>(&coverage),
        compared: run.compared().clone(),
    };
    let accepted = run.triage().accepted(&plan.known);
    let shown = |one: &&Accepted| accepted.iter().any(|shown| one.names_signature(&shown.signature));
    let unshown = plan.known.accepted().filter(|one| !shown(one)).cloned().collect();
    let (findings, verdict, reason) = run.settle(figures);
    Outcome {
        engines: run.engines.into_inner().unwrap_or_default(),
        verdict,
        reason,
        finished,
        games: coverage.games(),
        plies: coverage.plies(),
        workers: plan.workers(),
        elapsed,
        shrinking,
        coverage,
        compared: run.compared.into_inner().unwrap_or_else(PoisonError::into_inner),
        accepted,
        unshown,
        findings,
        unwritten: run.unwritten.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect(),
    }
}

/// Whether shrinking a finding, for `most` at most, keeps within its share of the time of `all` threads, of which
/// so much was `spent` on it.
fn is_affordable(spent: Duration, most: Duration, all: Duration) -> bool {
    (spent + most).saturating_mul(SHARE) <= all
}

/// A run under way.
struct Run<'r, 'm, G: Game> {
    plan: &'r Plan<G>,
    factories: Factories<'m, G>,
    progress: &'r Progress,
    found: &'r (dyn Fn(&Finding<G>) + Sync),
    deadline: Option<Instant>,
    begun: Instant,
    /// The number of the next game.
    next: AtomicU64,
    /// The number of games played to their end or to a divergence.
    ended: AtomicU64,
    /// The number of games that were not broken off, including those that an engine could not begin.
    tried: AtomicU64,
    /// Whether both engines have begun any game.
    begun_on_both: AtomicBool,
    /// Whether an engine is a program in a process of its own.
    by_program: AtomicBool,
    /// The number of the last game that matters, once the limit on findings is reached.
    last: AtomicU64,
    triage: Mutex<Triage<G>>,
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
    /// What was compared.
    compared: Mutex<Comparison>,
    /// Why a game was not played, or not to its end, of the first such game.
    idle: OnceLock<Idle>,
    /// The shortest game from the start that showed a difference, by its signature.
    shortest: Mutex<BTreeMap<Signature, Divergence<G>>>,
    /// Errors in writing, by the number of the game and the signature it showed; errors about all findings
    /// come last.
    unwritten: Mutex<BTreeMap<(u64, String), ReportError>>,
}

impl<G: Explore + Picture> Run<'_, '_, G> {
    /// Plays games until there is a reason to end.
    fn work(&self) -> Coverage {
        let plan = self.plan;
        let (mut coverage, mut part) = (Coverage::new::<G>(), Comparison::default());
        let start = plan.config.draw_start(&mut |_| 0);
        // One game is compared as closely as a fuzz target does it, and more.
        let checks = if plan.config.given.is_some() { Checks::ALL } else { Checks::SAMPLED };
        let mut lockstep = Lockstep::new(self.factories, checks, start);
        lockstep.pass_over(plan.known.clone());
        let config =
            GameConfig { goes_on: self.keeps_going() && plan.config.given.is_none(), ..plan.config.clone() };
        self.by_program.fetch_or(lockstep.is_costly(), Ordering::Relaxed);
        let names = || [Role::Subject, Role::Oracle].map(|role| lockstep.name(role).to_string());
        self.begin(self.engines.get_or_init(names));
        loop {
            let game = self.next.fetch_add(1, Ordering::Relaxed);
            let stop = Stop {
                flag: Some(&self.progress.stop),
                deadline: self.deadline,
                first: Some((&self.last, game)),
                meter: None,
            };
            if plan.games.is_some_and(|games| game >= games) || stop.now() {
                self.compared().join(&part);
                return coverage;
            }
            let dice = Dice::of_game(plan.seed, game);
            let plies = &self.progress.plies;
            let played = generate::play(&mut lockstep, &config, game, dice, &mut coverage, stop, plies);
            let Played { ending, found, accepted, ended, begun, policy, compared, idle, .. } = played;
            idle.map(|idle| self.idle.get_or_init(|| idle));
            self.begun_on_both.fetch_or(begun, Ordering::Relaxed);
            if ending != Ending::Stopped {
                self.tried.fetch_add(1, Ordering::Relaxed);
            }
            let counts = match ending {
                Ending::Played => begun || !found.is_empty(),
                Ending::Stopped => !found.is_empty() || !accepted.is_empty(),
                Ending::Unstarted => false,
                Ending::Cut => true,
            };
            if counts {
                part.add(&compared);
                self.progress.games.fetch_add(1, Ordering::Relaxed);
                self.ended.fetch_add(1, Ordering::Relaxed);
            }
            if !accepted.is_empty() {
                let mut triage = self.triage();
                for signature in accepted {
                    let cut = ended.contains(&signature);
                    triage.accept(signature, game, cut);
                }
            }
            let policy = match plan.config.given {
                Some(Given::Input(_)) => INPUT,
                Some(Given::Record(_)) => RECORD,
                None => policies::of::<G>().nth(policy).map_or("", |policy| policy.name),
            };
            self.diverged(game, policy, found);
            self.shrink_waiting();
            self.refresh();
        }
    }

    fn compared(&self) -> MutexGuard<'_, Comparison> {
        self.compared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn triage(&self) -> MutexGuard<'_, Triage<G>> {
        self.triage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the run goes on after a finding.
    fn keeps_going(&self) -> bool {
        self.plan.max_findings > 1
    }

    /// Records the divergences of a game. Writes the new ones down, then looks at each more closely.
    fn diverged(&self, game: u64, policy: &'static str, found: Vec<Found<G>>) {
        let mut news = Vec::new();
        for Found { divergence, asked, ended, plies } in found {
            let signature = &divergence.signature;
            self.keep_if_short(&divergence);
            let is_new = {
                let mut triage = self.triage();
                let is_new = triage.count(signature, game, Showing { ended, plies });
                self.last.store(triage.last().unwrap_or(u64::MAX), Ordering::Relaxed);
                is_new
            };
            if is_new && self.take(signature, self.finding(game, policy, (*divergence).clone(), None)) {
                news.push((divergence, asked));
            }
        }
        for (divergence, asked) in news {
            if divergence.signature.kind() != Kind::Start {
                self.look_closer(game, policy, *divergence, &asked);
            }
        }
    }

    /// Checks whether a divergence comes again, and writes that down. Shrinks it if the run goes on.
    fn look_closer(&self, game: u64, policy: &'static str, divergence: Divergence<G>, asked: &[Asked<G>]) {
        let signature = divergence.signature.clone();
        if let Some((original, reproducible)) = self.confirm(&divergence, asked) {
            let same = original.is_none();
            let finding = self.finding(game, policy, original.unwrap_or(divergence), Some(reproducible));
            if same {
                self.confirmed(&signature, game, reproducible);
            } else {
                self.take(&signature, finding);
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
    fn keep_if_short(&self, divergence: &Divergence<G>) {
        if !self.is_by_program()
            || self.plan.max_findings < usize::MAX
            || !G::is_start(&divergence.record.start)
        {
            return;
        }
        let mut shortest = self.shortest.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = shortest.entry(divergence.signature.clone()).or_insert_with(|| divergence.clone());
        if divergence.record.moves.len() < kept.record.moves.len() {
            *kept = divergence.clone();
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
        let mut shortest: Vec<_> = shortest.into_iter().collect();
        shortest.retain(|(signature, game)| self.triage().may_be_shorter(signature, game.record.moves.len()));
        self.share_out(&shortest, |(signature, game), jobs| {
            let stop = self.shrinking_stops();
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
            let next = waiting.pop_front_if(|_| is_affordable(*spent, most, all))?;
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
    fn take(&self, signature: &Signature, mut finding: Finding<G>) -> bool {
        let game = finding.game;
        let mut triage = self.triage();
        if let Some(before) = triage.of_game(signature, game) {
            finding.replace(before);
        }
        let Ok(superseded) = triage.take(signature, finding) else { return false };
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
        game: u64,
        policy: &'static str,
        original: Divergence<G>,
        reproducible: Option<bool>,
    ) -> Finding<G> {
        let seed = self.plan.seed;
        let going = if self.keeps_going() { " --keep-going" } else { "" };
        Finding {
            seed,
            game,
            policy,
            count: 1,
            first: game,
            games: 0,
            command: match self.plan.config.given {
                Some(_) => self.plan.command.clone(),
                None => format!("{} --seed {seed} --games {}{going}", self.plan.command, game + 1),
            },
            replay: self.plan.replay.clone(),
            set_up: !G::is_start(&original.record.start),
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
    #[allow(clippy::type_complexity)]
    fn confirm(
        &self,
        divergence: &Divergence<G>,
        asked: &[Asked<G>],
    ) -> Option<(Option<Divergence<G>>, bool)> {
        let again = |divergence: &Divergence<G>| {
            Replayer::new(self.factories, divergence).run(&Line::of(&divergence.record)).is_some()
        };
        if again(divergence) {
            return Some((None, true));
        }
        let shown = audit_until(
            Stop { flag: Some(&self.progress.stop), ..Stop::default() },
            self.factories,
            &mut divergence.known.clone(),
            &divergence.record,
            asked,
            &mut |_| {},
        );
        // Engines that nobody waits for any more show nothing.
        match shown.filter(|_| !self.progress.stop.load(Ordering::Relaxed))? {
            Audit::Diverged(cause) if !divergence.known.has(&cause.signature) && again(&cause) => {
                Some((Some(*cause), true))
            }
            _ => Some((self.unsteady(divergence), false)),
        }
    }

    /// The difference between two runs of a game that does not come again, if an engine is not deterministic.
    fn unsteady(&self, divergence: &Divergence<G>) -> Option<Divergence<G>> {
        let mut differ = *unsteady(self.factories, divergence)?;
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
            if finding.reproducible != Some(true) || stop.now() {
                return;
            }
            finding.original.clone()
        };
        let budget = Budget { jobs, ..self.plan.budget };
        let shrunk = shrink(self.factories, &original, budget, stop);
        if shrunk.is_none() && !stop.now() {
            self.withdraw(signature, game, &original);
            return;
        }
        let by_chance = |shrunk: &Shrunk<G>| {
            let same = Line::of(&shrunk.divergence.record) == Line::of(&original.record);
            self.by_chance(&shrunk.divergence, usize::from(same), stop)
        };
        if let Some(differ) = shrunk.as_ref().and_then(by_chance) {
            self.replace(signature, game, differ);
            return;
        }
        let mut triage = self.triage();
        triage.shorten(signature, game, shrunk);
        self.tell(&mut triage, Some(game));
        self.announce(&mut triage, signature, game);
    }

    /// The difference between two runs of a short game, if a program answers by chance: that shows almost
    /// anything, and the short game is quickly played again. A clock in its state shows in every run, as a
    /// difference after a move that was taken back or refused. So many runs of this very game have been seen
    /// already.
    fn by_chance(&self, shown: &Divergence<G>, runs: usize, stop: Stop<'_>) -> Option<Divergence<G>> {
        if !self.is_by_program() {
            return None;
        }
        if comes_and_goes(self.factories, shown, runs, stop) {
            return Some(self.unsteady(shown).unwrap_or_else(|| at_times(shown)));
        }
        let may_be_a_clock = matches!(shown.signature.kind(), Kind::Undo | Kind::Refusal);
        may_be_a_clock.then(|| self.unsteady(shown))?
    }

    /// Notes that a finding did not come again when it was to be shrunk, and why if that is known.
    fn withdraw(&self, signature: &Signature, game: u64, original: &Divergence<G>) {
        let differ = self.unsteady(original);
        if self.progress.stop.load(Ordering::Relaxed) {
            return;
        }
        match differ {
            Some(differ) => self.replace(signature, game, differ),
            None => {
                self.confirmed(signature, game, false);
                self.announce(&mut self.triage(), signature, game);
            }
        }
    }

    /// Puts the difference between two runs of a game in the place of the finding of that game.
    fn replace(&self, signature: &Signature, game: u64, differ: Divergence<G>) {
        let finding = self.triage().of_game(signature, game).map(|finding| finding.clone());
        let Some(finding) = finding else { return };
        let (written, reproducible) = (Written::default(), Some(false));
        self.take(signature, Finding { original: differ, reproducible, written, shrunk: None, ..finding });
        self.announce(&mut self.triage(), signature, game);
    }

    /// Whether an engine is a program in a process of its own.
    fn is_by_program(&self) -> bool {
        self.by_program.load(Ordering::Relaxed)
    }

    /// When shrinking that begins now is to end.
    fn shrinking_stops(&self) -> Stop<'_> {
        let deadline = self.plan.budget.time.and_then(|time| Instant::now().checked_add(time));
        let (flag, meter) = (Some(&*self.progress.stop), Some(&self.progress.meter));
        Stop { flag, deadline, first: None, meter }
    }

    /// Shrinks the findings that came up while others were shrunk, as long as there are any.
    fn shrink_met(&self) {
        for _ in 0..ROUNDS {
            let open = self.triage().open();
            if open.is_empty() || self.progress.stop.load(Ordering::Relaxed) {
                return;
            }
            self.share_out(&open, |(group, original), jobs| {
                let budget = Budget { jobs, ..self.plan.budget };
                let shrunk = shrink(self.factories, original, budget, self.shrinking_stops());
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
    fn announce(&self, triage: &mut Triage<G>, signature: &Signature, game: u64) {
        let of_group = triage.signatures(signature, game);
        let (different, _) = triage.part(self.ended.load(Ordering::Relaxed));
        let of_game = different.into_iter().filter(|finding| finding.game == game);
        of_game
            .filter(|finding| of_group.contains(&finding.original.signature))
            .for_each(|finding| (self.found)(finding));
    }

    /// Forgets the games that do not matter and shrinks the findings that have not been shrunk yet.
    fn shrink_rest(&self) {
        let rest: Vec<(Signature, u64)> = {
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
        self.share_out(&rest, |(signature, game), jobs| self.shrink(signature, *game, jobs));
        self.shrink_shortest();
        self.shrink_met();
    }

    /// The different findings, and the verdict with its reason.
    fn settle(&self, figures: Figures) -> (Vec<Finding<G>>, Verdict, Option<String>) {
        let last = self.last.load(Ordering::Relaxed);
        let games = self.ended.load(Ordering::Relaxed).min(last.saturating_add(1));
        let triage = std::mem::replace(&mut *self.triage(), Triage::new(1));
        let accepted = triage.accepted(&self.plan.known);
        let (mut findings, others) = triage.settle(games);
        self.progress.findings.store(findings.len() as u64, Ordering::Relaxed);
        self.ask_others(&mut findings);
        let (verdict, reason) = match self.untested(&figures) {
            _ if !findings.is_empty() || !self.plan.still.is_empty() => (Verdict::Differ, None),
            _ if self.is_cut_off() => (Verdict::Interrupted, None),
            Some(reason) => (Verdict::NotTested, Some(reason)),
            None => (Verdict::Agree, self.apart(&accepted)),
        };
        if let (Some(reports), Some(&section)) = (&self.plan.reports, self.section.get()) {
            let told = Some((verdict, reason.clone()));
            self.note((ALL, String::new()), reports.update(section, figures, told, findings.iter()));
        }
        let used = files(&findings);
        others.iter().for_each(|superseded| self.retract(superseded, &used));
        (findings, verdict, reason)
    }

    /// What the engines were not compared in, in words, if there is anything.
    fn apart(&self, accepted: &[AcceptedGames]) -> Option<String> {
        let refused = match self.idle.get() {
            Some(Idle::Illegal(ply, mv)) => Some(format!("as far as {mv} at ply {ply}, which both refuse")),
            _ => None,
        };
        let accepted: Vec<&str> = accepted.iter().map(|one| one.words.as_str()).collect();
        let ignored: Vec<&str> = self.plan.known.ignored().iter().map(String::as_str).collect();
        let mut parts = Vec::from_iter(refused);
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

    /// Whether the run was ended from outside before it was over.
    fn is_cut_off(&self) -> bool {
        let all = self.plan.games.is_some_and(|games| self.tried.load(Ordering::Relaxed) >= games);
        self.progress.stop.load(Ordering::Relaxed) && !all
    }

    /// Why the games say nothing about the engines, if they do not.
    fn untested(&self, figures: &Figures) -> Option<String> {
        let [subject, oracle] = self.engines.get().cloned().unwrap_or_default();
        let began = self.begun_on_both.load(Ordering::Relaxed);
        if !began && self.tried.load(Ordering::Relaxed) > 0 {
            let words = match self.idle.get() {
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
        let fewest = self.plan.games.unwrap_or(FEWEST_GAMES).clamp(1, FEWEST_GAMES);
        if figures.games < fewest {
            let [finished, needed] = [figures.games, fewest].map(|games| plural(games as usize, "game"));
            let seconds = figures.elapsed.as_secs_f64();
            let hint = match figures.games {
                0 if figures.plies > 0 && self.plan.config.max_plies > LONG => {
                    "; --plies ends games that go on for long"
                }
                _ => "",
            };
            return Some(format!("{finished} finished in {seconds:.1} s; a verdict takes {needed}{hint}"));
        }
        let missed =
            self.plan.required.iter().map(|&(event, most)| (event, figures.coverage.total(event), most));
        let missed: Vec<String> = missed
            .filter(|(_, reached, most)| reached <= most)
            .map(|(event, reached, most)| {
                let (name, times) = (G::EVENTS[event].name, plural(reached as usize, "time"));
                format!("{name} came up {times}, not more than {most}")
            })
            .collect();
        if !missed.is_empty() {
            return Some(format!("the games did not reach what is required: {}", missed.join(", ")));
        }
        (figures.plies == 0).then(|| match self.idle.get() {
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
