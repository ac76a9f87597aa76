//! How long the findings of a run may be shrunk after its games.
//!
//! The time for all of them is fixed when the games end. Each finding gets an equal part of what is left of it when its
//! turn comes, so time that one does not need goes to those after it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The limits of shrinking after the games of a run.
#[derive(Debug)]
pub(super) struct Limits {
    /// When all shrinking ends.
    pub(super) end: Instant,
    /// When shrinking ends of the findings that wait when the games end. What comes after them has the rest.
    first: Instant,
    /// The number of those that have not begun.
    left: AtomicUsize,
    /// How many are shrunk at once.
    at_once: usize,
}

/// The part of the time, in percent, for the findings that wait when the games end, if shorter games are
/// shrunk after them.
const FIRST: u32 = 70;

impl Limits {
    /// Limits shrinking of this many findings, from now on, to this much time; `more` says that other games are shrunk
    /// after them. `None` if that is beyond what a clock can tell.
    pub(super) fn new(
        now: Instant,
        all: Duration,
        findings: usize,
        at_once: usize,
        more: bool,
    ) -> Option<Self> {
        let end = now.checked_add(all)?;
        let first = if more { now + all * FIRST / 100 } else { end };
        Some(Self { end, first, left: AtomicUsize::new(findings), at_once: at_once.max(1) })
    }

    /// When a finding is to end whose turn comes now.
    pub(super) fn next(&self, now: Instant) -> Instant {
        let take = |left: usize| Some(left.saturating_sub(1));
        let left =
            self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or_else(|left| left);
        if left == 0 {
            return self.end;
        }
        let turns = u32::try_from(left.div_ceil(self.at_once)).unwrap_or(u32::MAX);
        now + self.first.saturating_duration_since(now) / turns
    }

    /// The number of findings that have not begun.
    pub(super) fn waiting(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_finding_gets_an_equal_part_of_the_time_that_is_left() {
        let (now, seconds) = (Instant::now(), Duration::from_secs);
        let limits = Limits::new(now, seconds(40), 4, 1, false).unwrap();
        assert_eq!(limits.next(now), now + seconds(10));
        assert_eq!(limits.waiting(), 3);
        // The first was done after a second.
        assert_eq!(limits.next(now + seconds(1)), now + seconds(14));
        assert_eq!(limits.next(now + seconds(14)), now + seconds(27));
        assert_eq!(limits.next(now + seconds(27)), now + seconds(40));
        assert_eq!((limits.waiting(), limits.next(now + seconds(30))), (0, now + seconds(40)));
        // Two at once have twice the time.
        let limits = Limits::new(now, seconds(40), 4, 2, false).unwrap();
        assert_eq!([limits.next(now), limits.next(now)], [now + seconds(20), now + seconds(20)]);
        // Of the time for all, those that come later have a part.
        let limits = Limits::new(now, seconds(100), 1, 2, true).unwrap();
        assert_eq!((limits.next(now), limits.next(now)), (now + seconds(70), now + seconds(100)));
        assert!(Limits::new(now, Duration::MAX, 1, 1, true).is_none());
    }
}
