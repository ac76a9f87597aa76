//! Tests of the reference engine of Dominions with the published sample game and with invariants of every
//! game. Positions judged by hand are data in `tests/cases`, for all engines.

use bustan_reference::dominions::ReferenceEngine;
use bustan_vocabulary::dominions::{Cell, Dominions, Move, Observation, Player};
use bustan_vocabulary::{Engine, Game, Record, Ruling};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn at(position: &str) -> ReferenceEngine {
    let mut engine = ReferenceEngine::default();
    engine.setup(&position.parse().unwrap()).unwrap();
    engine
}

fn seen(engine: &ReferenceEngine) -> Observation {
    engine.observe().unwrap()
}

/// Plays moves, each for the player to move.
fn play(engine: &mut ReferenceEngine, moves: &str) {
    for mv in moves.split_ascii_whitespace() {
        let player = engine.turn().unwrap();
        assert_eq!(engine.play(player, &mv.parse().unwrap()), Ok(()), "{mv}");
    }
}

/// Plays uniformly random games on boards of several sizes, and calls `law` before each move.
fn in_random_games(mut law: impl FnMut(&mut ReferenceEngine)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    for (side, games) in [(2, 300), (3, 20), (4, 10), (5, 5), (9, 1)] {
        for _ in 0..games {
            let mut engine = at(&format!("{side}"));
            while let Some(player) = engine.turn() {
                law(&mut engine);
                let moves = engine.legal_moves().unwrap();
                let mv = moves[random.random_range(0..moves.len())];
                assert_eq!(engine.play(player, &mv), Ok(()));
            }
            law(&mut engine);
        }
    }
}

fn sample() -> Record<Dominions> {
    include_str!("../../../tests/golden/dominions-sample.txt").parse().unwrap()
}

#[test]
fn the_sample_game_is_legal_and_scores_as_the_applet_says() {
    let mut engine = ReferenceEngine::default();
    let record = sample();
    assert_eq!(record.moves.len(), 62);
    for (ply, (player, mv)) in record.moves.iter().enumerate() {
        assert_eq!(engine.play(*player, mv), Ok(()), "{mv}");
        if ply + 1 == 61 {
            let seen = seen(&engine);
            let tiles = Player::ALL
                .map(|player| seen.board.values().filter(|piece| piece.controller == player).count());
            assert_eq!(tiles, [18, 43]);
            assert_eq!((seen.scores.white, seen.scores.black), (-14, 10));
        }
    }
    let seen = seen(&engine);
    assert_eq!((seen.scores.white, seen.scores.black), (-14, 12));
    assert_eq!((seen.hands.white.len(), seen.hands.black.len()), (32, 32));
    assert_eq!((seen.groups.len(), seen.sections.len()), (11, 3));
    assert_eq!((seen.over, seen.winner), (false, None));
    play(&mut engine, "pass pass");
    assert_eq!(engine.observe().unwrap().winner, Some(Player::Black));
}

#[test]
fn undo_goes_back_to_the_start_and_no_further() {
    let mut engine = ReferenceEngine::default();
    let mut states = Vec::new();
    for (player, mv) in &sample().moves {
        states.push((engine.observe(), engine.hash(), engine.legal_moves()));
        engine.play(*player, mv).unwrap();
    }
    while let Some(state) = states.pop() {
        assert_eq!(engine.undo(), Some(true));
        assert_eq!((engine.observe(), engine.hash(), engine.legal_moves()), state);
    }
    assert_eq!(engine.undo(), Some(false));
    assert_eq!(engine.observe(), ReferenceEngine::default().observe());
}

#[test]
fn setup_restores_every_position_of_a_game() {
    let mut other = ReferenceEngine::default();
    in_random_games(|engine| {
        let position = engine.position().unwrap();
        assert_eq!(position.to_string().parse(), Ok(position.clone()));
        other.setup(&position).unwrap();
        assert_eq!(
            (other.observe(), other.hash(), other.turn()),
            (engine.observe(), engine.hash(), engine.turn())
        );
        assert_eq!(other.undo(), Some(false));
    });
}

#[test]
fn the_moves_listed_are_exactly_those_not_refused() {
    in_random_games(|engine| {
        let seen = seen(engine);
        if seen.size > 3 {
            return;
        }
        let Some(player) = engine.turn() else {
            assert_eq!(engine.legal_moves(), Some(Vec::new()));
            return;
        };
        let mut listed = engine.legal_moves().unwrap();
        listed.sort();
        let cells = (0..5).flat_map(|row| (1..=5).filter_map(move |column| Cell::new(row, column)));
        let places = cells.flat_map(|cell| {
            bustan_vocabulary::dominions::Tile::all().map(move |tile| Move::Place(tile, cell))
        });
        let mut allowed: Vec<Move> =
            places.chain([Move::Pass]).filter(|mv| engine.verdict(player, mv) == Ruling::Legal).collect();
        allowed.sort();
        assert_eq!(listed, allowed);
    });
}

#[test]
fn after_every_move_every_group_and_section_has_a_liberty() {
    // [dominions 4.3]
    in_random_games(|engine| {
        let seen = seen(engine);
        assert!(seen.groups.iter().all(|group| group.liberties > 0));
        assert!(seen.sections.iter().all(|section| section.liberties > 0));
    });
}

#[test]
fn hashes_are_equal_exactly_when_positions_are() {
    let mut known = std::collections::HashMap::new();
    in_random_games(|engine| {
        let seen = seen(engine);
        if seen.size == 2 {
            let identity = Dominions::identity(&seen);
            assert_eq!(known.entry(engine.hash()).or_insert_with(|| identity.clone()), &identity);
        }
    });
    assert!(known.len() > 1000);
}

#[test]
fn a_duplicate_shares_nothing() {
    let mut engine = at("2");
    play(&mut engine, "P1b2");
    let before = seen(&engine);
    let mut copy = engine.duplicate().unwrap();
    play(&mut copy, "P12c3 pass");
    assert_eq!(seen(&engine), before);
    assert_eq!((copy.undo(), copy.undo(), copy.undo()), (Some(true), Some(true), Some(true)));
    assert_eq!((copy.observe(), seen(&engine)), (at("2").observe(), before));
}
