//! The order in which the workers of a run take games.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::ledger::{Ledger, Results};
use super::plan::Plan;
use crate::base::Shard;

/// Assigns the games of a run to workers: first the recorded games that are played again, then those that
/// were never played.
///
/// Two values depend on results: [`last`](Self::last), which is set from the ledger, and `in_vain`, which is
/// set from the sums. Each is set while its source is locked, so that an older value never replaces a newer
/// one, and is read without a lock.
#[derive(Debug)]
pub(super) struct Schedule {
    /// The recorded games that are played again, each with whether the sum lacks it.
    again: Vec<(u64, bool)>,
    shard: Shard,
    /// The index in the shard of the first game that was never played.
    from: u64,
    /// The index in the shard after the last game.
    to: u64,
    /// The number of games that were assigned.
    next: AtomicU64,
    /// The last game that matters.
    last: AtomicU64,
    /// Whether no game can start.
    in_vain: AtomicBool,
}

/// A game that a worker plays.
pub(super) struct ScheduledGame {
    /// The number of the game.
    pub(super) game: u64,
    /// The index of the game in the shard, unless the game is recorded.
    pub(super) place: Option<u64>,
    /// Whether the result of the game counts.
    pub(super) missing: bool,
}

impl Schedule {
    /// Schedules the games of a plan. The recorded games in `again` are played again. `ledger` must contain
    /// the recorded results.
    pub(super) fn new(plan: &Plan, again: Vec<(u64, bool)>, ledger: &Ledger) -> Self {
        let schedule = Self {
            again,
            shard: plan.shard,
            from: plan.recorded.next(),
            to: plan.share().unwrap_or(u64::MAX),
            next: AtomicU64::new(0),
            last: AtomicU64::new(u64::MAX),
            in_vain: AtomicBool::new(false),
        };
        schedule.update_last(ledger);
        schedule
    }

    /// Returns the next game; `None` if there are no more games, or if no game can start.
    pub(super) fn next_game(&self) -> Option<ScheduledGame> {
        if self.in_vain.load(Ordering::Relaxed) {
            return None;
        }
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        if let Some(&(game, missing)) = usize::try_from(turn).ok().and_then(|turn| self.again.get(turn)) {
            return Some(ScheduledGame { game, place: None, missing });
        }
        let place = self.from.saturating_add(turn - self.again.len() as u64);
        let number =
            |place| ScheduledGame { game: self.shard.number(place), place: Some(place), missing: true };
        (place < self.to).then(|| number(place))
    }

    /// Returns the number of the last game that matters, or the largest number if all games matter.
    pub(super) fn last(&self) -> u64 {
        self.last.load(Ordering::Relaxed)
    }

    /// Recomputes the last game that matters. Must be called after the differences in `ledger` have changed.
    pub(super) fn update_last(&self, ledger: &Ledger) {
        self.last.store(ledger.triage.last().unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Recomputes whether no game of `plan` can start. Must be called after `results.starts` has changed.
    pub(super) fn update_in_vain(&self, plan: &Plan, results: &Results) {
        self.in_vain.store(results.starts.are_in_vain_for(plan), Ordering::Relaxed);
    }

    /// Returns a reference to the number of the last game that matters, with `game`. Together they stop the
    /// game once it no longer matters.
    pub(super) fn until_last(&self, game: u64) -> (&AtomicU64, u64) {
        (&self.last, game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::erased::rules;
    use crate::generate::GameConfig;
    use bustan_vocabulary::tictactoe::TicTacToe;

    fn plan(games: u64) -> Plan {
        Plan::new(games, GameConfig::drawn(rules::<TicTacToe>(), 9))
    }

    /// Returns the remaining games, each with whether its result counts.
    fn rest(schedule: &Schedule) -> Vec<(u64, bool)> {
        std::iter::from_fn(|| schedule.next_game()).map(|turn| (turn.game, turn.missing)).collect()
    }

    #[test]
    fn recorded_games_come_before_those_of_the_shard_that_were_never_played() {
        let plan = Plan { shard: Shard::new(1, 3).unwrap(), ..plan(10) };
        let schedule = Schedule::new(&plan, vec![(7, true), (4, false)], &Ledger::new(&plan).0);
        assert_eq!(rest(&schedule), [(7, true), (4, false), (1, true), (4, true), (7, true)]);
        assert_eq!(schedule.last(), u64::MAX);
    }

    #[test]
    fn no_game_is_handed_out_once_games_are_in_vain() {
        let plan = plan(1_000);
        let (ledger, mut results, _) = Ledger::new(&plan);
        let schedule = Schedule::new(&plan, Vec::new(), &ledger);
        let mut games = 0;
        while schedule.next_game().is_some() {
            games += 1;
            results.starts.note(Some(vec!["a".into()]));
            schedule.update_in_vain(&plan, &results);
        }
        assert_eq!(games, 120);
        results.starts.note(None);
        schedule.update_in_vain(&plan, &results);
        assert_eq!(schedule.next_game().map(|turn| turn.game), Some(120), "a game began after all");
    }
}
