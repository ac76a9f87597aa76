//! Short games of chess from small positions.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use bustan_chess::FastEngine;
use bustan_guide::{Explore, Playable, Small};
use bustan_harness::compare::engine_participant::FactoryFn;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::rules;
use bustan_harness::generate::coverage::FEW;
use bustan_harness::generate::{GameConfig, Start};
use bustan_harness::run::check::{self, Outcome, Plan, Progress};
use bustan_harness::shrink::Budget;
use bustan_reference::chess::ReferenceEngine;
use bustan_tests::flawed_chess::{ChessFlaw, FlawedChess};
use bustan_tests::program::Program;
use bustan_vocabulary::chess::{Cell, Chess, Draws, Kind, Observation, Player, Position};
use bustan_vocabulary::{Engine, Game};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The number of plies that a program plays in half a minute at 1,000 plies per second.
const PLIES: u64 = 30_000;

/// The short games with numbers less than `most`, according to `rules`.
fn small_games(most: u64, rules: Playable<'_, Position>) -> impl Iterator<Item = Small<Chess>> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(3);
    (0..most).filter_map(move |number| Chess::small(number, &rules, &mut |n| dice.random_range(0..n)))
}

/// Sets up an engine and plays the moves of a short game. Returns the number of accepted moves, and the final
/// position.
fn begin<E>(mut engine: E, small: &Small<Chess>) -> (usize, Option<Position>)
where
    E: Engine<Game = Chess, Observation = Observation>,
{
    engine.setup(&small.start).unwrap_or_else(|error| panic!("{}: {error}", small.start));
    let plays = |engine: &mut E, mv| engine.turn().is_some_and(|player| engine.play(player, mv).is_ok());
    let accepted = small.moves.iter().take_while(|mv| plays(&mut engine, mv)).count();
    (accepted, engine.position())
}

#[test]
fn both_engines_begin_every_short_game_alike() {
    let (mut whole, mut all) = (0, 0);
    let like = Chess::initial(&["chess960"]).expect("the variant is known");
    let games = small_games(2400, Playable::Known(&|_| true)).chain(small_games(2400, Playable::Like(&like)));
    for small in games {
        println!("{}", small.start);
        let fast = begin(FastEngine::default(), &small);
        assert_eq!(fast, begin(ReferenceEngine::default(), &small), "{}", small.start);
        all += 1;
        whole += usize::from(fast.0 == small.moves.len());
    }
    assert!(all > 4600 && whole * 20 > all * 17, "{whole} of {all}");
}

#[test]
fn the_positions_that_are_visited_first_are_the_published_ones() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/chess.epd");
    let text = fs::read_to_string(file).expect("the positions are in the repository");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let published: Vec<&str> = lines.filter_map(|line| line.split(" ;").next()).collect();
    assert_eq!(Chess::PUBLISHED, published);
    for position in Chess::PUBLISHED {
        position.parse::<Position>().unwrap_or_else(|error| panic!("{position}: {error}"));
    }
}

/// The pieces other than the kings, with the player who has more of them first, and whether all bishops are
/// on squares of one colour.
fn material(position: &Position) -> String {
    let board = &position.parts().board;
    let of = |player: Player| {
        let own = board.iter().flatten().filter(|man| man.player == player && man.kind != Kind::King);
        let mut letters: Vec<char> = own.map(|man| man.kind.letter()).collect();
        letters.sort_unstable();
        letters.into_iter().collect::<String>()
    };
    let mut sides = Player::ALL.map(of);
    sides.sort_by_key(|side| (Reverse(side.len()), side.clone()));
    let bishops = Cell::BOARD.into_iter().filter(|cell| {
        let man = board[cell.place()];
        man.is_some_and(|man| man.kind == Kind::Bishop)
    });
    let shades: BTreeSet<u8> = bishops.map(|cell| (cell.file() + cell.rank()) % 2).collect();
    let shown = sides.join("-");
    match shown.matches('b').count() {
        2 if shades.len() == 1 => format!("{shown} on one colour"),
        2 => format!("{shown} on two colours"),
        _ => shown,
    }
}

