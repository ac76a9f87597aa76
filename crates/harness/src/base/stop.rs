//! When work is broken off.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::base::Meter;

/// When to break off: on request, at a time, or when the game no longer matters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop<'a> {
    /// Set to end everything.
    pub flag: Option<&'a AtomicBool>,
    /// When time is up.
    pub deadline: Option<Instant>,
    /// The first game known to diverge, and the number of this one: games after the first do not matter.
    pub(crate) first: Option<(&'a AtomicU64, u64)>,
    /// What shows how far shrinking has come.
    pub(crate) meter: Option<&'a Meter>,
}

impl Stop<'_> {
    /// Whether to break off although there is time left.
    pub(crate) fn is_told(&self) -> bool {
        Stop { deadline: None, ..*self }.now()
    }

    /// The same, with this part in a hundred of the time that is left.
    pub(crate) fn part(self, percent: u32) -> Self {
        let now = Instant::now();
        let part = |deadline: Instant| now + deadline.saturating_duration_since(now) * percent / 100;
        Self { deadline: self.deadline.map(part), ..self }
    }

    /// The time that is left, if it is limited.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The same, but after this much time at the latest.
    pub(crate) fn within(self, time: Duration) -> Self {
        let end = Instant::now().checked_add(time);
        Self { deadline: self.deadline.into_iter().chain(end).min(), ..self }
    }

    /// The same, but so much earlier; if that is more than half of the time that is left, at half of it.
    pub(crate) fn before(self, reserved: Duration) -> Self {
        let half = self.part(50);
        let earlier = self.deadline.and_then(|deadline| deadline.checked_sub(reserved));
        Self { deadline: half.deadline.max(earlier), ..self }
    }

    /// Whether to break off now.
    pub fn now(&self) -> bool {
        self.meter.into_iter().for_each(Meter::step);
        self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.first.is_some_and(|(first, game)| first.load(Ordering::Relaxed) < game)
    }
}
