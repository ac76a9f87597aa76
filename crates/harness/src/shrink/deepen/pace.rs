//! Estimates whether a search of all games finishes in time.

use std::iter;
use std::time::Duration;

use crate::base::Stop;

/// The part of the time left, in percent, that a search may take beyond its slice if that is enough for all
/// games.
const ENOUGH: u32 = 35;

/// The time that a search of all games may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times<'a> {
    /// When it ends, finished or not.
    pub(crate) slice: Stop<'a>,
    /// When all work ends. A search that will finish well before may take more than its slice.
    pub(crate) whole: Stop<'a>,
}

/// The time that the games of each length took, shortest first.
#[derive(Debug, Default)]
pub(super) struct Pace(Vec<Duration>);

impl Pace {
    /// Records the time that the games with one more move took.
    pub(super) fn note(&mut self, time: Duration) {
        self.0.push(time);
    }

    /// Returns when to stop a search that has games of `lengths` more lengths to try.
    pub(super) fn stop<'a>(&self, lengths: usize, times: Times<'a>) -> Stop<'a> {
        let enough = times.whole.part(ENOUGH);
        let ends = |left: Duration| self.rest(lengths).is_some_and(|rest| rest <= left);
        if enough.left().is_some_and(ends) { times.whole } else { times.slice }
    }

    /// Estimates the time for `lengths` more lengths: each takes longer by the factor that the last one did.
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
