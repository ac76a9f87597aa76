//! The positions that have occurred, for the rule against repetition [margo 6.3].

use alloc::vec;
use alloc::vec::Vec;

/// A position as the history compares it: the colours of all points, two bits each [margo 6.4], and the
/// player who moves next [margo 6.5].
#[derive(Clone, Copy)]
pub(super) struct Snapshot<'a> {
    pub(super) hash: u64,
    pub(super) turn: u8,
    pub(super) plane: &'a [u64],
    /// A change to apply to the plane before the comparison: the index of a word, and the bits to flip in it.
    pub(super) change: (usize, u64),
}

/// All positions of a game. Positions are found by their hashes and then compared in full, so that positions
/// with equal hashes stay distinct.
///
/// The table uses open addressing with linear probing. Positions are removed in the reverse order of their
/// insertion. A vacated slot therefore never precedes an occupied slot that was filled later, and no
/// tombstones are needed.
#[derive(Clone)]
pub(super) struct History {
    slots: Vec<Slot>,
    entries: Vec<Entry>,
    planes: Vec<u64>,
    words: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    turn: u8,
    /// The largest number of balls in this position and all earlier ones.
    most: u16,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    /// The number of the entry, counted from 1; 0 if the slot is free.
    entry: u32,
}

/// The initial number of slots, a power of two.
const SLOTS: usize = 512;

impl History {
    /// An empty history of positions whose planes have `words` words.
    pub(super) fn new(words: usize) -> Self {
        Self { slots: vec![Slot::default(); SLOTS], entries: Vec::new(), planes: Vec::new(), words }
    }

    /// Adds a position that has `balls` balls.
    pub(super) fn push(&mut self, now: Snapshot<'_>, balls: u16) {
        if 2 * self.entries.len() >= self.slots.len() {
            self.grow();
        }
        self.entries.push(Entry { hash: now.hash, turn: now.turn, most: self.most().max(balls) });
        self.planes.extend_from_slice(now.plane);
        self.fill(now.hash, self.entries.len() as u32);
    }

    /// Removes the position that was added last.
    pub(super) fn pop(&mut self) {
        let last = self.entries.len() as u32;
        if let Some(entry) = self.entries.pop() {
            self.planes.truncate(self.entries.len() * self.words);
            let mut at = self.home(entry.hash);
            while self.slots[at].entry != last {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = Slot::default();
        }
    }

    /// The number of positions. Positions are numbered from 1.
    pub(super) fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The largest number of balls in any of the positions.
    pub(super) fn most(&self) -> u16 {
        self.entries.last().map_or(0, |entry| entry.most)
    }

    /// Whether a position with this hash has occurred. It may be a different position with the same hash.
    pub(super) fn may_contain(&self, hash: u64) -> bool {
        let mut at = self.home(hash);
        while self.slots[at].entry != 0 {
            if self.slots[at].hash == hash {
                return true;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        false
    }

    /// Whether this position has occurred.
    pub(super) fn contains(&self, now: Snapshot<'_>) -> bool {
        let mut at = self.home(now.hash);
        loop {
            let slot = self.slots[at];
            if slot.entry == 0 {
                return false;
            }
            if slot.hash == now.hash && self.is(slot.entry as usize - 1, now) {
                return true;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    fn is(&self, entry: usize, now: Snapshot<'_>) -> bool {
        let plane = &self.planes[entry * self.words..][..self.words];
        let (place, change) = now.change;
        let same =
            |(at, (was, is)): (usize, (&u64, &u64))| *was == if at == place { is ^ change } else { *is };
        self.entries[entry].turn == now.turn && plane.iter().zip(now.plane).enumerate().all(same)
    }

    /// The slot where the search for a hash starts.
    fn home(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    fn fill(&mut self, hash: u64, entry: u32) {
        let mut at = self.home(hash);
        while self.slots[at].entry != 0 {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = Slot { hash, entry };
    }

    fn grow(&mut self) {
        self.slots = vec![Slot::default(); 2 * self.slots.len()];
        for index in 0..self.entries.len() {
            self.fill(self.entries[index].hash, index as u32 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(hash: u64, turn: u8, plane: &[u64]) -> Snapshot<'_> {
        Snapshot { hash, turn, plane, change: (0, 0) }
    }

    #[test]
    fn a_collision_is_not_taken_for_a_repetition() {
        let mut history = History::new(2);
        history.push(snapshot(7, 0, &[1, 2]), 3);
        assert!(history.contains(snapshot(7, 0, &[1, 2])));
        assert!(!history.contains(snapshot(7, 0, &[1, 3])));
        assert!(!history.contains(snapshot(7, 1, &[1, 2])));
        assert!(!history.contains(snapshot(7 + SLOTS as u64, 0, &[1, 2])));
        assert!(history.may_contain(7) && !history.may_contain(7 + SLOTS as u64));
        assert!(history.contains(Snapshot { change: (1, 3), ..snapshot(7, 0, &[1, 1]) }));
        history.push(snapshot(7, 0, &[1, 3]), 2);
        assert!(history.contains(snapshot(7, 0, &[1, 2])) && history.contains(snapshot(7, 0, &[1, 3])));
        assert_eq!(history.most(), 3);
    }

    #[test]
    fn positions_leave_as_they_came() {
        let mut history = History::new(1);
        let hash = |n: u64| n % 50;
        for n in 0..2000 {
            history.push(snapshot(hash(n), 0, &[n]), n as u16);
        }
        for n in (0..2000).rev() {
            assert!(history.contains(snapshot(hash(n), 0, &[n])));
            history.pop();
            assert!(!history.contains(snapshot(hash(n), 0, &[n])));
            assert!(n == 0 || history.contains(snapshot(hash(n / 2), 0, &[n / 2])));
        }
        assert_eq!(history.most(), 0);
    }
}
