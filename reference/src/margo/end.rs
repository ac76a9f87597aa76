//! End and score.

use std::collections::BTreeMap;

use bustan_vocabulary::margo::{Player, Stage};

use super::legality::legal_moves;
use super::state::State;

/// Whether the game is over: the player to move has no legal move [margo 7.1], or the game was won by a
/// capture [margo 10.1] or set up as over [margo 8.7].
pub(super) fn over(state: &State, earlier: &[State]) -> bool {
    state.stage != Stage::Open || legal_moves(state, earlier).next().is_none()
}

/// The number of balls of each player on the board, including zombies and buried balls [margo 7.2].
pub(super) fn scores(state: &State) -> BTreeMap<Player, u32> {
    let balls = |player| state.board.balls().filter(|&(_, colour)| colour == player).count() as u32;
    state.board.setup.players().iter().map(|&player| (player, balls(player))).collect()
}

/// The winner of a game that is over: with `atari`, the player who captured [margo 10.1], otherwise the
/// player with the most balls [margo 7.3] [margo 10.2]. `None` if several players share the most
/// [margo 12.2].
pub(super) fn winner(state: &State) -> Option<Player> {
    if state.stage == Stage::Won {
        return Some(state.previous_player());
    }
    let scores = scores(state);
    let most = scores.values().max()?;
    let mut leaders = scores.iter().filter(|&(_, balls)| balls == most);
    match (leaders.next(), leaders.next()) {
        (Some((&leader, _)), None) => Some(leader),
        _ => None,
    }
}
