//! Turn order and end: who is on turn, who has won.

use std::collections::BTreeMap;

use bustan_vocabulary::tribolo::Player;

use super::board::Board;
use super::moves::Jump;

/// The player on turn: "the first in cyclic order, starting with that one, who has a move". `None` when none of the three has
/// one: "the game is over".
///
/// `jumps` are all jumps on the board.
pub(super) fn to_move(jumps: &[Jump], asked: Player) -> Option<Player> {
    asked.cycle().into_iter().find(|&player| jumps.iter().any(|jump| jump.by == player))
}

/// "Score of a player = cells owned."
pub(super) fn scores(board: &Board) -> BTreeMap<Player, u32> {
    let owned = |player| board.occupied().filter(|(_, content)| content.owner() == Some(player)).count() as u32;
    Player::ALL.into_iter().map(|player| (player, owned(player))).collect()
}

/// "Most cells wins; a shared maximum is a tie between those players."
pub(super) fn winner(board: &Board) -> Option<Player> {
    let scores = scores(board);
    let best = scores.values().max()?;
    let mut with_most = scores.iter().filter(|(_, score)| *score == best);
    match (with_most.next(), with_most.next()) {
        (Some((&player, _)), None) => Some(player),
        _ => None,
    }
}
