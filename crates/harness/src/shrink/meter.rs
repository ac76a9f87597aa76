//! How far shrinking has come, for a line that shows it while it lasts.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The game that is being made short: how long it was, how long it is, and until when that may take. Of several
/// at once it shows the one that came on last.
#[derive(Debug, Default)]
pub struct Meter {
    from: AtomicUsize,
    now: AtomicUsize,
    until: Mutex<Option<Instant>>,
}

impl Meter {
    /// Begins with a game of so many moves.
    pub(crate) fn begin(&self, moves: usize, until: Option<Instant>) {
        self.from.store(moves, Ordering::Relaxed);
        self.now.store(moves, Ordering::Relaxed);
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    /// Notes the length that has been reached.
    pub(crate) fn reach(&self, moves: usize) {
        self.now.store(moves, Ordering::Relaxed);
    }

    /// Ends.
    pub(crate) fn end(&self) {
        self.from.store(0, Ordering::Relaxed);
    }

    /// How far it has come, such as `shrinking 38 -> 11, 14 s left`; `None` if nothing is made short.
    pub fn words(&self) -> Option<String> {
        let from = self.from.load(Ordering::Relaxed);
        if from == 0 {
            return None;
        }
        let now = self.now.load(Ordering::Relaxed);
        let until = *self.until.lock().unwrap_or_else(PoisonError::into_inner);
        let left = until.map(|until| until.saturating_duration_since(Instant::now()).as_secs());
        let left = left.map(|seconds| format!(", {seconds} s left")).unwrap_or_default();
        Some(format!("shrinking {from} -> {now}{left}"))
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
        meter.begin(38, Instant::now().checked_add(Duration::from_millis(14_900)));
        meter.reach(11);
        assert_eq!(meter.words().as_deref(), Some("shrinking 38 -> 11, 14 s left"));
        meter.begin(5, None);
        assert_eq!(meter.words().as_deref(), Some("shrinking 5 -> 5"));
        meter.end();
        assert_eq!(meter.words(), None);
    }
}
