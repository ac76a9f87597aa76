//! The findings that are waiting to be shrunk, and the time limits of shrinking.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::limits::Limits;
use crate::base::{Meter, Stop};
use crate::compare::divergence::Signature;
use crate::shrink::Budget;

/// While a run continues, it spends at most one part in `SHARE` of its time on shrinking.
const SHARE: u32 = 5;

/// The estimated time for shrinking a finding, if shrinking is limited by work and not by time.
pub(super) const LIKELY: Duration = Duration::from_secs(2);

/// The findings that are waiting to be shrunk, in order of occurrence, and the time spent on shrinking.
#[derive(Default)]
pub(super) struct Queue {
    /// The findings, by the signature and the number of their games.
    waiting: VecDeque<(Signature, u64)>,
    /// The time spent on shrinking while the run continued, summed over all threads. A finding that is being
    /// shrunk counts with its maximum time.
    spent: Duration,
    /// The limits of shrinking after the games, if the time for it is limited.
    limits: Option<Limits>,
}

/// Returns the maximum time that shrinking a finding is expected to take.
fn most(budget: Budget) -> Duration {
    budget.time.unwrap_or(LIKELY)
}

/// Whether shrinking a finding for up to `most` keeps within the share of shrinking in `all`, the time of all
/// threads, of which `spent` has already been spent on shrinking.
fn is_affordable(spent: Duration, most: Duration, all: Duration) -> bool {
    (spent + most).saturating_mul(SHARE) <= all
}

impl Queue {
    /// Adds a finding.
    pub(super) fn push(&mut self, signature: Signature, game: u64) {
        self.waiting.push_back((signature, game));
    }

    /// Takes the next finding if there is time for it. `all` is the time of all threads so far, and the games
    /// end at `deadline`. The caller must [return](Self::give_back) the time that shrinking did not need.
    pub(super) fn begin(
        &mut self,
        budget: Budget,
        all: Duration,
        deadline: Option<Instant>,
    ) -> Option<(Signature, u64)> {
        let most = most(budget);
        let ends = |deadline: Instant| Instant::now() + most <= deadline;
        let in_time = budget.together.is_none() || deadline.is_none_or(ends);
        let next = self.waiting.pop_front_if(|_| in_time && is_affordable(self.spent, most, all))?;
        self.spent += most;
        Some(next)
    }

    /// Replaces the time that [`begin`](Self::begin) reserved for a finding by the time that shrinking took.
    pub(super) fn give_back(&mut self, budget: Budget, took: Duration) {
        self.spent = (self.spent + took).saturating_sub(most(budget));
    }

    /// Takes all findings that are still waiting.
    pub(super) fn take(&mut self) -> Vec<(Signature, u64)> {
        self.waiting.drain(..).collect()
    }

    /// Sets the limits of shrinking after the games; `None` if the total time is not limited.
    pub(super) fn limit(&mut self, limits: Option<Limits>) {
        self.limits = limits;
    }

    /// Returns the conditions that end shrinking that starts now, without those for stopping on request.
    /// Updates the number of waiting findings on `meter`.
    pub(super) fn stop<'m>(&mut self, budget: Budget, meter: &'m Meter) -> Stop<'m> {
        let now = Instant::now();
        let one = budget.time.and_then(|time| now.checked_add(time));
        let limit = self.limits.as_mut().map(|limits| {
            let limit = limits.next(now);
            meter.wait(limits.waiting(), Some(limits.end));
            limit
        });
        Stop { deadline: limit.into_iter().chain(one).min(), meter: Some(meter), ..Stop::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::divergence::Kind;

    #[test]
    fn shrinking_takes_a_fifth_of_the_time_while_a_run_goes_on() {
        let affordable = |spent, most, all| {
            let [spent, most, all] = [spent, most, all].map(Duration::from_secs);
            is_affordable(spent, most, all)
        };
        assert!(!affordable(0, 30, 149) && affordable(0, 30, 150));
        assert!(!affordable(6, 30, 179) && affordable(6, 30, 180));
    }

    #[test]
    fn time_that_shrinking_did_not_need_is_free_for_the_next_finding() {
        let seconds = Duration::from_secs;
        let budget = Budget { time: Some(seconds(30)), ..Budget::default() };
        let mut queue = Queue::default();
        let signature = Signature::new(Kind::Turn, &["x"]);
        (0..3).for_each(|game| queue.push(signature.clone(), game));
        let begin = |queue: &mut Queue, all| queue.begin(budget, seconds(all), None).map(|(_, game)| game);
        assert_eq!((begin(&mut queue, 150), begin(&mut queue, 299)), (Some(0), None));
        queue.give_back(budget, seconds(6));
        assert_eq!((begin(&mut queue, 179), begin(&mut queue, 180)), (None, Some(1)));
        assert_eq!(queue.take(), [(signature, 2)]);
    }
}
