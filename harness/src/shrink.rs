//! Making a diverging game short, keeping the reason for which it diverges.
//!
//! A candidate is a line that is shorter or simpler than the best so far; it is accepted when, replayed on both
//! engines, it diverges with the same [`Signature`](crate::divergence::Signature), or shows a part of the same differences, and
//! shows nothing else before. The candidates, in the order they are tried:
//!
//! 1. chunks of the game dropped, from half of it down to single moves, as in delta debugging;
//! 2. pairs of moves dropped that do not stand together, because dropping one alone gives the turns behind it to the
//!    wrong player;
//! 3. single moves replaced by passes, where the game has one;
//! 4. what the game itself proposes ([`Explore::reductions`]): a smaller board, another place on it, simpler pieces.
//!
//! This is repeated until nothing helps. A long game is first cut to its last moves from the position before them, which is
//! made smaller as a position. If the game then begins, or began from the first, at a position that can only be set up,
//! one from the start is looked for and, when there is one, made smaller instead. At last [`deepen`] searches for a shorter game
//! from scratch.
//!
//! Everything is deterministic: budgets are counted in moves replayed, not in time.

use bustan_core::{Engine, Explore, Game};

use crate::deepen::{self, Shortest};
use crate::dice::Dice;
use crate::divergence::Divergence;
use crate::generate::Stop;
use crate::lockstep::Makers;
use crate::reach::reach;
use crate::replay::{Line, Replayer};
use crate::watch::answer;

/// How much work shrinking may be, in moves replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// For making the game found smaller.
    pub shrink: u64,
    /// For playing random games from the start in search of one, when the divergence was found after setting up a position.
    pub start: u64,
    /// For playing short random games in search of a shorter one.
    pub hunt: u64,
    /// For the exhaustive search through all shorter games.
    pub deepen: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { shrink: 40_000, start: 60_000, hunt: 20_000, deepen: 20_000 }
    }
}

/// What shrinking arrived at.
#[derive(Clone, Debug)]
pub struct Shrunk<G: Game> {
    /// The divergence of the short game; its signature is the original's, or names fewer parts of the observation.
    pub divergence: Divergence<G>,
    /// Whether there may be a shorter one.
    pub shortest: Shortest,
    /// Moves replayed on the way.
    pub cost: u64,
    /// Whether it was broken off from outside.
    pub interrupted: bool,
}

/// Makes the game of a divergence short. `None` when the divergence does not come again when its game is replayed on
/// new engines.
pub fn shrink<A, B>(
    makers: Makers<'_, A, B>,
    divergence: &Divergence<A::Game>,
    effort: Effort,
    stop: Stop<'_>,
) -> Option<Shrunk<A::Game>>
where
    A: Engine<Game: Explore>,
    B: Engine<Game = A::Game, Observation = <A::Game as Game>::Observation>,
{
    let mut replayer = Replayer::new(makers, divergence);
    let best = replayer.run(&Line::of(&divergence.record))?;
    let mut shrinker = Shrinker { replayer, best, limit: effort.shrink, stop };
    if shrinker.len() > LONG_ENOUGH {
        shrinker.play_anew(effort);
    }
    if shrinker.len() > LONG_ENOUGH {
        shrinker.cut_to_the_end(effort);
    }
    shrinker.settle();
    if !A::Game::is_start(&shrinker.best.record.start) {
        shrinker.play_from_start(effort);
    }
    // Each search may find a game of another shape, which dropping and reducing then make smaller still.
    let mut hunt = effort.hunt;
    while hunt > 0 {
        let before = shrinker.replayer.cost;
        let shorter = shrinker.hunt(shrinker.len(), hunt);
        hunt = hunt.saturating_sub(shrinker.replayer.cost - before);
        let Some(shorter) = shorter else { break };
        shrinker.best = shorter;
        shrinker.limit = shrinker.replayer.cost + effort.shrink;
        shrinker.settle();
    }
    let (shorter, shortest) = deepen::exhaust(&mut shrinker.replayer, &shrinker.best, effort.deepen, stop);
    let divergence = *shorter.unwrap_or(shrinker.best);
    Some(Shrunk { divergence, shortest, cost: shrinker.replayer.cost, interrupted: stop.now() })
}

