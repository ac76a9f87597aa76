//! Ends a run with its verdict and the reason for it.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::Run;
use super::ledger::{Ledger, Results};
use super::plan::{AcceptedGames, Outcome, Plan};
use super::tally::Sum;
use crate::compare::known::Accepted;
use crate::compare::plural;
use crate::generate::coverage::Table;
use crate::generate::{NotPlayed, Start};
use crate::report::overview::Figures;
use crate::report::verdict::{FEWEST_GAMES, Verdict};

/// The number of moves above which a game is long.
const LONG: usize = 200;

/// A verdict and its reason, if it has one.
type Judgement = (Verdict, Option<String>);

impl Run<'_> {
    /// Finalises the findings, queries additional engines about them, and writes the verdict. `elapsed` is
    /// the duration of the games, and `shrinking` the duration of shrinking after them.
    pub(super) fn conclude(self, sum: Sum, elapsed: Duration, shrinking: Duration) -> Outcome {
        let lost = self.lost();
        let Run { plan, progress, engines, schedule, ledger, results, report_writer, .. } = self;
        let (Ledger { triage, .. }, Results { tally, .. }) = (unlocked(ledger), unlocked(results));
        let warnings = report_writer.take_warnings();
        let figures = Figures { warnings: warnings.clone(), ..figures(plan, &sum, elapsed) };
        let accepted = triage.accepted(&plan.known);
        let (mut findings, others) = triage.settle(sum.ended);
        progress.findings.store(findings.len() as u64, Ordering::Relaxed);
        report_writer.ask_others(&engines, &mut findings);
        if plan.reproducible {
            report_writer.rename(&mut findings, &others);
        }
        let all = plan.share().is_some_and(|games| sum.tried >= games);
        let cut_off = progress.is_stopped() && !all;
        let evidence = Evidence { plan, names: engines.names(), figures: &figures, sum: &sum };
        let (verdict, reason) = match engines.lost() {
            _ if !findings.is_empty() || !plan.still.is_empty() || !lost.is_empty() => {
                (Verdict::Differ, None)
            }
            _ if cut_off => (Verdict::Interrupted, None),
            Some(words) => (Verdict::NotTested, Some(words.clone())),
            None => evidence.judge(&accepted),
        };
        if !cut_off && !engines.are_lost() {
            let last = Some(schedule.last()).filter(|&last| last < u64::MAX);
            report_writer.note_journal(tally.over(last));
        }
        report_writer.conclude(figures, (verdict, reason.clone()), &findings, &others);
        Outcome {
            engines: engines.names(),
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
            unshown: unshown(plan, &accepted),
            accepted,
            findings,
            cut_off,
            lost,
            broken_off: engines.lost().cloned(),
            warnings,
            unwritten: report_writer.into_unwritten(),
        }
    }

    /// Returns descriptions of the recorded differences that their games did not reproduce.
    fn lost(&self) -> Vec<String> {
        if self.progress.is_stopped() || self.engines.are_lost() {
            return Vec::new();
        }
        let lacking = self.ledger().triage.lacking();
        let lost = lacking.into_iter().map(|(signature, game)| {
            format!(
                "game {game} showed {signature}, but no longer does: an engine has changed, or is not \
                 deterministic"
            )
        });
        lost.collect()
    }
}

/// Returns the value of a lock that is no longer used by any worker.
fn unlocked<T>(lock: Mutex<T>) -> T {
    lock.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the figures of a finished run, for the reports.
fn figures(plan: &Plan, sum: &Sum, elapsed: Duration) -> Figures {
    Figures {
        games: sum.ended,
        plies: sum.coverage.plies(),
        elapsed: plan.reported(elapsed),
        coverage: Table::of(plan.config.rules, &sum.coverage),
        compared: sum.compared.clone(),
        ..Figures::default()
    }
}

/// Returns the accepted differences that did not occur.
fn unshown(plan: &Plan, accepted: &[AcceptedGames]) -> Vec<Accepted> {
    let shown = |one: &&Accepted| accepted.iter().any(|shown| one.names_signature(&shown.signature));
    plan.known.accepted().filter(|one| !shown(one)).cloned().collect()
}

/// The evidence of a run without findings on which its verdict depends.
struct Evidence<'a> {
    plan: &'a Plan,
    /// The names of the engines.
    names: [String; 2],
    figures: &'a Figures,
    sum: &'a Sum,
}

