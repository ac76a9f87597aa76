//! What is said about a position under and behind its drawing.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::name;
use crate::tribolo::{Cell, Content, Observation, Player};

/// How far the game has come and whose turn it is, e.g. `After 62 moves, Red to move`.
pub(super) fn status(seen: &Observation) -> String {
    let moves = if seen.ply == 1 { "1 move".into() } else { format!("{} moves", seen.ply) };
    match (seen.to_move, seen.winner) {
        (Some(player), _) if seen.ply == 0 => format!("{} to begin", name(player)),
        (Some(player), _) => format!("After {moves}, {} to move", name(player)),
        (None, Some(player)) => format!("{} has won after {moves}", name(player)),
        (None, None) => match leaders(seen)[..] {
            [one, other] => format!("{} and {} have tied after {moves}", name(one), name(other)),
            _ => format!("All have tied after {moves}"),
        },
    }
}

/// The players with the most cells.
fn leaders(seen: &Observation) -> Vec<Player> {
    let most = seen.scores.values().max();
    seen.scores.iter().filter(|(_, cells)| Some(*cells) == most).map(|(&player, _)| player).collect()
}

/// The cells of each player, e.g. `Blue 18`.
pub(super) fn scores(seen: &Observation) -> Vec<(Player, String)> {
    seen.scores.iter().map(|(&player, cells)| (player, format!("{} {cells}", name(player)))).collect()
}

/// A cell for people who point at it, e.g. `c5: Blue's cell, just taken`.
pub(super) fn cell(cell: Cell, content: Content, taken: bool) -> String {
    match content {
        Content::Empty => format!("{cell}: empty"),
        Content::Wall => format!("{cell}: a wall"),
        Content::Owned(player) => format!("{cell}: {}'s cell{}", name(player), if taken { ", just taken" } else { "" }),
    }
}

/// The whole picture in words.
pub(super) fn description(seen: &Observation) -> String {
    let scores: Vec<String> = scores(seen).into_iter().map(|(_, score)| score).collect();
    let (width, height) = (seen.width, seen.height);
    format!("A Tribolo board, {width} cells wide and {height} high. {}. Cells: {}.", status(seen), scores.join(", "))
}
