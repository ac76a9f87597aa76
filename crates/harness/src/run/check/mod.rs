//! A complete run: plays test games on all cores, triages the findings, writes them and shrinks them.
//!
//! Workers take the numbers of games in order. Each game depends only on the seed of the run and on its
//! number. A run that ends with its first finding ends with the diverging game that has the lowest number:
//! earlier games are played to their end, and later games are stopped. The same seed therefore yields the
//! same finding with any number of jobs. In the same way, a run with a limit on findings ends with the first
//! game that reaches the limit, and a run with a limit on games always yields the same findings with the
//! same counts.
//!
//! A run can be one of several [shards](crate::base::shard), and can record its progress. Games that were
//! [recorded](Plan::recorded), by the same run or by all shards, are not played again, with two exceptions:
//! the first games that showed a difference, in order to examine them, and games up to the last that matters
//! if the record contains later ones. The result is the same as that of a run that plays all games, if the
//! engines give the same answers.
//!
//! A run that keeps going continues a game after its findings. It shrinks findings as they occur, so that
//! little is lost if the run is stopped. Meanwhile, it spends at most a fifth of its time on shrinking; the
//! remaining findings are shrunk at the end.
//!
//! A finding is first written unshrunk, before any engine is queried again, because the engine may hang or be
//! killed. Then new engines replay the game, and the finding is rewritten with the result.
//!
//! A failure of the system is not a finding; see the module `turn`. If an engine can no longer be started,
//! the run ends, without a verdict unless there is a finding.
//!
//! # Locks
//! The workers share five locks. A worker acquires them in the following order, and may omit any of them: the
//! disturbances of engines, the ledger, the results, the notes of the desk. The queue is locked only while
//! none of the others is. No lock is held while engines are queried or games are shrunk, with one exception:
//! the disturbances stay locked until it is known whether an engine timed out for good. The ledger stays
//! locked while findings are written and while the callback of a run is called; workers whose games show no
//! difference do not need it. The journal, the reports in memory and [`Progress`] have their own locks, which
//! are held for a single access only.

mod engines;
mod findings;
mod games;
mod ledger;
mod limits;
mod plan;
mod queue;
mod report_writer;
mod schedule;
mod shrinking;
mod starts;
mod tally;
mod triage;
mod turn;
mod verdict;

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::base::Stop;
use crate::base::parallel::Workers;
use crate::compare::lockstep::{Checks, Factories, Lockstep};
use crate::generate::coverage::Table;
use crate::generate::{Counter, GameConfig};
use crate::report::finding::Finding;
use engines::Engines;
use ledger::{Ledger, Results};
pub use plan::{AcceptedGames, Outcome, Plan, Progress};
use queue::Queue;
use report_writer::{LOOK, ReportWriter};
use schedule::Schedule;
use tally::Sum;
pub use tally::{Batch, JournalEntry, JournalPart, Log, Recorded, parts};
use turn::Disturbances;

/// Plays test games on both engines as planned. Calls `found` for every distinct finding once it has been
/// found and written, before it is shrunk, and again after shrinking. Other workers that find a difference
/// wait until `found` returns, so it must not wait for them.
pub fn run(
    plan: &Plan,
    factories: Factories<'_>,
    progress: &Progress,
    found: &(dyn Fn(&Finding) + Sync),
) -> Outcome {
    let run = Run::new(plan, factories, progress, found);
    let workers = Workers::new(plan.workers());
    workers.all(&|| run.work());
    let sum = run.close();
    let elapsed = run.begun.elapsed();
    progress.shrinking.store(true, Ordering::Relaxed);
    workers.once(&mut || run.shrink_rest());
    let shrinking = run.begun.elapsed().saturating_sub(elapsed);
    run.conclude(sum, elapsed, shrinking)
}

/// A run in progress, shared by its workers.
struct Run<'r> {
    plan: &'r Plan,
    progress: &'r Progress,
    found: &'r (dyn Fn(&Finding) + Sync),
    begun: Instant,
    deadline: Option<Instant>,
    schedule: Schedule,
    engines: Engines<'r>,
    ledger: Mutex<Ledger>,
    results: Mutex<Results>,
    queue: Mutex<Queue>,
    report_writer: ReportWriter<'r>,
    /// Stays locked while a worker determines whether an engine timed out for good.
    disturbed: Mutex<Disturbances>,
}