impl Evidence<'_> {
    /// Returns the verdict of a run in which only the differences in `accepted` occurred.
    fn judge(&self, accepted: &[AcceptedGames]) -> Judgement {
        match self.untested() {
            Some(reason) => (Verdict::NotTested, Some(reason)),
            None => (Verdict::Agree, self.not_compared(accepted)),
        }
    }

    /// Describes the parts in which the engines were not compared, if there are any.
    fn not_compared(&self, accepted: &[AcceptedGames]) -> Option<String> {
        let refused = match &self.sum.idle {
            Some((_, NotPlayed::Illegal(ply, mv))) => {
                Some(format!("only up to {mv} at ply {ply}, which both refuse"))
            }
            _ => None,
        };
        let accepted: Vec<&str> = accepted.iter().map(|one| one.words.as_str()).collect();
        let ignored: Vec<&str> = self.plan.known.ignored().iter().map(String::as_str).collect();
        let mut parts = Vec::from_iter(refused);
        parts.extend(self.doubted());
        parts.extend(self.plan.apart.iter().cloned());
        if !accepted.is_empty() {
            parts.push(format!("except for accepted differences ({})", accepted.join(", ")));
        }
        if !ignored.is_empty() {
            parts.push(format!("not compared in {}", ignored.join(", ")));
        }
        if self.plan.open > 0 {
            let earlier = plural(self.plan.open, "finding");
            parts.push(format!("except for {earlier} of earlier runs that were not rechecked"));
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// Describes how many games ended early because an engine did not report whether a move is legal; `None`
    /// if there are none.
    fn doubted(&self) -> Option<String> {
        let untold = self.sum.untold;
        let were = if untold == 1 { "was" } else { "were" };
        let games = plural(untold as usize, "game");
        (untold > 0)
            .then(|| format!("{games} {were} stopped where an engine did not report whether a move is legal"))
    }

    /// Returns the reason why the run does not test the engines, if there is one.
    fn untested(&self) -> Option<String> {
        let reason = self.not_begun().or_else(|| self.too_few());
        reason.or_else(|| self.not_reached()).or_else(|| self.not_played())
    }

    /// Returns a reason if no game started.
    fn not_begun(&self) -> Option<String> {
        if self.sum.begun || self.sum.tried == 0 {
            return None;
        }
        let [subject, oracle] = &self.names;
        let words = match self.idle() {
            Some(NotPlayed::Refused(answer)) => {
                format!("{subject} and {oracle} refuse the starting position: {answer}")
            }
            Some(NotPlayed::Unable(answers)) if !answers.is_empty() => {
                format!("{subject} and {oracle} have no common starting position: {answers}")
            }
            _ => {
                let takes = match self.plan.config.start {
                    Some(Start::At(_) | Start::Among(_)) => "bustan-setup, because games begin at a position",
                    _ => "boardsize or bustan-setup",
                };
                format!("{subject} and {oracle} have no common starting position; this requires {takes}")
            }
        };
        Some(format!("no move was played: {words}"))
    }

    /// Returns a reason if too few games ended.
    fn too_few(&self) -> Option<String> {
        let figures = self.figures;
        let fewest = self.plan.share().unwrap_or(FEWEST_GAMES).clamp(1, FEWEST_GAMES);
        if figures.games >= fewest {
            return None;
        }
        let [finished, needed] = [figures.games, fewest].map(|games| plural(games as usize, "game"));
        let seconds = figures.elapsed.map(|elapsed| format!(" in {:.1} s", elapsed.as_secs_f64()));
        let seconds = seconds.unwrap_or_default();
        let hint = match (self.doubted(), figures.games) {
            (Some(doubted), _) => format!("; {doubted}"),
            (None, 0) if figures.plies > 0 && self.plan.config.max_plies > LONG => {
                "; --plies limits the length of games".into()
            }
            _ => String::new(),
        };
        Some(format!("{finished} finished{seconds}; a verdict needs {needed}{hint}"))
    }

    /// Returns a reason if the games did not reach a required event. A single shard of several need not reach
    /// the events.
    fn not_reached(&self) -> Option<String> {
        if !self.plan.shard.is_whole() {
            return None;
        }
        let events = self.plan.config.rules.events();
        let missed = self.plan.required.iter().filter_map(|&(event, most)| {
            let reached = self.figures.coverage.total(event);
            let times = plural(reached as usize, "time");
            (reached <= most)
                .then(|| format!("{} occurred {times}, not more than {most}", events[event].name))
        });
        let missed: Vec<String> = missed.collect();
        (!missed.is_empty())
            .then(|| format!("the games did not reach the required events: {}", missed.join(", ")))
    }

    /// Returns a reason if no move was played.
    fn not_played(&self) -> Option<String> {
        let [subject, oracle] = &self.names;
        // All positions of a file may be those of finished games, whose outcomes were compared.
        let are_listed = matches!(self.plan.config.start, Some(Start::Among(_)));
        let is_idle =
            self.figures.plies == 0 && !(are_listed && matches!(self.idle(), Some(NotPlayed::Over(_))));
        is_idle.then(|| match self.idle() {
            Some(NotPlayed::Illegal(_, mv)) => format!("no move was played: {subject} and {oracle} refuse {mv}"),
            Some(NotPlayed::Over(start)) => {
                format!("no move was played: the game is over at the start, at {start:?}: no legal moves are listed")
            }
            Some(&NotPlayed::Unlisted { tried }) => {
                let but = if tried { ", and both refuse each of --words at the start" } else { "; --words names moves to try" };
                format!("no move was played: neither {subject} nor {oracle} lists legal moves{but}")
            }
            _ => "no move was played".into(),
        })
    }

    /// Returns the reason why the first game that was not played, or not to its end, was not.
    fn idle(&self) -> Option<&NotPlayed> {
        self.sum.idle.as_ref().map(|(_, idle)| idle)
    }
}
