//! Shrinks the findings of a run: between its games as time permits, and after them.

use std::time::Instant;

use super::Run;
use super::ledger::Ledger;
use super::limits::Limits;
use super::queue::LIKELY;
use crate::base::{Stop, parallel};
use crate::compare::divergence::{Divergence, Kind, Signature};
use crate::report::finding::{Finding, FindingFiles};
use crate::shrink::replay::Line;
use crate::shrink::{Budget, Shrunk, shrink};

/// The additional time for detecting engines that answer at random is the time for shrinking divided by
/// `CHANCE`.
const CHANCE: u32 = 10;

/// The number of rounds in which findings that occurred while others were shrunk are shrunk themselves.
const ROUNDS: usize = 3;

impl Run<'_> {
    /// Shrinks waiting findings, while the share of time for shrinking is not used up.
    pub(super) fn shrink_waiting(&self) {
        let budget = self.plan.budget;
        let begin = || {
            let all = self.begun.elapsed().saturating_mul(self.plan.workers() as u32);
            self.queue().begin(budget, all, self.deadline)
        };
        while let Some((signature, game)) = begin() {
            let before = Instant::now();
            self.shrink(&signature, game, 1);
            self.queue().give_back(budget, before.elapsed());
        }
    }

    /// Forgets the games that do not matter, and shrinks the findings that have not been shrunk yet.
    pub(super) fn shrink_rest(&self) {
        if self.engines.are_lost() {
            return;
        }
        let waiting = self.queue().take();
        let rest = {
            let mut ledger = self.ledger();
            self.strike(&mut ledger);
            let triage = &mut ledger.triage;
            let mut rest: Vec<(Signature, u64)> = match self.plan.keeps_going() {
                true => waiting,
                false => triage.all().map(|(signature, finding)| (signature.clone(), finding.game)).collect(),
            };
            // The shortest and most frequent findings come first.
            rest.sort_by_cached_key(|(signature, game)| triage.urgency(signature, *game));
            rest
        };
        self.limit_shrinking(rest.len());
        self.share_out(&rest, |(signature, game), jobs| self.shrink(signature, *game, jobs));
        self.shrink_shortest();
        self.shrink_met();
        self.look_for_chance();
    }

    /// Forgets the games after the last that matters, and removes the files of their findings.
    fn strike(&self, ledger: &mut Ledger) {
        let struck = ledger.triage.strike();
        self.write(ledger, None);
        self.report_writer.retract_unused(&ledger.triage, &struck);
    }

    /// Limits shrinking after the games, which starts with `findings` findings, to the time for all findings
    /// together. The time is counted from the end of the games.
    fn limit_shrinking(&self, findings: usize) {
        let Some(all) = self.plan.budget.together else { return };
        let at_once = self.plan.shrinkers().min(findings.max(1));
        let more = self.ledger().keeps_short_games();
        self.queue().limit(Limits::new(Instant::now(), all, findings, at_once, more));
    }

    /// Returns the conditions that end shrinking that starts now.
    fn shrinking_stops(&self) -> Stop<'_> {
        let stop = self.queue().stop(self.plan.budget, &self.progress.meter);
        Stop { flag: Some(&self.progress.stop), ..stop }
    }

    /// Returns the budget for shrinking one finding on `jobs` threads.
    fn budget(&self, jobs: usize) -> Budget {
        Budget { jobs, ..self.plan.budget }
    }

    /// Does the work for all items in parallel, and passes each call its share of the threads.
    fn share_out<T: Sync>(&self, items: &[T], work: impl Fn(&T, usize) + Sync) {
        let jobs = self.plan.shrinkers() / items.len().max(1);
        parallel::each(items.len(), &|at| work(&items[at], jobs.max(1)));
    }

    /// Shrinks the finding of a game that diverged with `signature`, trying `jobs` candidates in parallel.
    fn shrink(&self, signature: &Signature, game: u64, jobs: usize) {
        let stop = Stop { first: Some(self.schedule.until_last(game)), ..self.shrinking_stops() };
        let Some(original) = self.reproducible(signature, game) else { return };
        if stop.now() {
            return;
        }
        let budget = self.budget(jobs);
        let mut shrunk = shrink(self.engines.factories, &original, budget, stop);
        if shrunk.is_none() && self.engines.show_again(&original, stop) {
            shrunk = shrink(self.engines.factories, &original, budget, stop);
        }
        // Shrinking begins with a replay of the whole game, even if no time is left. This replay did not
        // reproduce the divergence.
        if shrunk.is_none() && !stop.is_requested() && !self.engines.prove_lost() {
            let limit = self.engines.until_stopped();
            let limit = if stop.now() { limit.within(LIKELY) } else { limit };
            self.withdraw(signature, game, &original, limit);
            return;
        }
        let by_chance = |shrunk: &Shrunk| {
            let same = Line::of(&shrunk.divergence.record) == Line::of(&original.record);
            let limit = self.engines.until_stopped();
            self.engines.by_chance(&shrunk.divergence, usize::from(same), stop, limit)
        };
        if let Some(differ) = shrunk.as_ref().and_then(by_chance) {
            self.replace(signature, game, differ, shrunk.is_some_and(|shrunk| shrunk.made_up));
            return;
        }
        let mut ledger = self.ledger();
        ledger.triage.shorten(signature, game, shrunk);
        self.write(&mut ledger, Some(game));
        self.announce(&mut ledger, signature, game);
    }

    /// Returns the divergence of a game before shrinking, if it is reproducible. Announces the finding,
    /// unless the run continues and has already announced it.
    fn reproducible(&self, signature: &Signature, game: u64) -> Option<Divergence> {
        let mut ledger = self.ledger();
        if !self.plan.keeps_going() {
            self.announce(&mut ledger, signature, game);
        }
        let finding = ledger.triage.of_game(signature, game)?;
        (finding.reproducible == Some(true)).then(|| finding.original.clone())
    }

    /// Shrinks the shortest games that showed findings, unless the game of the finding is already as short.
    fn shrink_shortest(&self) {
        let shortest = self.ledger().take_shortest();
        self.share_out(&shortest, |(signature, game), jobs| {
            let stop = self.shrinking_stops();
            if stop.now() {
                return;
            }
            let shrunk = shrink(self.engines.factories, game, self.budget(jobs), stop);
            let Some(shrunk) = shrunk.filter(|_| !stop.is_requested()) else { return };
            let mut ledger = self.ledger();
            if let Some(game) = ledger.triage.improve(signature, shrunk) {
                self.write(&mut ledger, Some(game));
                self.announce(&mut ledger, signature, game);
            }
        });
    }

    /// Shrinks the findings that occurred while others were shrunk, in up to [`ROUNDS`] rounds.
    fn shrink_met(&self) {
        for _ in 0..ROUNDS {
            let open = self.ledger().triage.open();
            if open.is_empty() || self.progress.is_stopped() {
                return;
            }
            self.share_out(&open, |(group, original), jobs| {
                let stop = self.shrinking_stops();
                if stop.now() {
                    return;
                }
                let shrunk = shrink(self.engines.factories, original, self.budget(jobs), stop);
                if shrunk.is_none() && (self.engines.prove_lost() || stop.is_requested()) {
                    return;
                }
                let mut ledger = self.ledger();
                let game = ledger.triage.shorten_met(group, &original.signature, shrunk);
                self.write(&mut ledger, game);
                if let Some(game) = game {
                    self.announce(&mut ledger, group, game);
                }
            });
        }
    }

    /// If an engine is known to answer at random, replays the findings that there was no time to shrink, and
    /// withdraws those that some replay does not reproduce, because such an engine may confirm anything once.
    /// Takes up to a tenth of the time for shrinking in addition.
    fn look_for_chance(&self) {
        if self.engines.are_lost() {
            return;
        }
        let open = self.unshrunk_by_chance();
        let time = self.plan.budget.together.unwrap_or_default() / CHANCE;
        let stop = self.engines.until_stopped().within(time.max(LIKELY));
        self.share_out(&open, |(signature, game, original), _| {
            if stop.now() {
                return;
            }
            let differ = self.engines.by_chance(original, 1, stop, stop);
            if let Some(differ) = differ.filter(|_| !stop.is_requested()) {
                self.replace(signature, *game, differ, false);
            }
        });
    }

    /// Returns the reproducible findings that were not shrunk, the most urgent first, if an engine is known
    /// to answer at random.
    fn unshrunk_by_chance(&self) -> Vec<(Signature, u64, Divergence)> {
        let mut ledger = self.ledger();
        let triage = &mut ledger.triage;
        if !triage.all().any(|(_, finding)| finding.original.signature.kind() == Kind::Chance) {
            return Vec::new();
        }
        let is_open = |finding: &Finding| finding.reproducible == Some(true) && finding.shrunk.is_none();
        let open = triage.all().filter(|(_, finding)| is_open(finding));
        let mut open: Vec<_> = open
            .map(|(signature, finding)| (signature.clone(), finding.game, finding.original.clone()))
            .collect();
        open.sort_by_cached_key(|(signature, game, _)| triage.urgency(signature, *game));
        open
    }

    /// Records that a finding was not reproducible when it was about to be shrunk, with the reason if it is
    /// known.
    fn withdraw(&self, signature: &Signature, game: u64, original: &Divergence, stop: Stop<'_>) {
        let differ = self.engines.nondeterminism(original, stop);
        if self.progress.is_stopped() {
            return;
        }
        match differ {
            Some(differ) => self.replace(signature, game, differ, false),
            None => {
                self.confirmed(signature, game, false);
                self.announce(&mut self.ledger(), signature, game);
            }
        }
    }

    /// Replaces the finding of a game by a difference between two runs of it. `smaller` states that the game
    /// was shrunk to a smaller position.
    fn replace(&self, signature: &Signature, game: u64, differ: Divergence, smaller: bool) {
        let finding = self.ledger().triage.of_game(signature, game).map(|finding| finding.clone());
        let Some(finding) = finding else { return };
        let (written, reproducible) = (FindingFiles::default(), Some(false));
        let set_up = !differ.record.start.is_start();
        let (original, shrunk) = (differ, None);
        self.accept(
            signature,
            Finding { original, set_up, smaller, reproducible, written, shrunk, ..finding },
        );
        self.announce(&mut self.ledger(), signature, game);
    }
}
