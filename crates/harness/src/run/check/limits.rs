//! The time limits for shrinking findings after the games of a run.
//!
//! The total time is fixed when the games end. When a finding is started, it gets an equal part of the
//! remaining time, so time that one finding does not need is available to those after it.

use std::time::{Duration, Instant};

/// The limits of shrinking after the games of a run.
#[derive(Debug)]
pub(super) struct Limits {
    /// The time at which all shrinking ends.
    pub(super) end: Instant,
    /// The time at which shrinking ends for findings that were waiting when the games ended. Later findings
    /// get the remaining time.
    first: Instant,
    /// The number of waiting findings that have not been started.
    left: usize,
    /// The number of findings that are shrunk in parallel.
    at_once: usize,
}

/// The part of the time, in percent, for the findings that are waiting when the games end, if shorter games
/// are shrunk after them.
const FIRST: u32 = 70;

impl Limits {
    /// Limits the shrinking of `findings` findings to the time `all` from `now`. `more` states that other
    /// games are shrunk after them. Returns `None` if the clock cannot represent the end.
    pub(super) fn new(
        now: Instant,
        all: Duration,
        findings: usize,
        at_once: usize,
        more: bool,
    ) -> Option<Self> {
        let end = now.checked_add(all)?;
        let first = if more { now + all * FIRST / 100 } else { end };
        Some(Self { end, first, left: findings, at_once: at_once.max(1) })
    }

    /// Returns the time at which shrinking of the next finding, which starts at `now`, must end.
    pub(super) fn next(&mut self, now: Instant) -> Instant {
        if self.left == 0 {
            return self.end;
        }
        let turns = u32::try_from(self.left.div_ceil(self.at_once)).unwrap_or(u32::MAX);
        self.left -= 1;
        now + self.first.saturating_duration_since(now) / turns
    }

    /// Returns the number of waiting findings that have not been started.
    pub(super) const fn waiting(&self) -> usize {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_finding_gets_an_equal_part_of_the_time_that_is_left() {
        let (now, seconds) = (Instant::now(), Duration::from_secs);
        let mut limits = Limits::new(now, seconds(40), 4, 1, false).unwrap();
        assert_eq!(limits.next(now), now + seconds(10));
        assert_eq!(limits.waiting(), 3);
        // The first finding took only a second.
        assert_eq!(limits.next(now + seconds(1)), now + seconds(14));
        assert_eq!(limits.next(now + seconds(14)), now + seconds(27));
        assert_eq!(limits.next(now + seconds(27)), now + seconds(40));
        assert_eq!((limits.waiting(), limits.next(now + seconds(30))), (0, now + seconds(40)));
        // Two findings in parallel have twice the time.
        let mut limits = Limits::new(now, seconds(40), 4, 2, false).unwrap();
        assert_eq!([limits.next(now), limits.next(now)], [now + seconds(20), now + seconds(20)]);
        // Later findings get a part of the total time.
        let mut limits = Limits::new(now, seconds(100), 1, 2, true).unwrap();
        assert_eq!((limits.next(now), limits.next(now)), (now + seconds(70), now + seconds(100)));
        assert!(Limits::new(now, Duration::MAX, 1, 1, true).is_none());
    }
}
