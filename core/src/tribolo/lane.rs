//! Rows and lines of cells as bits, and eight of them side by side.

use core::ops::{Add, BitAnd, BitOr, BitXor, BitXorAssign, Shl, Shr, Sub};

/// A set of the cells of one row or line, cell `i` being bit `i`: `u16` for boards of up to 16 cells each
/// way, `u32` for larger ones.
pub(super) trait Lane:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Four lanes in one number, lane 0 lowest.
    type Word: Word;

    /// As many 64-bit words as the lanes of all rows fill.
    type Words: Copy + Default + AsRef<[u64]> + AsMut<[u64]>;

    /// The number of bits.
    const BITS: u32;
    const NONE: Self;
    const ALL: Self;

    /// The set of the lowest bits of `bits`.
    fn new(bits: u32) -> Self;

    fn bits(self) -> u32;

    /// The sum, without the bits that exceed the lane.
    fn plus(self, other: Self) -> Self;
}

/// Four lanes in one number.
pub(super) trait Word:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXorAssign
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    const NONE: Self;
    const ONE: Self;

    /// The number of bits in a lane.
    const LANE: usize;

    /// These bits in lane `lane`.
    fn put(lane: usize, bits: u32) -> Self;

    /// The bits of lane `lane`.
    fn lane(self, lane: usize) -> u32;

    fn count(self) -> u16;

    /// The number of the lowest bit set.
    fn lowest(self) -> usize;
}

macro_rules! lane {
    ($lane:ty, $word:ty, $words:ty) => {
        impl Lane for $lane {
            type Word = $word;
            type Words = $words;

            const BITS: u32 = <$lane>::BITS;
            const NONE: Self = 0;
            const ALL: Self = !0;

            #[inline(always)]
            fn new(bits: u32) -> Self {
                bits as $lane
            }

            #[inline(always)]
            fn bits(self) -> u32 {
                self.into()
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }

        impl Word for $word {
            const NONE: Self = 0;
            const ONE: Self = 1;
            const LANE: usize = <$lane>::BITS as usize;

            #[inline(always)]
            fn put(lane: usize, bits: u32) -> Self {
                <$word>::from(bits) << (lane * Self::LANE)
            }

            #[inline(always)]
            fn lane(self, lane: usize) -> u32 {
                (self >> (lane * Self::LANE)) as $lane as u32
            }

            #[inline(always)]
            fn count(self) -> u16 {
                self.count_ones() as u16
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
        }
    };
}

lane!(u16, u64, [u64; 4]);
lane!(u32, u128, [u64; 13]);

/// Eight lanes that undergo the same operations at once. With `u16` they fill one register of any x86-64 or
/// AArch64 machine. The compiler finds that by itself as long as it knows nothing about single lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Lanes<T>(pub(super) [T; 8]);

impl<T: Lane> Lanes<T> {
    pub(super) const NONE: Self = Self([T::NONE; 8]);

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(T, T) -> T) -> Self {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = f(*lane, other);
        }
        Self(lanes)
    }

    #[inline(always)]
    fn map(self, f: impl Fn(T) -> T) -> Self {
        let mut lanes = self.0;
        for lane in &mut lanes {
            *lane = f(*lane);
        }
        Self(lanes)
    }

    /// The same set in every lane.
    #[inline(always)]
    pub(super) fn splat(set: T) -> Self {
        Self([set; 8])
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        self.zip(other, T::plus)
    }

    /// All cells moved `by` columns to the right, towards the higher bits.
    #[inline(always)]
    pub(super) fn right(self, by: u32) -> Self {
        self.map(|lane| lane << by)
    }

    /// All cells moved `by` columns to the left.
    #[inline(always)]
    pub(super) fn left(self, by: u32) -> Self {
        self.map(|lane| lane >> by)
    }
}

impl<T: Lane> BitAnd for Lanes<T> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<T: Lane> BitOr for Lanes<T> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<T: Lane> BitXor for Lanes<T> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}
