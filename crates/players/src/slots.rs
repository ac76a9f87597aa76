//! The transposition table of a search.

/// The stored result of a search from a position.
#[derive(Clone, Debug)]
pub(crate) struct Slot<M> {
    /// The key of the position, and of everything else that determines the value except earlier positions.
    pub(crate) key: u64,
    /// The hash of the earlier positions, if they matter.
    pub(crate) past: u64,
    /// The value, whose count of moves starts at the position.
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    pub(crate) depth: u32,
    /// Whether no line from the position has ended at the horizon.
    pub(crate) settled: bool,
    pub(crate) best: M,
}

/// The relation of a stored value to the exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A table that grows up to a limit. After that, new entries replace old ones.
#[derive(Debug)]
pub(crate) struct Slots<M> {
    slots: Vec<Option<Slot<M>>>,
    used: usize,
}

/// The minimum and the maximum number of entries, which are powers of two.
const FEWEST: usize = 1 << 10;
const MOST: usize = 1 << 20;

impl<M: Clone> Slots<M> {
    pub(crate) fn new() -> Self {
        Self { slots: vec![None; FEWEST], used: 0 }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    pub(crate) fn get(&self, key: u64) -> Option<&Slot<M>> {
        self.slots[self.place(key)].as_ref().filter(|slot| slot.key == key)
    }

    pub(crate) fn put(&mut self, slot: Slot<M>) {
        if 2 * self.used >= self.slots.len() && self.slots.len() < MOST {
            let grown = vec![None; 4 * self.slots.len()];
            let old = std::mem::replace(&mut self.slots, grown);
            self.used = 0;
            old.into_iter().flatten().for_each(|slot| self.fill(slot));
        }
        self.fill(slot);
    }

    fn fill(&mut self, slot: Slot<M>) {
        let place = self.place(slot.key);
        self.used += usize::from(self.slots[place].is_none());
        self.slots[place] = Some(slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_last_is_found_while_the_table_grows() {
        let mut slots = Slots::new();
        let slot = |key: u64, best| Slot {
            key,
            past: 0,
            value: 0,
            bound: Bound::Exact,
            depth: 1,
            settled: false,
            best,
        };
        let keys = || (0..100_000u64).map(crate::table::mix);
        for (number, key) in keys().enumerate() {
            slots.put(slot(key, number));
            assert_eq!(slots.get(key).map(|slot| slot.best), Some(number));
        }
        assert!(slots.slots.len() > 100_000 && slots.used <= 100_000);
        let kept =
            keys().enumerate().filter(|&(number, key)| slots.get(key).map(|slot| slot.best) == Some(number));
        assert!(kept.count() > 60_000);
        slots.put(slot(7, 0));
        slots.put(slot(7 + MOST as u64, 1));
        assert!(slots.get(7).is_none(), "another position is not taken for it");
    }
}
