//! Castling, in the standard game and in Chess960.

use bustan_vocabulary::chess::{Cell, Kind, Move, Player, Wing};

use super::board::{between, rank_of};
use super::pieces::is_attacked;
use super::state::State;

/// The squares of king and rook before and after castling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    pub(super) king: (Cell, Cell),
    pub(super) rook: (Cell, Cell),
}

/// The castling that a move means, if the player still has the right to it [chess 4.2]; `None` for other
/// moves.
pub(super) fn castling(state: &State, player: Player, mv: Move) -> Option<Castling> {
    let king = state.board.king(player).filter(|&king| king == mv.from)?;
    [Wing::King, Wing::Queen].into_iter().find_map(|wing| {
        let rook = state.rights.rook(player, wing)?;
        let [king_to, rook_to] = targets(state, player, wing, king)?;
        let castling = Castling { king: (king, king_to), rook: (rook, rook_to) };
        // In Chess960 the move names the rook's square, otherwise the king's target [chess 8.5].
        let named = if state.chess960 { rook } else { king_to };
        (named == mv.to && mv.promotion.is_none()).then_some(castling)
    })
}

/// The squares of king and rook after castling.
fn targets(state: &State, player: Player, wing: Wing, king: Cell) -> Option<[Cell; 2]> {
    let rank = rank_of(player, 1);
    let [king_file, rook_file] = match (state.chess960, wing) {
        // On the g-file and the f-file, or on the c-file and the d-file [chess 8.2].
        (true, Wing::King) => [6, 5],
        (true, Wing::Queen) => [2, 3],
        // The king moves two squares towards the rook, which goes to the square that the king has crossed
        // [chess 4.1].
        (false, Wing::King) => [king.file() + 2, king.file() + 1],
        (false, Wing::Queen) => [king.file().checked_sub(2)?, king.file() - 1],
    };
    Some([Cell::new(king_file, rank)?, Cell::new(rook_file, rank)?])
}

/// Whether no piece is in the way.
pub(super) fn is_free(state: &State, castling: Castling) -> bool {
    let Castling { king, rook } = castling;
    let is_empty = |cell: Cell| state.board.is_empty(cell);
    if !state.chess960 {
        // No piece is between king and rook [chess 4.4].
        return between(king.0, rook.0).all(is_empty);
    }
    // All squares on both ways are empty, except for king and rook themselves [chess 8.3].
    [king, rook].into_iter().all(|(from, to)| {
        let mut way = between(from, to).chain([to]);
        way.all(|cell| is_empty(cell) || cell == king.0 || cell == rook.0)
    })
}

/// Whether the opponent attacks the square of the king, one that it has to cross, or its target [chess 4.3];
/// the same applies in Chess960 [chess 8.4].
pub(super) fn is_over_attacked_cells(state: &State, player: Player, castling: Castling) -> bool {
    let (from, to) = castling.king;
    let mut way = [from, to].into_iter().chain(between(from, to));
    way.any(|cell| is_attacked(&state.board, cell, player.opponent()))
}

/// Moves king and rook.
pub(super) fn carry_out(state: &mut State, castling: Castling) {
    let Castling { king, rook } = castling;
    let (king_man, rook_man) = (state.board.at(king.0), state.board.at(rook.0));
    state.board.put(king.0, None);
    state.board.put(rook.0, None);
    state.board.put(king.1, king_man);
    state.board.put(rook.1, rook_man);
}

/// Takes away the rights that are lost by a move, which is about to be made: both if it moves the king, and
/// the one with a rook that it moves or captures [chess 4.2].
pub(super) fn lose_rights(state: &mut State, player: Player, mv: Move) {
    let moves_king = state.board.at(mv.from).is_some_and(|man| man.kind == Kind::King);
    for (owner, wing, rook) in state.rights.all().collect::<Vec<_>>() {
        if (moves_king && owner == player) || rook == mv.from || rook == mv.to {
            state.rights.set(owner, wing, None);
        }
    }
}
