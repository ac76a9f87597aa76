//! Code that the engines of several games share; none of it is a rule.

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), a bijection on 64-bit numbers.
pub(crate) const fn mix(number: u64) -> u64 {
    let x = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The indices of the bits that are set, lowest first.
pub(crate) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}

/// All bits set. `ONES / 3`, `ONES / 5` and `ONES / 17` have the lower half of each pair, nibble and byte
/// set; `ONES / 255` has the lowest bit of each byte set.
pub(crate) const ONES: u64 = u64::MAX;

/// The highest bit of each byte.
const TOPS: u64 = (ONES / 255) << 7;

/// Byte `i` of the result: the number of bits set in bytes 0 to `i` of the word, at most 64.
#[inline(always)]
pub(crate) const fn byte_ends(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & (ONES / 3));
    let nibbles = (pairs & (ONES / 5)) + ((pairs >> 2) & (ONES / 5));
    let bytes = (nibbles + (nibbles >> 4)) & (ONES / 17);
    bytes.wrapping_mul(ONES / 255)
}

/// `IN_BYTE[n][byte]`: the position of the set bit of `byte` that has exactly `n` set bits below it.
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

/// The position of the set bit of `word` that has exactly `n` set bits below it, given [`byte_ends`] of the
/// word. The result is meaningless if at most `n` bits are set. The byte is found by comparing all bytes at
/// once, as in Vigna's "Broadword implementation of rank/select queries" (2008).
#[inline(always)]
pub(crate) fn select(word: u64, ends: u64, n: u32) -> u32 {
    let n = u64::from(n);
    let shift = first_beyond(ends, n) * 8;
    let n = n - ((ends << 8 >> shift) & 0xff);
    let byte = (word >> shift) & 0xff;
    shift + u32::from(IN_BYTE[n as usize % 8][byte as usize])
}

/// The index of the first byte that is greater than `n`. The bytes must be ascending and at most 64, and the
/// last must be greater than `n`.
#[inline(always)]
const fn first_beyond(bytes: u64, n: u64) -> u32 {
    // The top bit of each byte that is at most `n`.
    let below = (((n * (ONES / 255)) | TOPS) - bytes) & TOPS;
    (below ^ TOPS).trailing_zeros() / 8
}

/// Defines `FastEngine`, which wraps the `Board` in scope as an `Engine` for the tooling. A default engine
/// starts from the board `$new`. `$at` returns the board at a position, given the previous board and the
/// position, or the reason why the position cannot be set up.
macro_rules! fast_engine {
    ($module:ident::$Game:ident, $new:expr, $at:expr) => {
        mod fast {
            use alloc::string::String;
            use alloc::vec::Vec;

            use bustan_vocabulary::$module::*;
            use bustan_vocabulary::{Draw, Engine, NoStart, Playout, Ruling, Standing};

            use super::Board;

            /// A [`Board`] as an [`Engine`] for the tooling. By default, it is at the standard initial
            /// position.
            #[derive(Clone)]
            pub struct FastEngine {
                board: Board,
            }

            impl FastEngine {
                /// The current board.
                pub const fn board(&self) -> &Board {
                    &self.board
                }
            }

            impl Default for FastEngine {
                fn default() -> Self {
                    Self { board: $new }
                }
            }

            impl core::fmt::Debug for FastEngine {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    write!(f, "FastEngine({})", self.board.position())
                }
            }

            impl Engine for FastEngine {
                type Game = $Game;
                type Observation = Observation;

                fn name(&self) -> String {
                    "fast".into()
                }

                fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
                    let at: fn(&Board, &Position) -> Result<Board, Invalid> = $at;
                    self.board = at(&self.board, position)?;
                    Ok(())
                }

                fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
                    self.board.play_for(player, *mv).map_err(Some)
                }

                fn turn(&self) -> Option<Player> {
                    self.board.turn()
                }

                fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
                    self.board.check(player, *mv).into()
                }

                fn legal_moves(&self) -> Option<Vec<Move>> {
                    Some(self.board.legal_moves().collect())
                }

                fn observe(&self) -> Option<Observation> {
                    Some(self.board.observe())
                }

                fn standing(&self) -> Option<Standing> {
                    Some(self.board.standing())
                }

                fn undo(&mut self) -> Option<bool> {
                    Some(self.board.undo())
                }

                fn hash(&self) -> Option<u64> {
                    Some(self.board.hash())
                }

                fn position(&self) -> Option<Position> {
                    Some(self.board.position())
                }

                fn duplicate(&self) -> Option<Self> {
                    Some(self.clone())
                }

                fn perft(&mut self, depth: u32) -> Option<u64> {
                    Some(self.board.perft(depth))
                }

                fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
                    Some(self.board.playout(draw))
                }
            }
        }

        pub use fast::FastEngine;
    };
}

pub(crate) use fast_engine;

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
        assert!((0..64).all(|n| select(!0, byte_ends(!0), n) == n));
    }
}
