//! Gives each position a slot in which to keep its state.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::iter;

use rustc_hash::FxBuildHasher;

use super::retrograde::PER_SLOT;
use super::{SolveError, Watch};

/// Gives each number a slot.
pub(super) trait Slots {
    /// The number's slot, and whether it is new.
    fn enter(&mut self, number: u64) -> (u32, bool);

    /// The slot that was the `i`-th to be given out, from 0.
    fn given(&self, i: usize) -> Option<u32>;

    /// The number of a slot that was given out.
    fn number(&self, slot: u32) -> u64;

    /// An exclusive upper bound on the slots, until another number is entered.
    fn len(&self) -> usize;

    /// The number of slots given out.
    fn given_out(&self) -> usize;

    /// The bytes in use, room for growth included.
    fn bytes(&self) -> u64;

    /// The bytes that each slot takes in addition while they are sorted.
    const SORTING: u64;

    /// The slots given out, sorted by their numbers.
    fn sorted(self) -> impl Iterator<Item = (u64, u32)>;
}

/// Slots equal to the numbers, for numbers that are small.
pub(super) struct Direct {
    entered: Vec<u64>,
    order: Vec<u32>,
    bound: usize,
}

impl Direct {
    pub(super) fn new(bound: u64, watch: Watch<'_>) -> Result<Self, SolveError> {
        // The bits, and the state of every number, whether it is reached or not.
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

/// Slots in the order in which numbers are entered.
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

    /// The numbers, and a table that has room for an eighth more than its stated capacity. While it grows, a
    /// second table half its size exists as well.
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
