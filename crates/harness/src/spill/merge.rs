//! Merges sorted records.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Record, SpillError};

/// Merges sorted sources into one. Among records with the same key, those of earlier sources come first.
#[derive(Debug)]
pub struct Merge<R: Record, I> {
    /// The indices of the sources that are not exhausted, ordered by the keys of their next records.
    heads: BinaryHeap<Reverse<(R::Key, usize)>>,
    next: Vec<Option<R>>,
    sources: Vec<I>,
    /// The key of the last record returned, if `unique`.
    last: Option<R::Key>,
    unique: bool,
}

impl<R: Record, I: Iterator<Item = Result<R, SpillError>>> Merge<R, I> {
    /// Merges `sources`. With `unique`, only the first record of each key is returned.
    ///
    /// # Errors
    /// When a source cannot be read.
    pub fn new(sources: Vec<I>, unique: bool) -> Result<Self, SpillError> {
        let next = sources.iter().map(|_| None).collect();
        let mut merge = Self { heads: BinaryHeap::new(), next, sources, last: None, unique };
        for at in 0..merge.sources.len() {
            if let Some(record) = merge.sources[at].next().transpose()? {
                merge.heads.push(Reverse((record.key(), at)));
                merge.next[at] = Some(record);
            }
        }
        Ok(merge)
    }

    fn pull(&mut self) -> Result<Option<R>, SpillError> {
        while let Some(mut head) = self.heads.peek_mut() {
            let Reverse((key, at)) = *head;
            let following = self.sources[at].next().transpose()?;
            match &following {
                Some(record) => *head = Reverse((record.key(), at)),
                None => drop(std::collections::binary_heap::PeekMut::pop(head)),
            }
            let record = std::mem::replace(&mut self.next[at], following);
            if self.unique && self.last.replace(key) == Some(key) {
                continue;
            }
            return Ok(record);
        }
        Ok(None)
    }
}

impl<R: Record, I: Iterator<Item = Result<R, SpillError>>> Iterator for Merge<R, I> {
    type Item = Result<R, SpillError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pull().transpose()
    }
}
