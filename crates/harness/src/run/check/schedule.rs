//! The order in which the workers of a run take its games.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::plan::Plan;
use crate::base::Shard;

/// Hands out the games of a run: first the recorded games that are played again, then those that were never played.
///
/// The values that depend on results, [`last`](Self::last) and whether games are in vain, are set while the ledger is
/// locked, so that no older value replaces a newer one. They are read without a lock.
#[derive(Debug)]
pub(super) struct Schedule {
    /// The recorded games that are played again, each with whether the sum lacks it.
    again: Vec<(u64, bool)>,
    shard: Shard,
    /// The place in the shard of the first game that was never played.
    from: u64,
    /// The place after the last game.
    to: u64,
    /// The number of games that were handed out.
    next: AtomicU64,
    /// The last game that matters.
    last: AtomicU64,
    /// Whether no game can begin.
    in_vain: AtomicBool,
}

/// A game that a worker plays.
pub(super) struct Turn {
    /// Its number.
    pub(super) game: u64,
    /// Its place in the shard, unless it is recorded.
    pub(super) place: Option<u64>,
    /// Whether its result counts.
    pub(super) missing: bool,
}

impl Schedule {
    /// Schedules the games of a plan. `last` is the last game that matters, if that is recorded.
    pub(super) fn new(plan: &Plan, again: Vec<(u64, bool)>, last: Option<u64>) -> Self {
        Self {
            again,
            shard: plan.shard,
            from: plan.recorded.next(),
            to: plan.share().unwrap_or(u64::MAX),
            next: AtomicU64::new(0),
            last: AtomicU64::new(last.unwrap_or(u64::MAX)),
            in_vain: AtomicBool::new(false),
        }
    }

    /// The next game; `None` if there is none, or if no game can begin.
    pub(super) fn turn(&self) -> Option<Turn> {
        if self.in_vain.load(Ordering::Relaxed) {
            return None;
        }
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        if let Some(&(game, missing)) = usize::try_from(turn).ok().and_then(|turn| self.again.get(turn)) {
            return Some(Turn { game, place: None, missing });
        }
        let place = self.from.saturating_add(turn - self.again.len() as u64);
        let number = |place| Turn { game: self.shard.number(place), place: Some(place), missing: true };
        (place < self.to).then(|| number(place))
    }

    /// The number of the last game that matters, or the greatest number if all games matter.
    pub(super) fn last(&self) -> u64 {
        self.last.load(Ordering::Relaxed)
    }

    /// Ends the run with this game, if any. The ledger must be locked.
    pub(super) fn end_with(&self, last: Option<u64>) {
        self.last.store(last.unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Sets whether no game can begin. The ledger must be locked.
    pub(super) fn give_up(&self, in_vain: bool) {
        self.in_vain.store(in_vain, Ordering::Relaxed);
    }

    /// The last game that matters and this game, to break this game off once it no longer matters.
    pub(super) fn until_last(&self, game: u64) -> (&AtomicU64, u64) {
        (&self.last, game)
    }
}