#[test]
fn short_games_reach_dead_positions_and_those_next_to_them_with_both_options_for_draws() {
    let mut reached: BTreeMap<(String, Draws), u32> = BTreeMap::new();
    for small in small_games(4800, Playable::Known(&|_| true)) {
        let (accepted, position) = begin(ReferenceEngine::default(), &small);
        if let Some(position) = position.filter(|_| accepted == 1) {
            *reached.entry((material(&position), position.parts().draws)).or_default() += 1;
        }
    }
    for wanted in [
        "n-",
        "b-",
        "bb- on one colour",
        "bb- on two colours",
        "b-b on one colour",
        "b-b on two colours",
        "nn-",
        "n-n",
        "bn-",
        "b-n",
    ] {
        for draws in [Draws::Claim, Draws::Auto] {
            let count = reached.get(&(wanted.into(), draws)).copied().unwrap_or(0);
            assert!(count >= 3, "{wanted} with {draws:?}: {count} times");
        }
    }
}

/// Plays approximately `plies` plies, and counts what they reach.
fn reached(plies: u64) -> Outcome {
    let factories = Factories { subject: &FastEngine::default, oracle: &ReferenceEngine::default };
    check::run(&Plan::new(plies / 46, any_games()), factories, &Progress::default(), &|_| {})
}

#[test]
fn half_a_minute_of_a_slow_program_reaches_every_event_often() {
    let outcome = reached(PLIES);
    let counts: Vec<_> = Chess::EVENTS.iter().zip(outcome.coverage.total()).collect();
    let few: Vec<_> =
        counts.iter().filter(|(_, count)| *count < FEW).map(|(event, count)| (event.name, count)).collect();
    println!("{} games, {} plies", outcome.games, outcome.plies);
    counts.iter().for_each(|(event, count)| println!("{count:7} {}", event.name));
    assert!(outcome.plies <= PLIES && few.is_empty(), "{} plies: {few:?}", outcome.plies);
}

/// The maximum number of plies until each classic error is found: ten seconds at 1,000 plies per second.
/// `MEDIAN`: the maximum until half of them are found, two seconds.
const MOST: u64 = 10_000;
const MEDIAN: u64 = 2_000;

/// Checks an engine with a flaw like a program that plays 1,000 plies per second, for ten seconds. Returns
/// the number of plies played, the flaw, and the headline of the finding, if any.
fn hunted(flaw: ChessFlaw, seed: u64, config: GameConfig) -> (u64, ChessFlaw, String) {
    let subject = FactoryFn(|| Program::new(FlawedChess::new(flaw)));
    let factories = Factories { subject: &subject, oracle: &ReferenceEngine::default };
    let hasty = Budget { start: 50, hunt: 0, deepen: 0, shrink: 100, all: 150, ..Budget::PROGRAMS };
    let plan = Plan { seed, budget: hasty, ..Plan::new(MOST / 10, config) };
    let outcome = check::run(&plan, factories, &Progress::default(), &|_| {});
    let words = outcome
        .findings
        .first()
        .map_or("not found".into(), |finding| format!("game {}: {}", finding.game, finding.best().headline));
    println!("{:6} {flaw:28} {words}", outcome.plies);
    (if outcome.findings.is_empty() { u64::MAX } else { outcome.plies }, flaw, words)
}

/// A configuration for games of all kinds.
fn any_games() -> GameConfig {
    GameConfig::drawn(rules::<Chess>(), Chess::MOST_MOVES)
}

#[test]
fn every_classic_error_is_found_soon() {
    let all = ChessFlaw::ALL.into_iter().chain(ChessFlaw::CLASSIC);
    let mut found: Vec<_> = all.map(|flaw| hunted(flaw, 0, any_games())).collect();
    found.sort_unstable_by_key(|(plies, ..)| *plies);
    let (last, median) = (&found[found.len() - 1], &found[found.len() / 2]);
    assert!(last.0 <= MOST && median.0 <= MEDIAN, "{last:?}, {median:?}");
}

#[test]
fn every_error_of_chess960_is_found_soon_whether_or_not_the_run_names_it() {
    let like = rules::<Chess>().initial(&["chess960"]).expect("the variant is known");
    for seed in 0..3 {
        for flaw in ChessFlaw::CHESS960 {
            let named = GameConfig { start: Some(Start::Like(like.clone())), ..any_games() };
            for config in [named, any_games()] {
                let found = hunted(flaw, seed, config);
                assert!(found.0 <= MOST / 2, "seed {seed}: {found:?}");
            }
        }
    }
}

#[test]
fn a_dead_position_that_is_played_on_is_found_soon_with_every_seed() {
    for seed in 0..6 {
        let found = hunted(ChessFlaw::LoneKnightAlive, seed, any_games());
        assert!(found.0 <= MEDIAN, "seed {seed}: {found:?}");
    }
}
