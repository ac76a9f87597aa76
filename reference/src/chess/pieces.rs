//! Moves of the pieces: the squares that a piece attacks, and the squares to which it can move.

use bustan_vocabulary::chess::{Cell, Kind, Player};

use super::board::{Board, between, distance};
use super::pawns;
use super::state::State;

/// Whether the piece on `from` attacks `to`: it could capture there, even if that would leave its own king in
/// check [chess 2.3].
pub(super) fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(man) = board.at(from) else { return false };
    match man.kind {
        Kind::Bishop => is_diagonal(from, to) && is_free(board, from, to),
        Kind::Rook => is_straight(from, to) && is_free(board, from, to),
        // The queen moves like the bishop and the rook [chess 2.6].
        Kind::Queen => (is_diagonal(from, to) || is_straight(from, to)) && is_free(board, from, to),
        Kind::Knight => is_leap(from, to),
        Kind::King => is_adjoining(from, to),
        Kind::Pawn => pawns::attacks(man.player, from, to),
    }
}

/// Whether two squares are different and on the same diagonal, as a bishop moves [chess 2.4].
fn is_diagonal(from: Cell, to: Cell) -> bool {
    let (files, ranks) = distance(from, to);
    from != to && files.abs() == ranks.abs()
}

/// Whether two squares are different and on the same file or rank, as a rook moves [chess 2.5].
fn is_straight(from: Cell, to: Cell) -> bool {
    let (files, ranks) = distance(from, to);
    from != to && (files == 0 || ranks == 0)
}

/// Whether no piece is between two squares on a line, which a piece does not jump over [chess 2.7].
fn is_free(board: &Board, from: Cell, to: Cell) -> bool {
    between(from, to).all(|cell| board.is_empty(cell))
}

/// Whether a square is one of the nearest squares that are not on the same file, rank or diagonal, as a
/// knight moves [chess 2.8].
fn is_leap(from: Cell, to: Cell) -> bool {
    let (files, ranks) = distance(from, to);
    matches!((files.abs(), ranks.abs()), (1, 2) | (2, 1))
}

/// Whether two squares are adjacent, as a king moves [chess 2.9].
fn is_adjoining(from: Cell, to: Cell) -> bool {
    let (files, ranks) = distance(from, to);
    from != to && files.abs() <= 1 && ranks.abs() <= 1
}

/// Whether any piece of the player `by` attacks a square.
pub(super) fn is_attacked(board: &Board, cell: Cell, by: Player) -> bool {
    board.of(by).any(|(from, _)| attacks(board, from, cell))
}

/// Whether the piece on `from` can move to `to`, regardless of castling and check.
pub(super) fn moves(state: &State, from: Cell, to: Cell) -> bool {
    let Some(man) = state.board.at(from) else { return false };
    // A piece never moves to a square with a piece of its own colour [chess 2.1].
    if state.board.is_of(to, man.player) {
        return false;
    }
    match man.kind {
        Kind::Pawn => pawns::moves(state, man.player, from, to),
        _ => attacks(&state.board, from, to),
    }
}
