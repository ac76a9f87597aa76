//! The random numbers of a run, which depend only on the seed, not on the machine or the number of jobs.
//!
//! The generator is Xoshiro256++, seeded through SplitMix64. Work on one thread uses a single stream, from
//! [`Dice::new`]. Each game of a check has its own stream, seeded from the seed of the run and the number of
//! the game, so game 4711 is the same game whether it is played first, last, or alone.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// The step of SplitMix64's sequence: game `i` is seeded with the result of that generator's `i`-th call.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A reproducible source of random choices.
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// Returns the dice for a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Returns the dice for game number `game`, counted from 0, of the run with the seed `run`.
    pub fn of_game(run: u64, game: u64) -> Self {
        let mut mix = SplitMix64::seed_from_u64(run.wrapping_add(game.wrapping_mul(GAMMA)));
        Self::new(mix.next_u64())
    }

    /// Whether game number `game` is in a sample of one in `n` games, which depends only on the number. In
    /// the long run, the sample contains one game in `n` of every shard and of every policy.
    pub(crate) fn picks(n: u64, game: u64) -> bool {
        SplitMix64::seed_from_u64(game).next_u64().is_multiple_of(n)
    }

    /// Returns a random number below `n`, which must not be 0: the upper half of `n` times 32 random bits.
    /// This method needs no division. It makes some numbers likelier than others by less than one part in
    /// `2^32 / n`, which is too little to measure.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let high = self.0.next_u64() >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }

    /// Returns `true` with probability `1 / n`.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// Returns a random element of a slice, which must not be empty.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u32) as usize]
    }

    /// Draws an index into `weights` by weight, or any index when all weights are 0. `weights` must not be
    /// empty.
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

    /// These values must not change: with another sequence, old seeds would lead to other games.
    #[test]
    fn the_sequence_of_a_game_never_changes() {
        let mut dice = Dice::of_game(1, 2);
        let drawn: Vec<u32> = (0..6).map(|_| dice.below(1000)).collect();
        assert_eq!(drawn, [564, 651, 335, 107, 407, 185]);
    }

    /// These values must not change: the random games of the protocol and of the speedometer depend on them.
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
