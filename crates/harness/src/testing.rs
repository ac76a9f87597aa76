//! Tests your own engine from your own `#[test]`s.
//!
//! Implement [`Engine`] for your engine of one of the games of this project, or for a newtype around it, and
//! compare it with a correct one:
//!
//! ```
//! use bustan_core::tictactoe::FastEngine as Mine;
//! use bustan_reference::tictactoe::ReferenceEngine;
//! use bustan_harness::testing::{assert_agrees, assert_lawful};
//!
//! assert_agrees::<Mine, ReferenceEngine>(20);
//! assert_lawful::<Mine>(20);
//! ```
//!
//! [`engine_tests!`](crate::engine_tests) generates these tests. A failing test prints the shortest game
//! found, both boards, and two ways to reproduce it: the command that finds the game, and a line that replays
//! only this game, [`assert_agrees_on`], to keep as a test.
//!
//! An engine need not implement every method: [`name`](Engine::name), [`setup`](Engine::setup),
//! [`play`](Engine::play), [`turn`](Engine::turn) and [`legal_moves`](Engine::legal_moves) are enough to
//! start with. An engine that can start only at the beginning of a game returns [`NoStart::Unable`] for every
//! other position.
//!
//! # Any game
//! For a game unknown to Bustan, implement [`Answers`], which has three methods: one lists the legal moves as
//! text, one plays a move, and one returns the state of the position. [`assert_any_agrees`] compares two such
//! engines.
//!
//! # Numbers
//! The games are the same in every run, so a test that passed passes again. Two environment variables change
//! the games of all tests in a run: `BUSTAN_GAMES` is the number of games per test, and `BUSTAN_SEED` selects
//! the games.
//!
//! An engine that hangs blocks its thread, which cannot be terminated. Therefore [`find`] and the functions
//! built on it exit the process, and print the number of the game, after 60 seconds of CPU time without a
//! completed move; `BUSTAN_TIMEOUT` sets another number of seconds. If an engine hangs while a game is
//! shrunk, the process prints the finding so far. An engine that waits without using CPU time is not
//! detected.
//!
//! The engines to compare with are slow, and much slower without optimisation, which is the default for
//! tests. These lines in `Cargo.toml` optimise them; building without debug information makes the first build
//! faster:
//!
//! ```toml
//! [profile.dev]
//! debug = false
//!
//! [profile.dev.package]
//! bustan-reference = { opt-level = 2 }
//! bustan-vocabulary = { opt-level = 2 }
//! ```
//!
//! For runs of many games, `[profile.dev.package."*"]` with `opt-level = 2` also optimises this crate, which
//! takes more than three times as long to build.
//!
//! # Beyond this module
//! [`fuzz`] makes the same checks in fuzz targets, with one line for each entry point. With the feature
//! `proptest`, the module `strategies` generates games of any engine for property tests. [`check`] takes the
//! same steps as the functions of this module, and has more options.

mod answers;
mod quick;

use std::any::type_name;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bustan_guide::Style;
use bustan_vocabulary::{Engine, NoStart};

use crate::base::Stop;
use crate::compare::audit::{Audit, audit};
use crate::compare::divergence::Divergence;
use crate::compare::lockstep::Factories;
use crate::compare::plural;
use crate::erased::{Guided, Record, Rules, rules};
use crate::generate::GameConfig;
use crate::generate::fuzz;
use crate::report::command::Command;
use crate::report::finding::Finding;
use crate::run::check::{self, Plan, Progress};
use crate::run::stall;
use crate::shrink::{Budget, shrink};

pub use answers::{Answers, Words, assert_any_agrees, assert_any_agrees_on};

/// The number of games that the tests written by [`engine_tests!`](crate::engine_tests) play by default.
pub const GAMES: u64 = 100;

/// The maximum length of a test game, in plies.
const LONGEST: usize = 1000;

/// The default limit for the CPU time that the process uses without completing a move.
const PATIENCE: Duration = Duration::from_secs(60);

/// The exit code of tests that fail.
const FAILED: i32 = 101;

/// The width of messages, in columns.
const WIDTH: usize = 100;

/// Selects the games that a test plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The number of games.
    pub games: u64,
    /// The seed that selects the games. The same seed gives the same games on every machine.
    pub seed: u64,
}

