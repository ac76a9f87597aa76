//! Turns a divergence into a game from the start that shows it.

use super::{Budget, LONG_ENOUGH, Shrinker};
use crate::base::Dice;
use crate::compare::divergence::{Divergence, Role};
use crate::compare::participant::Participant;
use crate::compare::unmade::made;
use crate::compare::watch::answer;
use crate::erased::Record;
use crate::shrink::backward::backward;
use crate::shrink::deepen;
use crate::shrink::replay::Line;

/// If there is no short game and no way to the position, games from the start are sought below this number of
/// moves.
const TOO_LONG: usize = 120;

/// Multiplies the budget for games from the start; the result limits shrinking the games found there.
const PATIENCE: u64 = 3;

/// The maximum number of moves at the end of a long game that are tried alone, from the position before them.
pub(super) const FEW_MOVES: usize = 3;

/// The number of positions to which a way is sought, and the number of times a move is taken back for each.
const TRIES: u32 = 32;
const ATTEMPTS: u64 = 1_000;

/// The number of times that the other engine is asked to take a move back, where it searches for ways alone.
const MOST_ASKED: u64 = 100_000;

/// The seed of the ways from the start, an arbitrary constant.
const WAYS: u64 = 0x7761_7973;

/// Returns a way from the start to where a record begins, followed by the record's moves. Adds the number of
/// attempts to `cost`.
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
    /// Plays random games shorter than `length` on small boards, within a budget of moves.
    pub(super) fn random_search(&mut self, length: usize, budget: u64) -> Option<Box<Divergence>> {
        let starts = self.replayer.small_starts(&self.best.record.start);
        deepen::random_search(&mut self.replayer, &starts, &mut 0, length, budget, self.stop)
    }

    /// Searches for games on small boards to replace a long one, which would take long to shrink.
    pub(super) fn play_anew(&mut self, budget: Budget) {
        while self.len() > LONG_ENOUGH {
            let Some(shorter) = self.random_search(self.len(), budget.hunt) else { break };
            self.best = shorter;
        }
        self.limit = self.replayer.limit(budget.shrink);
    }

    /// Searches for ways from the start: shorter ones along a game from there, or one to where a game begins.
    pub(super) fn find_ways(&mut self, budget: Budget) {
        if !self.course.led && self.best.record.start.is_start() {
            self.take_shortcuts(budget);
        }
        if !self.best.record.start.is_start() {
            self.play_from_start(budget);
        }
    }

    /// First shrinks the last moves from the position before them, which is quick, and then searches for a
    /// game from the start that leads there: in a long game every move depends on those before. Returns
    /// whether there is a shorter one.
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

    /// Returns the last moves of the best game, from the position before them.
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

    /// Searches for a way from the start to the position where the best game begins, to a similar one, or to
    /// an earlier best position: in the smallest there is often no move left that could have been the last.
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

    /// Searches for other ways to the positions along a game from the start, because its moves need not be
    /// the shortest way there.
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

    /// Searches for a way from the start to the position where a line begins, or to a similar one. The
    /// resulting game must be shorter than `length`.
    fn lead_to(&mut self, line: &Line, length: usize, limit: u64) -> Option<Box<Divergence>> {
        let record = self.replayer.run(line)?.record;
        let mut dice = Dice::new(WAYS);
        let mut oracle = made(Role::Oracle, self.replayer.factories.oracle);
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

    /// Searches for shorter ways from the start to the positions before the last moves, where the engine
    /// under test cannot be set up there: the other engine finds the ways, and both play the games.
    pub(super) fn lead_unset(&mut self) {
        let mut dice = Dice::new(WAYS);
        let mut oracle = made(Role::Oracle, self.replayer.factories.oracle);
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
    /// one. Tries a short game first, then a way to the position, and finally any game, which is then shrunk
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

    /// Shrinks a game from the start and searches for shorter ones on the same board, because there is none
    /// on a smaller board.
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
