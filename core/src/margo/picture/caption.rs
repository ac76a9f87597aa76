//! What is said about a position under and behind its drawing.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{State, name};
use crate::margo::{Observation, Player, Point};

/// How far the game has come and whose turn it is, e.g. `After 62 moves, White to move`.
pub(super) fn status(seen: &Observation) -> String {
    let moves = if seen.ply == 1 { "1 move".into() } else { format!("{} moves", seen.ply) };
    match (seen.to_move, seen.winner) {
        (Some(player), _) if seen.ply == 0 => format!("{} to begin", name(player)),
        (Some(player), _) => format!("After {moves}, {} to move", name(player)),
        (None, Some(player)) if seen.by_capture => format!("{} has won by a capture after {moves}", name(player)),
        (None, Some(player)) => format!("{} has won after {moves}", name(player)),
        (None, None) => format!("Drawn after {moves}"),
    }
}

/// The balls of each player, e.g. `White 18`.
pub(super) fn scores(seen: &Observation) -> Vec<(Player, String)> {
    seen.scores.iter().map(|(&player, balls)| (player, format!("{} {balls}", name(player)))).collect()
}

/// A ball for people who point at it, e.g. `C5:0: White's ball, buried`.
pub(super) fn ball(point: Point, player: Player, state: State) -> String {
    let state = match state {
        State::Alive => "",
        State::Zombie => ", a zombie",
        State::Buried => ", buried",
    };
    format!("{point}: {}'s ball{state}", name(player))
}

/// The whole picture in words.
pub(super) fn description(seen: &Observation) -> String {
    let scores: Vec<String> = scores(seen).into_iter().map(|(_, score)| score).collect();
    format!("A Margo board of size {} seen from above. {}. Balls: {}.", seen.size, status(seen), scores.join(", "))
}