impl Trial {
    /// Returns a trial of `games` games with seed 0. The environment variables `BUSTAN_GAMES` and
    /// `BUSTAN_SEED` override these numbers.
    ///
    /// # Panics
    /// If one of the variables is not a 64-bit number, or if `BUSTAN_GAMES` is 0.
    pub fn of(games: u64) -> Self {
        let asked = variable("BUSTAN_GAMES");
        assert_ne!(asked, Some(0), "BUSTAN_GAMES is 0: a test without games proves nothing");
        Self { games: asked.unwrap_or(games), seed: variable("BUSTAN_SEED").unwrap_or(0) }
    }
}

/// Returns the number in the environment variable `name`, or `None` if the variable is not set.
fn variable(name: &str) -> Option<u64> {
    let text = std::env::var_os(name)?;
    let number = text.to_str().and_then(|text| text.parse().ok());
    Some(number.unwrap_or_else(|| panic!("{name} is {text:?}, which is not a number of 64 bits")))
}

/// Plays test games on two engines until they differ, and returns the finding with the shrunk game. Returns
/// `None` if the engines agree in all games.
///
/// Use this function for engines that cannot be created with [`Default`]; for others, use [`assert_agrees`].
///
/// # Panics
/// If `trial` has no games, if no move was played in any game because the engines cannot start at any of the
/// offered positions, or if an engine is an external program that does not start.
#[track_caller]
pub fn find(rules: Rules, factories: Factories<'_>, trial: Trial) -> Option<Finding> {
    assert!(trial.games > 0, "a trial of no games proves nothing");
    let patience = variable("BUSTAN_TIMEOUT").map_or(PATIENCE, Duration::from_secs);
    assert!(!patience.is_zero(), "BUSTAN_TIMEOUT=0 leaves no time for a move");
    let plan = Plan {
        seed: trial.seed,
        jobs: thread::available_parallelism().map_or(1, usize::from),
        ..Plan::new(trial.games, GameConfig::drawn(rules, LONGEST.min(rules.most_moves())))
    };
    let progress = Progress::default();
    let test = this_test();
    let found = Mutex::new(String::new());
    let hangs = || {
        let games = progress.playing.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let found = found.lock().unwrap_or_else(PoisonError::into_inner).clone();
        // Output of `println!` is captured until the test ends, and this test never ends.
        let _ = writeln!(io::stderr(), "{}", hanging(&games, &found, trial.seed, &test, patience));
        process::exit(FAILED)
    };
    let of_test = |finding: Finding| {
        let command = command(finding.seed, finding.game, &test);
        Finding { command, ..finding }
    };
    let keep = |finding: &Finding| {
        let finding = of_test(finding.clone());
        *found.lock().unwrap_or_else(PoisonError::into_inner) = finding.text(Style::default(), WIDTH);
    };
    let (outcome, _) = stall::noticed(
        patience,
        || progress.moves(),
        hangs,
        || check::run(&plan, factories, &progress, &keep),
    );
    if let Some(why) = outcome.broken_off.filter(|_| outcome.findings.is_empty()) {
        panic!("{why}");
    }
    let vain = outcome.findings.is_empty() && outcome.plies == 0;
    assert!(
        !vain,
        "no move was played: the engines start at none of the positions offered, not even the standard one"
    );
    outcome.findings.into_iter().next().map(of_test)
}

/// Returns the shell command that repeats the games of a test up to and including number `game`.
fn command(seed: u64, game: u64, test: &str) -> Command {
    let text = format!("BUSTAN_SEED={seed} BUSTAN_GAMES={} cargo test{test}", game + 1);
    // Only a shell accepts variable assignments before the name of a program.
    Command { words: ["sh", "-c", &text].map(String::from).into(), text }
}

/// Returns a space and the name of the test that this thread runs. Returns an empty text on the main thread,
/// where tests run if they are not parallel.
fn this_test() -> String {
    let name = thread::current().name().filter(|&name| name != "main").map(|name| format!(" {name}"));
    name.unwrap_or_default()
}

