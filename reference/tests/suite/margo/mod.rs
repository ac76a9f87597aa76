//! Tests of the reference engine of Margo with known facts about the game, such as numbers of positions, and
//! with invariants of every game. Positions judged by hand are data in `tests/cases`, for all engines.

mod counts;
mod history;
mod laws;

use bustan_reference::margo::ReferenceEngine;
use bustan_vocabulary::Engine;
use bustan_vocabulary::margo::{Observation, Player, Reason};

fn at(position: &str) -> ReferenceEngine {
    let mut engine = ReferenceEngine::default();
    engine.setup(&position.parse().unwrap()).unwrap();
    engine
}

fn seen(engine: &ReferenceEngine) -> Observation {
    engine.observe().unwrap()
}

/// The verdict on a move of the player to move.
fn verdict(engine: &ReferenceEngine, mv: &str) -> Result<(), Reason> {
    let player = engine.turn().unwrap_or(Player::White);
    engine.verdict(player, &mv.parse().unwrap()).answer().unwrap().map_err(Option::unwrap)
}

/// Plays moves, each for the player to move.
fn play(engine: &mut ReferenceEngine, moves: &str) {
    for mv in moves.split_ascii_whitespace() {
        let player = engine.turn().unwrap();
        assert_eq!(engine.play(player, &mv.parse().unwrap()), Ok(()), "{mv}");
    }
}

/// The engine after `moves` have been played from a position.
fn after(position: &str, moves: &str) -> ReferenceEngine {
    let mut engine = at(position);
    play(&mut engine, moves);
    engine
}
