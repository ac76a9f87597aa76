//! Estimates whether a search of all games finishes in time.

use std::iter;
use std::time::Duration;

use crate::base::Stop;

/// The part of the time left, in percent, that a search may use beyond its slice if it then finishes all
/// games.
const ENOUGH: u32 = 35;

/// The time limits of a search through all games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times<'a> {
    /// The end of the search's slice, at which it stops even if it is unfinished.
    pub(crate) slice: Stop<'a>,
    /// The end of all work. A search that is estimated to finish well before it may exceed its slice.
    pub(crate) whole: Stop<'a>,
}

/// The time spent on the games of each length, shortest first.
#[derive(Debug, Default)]
pub(super) struct Pace(Vec<Duration>);

impl Pace {
    /// Records the time spent on the games of the next length.
    pub(super) fn note(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Returns when to stop a search that still has `lengths` lengths to try.
    pub(super) fn stop<'a>(&self, lengths: usize, times: Times<'a>) -> Stop<'a> {
        let enough = times.whole.part(ENOUGH);
        let ends = |left: Duration| self.rest(lengths).is_some_and(|rest| rest <= left);
        if enough.left().is_some_and(ends) { times.whole } else { times.slice }
    }

    /// Estimates the time for `lengths` more lengths, assuming that the time keeps growing by the factor
    /// between the last two lengths. Returns `None` if fewer than two lengths are known.
    fn rest(&self, lengths: usize) -> Option<Duration> {
        let &[.., before, last] = self.0.as_slice() else { return None };
        let factor = last.as_secs_f64() / before.as_secs_f64().max(f64::EPSILON);
        let each = iter::successors(Some(last.as_secs_f64()), |time| Some(time * factor));
        Duration::try_from_secs_f64(each.skip(1).take(lengths).sum()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_ends_in_time_goes_beyond_its_slice() {
        let seconds = |stop: Stop<'_>| stop.left().unwrap().as_secs_f64().round();
        let begin = Stop::default();
        let times = Times {
            slice: begin.within(Duration::from_secs(5)),
            whole: begin.within(Duration::from_secs(60)),
        };
        let mut pace = Pace::default();
        pace.note(Duration::from_millis(10));
        assert_eq!(seconds(pace.stop(1, times)), 5.0, "one length says nothing about the next");
        pace.note(Duration::from_millis(100));
        // One second and ten seconds.
        assert_eq!(seconds(pace.stop(2, times)), 60.0);
        // One hundred seconds more.
        assert_eq!(seconds(pace.stop(3, times)), 5.0);
        let untimed = Times { slice: begin, whole: begin };
        assert!(pace.stop(2, untimed).deadline.is_none());
    }
}
