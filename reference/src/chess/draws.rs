//! Draws as options: repetition, move counts and dead positions.

use bustan_vocabulary::chess::{Cell, Draws, Kind, Player};

use super::state::State;

/// Whether the game is over by one of the draws that its option includes.
pub(super) fn is_drawn(state: &State) -> bool {
    match state.draws {
        Draws::None => false,
        // The third occurrence of a position [chess 7.1], 50 moves of each player [chess 7.3], or a dead
        // position [chess 7.6].
        Draws::Claim => is_repeated(state) || state.halfmoves >= 2 * 50 || is_dead(state),
        // The fifth occurrence of a position [chess 7.4], 75 moves of each player [chess 7.5], or a dead
        // position [chess 7.6].
        Draws::Auto => is_repeated(state) || state.halfmoves >= 2 * 75 || is_dead(state),
    }
}

/// Whether the position has occurred often enough for a draw. A position can be set up as drawn by repetition
/// [chess 9.10].
pub(super) fn is_repeated(state: &State) -> bool {
    let times = match state.draws {
        Draws::None => return false,
        Draws::Claim => 3,
        Draws::Auto => 5,
    };
    state.drawn || state.appeared >= times
}

/// Whether two positions are the same [chess 7.2]. A state has an en passant square only if the capture on it
/// is legal.
pub(super) fn are_same(one: &State, other: &State) -> bool {
    one.turn == other.turn
        && one.board == other.board
        && one.rights == other.rights
        && one.en_passant == other.en_passant
}

/// Whether no sequence of moves can lead to checkmate, according to the kinds of the pieces alone
/// [chess 7.6].
fn is_dead(state: &State) -> bool {
    let others = || {
        let of = |player| state.board.of(player);
        of(Player::White).chain(of(Player::Black)).filter(|&(_, kind)| kind != Kind::King)
    };
    let is_light = |(cell, _): (Cell, Kind)| (cell.file() + cell.rank()) % 2 == 1;
    let all_bishops = others().all(|(_, kind)| kind == Kind::Bishop);
    let bishops_on_one_colour = all_bishops && (others().all(is_light) || !others().any(is_light));
    let one_knight = others().count() == 1 && others().all(|(_, kind)| kind == Kind::Knight);
    bishops_on_one_colour || one_knight
}
