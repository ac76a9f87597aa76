//! The reference engine of Tribolo on positions small enough to be judged by eye, and what holds in every
//! game.
//!
//! Positions are written as in the vocabulary: size, cells row by row, player asked first.

mod end;
mod jumps;
mod laws;
mod turns;

use bustan_reference::tribolo::ReferenceEngine;
use bustan_vocabulary::Engine;
use bustan_vocabulary::tribolo::{Observation, Player, Reason};

fn at(position: &str) -> ReferenceEngine {
    let mut engine = ReferenceEngine::default();
    engine.setup(&position.parse().unwrap()).unwrap();
    engine
}

fn seen(engine: &ReferenceEngine) -> Observation {
    engine.observe().unwrap()
}

fn verdict(engine: &ReferenceEngine, player: Player, mv: &str) -> Result<(), Reason> {
    engine.verdict(player, &mv.parse().unwrap()).answer().unwrap().map_err(Option::unwrap)
}

/// Plays moves of the players on turn.
fn play(engine: &mut ReferenceEngine, moves: &str) {
    for mv in moves.split_ascii_whitespace() {
        let player = engine.turn().unwrap();
        assert_eq!(engine.play(player, &mv.parse().unwrap()), Ok(()), "{mv}");
    }
}

/// The position after moves of the players on turn.
fn after(position: &str, moves: &str) -> String {
    let mut engine = at(position);
    play(&mut engine, moves);
    engine.position().unwrap().to_string()
}

fn names<T: ToString>(cells: &[T]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The jumps of the player on turn, such as `a1: b1 c1; d1: c1`.
fn jumps(position: &str) -> String {
    let jumps = seen(&at(position)).jumps;
    jumps.iter().map(|(cell, over)| format!("{cell}: {}", names(over))).collect::<Vec<_>>().join("; ")
}

/// Where blue, red and green could move, each as names between blanks.
fn moves(position: &str) -> [String; 3] {
    let moves = seen(&at(position)).moves;
    Player::ALL.map(|player| names(&moves[&player]))
}
