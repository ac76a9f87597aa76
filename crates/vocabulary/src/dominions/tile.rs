//! Tiles by number.

use core::fmt;
use core::num::NonZeroU8;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::macros::debug_as_text;

/// A direction. The variants are in counter-clockwise order from the top right, which is the order of the
/// bits in a tile's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Direction {
    TopRight,
    TopLeft,
    Left,
    BottomLeft,
    BottomRight,
    Right,
}

impl Direction {
    /// All six directions, in the order of the variants.
    pub const ALL: [Self; 6] =
        [Self::TopRight, Self::TopLeft, Self::Left, Self::BottomLeft, Self::BottomRight, Self::Right];
}

/// A tile: a non-empty set of directions in which it has beams, identified by its MindSports number from 1
/// to 63.
///
/// The number is the sum of the values of these directions: top-right 1, top-left 2, left 4, bottom-left 8,
/// bottom-right 16 and right 32.
///
/// ```
/// use bustan_vocabulary::dominions::{Direction, Tile};
///
/// let tile = Tile::new(33).unwrap();
/// assert!(tile.has_beam(Direction::TopRight) && tile.has_beam(Direction::Right));
/// assert_eq!(tile.beams(), 2);
/// assert_eq!(tile.octal(), 0o03);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(NonZeroU8);

impl Tile {
    /// The number of different tiles, which is also the largest tile number.
    pub const COUNT: u8 = 63;

    /// Returns the tile with this number; `None` unless `number` is from 1 to 63.
    pub const fn new(number: u8) -> Option<Self> {
        match NonZeroU8::new(number) {
            Some(n) if number <= Self::COUNT => Some(Self(n)),
            _ => None,
        }
    }

    /// All tiles, ascending by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        const { assert!(Self::COUNT == 63) };
        (0..Self::COUNT).map(|i| Self(NonZeroU8::MIN.saturating_add(i)))
    }

    /// The MindSports number, 1 to 63.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// Whether the tile has a beam in this direction; otherwise that side is blank.
    pub const fn has_beam(self, direction: Direction) -> bool {
        self.0.get() >> direction as u8 & 1 == 1
    }

    /// The number of beams, 1 to 6.
    pub const fn beams(self) -> u32 {
        self.0.get().count_ones()
    }

    /// The number of the tile in the octal numbering of the engine after which this project is named. The
    /// values of the directions go clockwise: top-right 1, right 2, bottom-right 4, bottom-left `0o10`, left
    /// `0o20`, top-left `0o40`.
    pub const fn octal(self) -> u8 {
        clockwise(self.0.get())
    }

    /// Returns the tile with this octal number; `None` unless `number` is from 1 to `0o77`.
    pub const fn from_octal(number: u8) -> Option<Self> {
        if number <= Self::COUNT { Self::new(clockwise(number)) } else { None }
    }
}

/// Reverses the order of the upper five of six bits, which converts between the two numberings in either
/// direction.
const fn clockwise(number: u8) -> u8 {
    let mut other = number & 1;
    let mut bit = 1;
    while bit < 6 {
        other |= (number >> bit & 1) << (6 - bit);
        bit += 1;
    }
    other
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

debug_as_text!(Tile);

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::new(number).ok_or_else(|| D::Error::custom(TileError(number.into())))
    }
}

/// A number that does not belong to a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no tile {0}; tiles are numbered 1 to 63")]
pub struct TileError(pub u16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octal_numbers_go_clockwise() {
        let octal_bits = [0o1, 0o40, 0o20, 0o10, 0o4, 0o2];
        for tile in Tile::all() {
            let expected: u8 = Direction::ALL
                .into_iter()
                .zip(octal_bits)
                .filter(|(direction, _)| tile.has_beam(*direction))
                .map(|(_, bit)| bit)
                .sum();
            assert_eq!(tile.octal(), expected);
            assert_eq!(Tile::from_octal(tile.octal()), Some(tile));
        }
        assert_eq!(Tile::from_octal(0), None);
        assert_eq!(Tile::from_octal(0o100), None);
    }

    #[test]
    fn there_are_63_tiles() {
        assert!(Tile::all().map(Tile::number).eq(1..=63));
        assert_eq!((Tile::new(0), Tile::new(64)), (None, None));
    }
}
