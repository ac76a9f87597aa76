//! Checks an engine against another until the first finding, without making it short, and tells what came of it.
//!
//! The program `bustan-mutants` puts this into a crate for one game, with the reference engine, and that
//! into a program with the fast engine. Nothing here names a fast engine: when one changes, only it and the program are
//! compiled anew.
//!
//! A check hangs if for [`HANGS`] of processor time no engine has come to the end of a move or of a game. Time in which
//! the machine does other work does not count.

use std::env;
use std::process::{self, ExitCode};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bustan_guide::{Explore, Picture};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::generate::GameConfig;
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_harness::run::stall;
use bustan_harness::run::verdict::Verdict;
use serde_json::json;

/// The most moves of a game, as in a check.
const MAX_PLIES: usize = 1000;

/// How much processor time a check may take from one move to the next.
pub const HANGS: Duration = Duration::from_secs(2);

/// A whole program: `PROGRAM SECONDS SEED` plays the games of `bustan check GAME --jobs 1` and prints one JSON object.
pub fn program<G: Explore + Picture>(factories: Factories<'_, G>) -> ExitCode {
    let numbers: Vec<u64> = env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [seconds, seed] = numbers[..] else {
        eprintln!("the arguments are SECONDS SEED");
        return ExitCode::from(2);
    };
    check(factories, Duration::from_secs(seconds), seed);
    ExitCode::SUCCESS
}

/// Plays the games of `bustan check GAME --jobs 1` for this long and prints one JSON object. If the check hangs, the
/// process ends then, for a thread that hangs cannot be ended.
pub fn check<G: Explore + Picture>(factories: Factories<'_, G>, time: Duration, seed: u64) {
    let config = GameConfig::drawn(MAX_PLIES.min(G::MOST_MOVES));
    let plan = Plan { games: None, time: Some(time), seed, ..Plan::new(0, config) };
    let (progress, first) = (Progress::default(), OnceLock::new());
    let begun = Instant::now();
    let hangs = || {
        let (kind, seconds) = first.get().cloned().unwrap_or_else(|| ("hangs".into(), begun.elapsed()));
        let plies = progress.plies.load(Ordering::Relaxed);
        println!("{}", json!({ "kind": kind, "seconds": seconds.as_secs_f64(), "plies": plies }));
        process::exit(0);
    };
    let (outcome, longest) = stall::noticed(
        HANGS,
        || progress.moves(),
        hangs,
        || {
            check::run(&plan, factories, &progress, &|finding| {
                first.get_or_init(|| (finding.best().signature.to_string(), begun.elapsed()));
                progress.stop.store(true, Ordering::Relaxed);
            })
        },
    );
    let (kind, seconds) = match first.into_inner() {
        Some((signature, elapsed)) => (Some(signature), elapsed),
        None => (None, begun.elapsed()),
    };
    let told = json!({
        "kind": kind,
        "agree": outcome.verdict == Verdict::Agree,
        "reason": outcome.reason,
        "seconds": seconds.as_secs_f64(),
        "plies": outcome.plies,
        "games": outcome.finished,
        "longest": longest.as_secs_f64(),
    });
    println!("{told}");
}
