//! Invariants that are checked before every move of random games.

use std::collections::HashMap;

use bustan_reference::margo::ReferenceEngine;
use bustan_vocabulary::margo::{Cell, Margo, Move, Player, Point, Reason};
use bustan_vocabulary::{Engine, Game, Ruling};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{at, seen};

/// Plays uniformly random games, mostly on small boards, and calls `law` before each move and at the end.
fn in_random_games(mut law: impl FnMut(&mut ReferenceEngine)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for (start, games) in [
        ("2", 60),
        ("3", 20),
        ("4", 8),
        ("5", 1),
        ("3 swap", 10),
        ("4 atari", 20),
        ("4 cutting off", 5),
        ("3 players 3", 10),
        ("4 swap atari cutting off players 3", 10),
    ] {
        for _ in 0..games {
            let mut engine = at(start);
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

#[test]
fn setup_restores_every_position_of_a_game() {
    let mut other = ReferenceEngine::default();
    in_random_games(|engine| {
        let position = engine.position().unwrap();
        assert_eq!(position.to_string().parse(), Ok(position.clone()));
        other.setup(&position).unwrap();
        let mut here = seen(engine);
        here.captured.clear();
        assert_eq!((seen(&other), other.hash()), (here, engine.hash()));
        assert_eq!(other.position(), Some(position));
        assert_eq!(other.undo(), Some(false));
    });
}

#[test]
fn the_moves_listed_are_exactly_those_not_refused() {
    in_random_games(|engine| {
        if seen(engine).size > 4 {
            return;
        }
        let mut listed = engine.legal_moves().unwrap();
        listed.sort();
        assert!(listed.is_sorted_by(|a, b| a < b), "each is listed once");
        let cells = (1..9).flat_map(|x| (1..9).filter_map(move |y| Cell::new(x, y)));
        let all: Vec<Move> = cells.map(Move::Place).chain([Move::Swap]).collect();
        for player in Player::ALL {
            let mut allowed: Vec<Move> =
                all.iter().copied().filter(|mv| engine.verdict(player, mv) == Ruling::Legal).collect();
            allowed.sort();
            assert_eq!(allowed, if engine.turn() == Some(player) { listed.clone() } else { Vec::new() });
        }
    });
}

#[test]
fn play_answers_as_verdict_does() {
    in_random_games(|engine| {
        if seen(engine).size > 3 {
            return;
        }
        let player = engine.turn().unwrap_or(Player::White);
        for cell in (1..8).flat_map(|x| (1..8).filter_map(move |y| Cell::new(x, y))) {
            let verdict = engine.verdict(player, &Move::Place(cell)).answer().unwrap();
            let before = (seen(engine), engine.hash());
            assert_eq!(engine.play(player, &Move::Place(cell)), verdict);
            if verdict.is_ok() {
                assert_ne!(seen(engine).board, before.0.board);
                assert_eq!(engine.undo(), Some(true));
            }
            assert_eq!((seen(engine), engine.hash()), before);
        }
    });
}

#[test]
fn after_every_move_only_balls_that_carry_others_are_without_freedom() {
    // [margo 5.3] [margo 5.4]
    in_random_games(|engine| {
        let seen = seen(engine);
        for group in seen.groups.iter().filter(|group| group.freedoms.is_empty()) {
            for ball in &group.balls {
                let rests_on = |above: &Point| {
                    above.level() == ball.level() + 1
                        && above.cell().x().abs_diff(ball.cell().x()) == 1
                        && above.cell().y().abs_diff(ball.cell().y()) == 1
                };
                assert!(seen.board.keys().any(rests_on), "{ball} carries nothing");
            }
        }
    });
}

#[test]
fn every_ball_is_buried_or_in_one_group_of_its_colour() {
    // [margo 3.5]
    in_random_games(|engine| {
        let seen = seen(engine);
        let mut balls: Vec<(Point, Option<Player>)> = seen.buried.iter().map(|&ball| (ball, None)).collect();
        balls.extend(
            seen.groups.iter().flat_map(|group| group.balls.iter().map(|&ball| (ball, Some(group.colour)))),
        );
        balls.sort();
        for (&(ball, colour), (&point, &owner)) in balls.iter().zip(&seen.board) {
            let straight_above =
                Point::at(ball.cell(), ball.level() + 2).filter(|above| seen.board.contains_key(above));
            assert_eq!((ball, colour), (point, if straight_above.is_some() { None } else { Some(owner) }));
        }
        assert_eq!(balls.len(), seen.board.len());
        assert!(seen.groups.is_sorted_by_key(|group| group.balls[0]));
    });
}

#[test]
fn no_position_recurs_with_the_same_player_next_but_by_a_swap() {
    // [margo 6.3] [margo 9.2]
    let mut past = Vec::new();
    in_random_games(|engine| {
        let seen = seen(engine);
        if seen.ply == 0 {
            past.clear();
        }
        let turn = engine.position().unwrap().turn();
        let swapped = seen.ply == 2 && seen.board.len() == 1;
        if !swapped {
            assert!(!past.contains(&(seen.board.clone(), turn)));
            past.push((seen.board, turn));
        }
    });
}

#[test]
fn every_repetition_ban_is_of_a_position_in_the_past() {
    let mut past = Vec::new();
    let mut bans = 0;
    let mut fresh = ReferenceEngine::default();
    in_random_games(|engine| {
        let seen = seen(engine);
        if seen.ply == 0 {
            past.clear();
        }
        let position = engine.position().unwrap();
        past.push((seen.board, position.turn()));
        let Some(player) = engine.turn().filter(|_| seen.size < 4) else { return };
        for cell in (1..6).flat_map(|x| (1..6).filter_map(move |y| Cell::new(x, y))) {
            if engine.verdict(player, &Move::Place(cell)) == Ruling::Illegal(Reason::Repetition) {
                fresh.setup(&position).unwrap();
                fresh.play(player, &Move::Place(cell)).unwrap();
                let next = fresh.position().unwrap();
                assert!(past.contains(&(next.balls().clone(), next.turn())));
                bans += 1;
            }
        }
    });
    assert!(bans > 20, "{bans}");
}

#[test]
fn hashes_are_equal_exactly_when_positions_are() {
    let mut by_hash = HashMap::new();
    let mut by_identity = HashMap::new();
    in_random_games(|engine| {
        let identity = Margo::identity(&seen(engine));
        assert_eq!(by_hash.entry(engine.hash()).or_insert_with(|| identity.clone()), &identity);
        assert_eq!(*by_identity.entry(identity).or_insert_with(|| engine.hash()), engine.hash());
    });
}
