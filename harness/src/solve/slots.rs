//! Where what is known of a position is kept: a slot for each number entered.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rustc_hash::FxBuildHasher;

use super::{SolveError, Watch};

/// Gives each number a slot.
pub(super) trait Slots {
    /// The number's slot, and whether it had none before.
    fn enter(&mut self, number: u64) -> (u32, bool);

    /// The slot that was given out as the `i`-th, from 0.
    fn given(&self, i: usize) -> Option<u32>;

    /// The number of a slot that was given out.
    fn number(&self, slot: u32) -> u64;

    /// One more than the largest slot that was given out or ever will be without another slot being entered.
    fn len(&self) -> usize;

    /// The bytes that each slot takes here.
    fn bytes(&self) -> u64;

    /// The slots given out, sorted by their numbers.
    fn sorted(self) -> impl Iterator<Item = (u64, u32)>;
}

/// A position's number is its slot: for numbers that are small.
pub(super) struct Direct {
    entered: Vec<u64>,
    order: Vec<u32>,
    bound: usize,
}

impl Direct {
    pub(super) fn new(bound: u64, watch: Watch<'_>) -> Result<Self, SolveError> {
        watch.found(0, bound * 8)?;
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

    fn bytes(&self) -> u64 {
        4
    }

    fn sorted(self) -> impl Iterator<Item = (u64, u32)> {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        let slots =
            self.entered.into_iter().zip(0..).flat_map(move |(word, at)| bits(word).map(move |bit| 64 * at + bit));
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

    /// A number and its entry in a table that is half full at worst.
    fn bytes(&self) -> u64 {
        8 + 2 * 17
    }

    fn sorted(self) -> impl Iterator<Item = (u64, u32)> {
        drop(self.slots);
        let mut sorted: Vec<(u64, u32)> = self.numbers.into_iter().zip(0..).collect();
        sorted.sort_unstable();
        sorted.into_iter()
    }
}
