//! Turn order and end: who is on turn, who has won.

use std::collections::BTreeMap;

use bustan_vocabulary::tribolo::Player;

use super::board::Board;
use super::moves::Jump;

/// The player to move: the first in cyclic order [tribolo 1.4] who has a move, starting with the one asked
/// first [tribolo 1.7]. A player without one is skipped [tribolo 3.2]. `None` if no player has one: the game
/// is over [tribolo 3.3].
///
/// `jumps` are all jumps on the board.
pub(super) fn to_move(jumps: &[Jump], asked: Player) -> Option<Player> {
    asked.cycle().into_iter().find(|&player| jumps.iter().any(|jump| jump.by == player))
}

/// The number of cells each player owns [tribolo 3.4], 0 included [tribolo 3.6].
pub(super) fn scores(board: &Board) -> BTreeMap<Player, u32> {
    let owned =
        |player| board.occupied().filter(|(_, content)| content.owner() == Some(player)).count() as u32;
    Player::ALL.into_iter().map(|player| (player, owned(player))).collect()
}

/// The player with the most cells; `None` if several share them [tribolo 3.5].
pub(super) fn winner(board: &Board) -> Option<Player> {
    let scores = scores(board);
    let best = scores.values().max()?;
    let mut with_most = scores.iter().filter(|(_, score)| *score == best);
    match (with_most.next(), with_most.next()) {
        (Some((&player, _)), None) => Some(player),
        _ => None,
    }
}