/// Returns the message to print before the process exits because an engine hangs. `games` are the numbers of
/// the games being played; without any, the hang is before the first move or while a game is shrunk. `found`
/// is the text of the finding so far, or empty.
fn hanging(games: &BTreeSet<u64>, found: &str, seed: u64, test: &str, patience: Duration) -> String {
    let names: Vec<String> = games.iter().map(u64::to_string).collect();
    let (place, what) = match names[..] {
        [] if found.is_empty() => ("before the first move".into(), "move"),
        [] => ("while a game is made short".into(), "step of that"),
        _ => (format!("in game {}", names.join(" or ")), "move"),
    };
    let mut text = format!(
        "\nAn engine hangs {place}: this process took {} s of processor time, and no {what} was completed. \
         It ends now, because a thread cannot be ended.\n",
        patience.as_secs()
    );
    if let Some(&last) = games.last() {
        text += &format!("Come to it again: {}\n", command(seed, last, test));
    }
    if !found.is_empty() {
        text += &format!("What was found before:\n\n{found}\n");
    }
    text + &format!("To wait longer: BUSTAN_TIMEOUT={}", 10 * patience.as_secs().max(1))
}

/// Asserts that engines `A` and `B` agree on everything that both report, in `games` test games.
///
/// # Panics
/// If the engines differ; the message contains the shortest game found. Also if no move was played, because
/// the engines cannot start at any of the offered positions.
#[track_caller]
pub fn assert_agrees<A, B>(games: u64)
where
    A: Engine<Game: Guided> + Default,
    B: Engine<Game = A::Game> + Default,
{
    let factories = Factories { subject: &A::default, oracle: &B::default };
    if let Some(finding) = find(rules::<A::Game>(), factories, Trial::of(games)) {
        panic!(
            "{}",
            failure_message(&finding, &format!("assert_agrees_on::<{}, {}>(", name::<A>(), name::<B>()))
        );
    }
}

/// Asserts that an engine satisfies the [invariants](crate::compare::laws) that need no other engine, in
/// `games` test games. Two instances of the engine play the same games, and all their answers must be
/// consistent.
///
/// An engine that is consistently wrong passes; [`assert_agrees`] detects its errors.
///
/// # Panics
/// If an invariant is broken; the message contains the shortest game found. Also if no move was played, as in
/// [`assert_agrees`].
#[track_caller]
pub fn assert_lawful<E>(games: u64)
where
    E: Engine<Game: Guided> + Default,
{
    let factories = Factories { subject: &E::default, oracle: &E::default };
    if let Some(finding) = find(rules::<E::Game>(), factories, Trial::of(games)) {
        panic!("{}", failure_message(&finding, &format!("assert_lawful_on::<{}>(", name::<E>())));
    }
}

/// Asserts that two engines agree on everything in one game, with every check at every ply. `record` is the
/// text of the game, such as `X[b2];O[a1]`. Engines that both refuse the last move for the same reason agree,
/// too.
///
/// # Panics
/// If the engines differ, if the record cannot be read, or if both engines refuse it before its last move.
#[track_caller]
pub fn assert_agrees_on<A, B>(record: &str)
where
    A: Engine<Game: Guided> + Default,
    B: Engine<Game = A::Game> + Default,
{
    play(rules::<A::Game>(), Factories { subject: &A::default, oracle: &B::default }, record);
}

/// Asserts that an engine satisfies the [invariants](crate::compare::laws) in one game: replays `record` as
/// [`assert_agrees_on`] does, on two instances of the engine.
///
/// # Panics
/// If the engine breaks an invariant, if the record cannot be read, or if the engine refuses it before its
/// last move.
#[track_caller]
pub fn assert_lawful_on<E>(record: &str)
where
    E: Engine<Game: Guided> + Default,
{
    play(rules::<E::Game>(), Factories { subject: &E::default, oracle: &E::default }, record);
}

/// Asserts that two engines agree in the game encoded by a fuzzer's bytes. Decodes `data` as
/// [`fuzz::lockstep`] does, and shrinks the game if the engines differ. Use this function to keep a fuzzer's
/// finding as a test.
///
/// # Panics
/// If the engines differ; the message contains the shortest game found. Also if `data` is not an input of
/// `fuzz::lockstep`, because then it tests nothing.
#[track_caller]
pub fn assert_agrees_on_bytes<A, B>(data: &[u8])
where
    A: Engine<Game: Guided> + Default,
    B: Engine<Game = A::Game> + Default,
{
    let factories = Factories { subject: &A::default, oracle: &B::default };
    let ran = fuzz::compare(rules::<A::Game>(), factories, data, None);
    let (_, outcome) = ran.unwrap_or_else(|| panic!("no input of this version of fuzz::lockstep"));
    if let Err(divergence) = outcome {
        let found = plural(divergence.record.moves.len(), "move");
        let best = shortened(factories, *divergence);
        panic!("{}", best.text(&format!("shrunk from {found}"), None, Style::default(), WIDTH));
    }
}

