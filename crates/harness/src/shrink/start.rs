//! Turns a divergence into a game from the start that shows it.

use super::{Budget, LONG_ENOUGH, Shrinker};
use crate::base::Dice;
use crate::compare::creation::make_engine;
use crate::compare::divergence::{Divergence, Role};
use crate::compare::panics::answer;
use crate::compare::participant::Participant;
use crate::erased::Record;
use crate::shrink::backward::backward;
use crate::shrink::deepen;
use crate::shrink::replay::Line;

/// The number of moves below which games from the start are sought if neither a short game nor a path to the
/// position was found.
const TOO_LONG: usize = 120;

/// The work of [`play_there_again`](Shrinker::play_there_again), as a multiple of the budget for games from
/// the start.
const PATIENCE: u64 = 3;

/// The maximum number of moves at the end of a long game that are tried alone, from the position before them.
pub(super) const FEW_MOVES: usize = 3;

/// `TRIES`: The number of positions to which a path is sought. `ATTEMPTS`: The number of backward steps tried
/// for each.
const TRIES: u32 = 32;
const ATTEMPTS: u64 = 1_000;

/// The maximum number of backward steps that the other engine tries if it searches for paths alone.
const MOST_ASKED: u64 = 100_000;

/// The seed of the paths from the start, an arbitrary constant.
const WAYS: u64 = 0x7761_7973;

/// Returns a path from the start to the first position of `record`, followed by the record's moves. Adds the
/// number of backward steps tried to `cost`.
fn way_and_on(
    oracle: &mut dyn Participant,
    record: &Record,
    dice: &mut Dice,
    cost: &mut u64,
) -> Option<Line> {
    let (start, mut moves) = backward(oracle, &record.start, dice, ATTEMPTS, cost)?;
    moves.extend(record.moves.iter().map(|(_, mv)| mv.clone()));
    Some(Line { start, moves })
}

impl Shrinker<'_, '_> {
    /// Plays random games with fewer than `length` moves on small boards, within a budget of moves.
    pub(super) fn random_search(&mut self, length: usize, budget: u64) -> Option<Box<Divergence>> {
        let starts = self.replayer.small_starts(&self.best.record.start);
        deepen::random_search(&mut self.replayer, &starts, &mut 0, length, budget, self.stop)
    }

    /// Replaces a long game with random games on small boards, because a long game takes long to shrink.
    pub(super) fn play_anew(&mut self, budget: Budget) {
        while self.len() > LONG_ENOUGH {
            let Some(shorter) = self.random_search(self.len(), budget.hunt) else { break };
            self.best = shorter;
        }
        self.limit = self.replayer.limit(budget.shrink);
    }

    /// Searches for paths from the start. If the best game begins there, looks for shorter paths along it,
    /// otherwise for a path to its first position.
    pub(super) fn find_ways(&mut self, budget: Budget) {
        if !self.progress.led && self.best.record.start.is_start() {
            self.take_shortcuts(budget);
        }
        if !self.best.record.start.is_start() {
            self.play_from_start(budget);
        }
    }

    /// First shrinks the last moves from the position before them, which is quick, and then searches for a
    /// game from the start to that position. In a long game, removing moves seldom works, because every move
    /// depends on those before. Returns whether a shorter game from the start was found.
    pub(super) fn cut_to_the_end(&mut self, budget: Budget) -> bool {
        for last in 1..=FEW_MOVES {
            let Some(tail) = self.tail(last) else { break };
            let Some(divergence) = self.replayer.run(&tail) else { continue };
            let whole = std::mem::replace(&mut self.best, divergence);
            self.passed.clear();
            self.settle();
            self.limit = self.replayer.limit(budget.shrink);
            if self.lead_from_start(budget) && self.len() < whole.record.moves.len() {
                return true;
            }
            self.best = whole;
        }
        false
    }

    /// Returns the last `moves` moves of the best game, from the position before them.
    fn tail(&self, moves: usize) -> Option<Line> {
        let record = &self.best.record;
        let (before, tail) = record.moves.split_at(record.moves.len().checked_sub(moves)?);
        let position = || {
            let mut oracle = self.replayer.factories.oracle.make();
            oracle.setup(&record.start).ok()?;
            for (player, mv) in before {
                oracle.play(*player, mv).ok()?;
            }
            oracle.position()
        };
        let start = answer(position).ok()??;
        Some(Line { start, moves: tail.iter().map(|(_, mv)| mv.clone()).collect() })
    }

