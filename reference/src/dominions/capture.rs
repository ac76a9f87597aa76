//! Capture: what happens after a legal placement.

use bustan_vocabulary::dominions::{Cell, Player};

use super::board::Board;
use super::groups::groups;

/// Captures after `mover` has placed a tile on `placed`, the opponent's groups first. It leaves no group
/// without liberty [dominions 4.3].
pub(super) fn capture(board: &mut Board, mover: Player, placed: Cell) {
    // Every group of the opponent without liberty [dominions 4.1].
    for group in groups(board) {
        if group.controller == mover.opponent() && group.liberties == 0 {
            flip(board, &group.cells, mover);
        }
    }
    // Then the group of the new tile as it is by now, whether or not something was captured [dominions 4.2].
    for group in groups(board) {
        if group.cells.contains(&placed) && group.liberties == 0 {
            flip(board, &group.cells, mover.opponent());
        }
    }
}

/// Gives the tiles on these cells to a controller. Their owner never changes [dominions 1.4].
fn flip(board: &mut Board, cells: &[Cell], controller: Player) {
    for cell in cells {
        if let Some(piece) = board.tiles.get_mut(cell) {
            piece.controller = controller;
        }
    }
}