/// Returns the divergence in the shortest game found, or `divergence` itself if it is not reproducible.
fn shortened(factories: Factories<'_>, divergence: Divergence) -> Divergence {
    let shrunk = shrink(factories, &divergence, Budget::default(), Stop::default());
    shrunk.map_or(divergence, |shrunk| shrunk.divergence)
}

#[track_caller]
fn play(rules: Rules, factories: Factories<'_>, text: &str) {
    let record = rules.record(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    match audit(factories, &record, |_| {}) {
        Audit::Agreed => {}
        // A game may end with a move that was once disputed. After the error is fixed, both engines refuse
        // that move.
        Audit::Unplayable(ply, _) if ply == record.moves.len() => {}
        Audit::Unstartable(no) if record.moves.is_empty() && no != NoStart::Unable => {}
        Audit::Unstartable(no) => panic!("the game cannot begin: {no}"),
        Audit::Unplayable(ply, reason) => {
            let (_, mv) = &record.moves[ply - 1];
            let reason = reason.map_or_else(String::new, |reason| format!(", {reason}"));
            panic!("both engines refuse move {ply} of {}, {mv}{reason}", record.moves.len());
        }
        Audit::Diverged(divergence) => {
            panic!(
                "{}",
                divergence.text(
                    &plural(divergence.record.moves.len(), "move"),
                    None,
                    Style::default(),
                    WIDTH
                )
            )
        }
    }
}

/// Returns the name of a type without its modules, as in source code.
fn name<T>() -> String {
    let mut name = String::new();
    for part in type_name::<T>().split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') {
        name += part.rsplit("::").next().unwrap_or(part);
    }
    name
}

/// Returns the message of a failing test about a finding. `call` is the source text of the call that replays
/// the game, up to the record.
fn failure_message(finding: &Finding, call: &str) -> String {
    let mut text = finding.text(Style::default(), WIDTH);
    if finding.reproducible == Some(true) {
        text += &test_line(&finding.best().record, call);
    }
    text
}

/// Returns the source line that replays a game as a test. `call` is the text before the record.
fn test_line(record: &Record, call: &str) -> String {
    // The text of a game without moves from the standard start may be empty.
    let told = if record.moves.is_empty() && !record.start.rules().is_opaque() {
        format!("Start[{}]", record.start)
    } else {
        record.to_string()
    };
    format!("As a test: bustan_harness::testing::{call}{told:?});\n")
}

/// Generates `#[test]` functions that an engine of a known game should pass. Invoke the macro in a separate
/// module for each engine.
///
/// ```
/// mod fast {
///     use bustan_core::tictactoe::FastEngine;
///     use bustan_reference::tictactoe::ReferenceEngine;
///
///     bustan_harness::engine_tests!(FastEngine, ReferenceEngine);
/// }
/// ```
///
/// The first type is the engine under test. The optional second type is the engine to compare it with. Both
/// must implement [`Default`]. A number of games may follow, as in `engine_tests!(Mine, ReferenceEngine;
/// 1000)`; the default is [`GAMES`](crate::testing::GAMES).
#[macro_export]
macro_rules! engine_tests {
    ($engine:ty, $oracle:ty $(,)?) => {
        $crate::engine_tests!($engine, $oracle; $crate::testing::GAMES);
    };
    ($engine:ty, $oracle:ty; $games:expr) => {
        #[test]
        fn agrees_along_random_games() {
            $crate::testing::assert_agrees::<$engine, $oracle>($games);
        }

        $crate::engine_tests!($engine; $games);
    };
    ($engine:ty $(,)?) => {
        $crate::engine_tests!($engine; $crate::testing::GAMES);
    };
    ($engine:ty; $games:expr) => {
        #[test]
        fn keeps_the_laws_of_its_game() {
            $crate::testing::assert_lawful::<$engine>($games);
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_named_without_their_modules() {
        assert_eq!(name::<Trial>(), "Trial");
        assert_eq!(name::<Result<Vec<Trial>, [u8; 3]>>(), "Result<Vec<Trial>, [u8; 3]>");
    }
}
