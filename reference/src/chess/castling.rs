//! Castling, in the standard game and in Chess960.

use bustan_vocabulary::chess::{Cell, Kind, Move, Player, Wing};

use super::board::{between, rank_of};
use super::pieces::is_attacked;
use super::state::State;

/// The squares of the king and the rook before and after castling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Castling {
    pub(super) king: (Cell, Cell),
    pub(super) rook: (Cell, Cell),
}

/// The castling that a move means, if the player still has the right to it [chess 4.2]; `None` if the move is
/// not a castling move.
pub(super) fn castling(state: &State, player: Player, mv: Move) -> Option<Castling> {
    let king = state.board.king(player).filter(|&king| king == mv.from)?;
    [Wing::King, Wing::Queen].into_iter().find_map(|wing| {
        let rook = state.rights.rook(player, wing)?;
        let [king_to, rook_to] = targets(state, player, wing, king)?;
        let castling = Castling { king: (king, king_to), rook: (rook, rook_to) };
        // In Chess960 the move names the square of the rook, otherwise the target of the king [chess 8.5].
        let named = if state.chess960 { rook } else { king_to };
        (named == mv.to && mv.promotion.is_none()).then_some(castling)
    })
}

/// The squares of the king and the rook after castling.
fn targets(state: &State, player: Player, wing: Wing, king: Cell) -> Option<[Cell; 2]> {
    let rank = rank_of(player, 1);
    let [king_file, rook_file] = match (state.chess960, wing) {
        // On the g-file and the f-file for the king's wing, or on the c-file and the d-file for the queen's
        // wing [chess 8.2].
        (true, Wing::King) => [6, 5],
        (true, Wing::Queen) => [2, 3],
        // The king moves two squares towards the rook, and the rook moves to the square that the king has
        // crossed [chess 4.1].
        (false, Wing::King) => [king.file() + 2, king.file() + 1],
        (false, Wing::Queen) => [king.file().checked_sub(2)?, king.file() - 1],
    };
    Some([Cell::new(king_file, rank)?, Cell::new(rook_file, rank)?])
}

/// Whether no piece is in the way of castling.
pub(super) fn is_free(state: &State, castling: Castling) -> bool {
    let Castling { king, rook } = castling;
    let is_empty = |cell: Cell| state.board.is_empty(cell);
    if !state.chess960 {
        // No piece is between the king and the rook [chess 4.4].
        return between(king.0, rook.0).all(is_empty);
    }
    // All squares on the paths of the king and the rook are empty, except for these two pieces [chess 8.3].
    [king, rook].into_iter().all(|(from, to)| {
        let mut way = between(from, to).chain([to]);
        way.all(|cell| is_empty(cell) || cell == king.0 || cell == rook.0)
    })
}

/// Whether the opponent attacks the square of the king, a square that it crosses, or its target [chess 4.3].
/// The same applies in Chess960 [chess 8.4].
pub(super) fn is_over_attacked_cells(state: &State, player: Player, castling: Castling) -> bool {
    let (from, to) = castling.king;
    let mut way = [from, to].into_iter().chain(between(from, to));
    way.any(|cell| is_attacked(&state.board, cell, player.opponent()))
}

/// Moves the king and the rook.
pub(super) fn carry_out(state: &mut State, castling: Castling) {
    let Castling { king, rook } = castling;
    let (king_man, rook_man) = (state.board.at(king.0), state.board.at(rook.0));
    state.board.put(king.0, None);
    state.board.put(rook.0, None);
    state.board.put(king.1, king_man);
    state.board.put(rook.1, rook_man);
}

/// Removes the castling rights that a move of `player` loses: both rights if it moves the king, and the right
/// with any rook that it moves or captures [chess 4.2]. Must be called before the move is made.
pub(super) fn lose_rights(state: &mut State, player: Player, mv: Move) {
    let moves_king = state.board.at(mv.from).is_some_and(|man| man.kind == Kind::King);
    for (owner, wing, rook) in state.rights.all().collect::<Vec<_>>() {
        if (moves_king && owner == player) || rook == mv.from || rook == mv.to {
            state.rights.set(owner, wing, None);
        }
    }
}
