//! Sets of cells that can be counted and drawn from, such as those at which a player can move.

use core::ops::BitAnd;

use super::lane::Word;
use super::lines::At;

const ONES: u64 = !0;
const TOPS: u64 = (ONES / 255) << 7;

/// A set of cells: the rows one after the other, a lane for each, as many to a word as fit.
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

    /// Adds a cell, or removes it.
    #[inline(always)]
    pub(super) fn toggle(&mut self, at: At) {
        self.words.as_mut()[at.row / Self::ROWS_PER_WORD] ^= Self::bit(at);
    }

    /// Adds two rows, of which `rows` are the lanes.
    #[inline(always)]
    pub(super) fn add_pair(&mut self, pair: usize, rows: u64) {
        let pairs = Self::ROWS_PER_WORD / 2;
        self.words.as_mut()[pair / pairs] |= rows << (pair % pairs * 2 * W::LANE);
    }

    /// Whether a cell is among these.
    #[inline(always)]
    pub(super) fn has(&self, at: At) -> bool {
        self.words.as_ref()[at.row / Self::ROWS_PER_WORD] & Self::bit(at) != 0
    }

    /// Whether there is no cell.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.words.as_ref().iter().fold(0, |all, word| all | word) == 0
    }

    /// A cell's bit in the word that has its row.
    #[inline(always)]
    const fn bit(at: At) -> u64 {
        1 << (at.row % Self::ROWS_PER_WORD * W::LANE + at.column)
    }

    /// The number of cells.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.words.as_ref().iter().map(|word| word.count_ones()).sum()
    }

    /// Draws one of the cells, of which there is one at least: `draw` returns how many come before it, given
    /// the number of all of them. The cells are within the first `rows` rows. Finds the word without
    /// branching, since no branch could predict it.
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
        (count, Self::at(index, select(words[index], ends[index], n - before)))
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

/// Byte `i`: the number of bits set in the word up to the end of byte `i`, 64 at most.
#[inline(always)]
const fn byte_ends(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & (ONES / 3));
    let nibbles = (pairs & (ONES / 5)) + ((pairs >> 2) & (ONES / 5));
    let bytes = (nibbles + (nibbles >> 4)) & (ONES / 17);
    bytes.wrapping_mul(ONES / 255)
}

/// By `n` and byte: the position of the bit set that has exactly `n` lower ones set.
static IN_BYTE: [[u8; 256]; 8] = {
    let mut positions = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                positions[n][byte] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    positions
};

/// The position of the bit with exactly `n` lower ones set, given the word's [`byte_ends`]. Finds its byte by
/// counting in all bytes at once, as in Vigna's "Broadword implementation of rank/select queries" (2008).
#[inline(always)]
fn select(word: u64, ends: u64, n: u32) -> usize {
    let n = u64::from(n);
    let shift = first_beyond(ends, n) * 8;
    let n = n - ((ends << 8 >> shift) & 0xff);
    let byte = (word >> shift) & 0xff;
    shift as usize + usize::from(IN_BYTE[n as usize % 8][byte as usize])
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
                assert_eq!(select(word, byte_ends(word), n as u32), bit, "bit {n} of {word:#x}");
            }
        }
        assert!((0..64).all(|n| select(!0, byte_ends(!0), n) == n as usize));
    }
}
