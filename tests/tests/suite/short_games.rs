//! Short games of Dominions and Margo that are close to the classic errors of Go-like engines, and the events
//! that are reached at the speed of an external program.

use std::fmt::Display;

use bustan_core as core;
use bustan_guide::{Explore, Playable};
use bustan_harness::base::Dice;
use bustan_harness::compare::engine_participant::FactoryFn;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::{Guided, rules};
use bustan_harness::generate::GameConfig;
use bustan_harness::generate::coverage::FEW;
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_harness::shrink::Budget;
use bustan_reference as reference;
use bustan_tests::flawed_dominions::{DominionsFlaw, FlawedDominions};
use bustan_tests::flawed_margo::{FlawedMargo, MargoFlaw};
use bustan_tests::program::Program;
use bustan_vocabulary::{Engine, Game};

/// The number of plies that a program plays in half a minute at 1,000 plies per second.
const PLIES: u64 = 30_000;

/// Plays the moves of short games with two engines, which must agree. Returns the percentage of games whose
/// moves are all legal.
fn begun_alike<A, B>(most: u64) -> u64
where
    A: Engine<Game: Explore, Observation = <<A as Engine>::Game as Game>::Observation> + Default,
    B: Engine<Game = A::Game, Observation = A::Observation> + Default,
{
    let (mut whole, mut all) = (0, 0);
    for number in 0..most {
        let mut dice = Dice::of_game(3, number);
        let Some(small) = A::Game::small(number, &Playable::Known(&|_| true), &mut |n| dice.below(n)) else {
            continue;
        };
        let (mut one, mut other) = (A::default(), B::default());
        one.setup(&small.start).expect("the board is empty");
        other.setup(&small.start).expect("the board is empty");
        let legal = small.moves.iter().take_while(|mv| {
            let Some(player) = one.turn() else { return false };
            let played = one.play(player, mv);
            assert_eq!(other.play(player, mv), played, "{mv} at {}", small.start);
            assert_eq!(one.observe(), other.observe(), "after {mv} at {}", small.start);
            played.is_ok()
        });
        whole += u64::from(legal.count() == small.moves.len());
        all += 1;
    }
    100 * whole / all
}

#[test]
fn both_engines_play_every_short_game_alike() {
    let dominions = begun_alike::<core::dominions::FastEngine, reference::dominions::ReferenceEngine>(800);
    let margo = begun_alike::<core::margo::FastEngine, reference::margo::ReferenceEngine>(800);
    assert!(dominions == 100 && margo > 90, "{dominions} {margo}");
}

/// The events that games at the speed of an external program reach too rarely, with their counts.
fn few<A, B>(plies_of_a_game: u64) -> Vec<(&'static str, u64)>
where
    A: Engine<Game: Guided, Observation = <<A as Engine>::Game as Game>::Observation> + Default,
    B: Engine<Game = A::Game, Observation = A::Observation> + Default,
{
    let subject = FactoryFn(|| Program::new(A::default()));
    let factories = Factories { subject: &subject, oracle: &B::default };
    let config = GameConfig::drawn(rules::<A::Game>(), 1000.min(A::Game::MOST_MOVES));
    let outcome =
        check::run(&Plan::new(PLIES / plies_of_a_game, config), factories, &Progress::default(), &|_| {});
    let counts: Vec<_> = A::Game::EVENTS.iter().zip(outcome.coverage.total()).collect();
    println!("{} games, {} plies", outcome.games, outcome.plies);
    counts.iter().for_each(|(event, count)| println!("{count:7} {}", event.name));
    assert!(outcome.plies <= PLIES && outcome.findings.is_empty(), "{} plies", outcome.plies);
    let few = counts.into_iter().filter(|(_, count)| *count < FEW);
    few.map(|(event, count)| (event.name, count)).collect()
}

#[test]
fn half_a_minute_of_a_slow_program_of_dominions_reaches_every_event_often() {
    let few = few::<core::dominions::FastEngine, reference::dominions::ReferenceEngine>(30);
    assert!(few.is_empty(), "{few:?}");
}

#[test]
fn half_a_minute_of_a_slow_program_of_margo_reaches_every_event_often() {
    let few = few::<core::margo::FastEngine, reference::margo::ReferenceEngine>(45);
    assert!(few.is_empty(), "{few:?}");
}

/// The maximum number of plies until each error is found: one second at 1,000 plies per second. `MEDIAN`: the
/// maximum until half of them are found, three tenths of a second.
const MOST: u64 = 1_000;
const MEDIAN: u64 = 300;

/// Checks that each of the given errors is found soon in an external program.
fn are_found_soon<F, E, B>(flaws: &[F], engine: fn(F) -> E)
where
    F: Copy + Display + Sync,
    E: Engine<Game: Guided, Observation = <<E as Engine>::Game as Game>::Observation>,
    B: Engine<Game = E::Game, Observation = E::Observation> + Default,
{
    let mut found: Vec<(u64, String)> = Vec::new();
    for &flaw in flaws {
        let subject = FactoryFn(|| Program::new(engine(flaw)));
        let factories = Factories { subject: &subject, oracle: &B::default };
        let hasty = Budget { start: 50, hunt: 0, deepen: 0, shrink: 100, all: 150, ..Budget::PROGRAMS };
        let config = GameConfig::drawn(rules::<E::Game>(), 1000.min(E::Game::MOST_MOVES));
        let plan = Plan { budget: hasty, ..Plan::new(MOST / 5, config) };
        let outcome = check::run(&plan, factories, &Progress::default(), &|_| {});
        let words = outcome.findings.first().map_or("not found".into(), |finding| {
            format!("game {}: {}", finding.game, finding.best().headline)
        });
        println!("{:6} {flaw:28} {words}", outcome.plies);
        let plies = if outcome.findings.is_empty() { u64::MAX } else { outcome.plies };
        found.push((plies, format!("{flaw}: {words}")));
    }
    found.sort_unstable();
    let (last, median) = (&found[found.len() - 1], &found[found.len() / 2]);
    assert!(last.0 <= MOST && median.0 <= MEDIAN, "{last:?}, {median:?}");
}

#[test]
fn every_classic_error_of_dominions_is_found_soon() {
    let all = [&DominionsFlaw::ALL[..], &DominionsFlaw::CLASSIC].concat();
    are_found_soon::<_, _, reference::dominions::ReferenceEngine>(&all, FlawedDominions::new);
}

#[test]
fn every_classic_error_of_margo_is_found_soon() {
    let all = [&MargoFlaw::ALL[..], &MargoFlaw::CLASSIC].concat();
    are_found_soon::<_, _, reference::margo::ReferenceEngine>(&all, FlawedMargo::new);
}
