//! Numbers of positions and lengths of games that were established independently.

use std::collections::HashSet;

use bustan_reference::margo::ReferenceEngine;
use bustan_vocabulary::Engine;
use bustan_vocabulary::margo::Position;

use super::at;

#[test]
fn the_longest_game_on_size_2_has_24_moves() {
    assert!(at("2").perft(24) > Some(0));
    assert_eq!(at("2").perft(25), Some(0));
}

/// The number of positions, including the player to move, that can be reached from the empty board if
/// positions have no history.
fn reachable(size: &str) -> usize {
    let mut engine = ReferenceEngine::default();
    let mut known = HashSet::new();
    let mut open: Vec<Position> = vec![size.parse().unwrap()];
    while let Some(position) = open.pop() {
        if !known.insert((position.balls().clone(), position.turn())) {
            continue;
        }
        engine.setup(&position).unwrap();
        for mv in engine.legal_moves().unwrap() {
            engine.play(position.turn(), &mv).unwrap();
            open.push(engine.position().unwrap());
            engine.undo();
        }
    }
    known.len()
}

#[test]
fn as_many_positions_can_be_reached_as_are_known_of() {
    assert_eq!(reachable("2"), 43);
    assert_eq!(reachable("3"), 51_039);
}
