//! Checks an engine against another until the first finding, without making it short, and tells what came of it.
//!
//! The program `bustan-mutants` puts this into a crate for one game, with the reference engine, and that
//! into a program with the fast engine. Nothing here names a fast engine: when one changes, only it and the program are
//! compiled anew.

use std::env;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bustan_guide::{Explore, Picture};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::generate::GameConfig;
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_harness::run::verdict::Verdict;
use serde_json::{Value, json};

/// The most moves of a game, as in a check.
const MAX_PLIES: usize = 1000;

/// Plays games of this seed on one core, as `bustan check` does, until the first finding, for so many seconds or so many
/// games at most.
pub fn check<G: Explore + Picture>(
    factories: Factories<'_, G>,
    seed: u64,
    seconds: Option<u64>,
    games: Option<u64>,
) -> Value {
    let config = GameConfig::drawn(MAX_PLIES.min(G::MOST_MOVES));
    let plan = Plan { games, time: seconds.map(Duration::from_secs), seed, ..Plan::new(0, config) };
    let (progress, first) = (Progress::default(), OnceLock::new());
    let begun = Instant::now();
    let outcome = check::run(&plan, factories, &progress, &|finding| {
        first.get_or_init(|| (finding.best().signature.to_string(), begun.elapsed()));
        progress.stop.store(true, Ordering::Relaxed);
    });
    let (kind, seconds) = match first.into_inner() {
        Some((signature, elapsed)) => (Some(signature), elapsed),
        None => (None, begun.elapsed()),
    };
    json!({
        "kind": kind,
        "agree": outcome.verdict == Verdict::Agree,
        "reason": outcome.reason,
        "seconds": seconds.as_secs_f64(),
        "plies": outcome.plies,
        "games": outcome.games,
    })
}

/// A whole program: `PROGRAM SECONDS SEED [GAMES]` plays the games of `bustan check GAME --jobs 1` and prints one JSON
/// object.
pub fn program<G: Explore + Picture>(factories: Factories<'_, G>) -> ExitCode {
    let numbers: Vec<u64> = env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let ([seconds, seed] | [seconds, seed, _]) = numbers[..] else {
        eprintln!("the arguments are SECONDS SEED [GAMES]");
        return ExitCode::from(2);
    };
    println!("{}", check(factories, seed, Some(seconds), numbers.get(2).copied()));
    ExitCode::SUCCESS
}
