//! Uniformly random games, as many as wanted, against the clock: the speedometer.

use std::time::{Duration, Instant};

use bustan_core::{Engine, Game};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

/// A seeded source of small random numbers, the same on every platform: xoshiro256++ seeded through SplitMix64.
///
/// A number below `n` is the upper half of `n` times 32 random bits, which prefers some numbers to others by less than one
/// part in `2^32 / n`; nothing here could measure that, and it needs no division.
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The dice with this seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `n`, which must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let bits = self.0.next_u64() >> 32;
        ((bits * u64::from(n)) >> 32) as u32
    }
}

/// When to stop playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// After this many games.
    Games(u64),
    /// After the game during which this much time is up.
    Elapsed(Duration),
}

/// What a run of random games amounted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Moves played, passes included.
    pub plies: u64,
    /// The time it took, in seconds.
    pub seconds: f64,
    /// Moves played a second; 0 where nothing was played.
    pub plies_per_second: f64,
    /// The mean number of legal moves at a ply, passes included.
    pub mean_legal: f64,
    /// The mean number of moves of a game.
    pub mean_plies: f64,
}

/// Plays random games, each on a copy of `fresh`, one after the other on this thread. `None` from an engine that cannot say
/// what is legal.
///
/// The games depend on the engine and the seed only: one generator runs through all of them.
pub fn run<E: Engine + Clone>(fresh: &E, seed: u64, until: Until) -> Option<Summary> {
    let mut dice = Dice::new(seed);
    let mut engine = fresh.clone();
    let (mut games, mut plies, mut legal) = (0, 0, 0);
    let start = Instant::now();
    while match until {
        Until::Games(wanted) => games < wanted,
        Until::Elapsed(time) => games == 0 || start.elapsed() < time,
    } {
        engine.clone_from(fresh);
        let done = engine.playout(&mut |n| dice.below(n))?;
        games += 1;
        plies += done.plies;
        legal += done.legal;
    }
    let seconds = start.elapsed().as_secs_f64();
    let ratio = |a: u64, b: f64| if b > 0.0 { a as f64 / b } else { 0.0 };
    Some(Summary {
        games,
        plies,
        seconds,
        plies_per_second: ratio(plies, seconds),
        mean_legal: ratio(legal, plies as f64),
        mean_plies: ratio(plies, games as f64),
    })
}

/// A new game of `E` at `position`, ready to be copied.
///
/// # Errors
/// When the engine refuses the position.
pub fn fresh<E: Engine + Default>(position: &<E::Game as Game>::Position) -> Result<E, <E::Game as Game>::Invalid> {
    let mut engine = E::default();
    engine.setup(position)?;
    Ok(engine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_stay_below_and_reach_every_number() {
        let mut dice = Dice::new(1);
        let mut seen = [0u32; 7];
        (0..7_000).for_each(|_| seen[dice.below(7) as usize] += 1);
        assert!(seen.iter().all(|&count| (850..1_150).contains(&count)), "{seen:?}");
        assert_eq!(dice.below(1), 0);
        assert!((0..1_000).all(|_| dice.below(u32::MAX) < u32::MAX));
    }

    #[test]
    fn dice_are_the_same_everywhere() {
        let mut dice = Dice::new(7);
        let drawn: Vec<u32> = (0..6).map(|_| dice.below(1_000)).collect();
        assert_eq!(drawn, [55, 172, 717, 427, 963, 465]);
    }
}
