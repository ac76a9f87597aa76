//! Checks an engine against another until the first finding, without making it short, and tells what came of it.
//!
//! The program `bustan-mutants` puts this into a crate for one game, with the reference engine, and that
//! into a program with the fast engine. Nothing here names a fast engine: when one changes, only it and the program are
//! compiled anew.
//!
//! All times are processor time, so that it does not matter what else the machine does. A check hangs if it takes
//! [`HANGS`] and no move and no game comes to its end.

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

/// The most moves of a game. A check has more: it has more time.
const MAX_PLIES: usize = 1000;

/// How much processor time a check may take from one move to the next.
pub const HANGS: Duration = Duration::from_secs(2);

/// A whole program: `PROGRAM SECONDS SEED [GAMES]` plays the games of `bustan check GAME --jobs 1` for so many seconds of
/// processor time, and so many games at most, and prints one JSON object.
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

/// Plays the games of `bustan check GAME --jobs 1` until the first finding, for so much processor time or so many games at
/// most, and tells what came of it as one JSON object. If the check hangs, the process ends then, for a thread that hangs
/// cannot be ended.
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
    // Nobody is told the verdict of a check that was stopped.
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