/// Games from the start are looked for below this number of moves; they are made shorter afterwards.
const LONG_ENOUGH: usize = 12;

/// Of a long game so many of the last moves, or fewer, are tried from the position before them.
const FEW_MOVES: usize = 3;

/// How many positions are tried to come to from the start, and how often a move is taken back for each.
const TRIES: u32 = 32;
const ATTEMPTS: u64 = 1_000;

/// The seed of the ways from the start: any number, always the same.
const WAYS: u64 = 0x7761_7973;

struct Shrinker<'s, 'm, A, B>
where
    A: Engine<Game: Explore>,
    B: Engine<Game = A::Game, Observation = <A::Game as Game>::Observation>,
{
    replayer: Replayer<'m, A, B>,
    best: Box<Divergence<A::Game>>,
    /// The cost at which to end.
    limit: u64,
    stop: Stop<'s>,
}

impl<A, B> Shrinker<'_, '_, A, B>
where
    A: Engine<Game: Explore>,
    B: Engine<Game = A::Game, Observation = <A::Game as Game>::Observation>,
{
    fn spent(&self) -> bool {
        self.replayer.cost >= self.limit || self.stop.now()
    }

    /// Applies every way of making the game smaller until none works.
    fn settle(&mut self) {
        loop {
            let mut better = self.drop_chunks();
            better |= self.reduce();
            better |= self.drop_pairs();
            better |= self.pass_instead();
            if !better || self.spent() {
                return;
            }
        }
    }

    /// Plays random games shorter than `length` on small boards, for so many moves in all.
    fn hunt(&mut self, length: usize, budget: u64) -> Option<Box<Divergence<A::Game>>> {
        deepen::hunt(&mut self.replayer, &self.best.record.start, length, budget, self.stop)
    }

    /// Looks for games on small boards in place of a long one, which takes long to make small.
    fn play_anew(&mut self, effort: Effort) {
        while self.len() > LONG_ENOUGH {
            let Some(shorter) = self.hunt(self.len(), effort.hunt) else { break };
            self.best = shorter;
        }
        self.limit = self.replayer.cost + effort.shrink;
    }

    /// In a long game every move hangs on those before; its last moves from the position before them are soon made small, and
    /// then a game from the start is looked for that leads there.
    fn cut_to_the_end(&mut self, effort: Effort) {
        for last in 1..=FEW_MOVES {
            let Some(tail) = self.tail(last) else { return };
            let Some(divergence) = self.replayer.run(&tail) else { continue };
            let whole = std::mem::replace(&mut self.best, divergence);
            self.settle();
            self.limit = self.replayer.cost + effort.shrink;
            if self.lead_from_start(effort) && self.len() < whole.record.moves.len() {
                return;
            }
            self.best = whole;
        }
    }

    /// The last moves of the best game, from the position before them.
    fn tail(&self, moves: usize) -> Option<Line<A::Game>> {
        let record = &self.best.record;
        let (before, tail) = record.moves.split_at(record.moves.len().checked_sub(moves)?);
        let position = || {
            let mut oracle = (self.replayer.makers.oracle)();
            oracle.setup(&record.start).ok()?;
            for (player, mv) in before {
                oracle.play(*player, mv).ok()?;
            }
            oracle.position()
        };
        let start = answer(position).ok()??;
        Some(Line { start, moves: tail.iter().map(|(_, mv)| mv.clone()).collect() })
    }

    /// Looks for a way from the start to the position where the best game begins, or to one like it.
    fn lead_from_start(&mut self, effort: Effort) -> bool {
        if A::Game::is_start(&self.best.record.start) {
            return true;
        }
        let mut dice = Dice::new(WAYS);
        let mut oracle = (self.replayer.makers.oracle)();
        let limit = self.replayer.cost + effort.start;
        for _ in 0..TRIES {
            if self.replayer.cost >= limit || self.stop.now() {
                break;
            }
            let Some(like) = A::Game::reachable(&self.best.record, &mut |n| dice.below(n)) else { return false };
            let Some(like) = self.replayer.run(&Line::of(&like)) else { continue };
            let Some((start, mut moves)) =
                reach(&mut oracle, &like.record.start, &mut dice, ATTEMPTS, &mut self.replayer.cost)
            else {
                continue;
            };
            moves.extend(like.record.moves.into_iter().map(|(_, mv)| mv));
            if let Some(divergence) = self.replayer.run(&Line { start, moves }) {
                self.best = divergence;
                self.settle();
                return true;
            }
        }
        false
    }

    /// A game from the beginning is better than any from a position set up, however short: looks for one.
    fn play_from_start(&mut self, effort: Effort) {
        let found = self.hunt(LONG_ENOUGH, effort.start);
        self.limit = self.replayer.cost + effort.shrink;
        match found {
            Some(game) => {
                self.best = game;
                self.settle();
            }
            None => {
                self.lead_from_start(effort);
            }
        }
    }

    fn line(&self) -> Line<A::Game> {
        Line::of(&self.best.record)
    }

    fn len(&self) -> usize {
        self.best.record.moves.len()
    }

    /// Tries a candidate and keeps it when it diverges for the same reason.
    fn accept(&mut self, candidate: &Line<A::Game>) -> bool {
        if self.spent() {
            return false;
        }
        let Some(divergence) = self.replayer.run(candidate) else { return false };
        // A candidate without the move in question can bring up the same question again: no progress.
        let smaller = divergence.record.moves.len() < self.len() || Line::of(&divergence.record) == *candidate;
        if smaller {
            self.best = divergence;
        }
        smaller
    }

    fn drop_chunks(&mut self) -> bool {
        let mut better = false;
        let mut size = self.len().div_ceil(2);
        while size > 0 && !self.spent() {
            let mut at = 0;
            while at < self.len() && !self.spent() {
                let mut candidate = self.line();
                candidate.moves.drain(at..(at + size).min(self.len()));
                if self.accept(&candidate) {
                    better = true;
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        better
    }

    fn drop_pairs(&mut self) -> bool {
        // With more moves than this there are too many pairs to be worth it.
        const LONGEST: usize = 40;
        let mut better = false;
        let mut first = 0;
        while first < self.len() && self.len() <= LONGEST && !self.spent() {
            let dropped = (first + 2..self.len()).any(|second| {
                let mut candidate = self.line();
                candidate.moves.remove(second);
                candidate.moves.remove(first);
                self.accept(&candidate)
            });
            better |= dropped;
            first += usize::from(!dropped);
        }
        better
    }

    fn pass_instead(&mut self) -> bool {
        let Some(pass) = A::Game::pass() else { return false };
        let mut better = false;
        let mut at = 0;
        while at < self.len() && !self.spent() {
            let mut candidate = self.line();
            if candidate.moves[at] != pass {
                candidate.moves[at] = pass.clone();
                better |= self.accept(&candidate);
            }
            at += 1;
        }
        better
    }

    fn reduce(&mut self) -> bool {
        let mut better = false;
        let mut better_since = false;
        let mut reductions = A::Game::reductions(&self.best.record);
        let mut at = 0;
        // After a success the candidates behind the one accepted come first: those before it have just failed.
        while !self.spent() {
            if at >= reductions.len() {
                if !better_since {
                    break;
                }
                (at, better_since) = (0, false);
            } else if self.accept(&Line::of(&reductions[at])) {
                (better, better_since) = (true, true);
                reductions = A::Game::reductions(&self.best.record);
            } else {
                at += 1;
            }
        }
        better
    }
}
