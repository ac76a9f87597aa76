//! Check and legal moves.

use bustan_vocabulary::chess::{Move, Player, Reason};

use super::board::cells;
use super::castling::{castling, is_free, is_over_attacked_cells};
use super::end::is_over;
use super::pawns::{names_right_promotion, promotions};
use super::pieces::{is_attacked, moves};
use super::state::State;

/// Whether the king of `player` is in check [chess 5.1].
pub(super) fn is_in_check(state: &State, player: Player) -> bool {
    let king = state.board.king(player);
    king.is_some_and(|king| is_attacked(&state.board, king, player.opponent()))
}

/// Checks whether `player` may make a move.
///
/// # Errors
/// Returns the first reason against the move, in the order of [`Reason`] [chess 5.5].
pub(super) fn verdict(state: &State, player: Player, mv: Move) -> Result<(), Reason> {
    if is_over(state) {
        return Err(Reason::GameOver);
    }
    // The players move alternately [chess 1.4].
    if player != state.turn {
        return Err(Reason::NotYourTurn);
    }
    in_turn(state, mv)
}

/// Checks whether a move of the player to move obeys all rules about moves [chess 5.3], even if the game is
/// over.
///
/// # Errors
/// Returns the first reason against the move, in the order of [`Reason`] [chess 5.5].
pub(super) fn in_turn(state: &State, mv: Move) -> Result<(), Reason> {
    let player = state.turn;
    let man = state.board.at(mv.from).ok_or(Reason::NoPiece)?;
    if man.player != player {
        return Err(Reason::NotOwn);
    }
    if let Some(castling) = castling(state, player, mv) {
        if !is_free(state, castling) {
            return Err(Reason::NoMove);
        }
        if is_over_attacked_cells(state, player, castling) {
            return Err(Reason::Check);
        }
    } else {
        if state.board.is_of(mv.to, player) {
            return Err(Reason::Occupied);
        }
        if !moves(state, mv.from, mv.to) {
            return Err(Reason::NoMove);
        }
        if !names_right_promotion(state, mv) {
            return Err(Reason::Promotion);
        }
    }
    // The move must not leave the mover's king in check or expose it [chess 5.2].
    if is_in_check(&state.moved(mv), player) { Err(Reason::Check) } else { Ok(()) }
}

/// All legal moves, found by trying all moves of all own pieces to all squares. There are none when the game
/// is over. Passing is not a move [chess 5.4].
pub(super) fn legal_moves(state: &State) -> Vec<Move> {
    if is_over(state) { Vec::new() } else { all_in_turn(state).collect() }
}

/// All moves that the rules about moves allow the player to move, even if the game is over.
pub(super) fn all_in_turn(state: &State) -> impl Iterator<Item = Move> {
    let named = state.board.of(state.turn).flat_map(|(from, _)| cells().map(move |to| Move::new(from, to)));
    let promoted =
        |mv: Move| promotions(state, mv).into_iter().map(move |promotion| Move { promotion, ..mv });
    named.flat_map(promoted).filter(|&mv| in_turn(state, mv).is_ok())
}
