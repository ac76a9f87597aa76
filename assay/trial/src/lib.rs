//! Checks an engine against another until the first finding, does not shrink the finding, and reports the
//! result.
//!
//! The program `bustan-mutants` puts this crate and the reference engine into a crate for one game, and that
//! crate and the fast engine into a program. Nothing here depends on a fast engine: when one changes, only
//! that engine and the program are recompiled.
//!
//! All times are CPU times, so that other work of the machine does not matter. A check hangs if it takes
//! [`HANGS`] without completing a move or a game.

use std::env;
use std::process::{self, ExitCode};
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::Rules;
use bustan_harness::generate::GameConfig;
use bustan_harness::report::verdict::FEWEST_GAMES;
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_harness::run::stall;
use serde_json::{Value, json};

/// The maximum number of moves of a game. `bustan check` has a greater maximum, because it has more time.
const MAX_PLIES: usize = 1000;

/// The maximum CPU time of a check between two moves.
pub const HANGS: Duration = Duration::from_secs(2);

/// The main function of a program: `PROGRAM SECONDS SEED [GAMES]` plays the games of
/// `bustan check GAME --jobs 1` for at most `SECONDS` seconds of CPU time and at most `GAMES` games, and
/// prints one JSON object.
pub fn program(rules: Rules, factories: Factories<'_>) -> ExitCode {
    let numbers: Vec<u64> = env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let ([seconds, seed] | [seconds, seed, _]) = numbers[..] else {
        eprintln!("the arguments are SECONDS SEED [GAMES]");
        return ExitCode::from(2);
    };
    let (time, games) = (Some(Duration::from_secs(seconds)), numbers.get(2).copied());
    check(rules, factories, seed, time, games, |told| println!("{told}"));
    ExitCode::SUCCESS
}

/// Plays the games of `bustan check GAME --jobs 1` until the first finding, for at most the CPU time `time`
/// and at most `games` games, and prints the result as one JSON object. If the check hangs, ends the process,
/// because a hanging thread cannot be ended.
pub fn check(
    rules: Rules,
    factories: Factories<'_>,
    seed: u64,
    time: Option<Duration>,
    games: Option<u64>,
    tell: impl Fn(Value) + Sync,
) {
    let config = GameConfig::drawn(rules, MAX_PLIES.min(rules.most_moves()));
    let plan = Plan { games, seed, ..Plan::new(0, config) };
    let (progress, first) = (Progress::default(), OnceLock::new());
    let begun = stall::taken();
    let taken = || stall::taken().saturating_sub(begun);
    let stop = || progress.stop.store(true, Ordering::Relaxed);
    let moves = || {
        if time.is_some_and(|time| taken() >= time) {
            stop();
        }
        progress.moves()
    };
    let hangs = || {
        let (kind, seconds) = first.get().cloned().unwrap_or_else(|| ("hangs".into(), taken()));
        let [plies, games] = [&progress.plies, &progress.games].map(|count| count.load(Ordering::Relaxed));
        tell(json!({ "kind": kind, "seconds": seconds.as_secs_f64(), "plies": plies, "games": games }));
        eprintln!("the check hangs, and its process ends");
        process::exit(1);
    };
    let (outcome, longest) = stall::noticed(HANGS, moves, hangs, || {
        check::run(&plan, factories, &progress, &|finding| {
            first.get_or_init(|| (finding.best().signature.to_string(), taken()));
            stop();
        })
    });
    let (kind, seconds) = match first.into_inner() {
        Some((signature, taken)) => (Some(signature), taken),
        None => (None, taken()),
    };
    // A stopped check reports no verdict, so it is derived from the numbers of games and moves.
    let enough = outcome.plies > 0 && outcome.finished >= FEWEST_GAMES;
    tell(json!({
        "kind": kind,
        "agree": kind.is_none() && enough,
        "reason": (!enough).then(|| format!("{} games, {} moves", outcome.finished, outcome.plies)),
        "seconds": seconds.as_secs_f64(),
        "plies": outcome.plies,
        "games": outcome.games,
        "longest": longest.as_secs_f64(),
    }));
}
