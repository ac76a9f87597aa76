//! Makes the game of a divergence short where an engine is a program, and so every move takes time.
//!
//! The steps come in the order of what they gain for their time, and each may take a part of what is left:
//!
//! 1. the last moves are played from the position before them, which is then made smaller;
//! 2. in a game that is known, the other engine looks for a way from the start to that position;
//! 3. without undo, every candidate is a whole game, so a few short random games come first;
//! 4. moves are left out: all between a state and the same state later on, all but a few at the end, all but
//!    a chunk and the last, then chunks from half of the game down to single moves; pieces and boards become
//!    simpler;
//! 5. states near the start are visited, each once;
//! 6. short random games are played, mostly of the moves of this game;
//! 7. all shorter games are played.

use std::iter;

use bustan_guide::Explore;
use bustan_vocabulary::NoStart;

use super::alike::{Alike, alike};
use super::deepen;
use super::replay::Line;
use super::spread::Visited;
use super::start::FEW_MOVES;
use super::{Budget, LONG_ENOUGH, Shrinker, Shrunk, Step};
use crate::compare::divergence::Divergence;

/// The parts of the time left that steps may take, in percent.
const CUT: u32 = 25;
const LEAD: u32 = 30;
const DROP: u32 = 40;
const GLANCE: u32 = 25;
const SPREAD: u32 = 70;
const SPREAD_ANEW: u32 = 55;
const HUNT: u32 = 50;

/// The work of random games, in moves, after which the ways they found are tried; and the number of moves
/// below which they stay.
const HUNTED: u64 = 1_000;
const LONGEST_HUNTED: usize = 40;

/// The part of the time, in percent, for a game that has only a few moves when it is found.
const SHORT: u32 = 20;

/// The part of the time, in percent, that making a game of so many moves short may take.
fn of_all(moves: usize) -> u32 {
    if moves <= FEW_MOVES { SHORT } else { 100 }
}

impl<G: Explore> Shrinker<'_, '_, G> {
    /// Makes the game short; returns whether any engine was kept.
    pub(super) fn of_program(mut self, budget: Budget, keeps: bool) -> (Shrunk<G>, bool) {
        let whole = self.stop;
        self.stop = whole.part(of_all(self.len()));
        if keeps {
            self.replayer.hurry();
        }
        let mut unfinished = Vec::new();
        let cut = self.step(Step::Cut, CUT, &mut unfinished, |this| this.cut(budget));
        self.alike = cut.clone().map(Alike::new);
        self.note_alike();
        match &cut {
            Some(cut) => self.step(Step::Lead, LEAD, &mut unfinished, |this| this.lead(cut, budget)),
            None if G::OPAQUE => {}
            None => self.step(Step::Lead, LEAD, &mut unfinished, Self::lead_unset),
        }
        // Without undo, leaving anything out means to play a whole game: a few short ones tell more.
        let back = self.replayer.tries_taking_back(&self.best.record);
        if !back {
            self.step(Step::Hunt, GLANCE, &mut Vec::new(), |this| this.hunt(budget));
        }
        self.step(Step::Drop, DROP, &mut unfinished, |this| this.drop(budget));
        self.step(Step::Spread, if back { SPREAD } else { SPREAD_ANEW }, &mut unfinished, |this| {
            this.spread(budget)
        });
        self.step(Step::Hunt, HUNT, &mut unfinished, |this| this.hunt(budget));
        let (mut from_start, mut moves_from_start) = (None, None);
        if let Some(cut) = cut.filter(|cut| self.is_better(cut)) {
            moves_from_start = Some(self.len()).filter(|_| G::is_start(&self.best.record.start));
            from_start = self.alike_from_start(budget);
            self.best = cut;
        }
        let stop = self.stop;
        let (shorter, shortest) = deepen::exhaust(&mut self.replayer, &self.best, budget.deepen, self.stop);
        if stop.now() && !shortest.all {
            unfinished.push(Step::Prove);
        }
        if let Some(shorter) = shorter {
            self.best = shorter;
        }
        let from_start = from_start.filter(|game| alike(&self.best, game));
        let (shrunk, kept) = self.end(shortest);
        (Shrunk { unfinished, from_start, moves_from_start, ..shrunk }, kept)
    }

    /// Takes a step within a part of the time that is left, and notes if that was not enough.
    pub(super) fn step<T>(
        &mut self,
        step: Step,
        percent: u32,
        unfinished: &mut Vec<Step>,
        take: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let whole = self.stop;
        self.stop = whole.part(percent);
        let taken = take(self);
        if self.stop.now() {
            unfinished.push(step);
        }
        self.stop = whole;
        self.note_alike();
        taken
    }

