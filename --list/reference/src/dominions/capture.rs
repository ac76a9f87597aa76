//! Capture: the effects of a legal placement.

use bustan_vocabulary::dominions::{Cell, Piece, Player};

use super::board::Board;
use super::groups::groups;

/// Captures after `mover` has placed a tile on `placed`, the opponent's groups first. It leaves no group
/// without a liberty [dominions 4.3].
pub(super) fn capture(board: &mut Board, mover: Player, placed: Cell) {
    // Every group of the opponent without a liberty [dominions 4.1].
    for group in groups(board) {
        if group.controller == mover.opponent() && group.liberties == 0 {
            flip(board, &group.cells, mover);
        }
    }
    // Then the new tile's group as it is now, whether or not anything was captured [dominions 4.2].
    for group in groups(board) {
        if group.cells.contains(&placed) && group.liberties == 0 {
            flip(board, &group.cells, mover.opponent());
        }
    }
}

/// Gives the tiles on these cells to a controller. Their owner never changes [dominions 1.4].
fn flip(board: &mut Board, cells: &[Cell], controller: Player) {
    for &cell in cells {
        if let Some(piece) = board.at(cell) {
            board.put(cell, Piece { controller, ..piece });
        }
    }
}
