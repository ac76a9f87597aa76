//! Pawns: steps, captures and promotions.

use bustan_vocabulary::chess::{Cell, Kind, Man, Move, Player};

use super::board::{between, cell_at, coordinates, distance, forward, is_on_rank};
use super::state::State;

/// Whether a pawn attacks a square: the square is diagonally in front of it on an adjacent file [chess 3.3].
pub(super) fn attacks(player: Player, from: Cell, to: Cell) -> bool {
    let (files, ranks) = distance(from, to);
    files.abs() == 1 && ranks == forward(player)
}

/// Whether a pawn can move to a square.
pub(super) fn moves(state: &State, player: Player, from: Cell, to: Cell) -> bool {
    steps(state, player, from, to)
        || is_double_step(state, player, from, to)
        || captures(state, player, from, to)
        || captures_en_passant(state, player, from, to)
}

/// Whether a pawn moves one square forward to an empty square [chess 3.1].
fn steps(state: &State, player: Player, from: Cell, to: Cell) -> bool {
    distance(from, to) == (0, forward(player)) && state.board.is_empty(to)
}

/// Whether a pawn moves two squares forward from its second rank, both of which are empty [chess 3.2].
pub(super) fn is_double_step(state: &State, player: Player, from: Cell, to: Cell) -> bool {
    is_on_rank(from, player, 2)
        && distance(from, to) == (0, 2 * forward(player))
        && between(from, to).all(|cell| state.board.is_empty(cell))
        && state.board.is_empty(to)
}

/// Whether a pawn captures a piece of the opponent on a square that it attacks [chess 3.3].
fn captures(state: &State, player: Player, from: Cell, to: Cell) -> bool {
    attacks(player, from, to) && state.board.is_of(to, player.opponent())
}

/// Whether a pawn attacks the square that a pawn of the opponent has just crossed [chess 3.4].
pub(super) fn captures_en_passant(state: &State, player: Player, from: Cell, to: Cell) -> bool {
    attacks(player, from, to) && state.en_passant == Some(to)
}

/// The square behind `cell` as `player` sees the board. If a pawn of the opponent has just crossed `cell`, it
/// is on this square [chess 3.4].
pub(super) fn behind(player: Player, cell: Cell) -> Option<Cell> {
    let (file, rank) = coordinates(cell);
    cell_at(file, rank - forward(player))
}

/// Whether a move takes a pawn to the last rank, where it is promoted [chess 3.5].
fn is_exchanged(state: &State, mv: Move) -> bool {
    let pawn = state.board.at(mv.from).filter(|man| man.kind == Kind::Pawn);
    pawn.is_some_and(|man| is_on_rank(mv.to, man.player, 8))
}

/// Whether a move names a promotion piece if and only if a pawn is promoted [chess 3.5].
pub(super) fn names_right_promotion(state: &State, mv: Move) -> bool {
    mv.promotion.is_some() == is_exchanged(state, mv)
}

/// The promotion pieces that a move may name: the four of a promotion [chess 3.5], or none.
pub(super) fn promotions(state: &State, mv: Move) -> Vec<Option<Kind>> {
    if is_exchanged(state, mv) { Move::PROMOTIONS.map(Some).to_vec() } else { vec![None] }
}

/// Replaces the pawn by the promotion piece that a move names. The piece takes effect immediately
/// [chess 3.6], because everything else is computed from the board.
pub(super) fn exchange(state: &mut State, player: Player, mv: Move) {
    if let Some(kind) = mv.promotion {
        state.board.put(mv.to, Some(Man { player, kind }));
    }
}
