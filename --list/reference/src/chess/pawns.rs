//! Pawns: how they step, capture and are exchanged.

use bustan_vocabulary::chess::{Cell, Kind, Man, Move, Player};

use super::board::{between, cell_at, coordinates, distance, forward, is_on_rank};
use super::state::State;

/// Whether a pawn attacks a cell: one diagonally before it, on an adjacent file [chess 3.3].
pub(super) fn attacks(player: Player, from: Cell, to: Cell) -> bool {
    let (files, ranks) = distance(from, to);
    files.abs() == 1 && ranks == forward(player)
}

/// Whether a pawn moves to a cell.
pub(super) fn moves(state: &State, player: Player, from: Cell, to: Cell) -> bool {
    steps(state, player, from, to)
        || is_double_step(state, player, from, to)
        || captures(state, player, from, to)
        || captures_en_passant(state, player, from, to)
}

/// One cell forward, if it is empty [chess 3.1].
fn steps(state: &State, player: Player, from: Cell, to: Cell) -> bool {
    distance(from, to) == (0, forward(player)) && state.board.is_empty(to)
}

/// Two cells forward from the second rank, if both are empty [chess 3.2].
pub(super) fn is_double_step(state: &State, player: Player, from: Cell, to: Cell) -> bool {
    is_on_rank(from, player, 2)
        && distance(from, to) == (0, 2 * forward(player))
        && between(from, to).all(|cell| state.board.is_empty(cell))
        && state.board.is_empty(to)
}

/// A piece of the opponent on a cell that the pawn attacks [chess 3.3].
fn captures(state: &State, player: Player, from: Cell, to: Cell) -> bool {
    attacks(player, from, to) && state.board.is_of(to, player.opponent())
}

/// The cell that a pawn of the opponent has just crossed, if the pawn attacks it [chess 3.4].
pub(super) fn captures_en_passant(state: &State, player: Player, from: Cell, to: Cell) -> bool {
    attacks(player, from, to) && state.en_passant == Some(to)
}

/// The cell behind another one as a player sees it: where a pawn of the opponent stands that has just crossed
/// that cell [chess 3.4].
pub(super) fn behind(player: Player, cell: Cell) -> Option<Cell> {
    let (file, rank) = coordinates(cell);
    cell_at(file, rank - forward(player))
}

/// Whether a move takes a pawn to the farthest rank, where it is exchanged [chess 3.5].
fn is_exchanged(state: &State, mv: Move) -> bool {
    let pawn = state.board.at(mv.from).filter(|man| man.kind == Kind::Pawn);
    pawn.is_some_and(|man| is_on_rank(mv.to, man.player, 8))
}

/// Whether a move names a piece exactly where a pawn is exchanged [chess 3.5].
pub(super) fn names_right_promotion(state: &State, mv: Move) -> bool {
    mv.promotion.is_some() == is_exchanged(state, mv)
}

/// The kinds that a move may name: the four of an exchange [chess 3.5], or none.
pub(super) fn promotions(state: &State, mv: Move) -> Vec<Option<Kind>> {
    if is_exchanged(state, mv) { Move::PROMOTIONS.map(Some).to_vec() } else { vec![None] }
}

/// Puts the piece that a move names in the place of the pawn. It acts at once [chess 3.6], for everything else
/// is worked out from the board.
pub(super) fn exchange(state: &mut State, player: Player, mv: Move) {
    if let Some(kind) = mv.promotion {
        state.board.put(mv.to, Some(Man { player, kind }));
    }
}
