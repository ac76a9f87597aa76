//! Turns and end: who is to move, and who has won.

use std::collections::BTreeMap;

use bustan_vocabulary::tribolo::Player;

use super::board::Board;
use super::moves::Jump;

/// The player to move: the first player in cyclic order [tribolo 1.4] who has a legal move, starting with
/// `asked`, the player asked first [tribolo 1.7]. A player without a legal move is skipped [tribolo 3.2].
/// `None` if no player has one, which ends the game [tribolo 3.3].
///
/// `jumps` must be all jumps on the board.
pub(super) fn to_move(jumps: &[Jump], asked: Player) -> Option<Player> {
    asked.cycle().into_iter().find(|&player| jumps.iter().any(|jump| jump.by == player))
}

/// The number of cells that each player owns [tribolo 3.4]. A player without cells has the score 0
/// [tribolo 3.6].
pub(super) fn scores(board: &Board) -> BTreeMap<Player, u32> {
    let owned =
        |player| board.occupied().filter(|(_, content)| content.owner() == Some(player)).count() as u32;
    Player::ALL.into_iter().map(|player| (player, owned(player))).collect()
}

/// The player with the most cells; `None` if several players share the most [tribolo 3.5].
pub(super) fn winner(board: &Board) -> Option<Player> {
    let scores = scores(board);
    let best = scores.values().max()?;
    let mut with_most = scores.iter().filter(|(_, score)| *score == best);
    match (with_most.next(), with_most.next()) {
        (Some((&player, _)), None) => Some(player),
        _ => None,
    }
}
