//! Checks the fast engine of a game against the reference engine until the first finding, without making it short:
//! `trial GAME SECONDS SEED`. Prints one JSON object. [`mutants`](../mutants/index.html) runs it for each mutant.
//!
//! The games are those of `bustan check GAME --jobs 1`.

use std::env;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bustan_games::compiled::Compiled;
use bustan_games::{Plays, Visit, visit};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::generate::GameConfig;
use bustan_harness::run::check::{Plan, Progress};
use bustan_harness::run::verdict::Verdict;
use serde_json::{Value, json};

/// The most moves of a game, as in a check.
const MAX_PLIES: usize = 1000;

struct Trial {
    time: Duration,
    seed: u64,
}

impl Visit for Trial {
    type Output = Value;

    fn visit<G, F, R>(self) -> Value
    where
        G: Compiled,
        F: Plays<G>,
        R: Plays<G>,
    {
        let config = GameConfig::drawn(MAX_PLIES.min(G::MOST_MOVES));
        let plan = Plan { games: None, time: Some(self.time), seed: self.seed, ..Plan::new(0, config) };
        let factories = Factories { subject: F::factory(), oracle: R::factory() };
        let (progress, first) = (Progress::default(), OnceLock::new());
        let begun = Instant::now();
        let outcome = G::check(&plan, factories, &progress, &|finding| {
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
            "seconds": seconds.as_secs_f64(),
            "plies": outcome.plies,
            "games": outcome.finished,
        })
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let numbers = |at: usize| words.get(at).and_then(|word| word.parse().ok());
    let (Some(game), Some(seconds), Some(seed)) = (words.first(), numbers(1), numbers(2)) else {
        eprintln!("trial GAME SECONDS SEED");
        return ExitCode::from(2);
    };
    match visit(game, Trial { time: Duration::from_secs(seconds), seed }) {
        Some(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("there is no game {game}");
            ExitCode::from(2)
        }
    }
}
