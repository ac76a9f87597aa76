//! Positions in memory.

use std::collections::HashSet;
use std::{mem, vec};

use rustc_hash::FxBuildHasher;

use super::super::visit::Child;
use super::super::{Layer, Results};
use super::{NextPly, Store};
use crate::spill::SpillError;

/// A set of digests of positions.
type Digests = HashSet<u128, FxBuildHasher>;

/// The maximum number of bytes that a digest takes in a set, which is at least half full.
pub(super) const DIGEST: u64 = 2 * 17;

/// The number of bytes that a waiting position takes in addition to its text.
const TEXT: u64 = 16 + 16;

/// A store that keeps positions in memory.
#[derive(Debug, Default)]
pub(in super::super) struct InMemory {
    /// The memory that the store may take, in bytes.
    allowed: u64,
    known: Digests,
    classes: Digests,
    /// For each ply, each position's parent, by its index in the previous ply, and the index of the move from
    /// the parent.
    plies: Vec<Vec<(u32, u16)>>,
    /// The remaining positions of the current ply.
    waiting: vec::IntoIter<Box<str>>,
    /// The positions of the next ply.
    next: Vec<Box<str>>,
    /// The number of bytes that the positions of the current and of the next ply take.
    bytes: [u64; 2],
    last: bool,
    /// Whether the last ply leads to new positions.
    more: bool,
}

impl InMemory {
    /// Returns a store that takes up to `allowed` bytes.
    pub(in super::super) fn new(allowed: u64) -> Self {
        // The start has a separate ply.
        Self { allowed, plies: vec![Vec::new()], ..Self::default() }
    }
}

impl Store for InMemory {
    fn begin(&mut self, ahead: NextPly) -> Result<(), SpillError> {
        self.last = ahead == NextPly::Last;
        self.waiting = mem::take(&mut self.next).into_iter();
        self.bytes = [self.bytes[1], 0];
        self.plies.push(Vec::new());
        Ok(())
    }

    fn next(&mut self, most: usize) -> Result<Vec<Box<str>>, SpillError> {
        Ok(self.waiting.by_ref().take(most).collect())
    }

    fn reach(&mut self, parent: usize, mv: usize, child: Child) -> Result<(), SpillError> {
        let Child { digest, class, text } = child;
        if self.last {
            self.more |= !self.known.contains(&digest);
            return Ok(());
        }
        self.classes.extend(class);
        if self.known.insert(digest) {
            self.bytes[1] += text.len() as u64 + TEXT;
            self.next.push(text);
            if let Some(ply) = self.plies.last_mut() {
                ply.push((parent as u32, mv as u16));
            }
        }
        Ok(())
    }

    fn end(&mut self, _: Option<(&Layer, &Results)>) -> Result<u64, SpillError> {
        Ok(if self.last { self.more.into() } else { self.next.len() as u64 })
    }

    fn is_full(&self) -> bool {
        let digests = (self.known.capacity() + self.classes.capacity()) as u64 * DIGEST;
        let plies = self.plies.iter().map(|ply| ply.capacity() as u64 * 8).sum::<u64>();
        self.bytes.iter().sum::<u64>() + digests + plies > self.allowed
    }

    fn on_disk(&self) -> u64 {
        0
    }

    fn classes(&mut self) -> Result<u64, SpillError> {
        Ok(self.classes.len() as u64)
    }

    fn way(&mut self, at: usize) -> Result<Vec<usize>, SpillError> {
        let mut way = Vec::new();
        let mut at = at;
        // The last ply is that of the successors, and the first is that of the start.
        for ply in self.plies.iter().rev().skip(1) {
            let (parent, mv) = ply[at];
            way.push(usize::from(mv));
            at = parent as usize;
        }
        way.pop();
        way.reverse();
        Ok(way)
    }
}
