//! Which positions could not arise by the rules.
//!
//! By Match beams never meet blanks nor leave the board, and "after every completed move every group has at least one
//! liberty".

use bustan_vocabulary::dominions::{Cell, Invalid};

use super::board::{Beside, Board, opposite};
use super::groups::groups;

/// Refuses a board on which beams do not match or a group has no liberty.
///
/// # Errors
/// The first fault in the order that [`Invalid`] gives.
pub(super) fn check(board: &Board) -> Result<(), Invalid> {
    for &cell in board.tiles.keys() {
        edge(board, cell)?;
        neighbours(board, cell)?;
    }
    match groups(board).iter().find(|group| group.liberties == 0) {
        Some(group) => Err(Invalid::NoLiberty(group.cells[0])),
        None => Ok(()),
    }
}

/// "No beam may point off the board."
fn edge(board: &Board, cell: Cell) -> Result<(), Invalid> {
    let tile = board.tiles[&cell].tile;
    let off = board
        .around(cell)
        .iter()
        .any(|(direction, beside)| matches!(beside, Beside::Edge) && tile.has_beam(*direction));
    if off { Err(Invalid::Edge(cell)) } else { Ok(()) }
}

/// "Beam meets beam and blank meets blank." A mismatch is reported by the smaller of the two cells.
fn neighbours(board: &Board, cell: Cell) -> Result<(), Invalid> {
    let tile = board.tiles[&cell].tile;
    let mismatches = board.around(cell).into_iter().filter_map(|(direction, beside)| match beside {
        Beside::Tile(neighbour, other) if tile.has_beam(direction) != other.tile.has_beam(opposite(direction)) => {
            Some(neighbour)
        }
        _ => None,
    });
    match mismatches.filter(|&neighbour| neighbour > cell).min() {
        Some(neighbour) => Err(Invalid::Mismatch(cell, neighbour)),
        None => Ok(()),
    }
}
