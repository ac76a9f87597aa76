//! The random numbers for drawing setups.

/// A generator of random numbers whose output is the same on every machine and in every version of this
/// crate: SplitMix64, as published by Steele, Lea and Flood (2014).
///
/// The state is one 64-bit number, initially the seed. All arithmetic is modulo 2^64; `>>` is a logical
/// shift.
///
/// - *Next number*: add `0x9e3779b97f4a7c15` to the state; let `z` be the state; `z = (z ^ (z >> 30)) *
///   0xbf58476d1ce4e5b9`; `z = (z ^ (z >> 27)) * 0x94d049bb133111eb`; the number is `z ^ (z >> 31)`.
/// - *A number below `n`*, uniformly distributed: generate numbers until one is not below `2^64 mod n`, and
///   take its remainder modulo `n`.
///
/// ```
/// use bustan_vocabulary::tribolo::Lot;
///
/// let mut lot = Lot::new(1_234_567);
/// assert_eq!(lot.next_u64(), 6_457_827_717_110_365_317);
/// assert_eq!(lot.below(6), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    state: u64,
}

impl Lot {
    /// Returns a generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Generates the next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Generates a uniformly distributed number below `n`, which must not be 0.
    pub const fn below(&mut self, n: u32) -> u32 {
        let n = n as u64;
        let excess = n.wrapping_neg() % n;
        loop {
            let number = self.next_u64();
            if number >= excess {
                return (number % n) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// The first numbers for the seed 1234567 are those of the generator's public test vectors.
    #[test]
    fn the_sequence_is_that_of_splitmix64() {
        let mut lot = Lot::new(1_234_567);
        let numbers: Vec<u64> = (0..5).map(|_| lot.next_u64()).collect();
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn numbers_stay_below_and_reach_every_one_alike() {
        let mut lot = Lot::new(0);
        let mut seen = [0; 7];
        (0..7_000).for_each(|_| seen[lot.below(7) as usize] += 1);
        assert!(seen.iter().all(|&count| (850..1_150).contains(&count)), "{seen:?}");
        assert_eq!(lot.below(1), 0);
        assert!((0..1_000).all(|_| lot.below(u32::MAX) < u32::MAX));
    }
}
