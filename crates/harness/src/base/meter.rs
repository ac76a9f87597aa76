//! Progress of shrinking, for a status line.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The games that are being shrunk. When there are several, the status line shows the most recent one.
#[derive(Debug, Default)]
pub struct Meter {
    games: Mutex<ShrinkingGames>,
    /// The number of checks for a request to stop. Shrinking makes such a check between candidate games.
    steps: AtomicU64,
}

#[derive(Debug, Default)]
struct ShrinkingGames {
    /// The number of the next game to be added.
    next: u64,
    /// The games that are being shrunk, in the order in which they were added.
    shrinking: Vec<ShrinkingGame>,
    /// The number of findings that wait to be shrunk.
    waiting: usize,
    /// The deadline for all findings that wait.
    until: Option<Instant>,
}

/// A game being shrunk: its number, its original length, its current length, and its deadline.
#[derive(Debug)]
struct ShrinkingGame {
    number: u64,
    from: usize,
    now: usize,
    until: Option<Instant>,
}

impl Meter {
    /// Adds a game of `moves` moves, which is shown until the returned entry is dropped.
    pub(crate) fn begin(&self, moves: usize, until: Option<Instant>) -> MeterEntry<'_> {
        let mut games = self.games();
        let number = games.next;
        games.next += 1;
        games.shrinking.push(ShrinkingGame { number, from: moves, now: moves, until });
        MeterEntry { meter: self, number }
    }

    /// Sets the number of findings that wait to be shrunk, and the deadline for all of them.
    pub(crate) fn wait(&self, findings: usize, until: Option<Instant>) {
        let mut games = self.games();
        (games.waiting, games.until) = (findings, until);
    }

    /// Counts a check for a request to stop.
    pub(crate) fn step(&self) {
        self.steps.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of checks for a request to stop so far. It does not increase while an in-process engine
    /// hangs.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    fn games(&self) -> MutexGuard<'_, ShrinkingGames> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Describes the progress, such as `shrinking 38 -> 11, 14 s left (+2 more)`; `None` if nothing is being
    /// shrunk.
    pub fn words(&self) -> Option<String> {
        let games = self.games();
        let (ShrinkingGame { from, now, until, .. }, others) = games.shrinking.split_last()?;
        let seconds = |until: Instant| until.saturating_duration_since(Instant::now()).as_secs();
        let left = until.map(|until| format!(", {} s left", seconds(until))).unwrap_or_default();
        let more = if others.is_empty() { String::new() } else { format!(" (+{} more)", others.len()) };
        let all = games.until.map(|until| format!(", {} s for all", seconds(until))).unwrap_or_default();
        let waiting = match games.waiting {
            0 => String::new(),
            1 => format!("; 1 finding waits{all}"),
            findings => format!("; {findings} findings wait{all}"),
        };
        Some(format!("shrinking {from} -> {now}{left}{more}{waiting}"))
    }
}

/// A game on a meter, which is shown until the entry is dropped.
#[derive(Debug)]
pub(crate) struct MeterEntry<'m> {
    meter: &'m Meter,
    number: u64,
}

impl MeterEntry<'_> {
    /// Records that the game has been shrunk to `moves` moves. A later step may start from a longer game
    /// again; the status line shows the shortest length reached.
    pub(crate) fn reach(&self, moves: usize) {
        let mut games = self.meter.games();
        let own = games.shrinking.iter_mut().find(|game| game.number == self.number);
        own.into_iter().for_each(|game| game.now = game.now.min(moves));
    }
}

impl Drop for MeterEntry<'_> {
    fn drop(&mut self) {
        self.meter.games().shrinking.retain(|game| game.number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_meter_says_how_short_a_game_has_become_and_how_long_that_may_take() {
        let meter = Meter::default();
        assert_eq!(meter.words(), None);
        let entry = meter.begin(38, Instant::now().checked_add(Duration::from_millis(14_900)));
        entry.reach(11);
        assert_eq!(meter.words().as_deref(), Some("shrinking 38 -> 11, 14 s left"));
        drop(entry);
        let entry = meter.begin(5, None);
        assert_eq!(meter.words().as_deref(), Some("shrinking 5 -> 5"));
        drop(entry);
        assert_eq!(meter.words(), None);
    }

    #[test]
    fn a_meter_says_how_many_findings_wait_and_how_long_all_may_take() {
        let meter = Meter::default();
        meter.wait(5, Instant::now().checked_add(Duration::from_millis(44_900)));
        assert_eq!(meter.words(), None);
        let entry = meter.begin(38, None);
        assert_eq!(meter.words().as_deref(), Some("shrinking 38 -> 38; 5 findings wait, 44 s for all"));
        meter.wait(1, None);
        assert_eq!(meter.words().as_deref(), Some("shrinking 38 -> 38; 1 finding waits"));
        meter.wait(0, None);
        assert_eq!(meter.words().as_deref(), Some("shrinking 38 -> 38"));
        drop(entry);
    }

    #[test]
    fn of_several_games_the_last_that_is_not_over_is_shown_with_its_own_lengths() {
        let meter = Meter::default();
        let [first, second, third] = [38, 20, 9].map(|moves| meter.begin(moves, None));
        first.reach(11);
        second.reach(7);
        assert_eq!(meter.words().as_deref(), Some("shrinking 9 -> 9 (+2 more)"));
        drop(third);
        assert_eq!(meter.words().as_deref(), Some("shrinking 20 -> 7 (+1 more)"));
        drop(first);
        assert_eq!(meter.words().as_deref(), Some("shrinking 20 -> 7"));
        second.reach(12);
        assert_eq!(meter.words().as_deref(), Some("shrinking 20 -> 7"), "it never goes up");
        second.reach(6);
        assert_eq!(meter.words().as_deref(), Some("shrinking 20 -> 6"));
    }
}
