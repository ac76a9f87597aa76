//! The passes for external programs, which need time for every move. Some passes also run for in-process
//! engines, in a different way.

use std::iter;

use bustan_vocabulary::NoStart;

use super::deepen;
use super::replay::Line;
use super::start::FEW_MOVES;
use super::{Budget, Shrinker};
use crate::compare::divergence::Divergence;

/// `HUNTED`: The number of moves in random games after which the paths found by them are tried.
/// `LONGEST_HUNTED`: The number of moves that these games must stay below.
const HUNTED: u64 = 1_000;
const LONGEST_HUNTED: usize = 40;

impl Shrinker<'_, '_> {
    /// Cuts the game to its last moves from the position before them. With in-process engines, immediately
    /// searches for a path from the start to that position.
    pub(super) fn cut(&mut self, budget: Budget) {
        if self.is_quick() {
            self.progress.led = self.cut_to_the_end(budget);
        } else {
            self.progress.cut = self.last_moves(budget);
        }
    }

    /// Returns the reduced divergence of the last moves from the position before them.
    fn last_moves(&mut self, budget: Budget) -> Option<Box<Divergence>> {
        for last in 1..=FEW_MOVES.min(self.len().saturating_sub(1)) {
            let tail = self.tail_of_program(last)?;
            self.replayer.reported.push(tail.start.clone());
            if matches!(self.replayer.lockstep.setup(&tail.start), Ok(Err(NoStart::Unable))) {
                return None;
            }
            let Some(divergence) = self.replayer.run(&tail) else { continue };
            let whole = std::mem::replace(&mut self.best, divergence);
            self.passed.clear();
            self.limit = self.replayer.limit(budget.shrink);
            self.settle();
            return Some(std::mem::replace(&mut self.best, whole));
        }
        None
    }

    /// Returns the last `moves` moves of the best game, from the position before them as reported by an
    /// engine.
    fn tail_of_program(&mut self, moves: usize) -> Option<Line> {
        let record = &self.best.record;
        let (before, tail) = record.moves.split_at(record.moves.len().checked_sub(moves)?);
        let lockstep = &mut self.replayer.lockstep;
        let led = lockstep.begin(&record.start).and_then(|begun| Ok(begun && lockstep.lead(before, true)?));
        let start = led.ok()?.then(|| lockstep.position())??;
        Some(Line { start, moves: tail.iter().map(|(_, mv)| mv.clone()).collect() })
    }

    /// Replaces the best game with one that leads from the start to the position before its last moves, if
    /// that game is shorter.
    pub(super) fn lead(&mut self, budget: Budget) {
        let Some(cut) = self.progress.cut.clone() else { return self.lead_unset() };
        let whole = std::mem::replace(&mut self.best, cut);
        if !self.lead_from_start(budget) || self.len() >= whole.record.moves.len() {
            self.best = whole;
        }
    }

    /// Removes moves, and simplifies pieces and boards.
    pub(super) fn drop(&mut self, budget: Budget) {
        if self.is_quick() {
            return self.settle();
        }
        self.limit = self.replayer.limit(budget.shrink);
        self.take_known_ways();
        if self.is_timed()
            && let Some(traces) = self.replayer.take_traces(&self.best.record)
        {
            self.keep_traces(&traces);
        }
        self.keep_the_end();
        self.keep_a_chunk();
        self.settle();
        if !self.best.rules().is_opaque() && !self.best.record.start.is_start() {
            self.play_from_start(budget);
        }
    }

    /// Removes detours, as far as the observed states reveal them. Returns whether the best game became
    /// shorter.
    pub(super) fn take_known_ways(&mut self) -> bool {
        let mut better = false;
        while let Some(line) = self.replayer.shortcut(&self.best.record)
            && line.moves.len() < self.len()
            && self.accept(&line)
        {
            better = true;
        }
        better
    }

