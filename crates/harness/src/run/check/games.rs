//! The games of a run that showed a difference: the set of games, those that it ended, and the range of
//! plies.

use fixedbitset::FixedBitSet;
use serde::{Deserialize, Serialize};

/// The occurrence of a difference in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Showing {
    /// Whether the difference ended the game.
    pub(super) ended: bool,
    /// The first and the last ply at which the difference occurred.
    pub(super) plies: (usize, usize),
    /// The number of moves of the game in which the difference was found, if it began at a starting position.
    pub(super) moves: Option<usize>,
}

/// The games that showed a certain difference, each counted once.
#[derive(Clone, Debug, Default)]
pub(super) struct Games {
    shown: FixedBitSet,
    ended: FixedBitSet,
    plies: Option<(usize, usize)>,
    /// The plies of each game, if games after the last that matters may have to be removed at the end.
    each: Option<Vec<(u64, (usize, usize))>>,
}

impl Games {
    /// Returns an empty set of games. If `each` is set, games can be removed later.
    pub(super) fn new(each: bool) -> Self {
        Self { each: each.then(Vec::new), ..Self::default() }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: u64, showing: Showing) {
        let at = usize::try_from(game).unwrap_or(usize::MAX);
        self.shown.grow_and_insert(at);
        if showing.ended {
            self.ended.grow_and_insert(at);
        }
        self.plies = join(self.plies, Some(showing.plies));
        self.each.iter_mut().for_each(|each| each.push((game, showing.plies)));
    }

    /// Adds the games of another difference that turned out to be the same.
    pub(super) fn join(&mut self, other: &Self) {
        self.shown.union_with(&other.shown);
        self.ended.union_with(&other.ended);
        self.plies = join(self.plies, other.plies);
    }

    /// Whether no game other than `game` has shown the difference.
    pub(super) fn are_only(&self, game: u64) -> bool {
        let this = usize::try_from(game).is_ok_and(|game| self.shown.contains(game));
        self.count() == u64::from(this)
    }

    /// Removes the games after `last`.
    pub(super) fn strike(&mut self, last: u64) {
        let Some(each) = &mut self.each else { return };
        each.retain(|(game, _)| *game <= last);
        self.plies = each.iter().fold(None, |plies, (_, more)| join(plies, Some(*more)));
        let length = usize::try_from(last).map_or(usize::MAX, |last| last.saturating_add(1));
        for games in [&mut self.shown, &mut self.ended] {
            let all = games.len();
            games.set_range(length.min(all)..all, false);
        }
    }

    /// Returns the number of games that showed the difference.
    pub(super) fn count(&self) -> u64 {
        self.shown.count_ones(..) as u64
    }

    /// Returns the number of games that ended with the difference.
    pub(super) fn ended(&self) -> u64 {
        self.ended.count_ones(..) as u64
    }

    /// Returns the first and the last ply at which the difference occurred.
    pub(super) const fn plies(&self) -> Option<(usize, usize)> {
        self.plies
    }
}

fn join(one: Option<(usize, usize)>, other: Option<(usize, usize)>) -> Option<(usize, usize)> {
    match (one, other) {
        (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(each: bool, games: &[(u64, bool, (usize, usize))]) -> Games {
        let mut all = Games::new(each);
        games.iter().for_each(|&(game, ended, plies)| all.add(game, Showing { ended, plies, moves: None }));
        all
    }

    fn told(games: &Games) -> (u64, u64, Option<(usize, usize)>) {
        (games.count(), games.ended(), games.plies())
    }

    #[test]
    fn a_game_that_showed_two_that_turn_out_to_be_one_counts_once() {
        let mut one = games(false, &[(3, true, (5, 9)), (7, false, (2, 2))]);
        one.join(&games(false, &[(3, false, (4, 4)), (900, true, (11, 12))]));
        assert_eq!(told(&one), (3, 2, Some((2, 12))));
    }

    #[test]
    fn games_after_the_last_that_matters_are_struck_out() {
        let mut all = games(true, &[(8, true, (1, 30)), (3, false, (5, 9)), (4, true, (6, 6))]);
        all.strike(4);
        assert_eq!(told(&all), (2, 1, Some((5, 9))));
        all.strike(u64::MAX);
        assert_eq!(told(&all), (2, 1, Some((5, 9))));
        all.strike(0);
        assert_eq!(told(&all), (0, 0, None));
    }
}
