//! Features that a game reached, as numbers that can guide a fuzzer.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::erased::{Move, Observation};

/// The number of counters.
pub const COUNTERS: usize = 64;

/// The index of the counter of moves.
const MOVES: usize = 0;

/// The index of the counter of groups.
const GROUPS: usize = 1;

/// The index of the first counter of events.
const EVENTS: usize = 2;

/// Counts the moves played, the maximum number of groups on the board, and each of the game's
/// [events](bustan_guide::Explore::EVENTS). A counter saturates at 255. If there are more events than
/// counters, the last counter counts the rest.
///
/// libFuzzer treats such counters like code coverage: it keeps an input that raises a counter to 1, 2, 3, 4,
/// 8, 16, 32 or 128 for the first time.
#[derive(Clone, Copy, Debug)]
pub struct FeatureCounters<'c> {
    counters: &'c [AtomicU8; COUNTERS],
}

impl<'c> FeatureCounters<'c> {
    /// Uses `counters`, which the caller must have set to 0.
    pub fn new(counters: &'c [AtomicU8; COUNTERS]) -> Self {
        Self { counters }
    }

    pub(super) fn event(self, event: usize) {
        self.add(of_event(event));
    }

    /// Counts a move, given the observations before and after it.
    pub(super) fn played(self, before: &Observation, mv: &Move, after: &Observation) {
        self.add(MOVES);
        let groups = after.groups().try_into().unwrap_or(u8::MAX);
        self.counters[GROUPS].fetch_max(groups, Ordering::Relaxed);
        before.events(mv, after, &mut |event| self.event(event));
    }

    /// Counts the events of a position that repeats an earlier one.
    pub(super) fn repeated(self, earlier: &mut dyn Iterator<Item = &Observation>, now: &Observation) {
        now.repetition_events(earlier, &mut |event| self.event(event));
    }

    fn add(self, counter: usize) {
        let counter = &self.counters[counter];
        counter.store(counter.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
    }

    /// Returns the features that were reached: each counter that is not 0, with the class in which libFuzzer
    /// puts its value.
    pub(super) fn features(self) -> impl Iterator<Item = (usize, u8)> {
        let classes = |count: u8| match count {
            0 => None,
            1..=3 => Some(count),
            4..=7 => Some(4),
            8..=15 => Some(5),
            16..=31 => Some(6),
            32..=127 => Some(7),
            128.. => Some(8),
        };
        let counts = self.counters.iter().map(|counter| counter.load(Ordering::Relaxed)).enumerate();
        counts.filter_map(move |(counter, count)| Some((counter, classes(count)?)))
    }

    /// Whether an event was counted.
    pub fn has(self, event: usize) -> bool {
        self.counters[of_event(event)].load(Ordering::Relaxed) > 0
    }
}

/// Returns the index of the counter of an event.
fn of_event(event: usize) -> usize {
    (EVENTS + event).min(COUNTERS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stop_and_events_beyond_them_share_the_last() {
        let counters = [const { AtomicU8::new(0) }; COUNTERS];
        let feature_counters = FeatureCounters::new(&counters);
        (0..300).for_each(|_| feature_counters.event(0));
        feature_counters.event(COUNTERS);
        feature_counters.event(2 * COUNTERS);
        let features: Vec<_> = feature_counters.features().collect();
        assert_eq!(features, [(EVENTS, 8), (COUNTERS - 1, 2)]);
        assert!(feature_counters.has(0) && !feature_counters.has(1) && feature_counters.has(1000));
    }
}
