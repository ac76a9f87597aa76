//! Plays further test games, each with fewer moves than the shortest known game.
//!
//! The policies of the generator reach positions that random play and removing moves seldom reach, so this
//! pass finds games that no other pass finds. It does the same as a run of `bustan check` with a limit on
//! plies.

use std::sync::atomic::AtomicU64;

use super::replay::Replayer;
use super::{Budget, Shrinker};
use crate::base::{Dice, Stop};
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Checks;
use crate::erased::Rules;
use crate::generate::coverage::Coverage;
use crate::generate::sampling::is_thorough;
use crate::generate::{self, GameConfig, Hooks, Start};

/// The seed of the games, an arbitrary constant.
const GAMES: u64 = 0x5265_6765_6e65;

/// Half of the games have at most a sixteenth of the allowed number of moves, half of the others an eighth,
/// and so on, so that the games of each length get the same total number of moves.
const HALVES: u32 = 4;

/// The minimum number of moves to which a length is reduced.
const FEWEST: usize = 6;

impl Shrinker<'_, '_> {
    /// Plays test games with fewer moves than the best game, and repeats this while it finds shorter games.
    pub(super) fn regenerate(&mut self, budget: Budget) {
        let end = self.replayer.limit(budget.regenerate);
        while self.len() > 1 && self.replayer.cost < end && !self.stop.now() {
            let starts = self.replayer.small_starts(&self.best.record.start);
            let drawn = GameConfig::drawn(self.best.rules(), 0);
            let config = GameConfig { start: Some(Start::Among(starts.into())), ..drawn };
            let next = &mut self.progress.next.regenerate;
            let shorter =
                test_games(&mut self.replayer, config, next, self.best.record.moves.len(), end, self.stop);
            let Some(shorter) = shorter else { return };
            self.best = shorter;
            self.limit = self.replayer.limit(budget.shrink);
            self.settle();
        }
    }
}

/// Returns the maximum number of moves of test game `number`, which must have fewer than `length` moves.
fn most_moves(rules: Rules, number: u64, length: usize) -> usize {
    let part = (length - 1) >> (HALVES - number.trailing_zeros().min(HALVES));
    part.max(FEWEST).min(length - 1).min(rules.most_moves())
}

/// Plays test games with fewer than `length` moves until one shows the wanted divergence or the replayer's
/// cost reaches `end`. Begins with game number `next` and advances it.
fn test_games(
    replayer: &mut Replayer<'_>,
    mut config: GameConfig,
    next: &mut u64,
    length: usize,
    end: u64,
    stop: Stop<'_>,
) -> Option<Box<Divergence>> {
    // The generator draws moves from the lists.
    let checks = Checks { legal: true, ..Checks::for_kind(replayer.wanted.kind()) };
    let mut lockstep = replayer.searching(checks, &config.draw_start(&mut |_| 0));
    let mut shorter = None;
    let mut coverage = Coverage::new(config.rules);
    while shorter.is_none() && replayer.cost < end && !stop.now() && !replayer.is_lost() {
        // A game with all checks after every move takes as long as many other games.
        while is_thorough(*next) {
            *next += 1;
        }
        let number = std::mem::replace(next, *next + 1);
        config.max_plies = most_moves(config.rules, number, length);
        let dice = Dice::of_game(GAMES, number);
        let counter = AtomicU64::new(0);
        let hooks = Hooks::new(stop, &counter);
        let played = generate::play(&mut lockstep, &config, number, dice, &mut coverage, hooks);
        replayer.cost += 1 + counter.into_inner();
        replayer.explored(&lockstep);
        shorter = played.found.iter().find_map(|found| {
            replayer.meet(&found.divergence);
            let shows = found.divergence.record.moves.len() < length
                && replayer.wanted.covers(&found.divergence.signature);
            let again = if shows { replayer.confirm(&found.divergence) } else { None };
            again.filter(|again| again.record.moves.len() < length)
        });
    }
    replayer.keep(checks, lockstep);
    shorter
}

#[cfg(test)]
mod tests {
    use bustan_guide::Explore;
    use bustan_vocabulary::chess::Chess;

    use super::*;
    use crate::erased::rules;

    #[test]
    fn test_games_have_all_or_a_part_of_the_moves_that_they_may_have() {
        let most = |length| [0, 1, 2, 3, 4, 8, 16].map(|number| most_moves(rules::<Chess>(), number, length));
        assert_eq!(most(101), [100, 6, 12, 6, 25, 50, 100]);
        assert_eq!(most(11), [10, 6, 6, 6, 6, 6, 10]);
        assert_eq!(most(3), [2; 7]);
        assert_eq!(most(400)[0], Chess::MOST_MOVES);
    }
}