    /// Tries the last moves alone, beginning with few moves, which is quick.
    fn keep_the_end(&mut self) {
        let line = self.line();
        let kept = iter::successors(Some((1, 2)), |(kept, next)| Some((*next, kept + next)));
        let dropped = kept.map_while(|(kept, _)| line.moves.len().checked_sub(kept).filter(|&left| left > 0));
        self.accept_first(dropped.map(|dropped| line.without(0, dropped)));
    }

    /// Tries chunks of the game with only the last move after them, beginning with small chunks, which is
    /// quick.
    fn keep_a_chunk(&mut self) {
        // A longer game has too many small chunks.
        const LONGEST: usize = 100;
        let mut size = self.len().div_ceil(LONGEST).max(1);
        while size <= self.len() / 4 && !self.spent() {
            let (line, last) = (self.line(), self.len() - 1);
            let chunks = (0..last).step_by(size).rev();
            let alone = chunks
                .map(|at| line.without((at + size).min(last), last - (at + size).min(last)).without(0, at));
            if self.accept_first(alone).is_some() {
                return;
            }
            size *= 2;
        }
    }

    /// Visits the states near the start of the best game.
    pub(super) fn search_states(&mut self, budget: Budget) {
        if !self.best.record.start.is_start() {
            return;
        }
        let Some(counters) = self.replayer.counters() else { return };
        loop {
            let visited = &mut self.progress.visited;
            let shorter = self.replayer.search_states(&self.best, visited, &counters, self.stop);
            let found = shorter.is_some();
            self.best = shorter.unwrap_or_else(|| self.best.clone());
            let taken = self.take_known_ways();
            if found || taken {
                self.limit = self.replayer.limit(budget.shrink);
                self.settle();
            }
            if !found {
                return;
            }
        }
    }

    /// Plays random games shorter than the best game.
    pub(super) fn hunt(&mut self, budget: Budget) {
        let end = self.replayer.limit(budget.hunt);
        if self.is_quick() {
            return self.hunt_and_settle(budget);
        }
        let mut next = if self.is_first() && !self.is_timed() { 0 } else { self.progress.next.hunt };
        while self.len() > 2 && self.replayer.cost < end && !self.stop.now() {
            let some = (end - self.replayer.cost).min(HUNTED);
            self.replayer.favoured = self.best.record.moves.clone();
            self.head_for_the_end();
            let starts = self.replayer.small_starts(&self.best.record.start);
            let length = self.len().min(LONGEST_HUNTED);
            let replayer = &mut self.replayer;
            let shorter = deepen::random_search(replayer, &starts, &mut next, length, some, self.stop);
            self.limit = self.replayer.limit(budget.shrink);
            let found = shorter.is_some();
            self.best = shorter.unwrap_or_else(|| self.best.clone());
            // If games reached states of the best game sooner, the best game becomes shorter.
            let taken = self.take_known_ways();
            if found || taken {
                self.settle();
            }
        }
        self.progress.next.hunt = next.max(self.progress.next.hunt);
    }

    /// Steers random games of an unknown game towards the state before the last move of the best game.
    fn head_for_the_end(&mut self) {
        let heads = self.is_timed() && self.best.rules().is_opaque() && self.len() <= LONGEST_HUNTED;
        let game = self.line().hash();
        let Some(counters) = self.replayer.counters().filter(|_| heads) else { return };
        if self.replayer.heading.is_of(game) {
            return;
        }
        if let Some(goal) = self.replayer.before_the_end(&self.best, &counters) {
            self.replayer.heading.head_for(game, &goal);
        }
    }

    /// Plays random games shorter than the best game. Each shorter game may have a different shape, which is
    /// then reduced further.
    fn hunt_and_settle(&mut self, budget: Budget) {
        let mut hunt = budget.hunt;
        while hunt > 0 {
            let before = self.replayer.cost;
            let shorter = self.random_search(self.len(), hunt);
            hunt = hunt.saturating_sub(self.replayer.cost - before);
            let Some(shorter) = shorter else { break };
            self.best = shorter;
            self.limit = self.replayer.limit(budget.shrink);
            self.settle();
        }
    }
}
