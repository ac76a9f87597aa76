//! Slots for the states of positions.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::iter;

use rustc_hash::FxBuildHasher;

use super::retrograde::PER_SLOT;
use super::{LimitCheck, SolveError};

/// A mapping from numbers of positions to slots.
pub(super) trait Slots {
    /// Returns the slot of a number, and whether it is new.
    fn enter(&mut self, number: u64) -> (u32, bool);

    /// The slot with index `i` in the order of assignment, from 0.
    fn given(&self, i: usize) -> Option<u32>;

    /// The number of an assigned slot.
    fn number(&self, slot: u32) -> u64;

    /// An exclusive upper bound on the slots that have been assigned so far.
    fn len(&self) -> usize;

    /// The number of assigned slots.
    fn given_out(&self) -> usize;

    /// The bytes in use, including allocated space for growth.
    fn bytes(&self) -> u64;

    /// The additional bytes per slot while slots are sorted.
    const SORTING: u64;

    /// The assigned slots with their numbers, sorted by number.
    fn sorted(self) -> impl Iterator<Item = (u64, u32)>;
}

/// Slots that are equal to the numbers, for small numbers.
pub(super) struct Direct {
    entered: Vec<u64>,
    order: Vec<u32>,
    bound: usize,
}

impl Direct {
    pub(super) fn new(bound: u64, watch: LimitCheck<'_>) -> Result<Self, SolveError> {
        // One bit and one state for every number, whether or not it is reached.
        watch.found(0, bound.div_ceil(8) + bound * PER_SLOT)?;
        Ok(Self { entered: vec![0; bound.div_ceil(64) as usize], order: Vec::new(), bound: bound as usize })
    }
}

impl Slots for Direct {
    fn enter(&mut self, number: u64) -> (u32, bool) {
        let (word, bit) = (&mut self.entered[(number / 64) as usize], 1 << (number % 64));
        let fresh = *word & bit == 0;
        if fresh {
            *word |= bit;
            self.order.push(number as u32);
        }
        (number as u32, fresh)
    }

    fn given(&self, i: usize) -> Option<u32> {
        self.order.get(i).copied()
    }

    fn number(&self, slot: u32) -> u64 {
        slot.into()
    }

    fn len(&self) -> usize {
        self.bound
    }

    fn given_out(&self) -> usize {
        self.order.len()
    }

    fn bytes(&self) -> u64 {
        self.entered.capacity() as u64 * 8 + self.order.capacity() as u64 * 4
    }

    const SORTING: u64 = 0;

    fn sorted(self) -> impl Iterator<Item = (u64, u32)> {
        let bits = |mut word: u64| {
            iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros());
                word &= word.wrapping_sub(1);
                bit
            })
        };
        let slots = self
            .entered
            .into_iter()
            .zip(0..)
            .flat_map(move |(word, at)| bits(word).map(move |bit| 64 * at + bit));
        slots.map(|slot: u32| (slot.into(), slot))
    }
}

/// Slots in the order in which numbers are added.
#[derive(Default)]
pub(super) struct Hashed {
    slots: HashMap<u64, u32, FxBuildHasher>,
    numbers: Vec<u64>,
}

impl Slots for Hashed {
    fn enter(&mut self, number: u64) -> (u32, bool) {
        match self.slots.entry(number) {
            Entry::Occupied(known) => (*known.get(), false),
            Entry::Vacant(vacant) => {
                let slot = self.numbers.len() as u32;
                self.numbers.push(number);
                (*vacant.insert(slot), true)
            }
        }
    }

    fn given(&self, i: usize) -> Option<u32> {
        (i < self.numbers.len()).then_some(i as u32)
    }

    fn number(&self, slot: u32) -> u64 {
        self.numbers[slot as usize]
    }

    fn len(&self) -> usize {
        self.numbers.len()
    }

    fn given_out(&self) -> usize {
        self.numbers.len()
    }

    /// Includes the numbers, and a hash table that is an eighth larger than its capacity. While it grows, a
    /// second table of half its size exists as well.
    fn bytes(&self) -> u64 {
        let table = self.slots.capacity() as u64 * 8 / 7 * 17;
        self.numbers.capacity() as u64 * 8 + table + table / 2
    }

    const SORTING: u64 = 16;

    fn sorted(self) -> impl Iterator<Item = (u64, u32)> {
        drop(self.slots);
        let mut sorted: Vec<(u64, u32)> = self.numbers.into_iter().zip(0..).collect();
        sorted.sort_unstable();
        sorted.into_iter()
    }
}
