//! The reference engine of Margo against what is known of the game: counts of move sequences and positions,
//! the example games of the rules, and positions small enough to be judged by eye.
//!
//! Most positions are on size 3, with nine holes, four points on level 1 (in brackets) and one on level 2
//! over C3:
//!
//! ```text
//! A5    C5    E5
//!   (B4)  (D4)
//! A3    C3    E3
//!   (B2)  (D2)
//! A1    C1    E1
//! ```

mod capture;
mod connection;
mod counts;
mod laws;
mod legality;
mod setup;
mod variants;

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

/// The verdict on a move of the player on turn.
fn verdict(engine: &ReferenceEngine, mv: &str) -> Result<(), Reason> {
    let player = engine.turn().unwrap_or(Player::White);
    engine.verdict(player, &mv.parse().unwrap()).answer().unwrap().map_err(Option::unwrap)
}

/// Plays moves of the players on turn.
fn play(engine: &mut ReferenceEngine, moves: &str) {
    for mv in moves.split_ascii_whitespace() {
        let player = engine.turn().unwrap();
        assert_eq!(engine.play(player, &mv.parse().unwrap()), Ok(()), "{mv}");
    }
}

/// A position with moves played in it.
fn after(position: &str, moves: &str) -> ReferenceEngine {
    let mut engine = at(position);
    play(&mut engine, moves);
    engine
}

/// What the last move lifted.
fn captured(engine: &ReferenceEngine) -> String {
    names(&seen(engine).captured)
}

fn names<T: ToString>(points: &[T]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The groups, each as the initial of its colour, its balls and, behind a bar, its freedoms.
fn groups(engine: &ReferenceEngine) -> Vec<String> {
    let print = |group: &bustan_vocabulary::margo::Group| {
        format!("{} {} | {}", group.colour.initial(), names(&group.balls), names(&group.freedoms))
    };
    seen(engine).groups.iter().map(print).collect()
}
