//! The cells at which one player can move, as a set that can be counted and drawn from.

use super::lane::{Lane, Lanes};
use super::lines::At;

const ONES: u64 = !0;
const TOPS: u64 = (ONES / 255) << 7;

/// A set of cells: the rows one after the other, a lane for each, as many to a word as fit.
#[derive(Clone, Copy)]
pub(super) struct Cells<T: Lane> {
    words: T::Words,
}

impl<T: Lane> Cells<T> {
    const ROWS_PER_WORD: usize = 64 / T::BITS as usize;

    /// The cells at which `player` has a jump.
    #[inline(always)]
    pub(super) fn new(reach: &[Lanes<T>], player: usize) -> Self {
        let mut cells = Self { words: T::Words::default() };
        for (word, reach) in cells.words.as_mut().iter_mut().zip(reach.chunks(Self::ROWS_PER_WORD)) {
            for (place, row) in reach.iter().enumerate() {
                let set = row.0[player] | row.0[player + 4];
                *word |= u64::from(set.bits()) << (place * T::BITS as usize);
            }
        }
        cells
    }

    /// The number of cells.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.words.as_ref().iter().map(|word| word.count_ones()).sum()
    }

    /// The cell with exactly `n` before it; meaningless if there are at most `n`. Finds the word without
    /// branching, since no branch could predict it.
    #[inline(always)]
    pub(super) fn nth(&self, n: u32) -> At {
        let words = self.words.as_ref();
        let (mut index, mut before, mut counted) = (0, 0, 0);
        for word in words {
            counted += word.count_ones();
            let past = counted <= n;
            index += usize::from(past);
            before = if past { counted } else { before };
        }
        let index = index.min(words.len() - 1);
        Self::at(index, select(words[index], n - before))
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
        let lane = T::BITS as usize;
        At { row: index * Self::ROWS_PER_WORD + bit / lane, column: bit % lane }
    }
}

/// The position of the bit with exactly `n` lower ones set. Finds its byte, and then its place in the byte,
/// by counting in all bytes at once, as in Vigna's "Broadword implementation of rank/select queries" (2008).
#[inline(always)]
const fn select(word: u64, n: u32) -> usize {
    let n = n as u64;
    let pairs = word - ((word >> 1) & (ONES / 3));
    let nibbles = (pairs & (ONES / 5)) + ((pairs >> 2) & (ONES / 5));
    let bytes = (nibbles + (nibbles >> 4)) & (ONES / 17);
    // Byte i: the number of bits set up to the end of byte i, 64 at most.
    let ends = bytes.wrapping_mul(ONES / 255);
    let shift = first_beyond(ends, n) * 8;
    let n = n - ((ends << 8 >> shift) & 0xff);
    // Byte i: bit i of the byte alone; then 1 if it is set; then the number of bits set up to bit i.
    let byte = (word >> shift) & 0xff;
    let alone = (byte * (ONES / 255)) & 0x8040_2010_0804_0201;
    let set = ((alone + (TOPS - ONES / 255)) >> 7) & (ONES / 255);
    let ends = set.wrapping_mul(ONES / 255);
    (shift + first_beyond(ends, n)) as usize
}

/// The index of the first byte greater than `n`. The bytes ascend, none exceeds 64, and the last is greater.
#[inline(always)]
const fn first_beyond(bytes: u64, n: u64) -> u32 {
    // The top bit of each byte that is not greater.
    let below = (((n * (ONES / 255)) | TOPS) - bytes) & TOPS;
    (below ^ TOPS).trailing_zeros() / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_has_n_below_it() {
        let mut word = 1u64;
        for round in 0..10_000u64 {
            word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ round;
            let word = match round % 4 {
                0 => word,
                1 => word & word.rotate_left(7),
                2 => word & word.rotate_left(7) & word.rotate_left(19) & word.rotate_left(31),
                _ => word | word.rotate_left(7) | word.rotate_left(19),
            };
            let bits = (0..64).filter(|bit| word >> bit & 1 == 1);
            for (n, bit) in bits.enumerate() {
                assert_eq!(select(word, n as u32), bit, "bit {n} of {word:#x}");
            }
        }
        assert!((0..64).all(|n| select(!0, n) == n as usize));
    }
}
