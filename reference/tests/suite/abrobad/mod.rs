//! The reference engine of Abrobad against positions small enough to be judged by eye.
//!
//! ```text
//!     1   2
//!   3   4   5
//! 6   7   8   9
//!   10  11  12
//! ```

mod end;
mod laws;
mod turn;

use bustan_reference::abrobad::ReferenceEngine;
use bustan_vocabulary::Engine;
use bustan_vocabulary::abrobad::{Observation, Reason};

fn at(position: &str) -> ReferenceEngine {
    let mut engine = ReferenceEngine::default();
    engine.setup(&position.parse().unwrap()).unwrap();
    engine
}

fn seen(engine: &ReferenceEngine) -> Observation {
    engine.observe().unwrap()
}

/// Plays moves of the players on turn.
fn play(engine: &mut ReferenceEngine, moves: &str) {
    for mv in moves.split_ascii_whitespace() {
        let player = engine.turn().unwrap();
        assert_eq!(engine.play(player, &mv.parse().unwrap()), Ok(()), "{mv}");
    }
}

/// The verdict on a move of the player on turn.
fn verdict(engine: &ReferenceEngine, mv: &str) -> Result<(), Reason> {
    let player = engine.turn().unwrap();
    engine.verdict(player, &mv.parse().unwrap()).answer().unwrap().map_err(Option::unwrap)
}

/// The legal moves, sorted as the protocol does.
fn legal(engine: &ReferenceEngine) -> String {
    let mut moves: Vec<String> = engine.legal_moves().unwrap().iter().map(ToString::to_string).collect();
    moves.sort();
    moves.join(" ")
}
