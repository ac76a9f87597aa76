//! Numbers that consist of four lanes, and the differences between narrow and wide boards.

use core::fmt::Debug;
use core::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub};

/// Four lanes in one number, with lane 0 in the lowest bits. Each lane is a set of cells of one row or line.
/// The type is `u64` for boards of up to 16 rows and columns, and `u128` for larger ones.
pub(super) trait Word:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    /// An array with one number for each row. Its length is rounded up to a power of 2.
    type Rows: Copy + Debug + Default + Eq + AsRef<[Self]> + AsMut<[Self]>;

    /// An array of the 64-bit words that are filled by one lane for each row.
    type Words: Copy + Debug + Default + Eq + AsRef<[u64]> + AsMut<[u64]>;

    const NONE: Self;
    const ONE: Self;

    /// The number of bits in a lane.
    const LANE: usize;

    /// The highest bit of every lane.
    const TOPS: Self;

    /// All bits of lanes 0 and 2.
    const EVEN: Self;

    /// The number with `bits` in lane `lane` and no bits in the other lanes.
    fn put(lane: usize, bits: u32) -> Self;

    /// The bits of lane 0.
    fn first(self) -> u32;

    /// The lower two lanes, then the upper two. The two lanes of each pair are exchanged.
    fn pairs(self) -> [u64; 2];

    /// The position of the lowest bit set.
    fn lowest(self) -> usize;

    /// The bits in reverse order.
    fn reversed(self) -> Self;

    /// The number with its lower two lanes exchanged for its upper two.
    fn turned(self) -> Self;
}

macro_rules! word {
    ($word:ty, $half:ty, $lane:ty, $rows:literal, $words:literal) => {
        impl Word for $word {
            type Rows = [Self; $rows];
            type Words = [u64; $words];

            const NONE: Self = 0;
            const ONE: Self = 1;
            const LANE: usize = <$lane>::BITS as usize;
            const TOPS: Self = !0 / (<$lane>::MAX as Self) << (<$lane>::BITS - 1);
            const EVEN: Self = !0 / (<$half>::MAX as Self) * (<$lane>::MAX as Self);

            #[inline(always)]
            fn put(lane: usize, bits: u32) -> Self {
                Self::from(bits) << (lane * Self::LANE)
            }

            #[inline(always)]
            fn first(self) -> u32 {
                (self as $lane).into()
            }

            #[inline(always)]
            fn pairs(self) -> [u64; 2] {
                let (lower, upper) = (self as $half, (self >> <$half>::BITS) as $half);
                [lower.into(), upper.rotate_left(<$lane>::BITS).into()]
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            #[inline(always)]
            fn turned(self) -> Self {
                self.rotate_left(<$half>::BITS)
            }
        }
    };
}

word!(u64, u32, u16, 16, 4);
word!(u128, u64, u32, 32, 16);
