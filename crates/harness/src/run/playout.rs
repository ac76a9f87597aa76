//! The speedometer: plays uniformly random games, a given number or for a given time.

use std::time::{Duration, Instant};

use bustan_vocabulary::{Engine, Game, NoStart};
use serde::Serialize;

use crate::generate::dice::Dice;

/// When to stop playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// After this many games.
    Games(u64),
    /// After the game during which this much time has passed.
    Elapsed(Duration),
}

/// The figures of a run of random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Moves played, passes included.
    pub plies: u64,
    /// The time the run took, in seconds.
    pub seconds: f64,
    /// Moves played a second; 0 if no move was played.
    pub plies_per_second: f64,
    /// The mean number of legal moves at a ply, passes included.
    pub mean_legal: f64,
    /// The mean number of moves of a game.
    pub mean_plies: f64,
}

/// Plays random games, each on a copy of `fresh`, one after the other on this thread. `None` if the engine
/// cannot say which moves are legal.
///
/// In a game whose setup is drawn by lot, each game starts from a new one like that of `fresh`; see
/// [`Game::random_setup`].
///
/// The games depend only on the engine and the seed: one generator runs through all of them.
pub fn run<E: Engine + Clone>(fresh: &E, seed: u64, until: Until) -> Option<Summary> {
    let mut dice = Dice::new(seed);
    let mut engine = fresh.clone();
    let like = fresh.position();
    let (mut games, mut plies, mut legal) = (0, 0, 0);
    let start = Instant::now();
    while match until {
        Until::Games(wanted) => games < wanted,
        Until::Elapsed(time) => games == 0 || start.elapsed() < time,
    } {
        match like.as_ref().and_then(|like| E::Game::random_setup(like, &mut |n| dice.below(n))) {
            Some(start) => engine.setup(&start).ok()?,
            None => engine.clone_from(fresh),
        }
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
pub fn fresh<E: Engine + Default>(
    position: &<E::Game as Game>::Position,
) -> Result<E, NoStart<<E::Game as Game>::Invalid>> {
    let mut engine = E::default();
    engine.setup(position)?;
    Ok(engine)
}
