//! Capture: the effects of a legal placement.

use bustan_vocabulary::dominions::{Cell, Piece, Player};

use super::board::Board;
use super::groups::groups;

/// Captures after `mover` has placed a tile on `placed`: the opponent's groups first, then the mover's.
/// Afterwards every group has a liberty [dominions 4.3].
pub(super) fn capture(board: &mut Board, mover: Player, placed: Cell) {
    // Every group of the opponent without a liberty [dominions 4.1].
    for group in groups(board) {
        if group.controller == mover.opponent() && group.liberties == 0 {
            flip(board, &group.cells, mover);
        }
    }
    // Then the group of the new tile in its current state, whether or not anything was captured
    // [dominions 4.2].
    for group in groups(board) {
        if group.cells.contains(&placed) && group.liberties == 0 {
            flip(board, &group.cells, mover.opponent());
        }
    }
}

/// Makes `controller` the controller of the tiles on these cells. Their owner never changes [dominions 1.4].
fn flip(board: &mut Board, cells: &[Cell], controller: Player) {
    for &cell in cells {
        if let Some(piece) = board.at(cell) {
            board.put(cell, Piece { controller, ..piece });
        }
    }
}
