//! Sets of cells that can be counted and drawn from, such as the cells at which a player has a legal move.

use core::ops::BitAnd;

use super::lane::Word;
use super::lines::At;
use crate::shared::{byte_ends, select};

/// A set of cells: the rows in order, one lane each, packed into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells<W: Word> {
    words: W::Words,
}

impl<W: Word> Cells<W> {
    const ROWS_PER_WORD: usize = 64 / W::LANE;

    /// No cells.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { words: W::Words::default() }
    }

    /// Adds a cell if it is missing, and removes it otherwise.
    #[inline(always)]
    pub(super) fn toggle(&mut self, at: At) {
        self.words.as_mut()[at.row / Self::ROWS_PER_WORD] ^= Self::bit(at);
    }

    /// Adds two rows, given as the lanes of `rows`.
    #[inline(always)]
    pub(super) fn add_pair(&mut self, pair: usize, rows: u64) {
        let pairs = Self::ROWS_PER_WORD / 2;
        self.words.as_mut()[pair / pairs] |= rows << (pair % pairs * 2 * W::LANE);
    }

    /// Whether `at` is in the set.
    #[inline(always)]
    pub(super) fn has(&self, at: At) -> bool {
        self.words.as_ref()[at.row / Self::ROWS_PER_WORD] & Self::bit(at) != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.words.as_ref().iter().fold(0, |all, word| all | word) == 0
    }

    /// The bit of a cell in the word that contains its row.
    #[inline(always)]
    const fn bit(at: At) -> u64 {
        1 << (at.row % Self::ROWS_PER_WORD * W::LANE + at.column)
    }

    /// The number of cells.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.words.as_ref().iter().map(|word| word.count_ones()).sum()
    }

    /// Draws one of the cells, of which there must be at least one, and returns the number of cells and the
    /// drawn cell. `draw` receives the number of cells and returns how many cells come before the drawn one.
    /// The cells must be within the first `rows` rows. The word is found without branching, because no branch
    /// predictor could predict it.
    #[inline(always)]
    pub(super) fn drawn(&self, rows: usize, draw: impl FnOnce(u32) -> u32) -> (u32, At) {
        let words = &self.words.as_ref()[..rows.div_ceil(Self::ROWS_PER_WORD)];
        let mut ends = W::Words::default();
        let ends = &mut ends.as_mut()[..words.len()];
        let mut count = 0;
        for (ends, &word) in ends.iter_mut().zip(words) {
            *ends = byte_ends(word);
            count += (*ends >> 56) as u32;
        }
        let n = draw(count);
        let (mut index, mut before, mut counted) = (0, 0, 0);
        for ends in &ends[..ends.len() - 1] {
            counted += (ends >> 56) as u32;
            let past = counted <= n;
            index += usize::from(past);
            before = if past { counted } else { before };
        }
        (count, Self::at(index, select(words[index], ends[index], n - before) as usize))
    }

    /// The cells in row-major order.
    pub(super) fn iter(self) -> impl Iterator<Item = At> {
        let mut index = 0;
        let mut rest = self.words.as_ref()[0];
        core::iter::from_fn(move || {
            while rest == 0 {
                index += 1;
                rest = *self.words.as_ref().get(index)?;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(Self::at(index, bit))
        })
    }

    #[inline(always)]
    fn at(index: usize, bit: usize) -> At {
        At { row: index * Self::ROWS_PER_WORD + bit / W::LANE, column: bit % W::LANE }
    }
}

impl<W: Word> BitAnd for Cells<W> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (word, other) in self.words.as_mut().iter_mut().zip(other.words.as_ref()) {
            *word &= other;
        }
        self
    }
}
