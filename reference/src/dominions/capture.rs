//! Capture: what happens after a legal placement.

use bustan_vocabulary::dominions::{Cell, Player};

use super::board::Board;
use super::groups::groups;

/// Captures after `mover` has placed a tile on `placed`, in the order of Go.
pub(super) fn capture(board: &mut Board, mover: Player, placed: Cell) {
    // 1. "Every opponent group left with no liberty is captured: all its tiles flip to the mover, at once."
    for group in groups(board) {
        if group.controller == mover.opponent() && group.liberties == 0 {
            flip(board, &group.cells, mover);
        }
    }
    // 2. "Then the mover's group containing the new tile is looked at as it is now. If it has no liberty it is captured in
    // turn: all of it flips to the opponent." This also applies when step 1 captured something but opened no liberty.
    for group in groups(board) {
        if group.cells.contains(&placed) && group.liberties == 0 {
            flip(board, &group.cells, mover.opponent());
        }
    }
}

/// Gives the tiles on these cells to a controller. Their owner never changes.
fn flip(board: &mut Board, cells: &[Cell], controller: Player) {
    for cell in cells {
        if let Some(piece) = board.tiles.get_mut(cell) {
            piece.controller = controller;
        }
    }
}
