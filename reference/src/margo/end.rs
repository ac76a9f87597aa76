//! End and score.

use std::collections::BTreeMap;

use bustan_vocabulary::margo::{Player, Stage};

use super::legality::legal_moves;
use super::state::State;

/// "The player on turn has no legal move: the game is over." Or it was won by a capture, or set up as over.
pub(super) fn over(state: &State, earlier: &[State]) -> bool {
    state.stage != Stage::Open || legal_moves(state, earlier).next().is_none()
}

/// The balls of each player on the board, "zombies and buried balls included".
pub(super) fn scores(state: &State) -> BTreeMap<Player, u32> {
    let balls = |player| state.board.balls().filter(|&(_, colour)| colour == player).count() as u32;
    state.board.setup.players().iter().map(|&player| (player, balls(player))).collect()
}

/// Who has won a game that is over: who won by a capture, or else "most balls on the board wins; equal is a draw". Of three
/// players "a shared maximum is a draw between those".
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
