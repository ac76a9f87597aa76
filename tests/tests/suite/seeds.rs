//! Checks that the same seed always plays the same games: the counts of a run of each game must be the
//! reviewed ones.
//!
//! The counts change whenever the generator draws different numbers. After a change that is meant to alter
//! the games:
//!
//! ```text
//! BUSTAN_BLESS=1 cargo test -p bustan-tests seeds
//! ```

use std::fmt::Write;

use bustan_games::Registered;
use bustan_harness::generate::GameConfig;
use bustan_harness::generate::coverage::Coverage;
use bustan_harness::generate::policies;
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_tests::golden;

/// The number of games. `PLIES`: their maximum number of plies.
const GAMES: u64 = 24;
const PLIES: usize = 60;

/// Plays the games of a seed with the optimised engine and the reference engine.
fn games(game: &Registered, seed: u64, jobs: usize) -> Coverage {
    let config = GameConfig::drawn(game.rules, PLIES);
    let plan = Plan { seed, jobs, ..Plan::new(GAMES, config) };
    let outcome = check::run(&plan, game.factories(), &Progress::default(), &|_| {});
    assert!(outcome.findings.is_empty(), "{}: {:?}", game.rules.name(), outcome.findings);
    outcome.coverage
}

/// Formats one line for each policy and each event that occurred.
fn figures(game: &Registered, coverage: &Coverage) -> String {
    let mut text = format!("{}\n", game.rules.name());
    for (policy, tally) in
        policies::of(game.rules).zip(&coverage.policies).filter(|(_, tally)| tally.plies > 0)
    {
        writeln!(text, "  policy {}: {} games, {} plies", policy.name, tally.games, tally.plies)
            .expect("a string takes any text");
    }
    for (event, count) in game.rules.events().iter().zip(coverage.total()).filter(|(_, count)| *count > 0) {
        writeln!(text, "  event {}: {count}", event.name).expect("a string takes any text");
    }
    text
}

#[test]
fn a_seed_plays_the_games_that_were_reviewed() {
    let all = bustan_games::all().iter().map(|game| figures(game, &games(game, 1, 1)));
    golden::check("seeds.txt", &all.collect::<String>());
}

#[test]
fn the_number_of_jobs_does_not_change_the_games_and_the_seed_does() {
    for game in bustan_games::all() {
        let one = games(game, 1, 1);
        assert_eq!(games(game, 1, 3), one, "{}", game.rules.name());
        assert_ne!(games(game, 2, 1), one, "{}", game.rules.name());
    }
}