impl<'r> Run<'r> {
    fn new(
        plan: &'r Plan,
        factories: Factories<'r>,
        progress: &'r Progress,
        found: &'r (dyn Fn(&Finding) + Sync),
    ) -> Self {
        let begun = Instant::now();
        let (ledger, results, again) = Ledger::new(plan);
        let sum = results.tally.sum();
        progress.games.fetch_add(sum.ended, Ordering::Relaxed);
        progress.plies.fetch_add(sum.coverage.plies(), Ordering::Relaxed);
        Self {
            plan,
            progress,
            found,
            begun,
            deadline: plan.time.and_then(|time| begun.checked_add(time)),
            schedule: Schedule::new(plan, again, &ledger),
            engines: Engines::new(factories, &progress.stop),
            ledger: Mutex::new(ledger),
            results: Mutex::new(results),
            queue: Mutex::default(),
            report_writer: ReportWriter::new(plan, progress, begun),
            disturbed: Mutex::default(),
        }
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn results(&self) -> MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays games until the run ends for some reason.
    fn work(&self) {
        let mut lockstep = self.lockstep();
        let goes_on = self.plan.keeps_going() && self.plan.config.given.is_none();
        let config = GameConfig { goes_on, ..self.plan.config.clone() };
        let names = self.engines.learn_names(&lockstep);
        self.report_writer.begin(names);
        let mut looked = Instant::now();
        while let Some(turn) = self.schedule.next_game() {
            let stop = Stop {
                deadline: self.deadline,
                first: Some(self.schedule.until_last(turn.game)),
                ..self.engines.until_stopped()
            };
            if stop.now() || self.engines.are_lost() {
                break;
            }
            self.progress.playing().insert(turn.game);
            let plays_on = self.take(&mut lockstep, &config, &turn, stop);
            if looked.elapsed() >= LOOK {
                self.show_reached();
                looked = Instant::now();
            }
            if plays_on {
                self.shrink_waiting();
                self.refresh();
            }
            self.progress.playing().remove(&turn.game);
        }
        let warnings = lockstep.take_warnings();
        warnings.into_iter().for_each(|words| self.report_writer.warn(words));
    }

    /// Makes the engines of a worker.
    fn lockstep(&self) -> Lockstep<'r> {
        let plan = self.plan;
        let start = plan.config.draw_start(&mut |_| 0);
        // A single game gets all checks, like a game of a fuzz target.
        let checks = if plan.config.given.is_some() { Checks::ALL } else { Checks::SAMPLED };
        let mut lockstep = Lockstep::new(self.engines.factories, checks, start);
        lockstep.pass_over(plan.known.clone());
        // How far programs count ahead depends on their speed.
        if let Some(Counter(counter)) = plan.config.counter.filter(|_| !plan.reproducible) {
            lockstep.count_with(counter.make());
        }
        lockstep
    }

    /// Reports coverage to live viewers.
    fn show_reached(&self) {
        self.report_writer.reached(self.coverage());
    }

    /// Updates the numbers in the reports, if the last update was long ago.
    fn refresh(&self) {
        if self.report_writer.is_due() {
            self.write(&mut self.ledger(), None);
        }
    }

    /// Returns the coverage of the games in the sum so far.
    fn coverage(&self) -> Table {
        Table::of(self.plan.config.rules, &self.results().tally.sum().coverage)
    }

    /// Writes the finding of the game `changed`, if any, and the reports on all findings.
    fn write(&self, ledger: &mut Ledger, changed: Option<u64>) {
        let games = self.results().ended;
        self.report_writer.write(&mut ledger.triage, games, changed, || self.coverage());
    }

    /// Adds the games that were stopped to the sum, and returns it.
    fn close(&self) -> Sum {
        let mut results = self.results();
        let written = results.tally.close(self.plan.config.rules, self.schedule.last());
        self.report_writer.note_journal(written);
        let sum = results.tally.sum().clone();
        results.ended = sum.ended;
        sum
    }
}