    /// Searches for a path from the start to the position where the best game begins, to a similar position,
    /// or to an earlier best position, because the smallest position often contains no piece that could have
    /// moved last. Returns whether the best game now begins at the start.
    pub(super) fn lead_from_start(&mut self, budget: Budget) -> bool {
        let mut passed = std::mem::take(&mut self.passed);
        if self.best.record.start.is_start() {
            return true;
        }
        passed.push(self.line());
        let limit = self.replayer.limit(budget.start);
        let Some(game) = passed.iter().rev().find_map(|line| self.lead_to(line, usize::MAX, limit)) else {
            return false;
        };
        self.best = game;
        self.settle();
        true
    }

    /// Searches for other paths to the positions along a game from the start, because its moves need not be
    /// the shortest path.
    fn take_shortcuts(&mut self, budget: Budget) {
        if self.best.record.reachable(&mut |n| n - 1).is_none() {
            return;
        }
        let limit = self.replayer.limit(budget.start);
        self.limit = self.replayer.limit(budget.start + budget.shrink);
        let mut last = 1;
        while self.len() > LONG_ENOUGH
            && self.replayer.cost < limit
            && let Some(tail) = self.tail(last)
        {
            match self.lead_to(&tail, self.len(), limit) {
                Some(shorter) => {
                    self.best = shorter;
                    self.settle();
                    last = 1;
                }
                None => last += 1,
            }
        }
    }

    /// Searches for a path from the start to the position where a line begins, or to a similar position. The
    /// resulting game must have fewer than `length` moves.
    fn lead_to(&mut self, line: &Line, length: usize, limit: u64) -> Option<Box<Divergence>> {
        let record = self.replayer.run(line)?.record;
        let mut dice = Dice::new(WAYS);
        let mut oracle = make_engine(Role::Oracle, self.replayer.factories.oracle);
        for _ in 0..TRIES {
            if self.replayer.cost >= limit || self.stop.now() {
                break;
            }
            let like = record.reachable(&mut |n| dice.below(n))?;
            let Some(like) = self.replayer.run(&Line::of(&like)) else { continue };
            let way = way_and_on(&mut *oracle, &like.record, &mut dice, &mut self.replayer.cost);
            if let Some(game) = way.filter(|game| game.moves.len() < length)
                && let Some(divergence) = self.replayer.run(&game)
            {
                return Some(divergence);
            }
        }
        None
    }

    /// Searches for shorter paths from the start to the positions before the last moves, if the engine under
    /// test cannot be set up there. The other engine finds the paths, and both play the games.
    pub(super) fn lead_unset(&mut self) {
        let mut dice = Dice::new(WAYS);
        let mut oracle = make_engine(Role::Oracle, self.replayer.factories.oracle);
        if oracle.is_costly() {
            return;
        }
        let (mut asked, mut last) = (0, 1);
        while last <= FEW_MOVES
            && let Some(tail) = self.tail(last)
        {
            let moves = self.best.record.moves[self.len() - last..].to_vec();
            let record = Record { start: tail.start, moves };
            let mut tries = 0..TRIES;
            let shorter = tries.any(|_| {
                if asked >= MOST_ASKED || self.stop.now() {
                    return false;
                }
                let Some(like) = record.reachable(&mut |n| dice.below(n)) else { return false };
                let way = way_and_on(&mut *oracle, &like, &mut dice, &mut asked);
                way.is_some_and(|game| game.moves.len() < self.len() && self.accept(&game))
            });
            last = if shorter { 1 } else { last + 1 };
        }
    }

    /// Searches for a game from the start, which is better than any game from a set-up position, even a short
    /// one. Tries a short game first, then a path to the position, and finally any game, which is then shrunk
    /// as if it had been found first.
    pub(super) fn play_from_start(&mut self, budget: Budget) {
        let short = self.random_search(LONG_ENOUGH, budget.start);
        self.limit = self.replayer.limit(budget.shrink);
        if let Some(game) = short {
            self.best = game;
            return self.settle();
        }
        if self.lead_from_start(budget) {
            return;
        }
        let Some(game) = self.random_search(TOO_LONG, budget.start) else { return };
        self.best = game;
        self.play_there_again(budget);
        self.take_shortcuts(budget);
    }

    /// Shrinks a game from the start and searches for shorter games on the same board, because no game was
    /// found on a smaller board.
    fn play_there_again(&mut self, budget: Budget) {
        let end = self.replayer.limit(PATIENCE * budget.start);
        let mut next = 0;
        loop {
            self.limit = self.replayer.limit(budget.shrink);
            self.settle();
            let (starts, left) = ([self.best.record.start.clone()], end.saturating_sub(self.replayer.cost));
            let length = if self.len() > LONG_ENOUGH { self.len() } else { 0 };
            match deepen::random_search(&mut self.replayer, &starts, &mut next, length, left, self.stop) {
                Some(shorter) => self.best = shorter,
                None => return,
            }
        }
    }
}
