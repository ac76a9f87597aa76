//! Limits of a player's analysis.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of the analysis of one move. The analysis ends when the first limit is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The number of moves to search ahead.
    pub depth: Option<u32>,
    /// The number of playouts, or of positions to visit. The same limit yields the same move on every
    /// machine.
    pub work: Option<u64>,
    /// The maximum time.
    pub time: Option<Duration>,
}

/// The amount of work between two queries of the clock.
const EVERY: u64 = 16;

/// Limits, and the amount of work done so far.
pub(crate) struct Clock<'a> {
    limits: Limits,
    begun: Instant,
    stop: &'a AtomicBool,
    pub(crate) done: u64,
}

impl<'a> Clock<'a> {
    pub(crate) fn new(limits: Limits, stop: &'a AtomicBool) -> Self {
        Self { limits, begun: Instant::now(), stop, done: 0 }
    }

    /// Counts one unit of work and returns `true`, or returns `false` if a limit has been reached.
    pub(crate) fn goes_on(&mut self) -> bool {
        let spent = self.limits.work.is_some_and(|work| self.done >= work);
        let late = || {
            self.done.is_multiple_of(EVERY)
                && (self.stop.load(Ordering::Relaxed)
                    || self.limits.time.is_some_and(|time| self.begun.elapsed() >= time))
        };
        let on = !spent && !late();
        self.done += u64::from(on);
        on
    }
}
