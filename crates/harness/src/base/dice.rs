//! The random numbers of a run: the same for the same seed, on every machine, for any number of jobs.
//!
//! The generator is Xoshiro256++, seeded through SplitMix64. One stream, as [`Dice::new`] gives it, is enough
//! for work on one thread. Each game of a check has its own instead, seeded from the seed of the run and the
//! number of the game: so game 4711 is the same game whether it is played first, last, or alone.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The step of SplitMix64's own sequence, so that game `i` gets that generator's answer to its `i`-th call.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A reproducible source of random choices.
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The dice with this seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The dice of game number `game`, from 0, of the run with this seed.
    pub fn of_game(run: u64, game: u64) -> Self {
        let mut mix = SplitMix64::seed_from_u64(run.wrapping_add(game.wrapping_mul(GAMMA)));
        Self::new(mix.next_u64())
    }

    /// Whether a game is one of those, one in `n`, that are picked by their number alone, and so that in the long run one
    /// in `n` is picked of any shard, and of those that begin with any policy.
    pub(crate) fn picks(n: u64, game: u64) -> bool {
        SplitMix64::seed_from_u64(game).next_u64().is_multiple_of(n)
    }

    /// A number below `n`, which is not 0: the upper half of `n` times 32 random bits. Some numbers are
    /// likelier than others by less than one part in `2^32 / n`; nothing here could measure that, and it
    /// needs no division.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let high = self.0.next_u64() >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// An element of a slice that is not empty.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u32) as usize]
    }

    /// An index into `weights` by weight; when all weights are 0, any index. `weights` is not empty.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        if total == 0 {
            return self.below(weights.len() as u32) as usize;
        }
        let mut drawn = ((u128::from(self.0.next_u64()) * u128::from(total)) >> 64) as u64;
        for (i, &weight) in weights.iter().enumerate() {
            match drawn.checked_sub(u64::from(weight)) {
                Some(rest) => drawn = rest,
                None => return i,
            }
        }
        weights.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These values are a promise: with another sequence, old seeds would lead to other games.
    #[test]
    fn the_sequence_of_a_game_never_changes() {
        let mut dice = Dice::of_game(1, 2);
        let drawn: Vec<u32> = (0..6).map(|_| dice.below(1000)).collect();
        assert_eq!(drawn, [564, 651, 335, 107, 407, 185]);
    }

    /// These values are a promise, too: about the random games of the protocol and of the speedometer.
    #[test]
    fn the_sequence_of_a_seed_never_changes() {
        let mut dice = Dice::new(7);
        let drawn: Vec<u32> = (0..6).map(|_| dice.below(1_000)).collect();
        assert_eq!(drawn, [55, 172, 717, 427, 963, 465]);
    }

    #[test]
    fn numbers_stay_below_and_reach_every_one() {
        let mut dice = Dice::new(1);
        let mut seen = [0u32; 7];
        (0..7_000).for_each(|_| seen[dice.below(7) as usize] += 1);
        assert!(seen.iter().all(|&count| (850..1_150).contains(&count)), "{seen:?}");
        assert_eq!(dice.below(1), 0);
        assert!((0..1_000).all(|_| dice.below(u32::MAX) < u32::MAX));
    }

    #[test]
    fn weights_are_followed_and_zero_is_chosen_only_when_all_are() {
        let mut dice = Dice::of_game(0, 0);
        let mut counts = [0; 3];
        for _ in 0..4000 {
            counts[dice.weighted(&[1, 0, 3])] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((2800..3200).contains(&counts[2]), "{counts:?}");
        assert!((0..100).map(|_| dice.weighted(&[0, 0])).any(|i| i == 1));
    }
}
