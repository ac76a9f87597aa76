//! Invariants that are checked before every move of random games.

use std::collections::HashMap;

use bustan_guide::Symmetric;
use bustan_reference::abrobad::ReferenceEngine;
use bustan_vocabulary::abrobad::{Abrobad, Cell, Move, Player, Position};
use bustan_vocabulary::{Engine, Game, Ruling};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::seen;

/// Plays uniformly random games, and calls `law` before each move and at the end. To make games longer, a
/// drawn move that ends the game is redrawn three times out of four.
fn in_random_games(games: u32, mut law: impl FnMut(&mut ReferenceEngine)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    for _ in 0..games {
        let mut engine = ReferenceEngine::default();
        while let Some(player) = engine.turn() {
            law(&mut engine);
            let moves = engine.legal_moves().unwrap();
            let mv = match moves[random.random_range(0..moves.len())] {
                Move::End if random.random_range(0..4) > 0 => continue,
                mv => mv,
            };
            assert_eq!(engine.play(player, &mv), Ok(()));
        }
        law(&mut engine);
    }
}

/// Every move that can be named, and some moves with cells that are not on the board.
fn all_moves() -> impl Iterator<Item = Move> {
    let cells = || (1..=13).filter_map(Cell::new);
    let slides = cells().flat_map(move |from| cells().map(move |to| Move::Slide(from, to)));
    [Move::End].into_iter().chain(cells().map(Move::Place)).chain(slides)
}

#[test]
fn the_moves_listed_are_exactly_those_not_refused() {
    in_random_games(40, |engine| {
        let listed = engine.legal_moves().unwrap();
        assert_eq!(listed.is_empty(), engine.turn().is_none());
        for player in Player::ALL {
            let allowed: Vec<Move> =
                all_moves().filter(|mv| engine.verdict(player, mv) == Ruling::Legal).collect();
            assert_eq!(allowed, if engine.turn() == Some(player) { listed.clone() } else { Vec::new() });
        }
    });
}

#[test]
fn one_places_exactly_when_one_must() {
    // [abrobad 2.1]
    in_random_games(100, |engine| {
        let places = |mv: &Move| matches!(mv, Move::Place(_));
        let listed = engine.legal_moves().unwrap();
        let must_place = seen(engine).must_place;
        assert_eq!(listed.iter().any(places), must_place);
        assert_eq!(listed.iter().all(places), must_place || listed.is_empty());
    });
}

#[test]
fn play_and_undo_answer_as_verdict_does() {
    in_random_games(10, |engine| {
        let player = engine.turn().unwrap_or(Player::X);
        for mv in all_moves() {
            let verdict = engine.verdict(player, &mv).answer().unwrap();
            let before = (seen(engine), engine.hash(), engine.position());
            assert_eq!(engine.play(player, &mv), verdict);
            if verdict.is_ok() {
                assert_ne!(seen(engine).board, before.0.board);
                assert_eq!(engine.undo(), Some(true));
            }
            assert_eq!((seen(engine), engine.hash(), engine.position()), before);
        }
    });
}

#[test]
fn setup_restores_every_position_of_a_game() {
    let mut other = ReferenceEngine::default();
    in_random_games(100, |engine| {
        let position = engine.position().unwrap();
        assert_eq!(position.to_string().parse(), Ok(position.clone()));
        other.setup(&position).unwrap();
        assert_eq!(
            (seen(&other), other.hash(), other.position()),
            (seen(engine), engine.hash(), Some(position))
        );
        assert_eq!(other.undo(), Some(false));
    });
}

#[test]
fn hashes_are_equal_exactly_when_positions_are() {
    let mut by_hash = HashMap::new();
    let mut by_identity = HashMap::new();
    in_random_games(200, |engine| {
        let identity = Abrobad::identity(&seen(engine));
        assert_eq!(by_hash.entry(engine.hash()).or_insert_with(|| identity.clone()), &identity);
        assert_eq!(*by_identity.entry(identity).or_insert_with(|| engine.hash()), engine.hash());
    });
}

#[test]
fn the_images_of_a_position_have_the_images_of_its_moves_and_its_winner() {
    let mut other = ReferenceEngine::default();
    in_random_games(30, |engine| {
        let position: Position = engine.position().unwrap();
        for symmetry in 0..Abrobad::symmetries(&position) {
            other.setup(&Abrobad::image(&position, symmetry)).unwrap();
            let moves = engine.legal_moves().unwrap();
            let mut images: Vec<Move> =
                moves.iter().map(|mv| Abrobad::image_move(&position, mv, symmetry)).collect();
            images.sort();
            let mut listed = other.legal_moves().unwrap();
            listed.sort();
            assert_eq!(images, listed);
            let winner = seen(engine).winner.map(|player| Abrobad::image_player(player, symmetry));
            assert_eq!(seen(&other).winner, winner);
        }
    });
}
