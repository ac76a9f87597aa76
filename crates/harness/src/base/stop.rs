//! Conditions under which work is interrupted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::base::Meter;

/// When to stop: on request, at a deadline, or when the game no longer matters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop<'a> {
    /// A flag that is set to stop all work.
    pub flag: Option<&'a AtomicBool>,
    /// The time at which to stop.
    pub deadline: Option<Instant>,
    /// The number of the first game known to diverge, and the number of the current game. Games after the
    /// first one that diverges do not matter.
    pub(crate) first: Option<(&'a AtomicU64, u64)>,
    /// The meter that shows the progress of shrinking.
    pub(crate) meter: Option<&'a Meter>,
}

impl Stop<'_> {
    /// Whether to stop for a reason other than the deadline.
    pub(crate) fn is_requested(&self) -> bool {
        Stop { deadline: None, ..*self }.now()
    }

    /// Returns the same conditions with a deadline after `percent` percent of the remaining time.
    pub(crate) fn part(self, percent: u32) -> Self {
        let now = Instant::now();
        let part = |deadline: Instant| now + deadline.saturating_duration_since(now) * percent / 100;
        Self { deadline: self.deadline.map(part), ..self }
    }

    /// Returns the time until the deadline, if there is one.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Returns the same conditions with at most `time` left.
    pub(crate) fn within(self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        Self { deadline: self.deadline.into_iter().chain(end).min(), ..self }
    }

    /// Returns the same conditions with the deadline moved earlier by `reserved`, or by half of the remaining
    /// time if that is less.
    pub(crate) fn before(self, reserved: Duration) -> Self {
        let half = self.part(50);
        let earlier = self.deadline.and_then(|deadline| deadline.checked_sub(reserved));
        Self { deadline: half.deadline.max(earlier), ..self }
    }

    /// Whether to stop now. Each call counts as a step of the meter.
    pub fn now(&self) -> bool {
        self.meter.into_iter().for_each(Meter::step);
        self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.first.is_some_and(|(first, game)| first.load(Ordering::Relaxed) < game)
    }
}
