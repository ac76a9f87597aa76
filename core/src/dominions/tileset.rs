//! Sets of tiles.

use core::fmt;

use bustan_vocabulary::dominions::Tile;

use crate::shared::{ONES, byte_ends, select};

/// A set of tiles. Bit `n` represents tile `n`.
///
/// ```
/// use bustan_vocabulary::dominions::Tile;
/// use bustan_core::dominions::TileSet;
///
/// let set: TileSet = [5, 63].into_iter().filter_map(Tile::new).collect();
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(Tile::new(63).unwrap()));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TileSet(pub(super) u64);

/// For each direction, the tiles with a blank in it and the tiles with a beam.
const SIDED: [[u64; 2]; 8] = {
    let mut sets = [[0; 2]; 8];
    let mut tile = 1;
    while tile < 64 {
        let mut direction = 0;
        while direction < 6 {
            sets[direction][tile >> direction & 1] |= 1 << tile;
            direction += 1;
        }
        tile += 1;
    }
    sets
};

impl TileSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// All 63 tiles.
    pub const ALL: Self = Self(!1);

    /// The number of tiles.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The number of tiles in each of twelve sets.
    #[inline]
    pub(super) fn lens(sets: &[Self; 12]) -> [u64; 12] {
        if cfg!(target_feature = "popcnt") {
            return sets.map(|set| u64::from(set.len()));
        }
        let mut lens = [0; 12];
        Self::write_lens(sets, &mut lens);
        lens
    }

    /// Writes the number of tiles in each set. Without a `popcnt` instruction, counting one set at a time is
    /// slow. The compiler vectorises this loop, in a separate function, so that it counts several sets at
    /// once.
    #[inline(never)]
    fn write_lens(sets: &[Self; 12], lens: &mut [u64; 12]) {
        for (len, set) in lens.iter_mut().zip(sets) {
            let pairs = set.0 - ((set.0 >> 1) & (ONES / 3));
            let nibbles = (pairs & (ONES / 5)) + ((pairs >> 2) & (ONES / 5));
            let bytes = (nibbles + (nibbles >> 4)) & (ONES / 17);
            let sum = bytes + (bytes >> 32);
            let sum = sum + (sum >> 16);
            *len = (sum + (sum >> 8)) & 0x7f;
        }
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains `tile`.
    pub const fn contains(self, tile: Tile) -> bool {
        self.has(tile.number())
    }

    /// Whether the set contains the tile with this number.
    pub(super) const fn has(self, number: u8) -> bool {
        self.0 >> (number & 63) & 1 == 1
    }

    /// The set with the tile of this number added if it was missing, or removed if it was present.
    #[must_use]
    pub(super) const fn toggled(self, number: u8) -> Self {
        Self(self.0 ^ 1 << (number & 63))
    }

    /// The tiles that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The tiles of the set that have a beam in `direction` if `beam` is 1, or a blank if it is 0.
    #[must_use]
    pub(super) const fn narrowed(self, direction: usize, beam: u8) -> Self {
        Self(self.0 & SIDED[direction & 7][beam as usize & 1])
    }

    /// The tile of the set with exactly `n` smaller ones; `None` if the set has at most `n` tiles.
    pub fn nth(self, n: u32) -> Option<Tile> {
        (n < self.len()).then(|| Tile::new(self.select(n)).expect("bit 0 is never set"))
    }

    /// The number of the tile with exactly `n` smaller ones in the set. Meaningless if the set has at most
    /// `n` tiles. The function does not branch, because no branch predictor could predict the tile.
    #[inline]
    pub(super) fn select(self, n: u32) -> u8 {
        select(self.0, byte_ends(self.0), n) as u8
    }

    /// The tiles, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let tile = Tile::new(rest.trailing_zeros() as u8);
            rest &= rest.wrapping_sub(1);
            tile
        })
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        Self(tiles.into_iter().fold(0, |set, tile| set | 1 << tile.number()))
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn nth_agrees_with_iteration() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..1000 {
            word = word.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1) ^ word >> 31;
            for set in [TileSet(word & !1), TileSet(word & word >> 7 & !1), TileSet::EMPTY, TileSet::ALL] {
                let tiles: Vec<Tile> = set.iter().collect();
                assert_eq!(tiles.len() as u32, set.len());
                for (n, &tile) in tiles.iter().enumerate() {
                    assert_eq!(set.nth(n as u32), Some(tile));
                }
                assert_eq!(set.nth(set.len()), None);
            }
        }
    }

    #[test]
    fn a_tile_that_is_listed_twice_is_in_the_set() {
        let tiles: Vec<Tile> = TileSet::ALL.iter().take(3).collect();
        let twice: TileSet = tiles.iter().chain(&tiles).copied().collect();
        assert_eq!(twice.iter().collect::<Vec<_>>(), tiles);
    }
}
