//! The end: whether the game is over, and who has won.

use bustan_vocabulary::chess::Player;

use super::check::{all_in_turn, is_in_check};
use super::draws::is_drawn;
use super::state::State;

/// Whether the player to move has a legal move.
fn can_move(state: &State) -> bool {
    all_in_turn(state).next().is_some()
}

/// Whether the player to move is checkmated: in check and without a legal move [chess 6.1].
fn is_checkmate(state: &State) -> bool {
    is_in_check(state, state.turn) && !can_move(state)
}

/// Whether the player to move is stalemated: not in check and without a legal move [chess 6.2].
fn is_stalemate(state: &State) -> bool {
    !is_in_check(state, state.turn) && !can_move(state)
}

/// Whether the game is over. Without an option, only checkmate and stalemate end it [chess 6.3]. They take
/// precedence over any other draw [chess 7.7].
pub(super) fn is_over(state: &State) -> bool {
    is_checkmate(state) || is_stalemate(state) || is_drawn(state)
}

/// The player who has checkmated the opponent. Any other end is a draw, without points [chess 6.4].
pub(super) fn winner(state: &State) -> Option<Player> {
    is_checkmate(state).then(|| state.turn.opponent())
}