    /// The divergence of the last moves from the position before them, made smaller.
    fn cut(&mut self, budget: Budget) -> Option<Box<Divergence<G>>> {
        for last in 1..=FEW_MOVES.min(self.len().saturating_sub(1)) {
            let tail = self.tail_of_program(last)?;
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

    /// The last moves of the best game, from the position before them as an engine tells it.
    fn tail_of_program(&mut self, moves: usize) -> Option<Line<G>> {
        let record = &self.best.record;
        let (before, tail) = record.moves.split_at(record.moves.len().checked_sub(moves)?);
        let lockstep = &mut self.replayer.lockstep;
        let led = lockstep.begin(&record.start).and_then(|begun| Ok(begun && lockstep.lead(before)?));
        let start = led.ok()?.then(|| lockstep.position())??;
        Some(Line { start, moves: tail.iter().map(|(_, mv)| mv.clone()).collect() })
    }

    /// Replaces the best game by one that leads from the start to the position where another begins, if that
    /// game is shorter.
    fn lead(&mut self, cut: &Divergence<G>, budget: Budget) {
        let whole = std::mem::replace(&mut self.best, Box::new(cut.clone()));
        if !self.lead_from_start(budget) || self.len() >= whole.record.moves.len() {
            self.best = whole;
        }
    }

    pub(super) fn drop(&mut self, budget: Budget) {
        self.limit = self.replayer.limit(budget.shrink);
        self.take_known_ways();
        self.keep_the_end();
        self.keep_a_chunk();
        self.settle();
        if !G::OPAQUE && !G::is_start(&self.best.record.start) {
            self.play_from_start(budget);
        }
    }

    /// Leaves out detours, as far as states show them.
    fn take_known_ways(&mut self) -> bool {
        let mut better = false;
        while let Some(line) = self.replayer.shortcut(&self.best.record)
            && line.moves.len() < self.len()
            && self.accept(&line)
        {
            better = true;
        }
        better
    }

    /// Tries the last moves alone: few first, which is quick.
    fn keep_the_end(&mut self) {
        let line = self.line();
        let kept = iter::successors(Some((1, 2)), |(kept, next)| Some((*next, kept + next)));
        let dropped = kept.map_while(|(kept, _)| line.moves.len().checked_sub(kept).filter(|&left| left > 0));
        self.accept_first(dropped.map(|dropped| line.without(0, dropped)));
    }

    /// Tries chunks of the game with the last move alone: small ones first, which is quick.
    fn keep_a_chunk(&mut self) {
        // A game with more moves than this has too many small chunks to be worth it.
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
    fn spread(&mut self, budget: Budget) {
        if !G::is_start(&self.best.record.start) {
            return;
        }
        let Some(counters) = self.replayer.counters() else { return };
        let mut visited = Visited::default();
        loop {
            let shorter = self.replayer.spread(&self.best, &mut visited, &counters, self.stop);
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

    /// Plays random games shorter than the best. Where they pass states of the best game sooner, that game
    /// becomes shorter.
    fn hunt(&mut self, budget: Budget) {
        let end = self.replayer.limit(budget.hunt);
        let mut next = 0;
        while self.len() > 2 && self.replayer.cost < end && !self.stop.now() {
            let some = (end - self.replayer.cost).min(HUNTED);
            self.replayer.favoured = self.best.record.moves.clone();
            let starts = self.replayer.small_starts(&self.best.record.start);
            let length = self.len().min(LONGEST_HUNTED);
            let replayer = &mut self.replayer;
            let shorter = deepen::random_search(replayer, &starts, &mut next, length, some, self.stop);
            self.limit = self.replayer.limit(budget.shrink);
            let found = shorter.is_some();
            self.best = shorter.unwrap_or_else(|| self.best.clone());
            let taken = self.take_known_ways();
            if found || taken {
                self.settle();
            }
        }
    }

    /// Whether the last moves from a position say more than the best game: it is long, or nothing is known of
    /// its board.
    fn is_better(&self, cut: &Divergence<G>) -> bool {
        cut.record.moves.len() < self.len() && (G::OPAQUE || self.len() > LONG_ENOUGH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_a_few_moves_gets_a_short_time() {
        assert_eq!([1, 3, 4, 40].map(of_all), [20, 20, 100, 100]);
    }
}
