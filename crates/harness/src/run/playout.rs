//! Measures the speed of an engine with uniformly random games, for a number of games or for a given time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::base::Dice;
use crate::base::parallel::Workers;
use crate::erased::ErasedEngine;

/// The condition that ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The run ends after this number of games.
    Games(u64),
    /// The run ends with the game during which this time has passed.
    Elapsed(Duration),
}

/// The figures of a run of random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The number of games played.
    pub games: u64,
    /// The number of moves played, passes included.
    pub plies: u64,
    /// The duration of the run, in seconds.
    pub seconds: f64,
    /// The number of moves played per second; 0 if no move was played.
    pub plies_per_second: f64,
    /// The mean number of legal moves at a ply, passes included.
    pub mean_legal: f64,
    /// The mean number of moves per game.
    pub mean_plies: f64,
}

/// The progress of a run, for observers, and a way to stop it.
#[derive(Debug, Default)]
pub struct Progress {
    /// Set to end the run after the current games.
    pub stop: Arc<AtomicBool>,
    /// The number of games played.
    pub games: AtomicU64,
    /// The number of moves played.
    pub plies: AtomicU64,
}

/// The games of one job.
#[derive(Default)]
struct Played {
    games: u64,
    plies: u64,
    legal: u64,
}

/// Plays random games, each on a copy of `fresh`, on `jobs` threads. Returns `None` if the engine cannot list
/// legal moves.
///
/// If the setup of the game is random, each game starts from a new setup like that of `fresh`; see
/// [`Game::random_setup`](bustan_vocabulary::Game::random_setup).
///
/// The games depend only on the engine, the seed and the number of jobs, because each job uses one generator
/// for all its games. The first job uses `seed`, and the others use the seeds after it. A given number of
/// games is divided evenly among the jobs.
pub fn run(
    fresh: &ErasedEngine,
    seed: u64,
    until: Until,
    jobs: usize,
    progress: &Progress,
) -> Option<Summary> {
    let jobs = jobs.max(1);
    let share = |job: u64| match until {
        Until::Games(games) => Until::Games(games / jobs as u64 + u64::from(job < games % jobs as u64)),
        until => until,
    };
    let waiting: Mutex<Vec<_>> = Mutex::new((0..jobs as u64).map(|job| (job, fresh.clone())).collect());
    let played = Mutex::new(Vec::with_capacity(jobs));
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let workers = Workers::new(jobs);
    let start = Instant::now();
    workers.all(&|| {
        while let Some((job, fresh)) = next() {
            let done = play(&fresh, seed.wrapping_add(job), share(job), progress);
            played.lock().unwrap_or_else(PoisonError::into_inner).push(done);
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    let played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    let played: Vec<Played> = played.into_iter().collect::<Option<_>>()?;
    let sum = |what: fn(&Played) -> u64| played.iter().map(what).sum();
    let (games, plies): (u64, u64) = (sum(|played| played.games), sum(|played| played.plies));
    let ratio = |a: u64, b: f64| if b > 0.0 { a as f64 / b } else { 0.0 };
    Some(Summary {
        games,
        plies,
        seconds,
        plies_per_second: ratio(plies, seconds),
        mean_legal: ratio(sum(|played| played.legal), plies as f64),
        mean_plies: ratio(plies, games as f64),
    })
}

/// Plays random games one after another.
fn play(fresh: &ErasedEngine, seed: u64, until: Until, progress: &Progress) -> Option<Played> {
    let mut dice = Dice::new(seed);
    let mut engine = fresh.clone();
    let like = fresh.position();
    let mut played = Played::default();
    let start = Instant::now();
    let more = |played: &Played| match until {
        Until::Games(wanted) => played.games < wanted,
        Until::Elapsed(time) => played.games == 0 || start.elapsed() < time,
    };
    while more(&played) && !progress.stop.load(Ordering::Relaxed) {
        match like.as_ref().and_then(|like| like.random_setup(&mut |n| dice.below(n))) {
            Some(start) => engine.setup(&start).ok()?,
            None => engine.clone_from(fresh),
        }
        let done = engine.playout(&mut |n| dice.below(n))?;
        played.games += 1;
        played.plies += done.plies;
        played.legal += done.legal;
        progress.games.fetch_add(1, Ordering::Relaxed);
        progress.plies.fetch_add(done.plies, Ordering::Relaxed);
    }
    Some(played)
}
