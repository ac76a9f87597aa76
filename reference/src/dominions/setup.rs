//! Checks for positions that no game can reach.
//!
//! A [`Position`](bustan_vocabulary::dominions::Position) itself ensures that no player has placed a tile
//! twice and that the number of moves fits the tiles and passes [dominions 6.5].

use bustan_vocabulary::dominions::{Cell, Invalid, Tile};

use super::board::{Beside, Board, opposite};
use super::groups::groups;

/// Checks that all beams match [dominions 6.1] and that every group has a liberty [dominions 6.2]. Nothing
/// else is checked [dominions 6.4].
///
/// # Errors
/// Returns the first fault in the order of [`Invalid`] [dominions 6.3].
pub(super) fn check(board: &Board) -> Result<(), Invalid> {
    for (cell, piece) in board.tiles() {
        edge(board, cell, piece.tile)?;
        neighbours(board, cell, piece.tile)?;
    }
    match groups(board).iter().find(|group| group.liberties == 0) {
        Some(group) => Err(Invalid::NoLiberty(group.cells[0])),
        None => Ok(()),
    }
}

/// Checks that no beam of the tile on a cell points off the board [dominions 2.4].
fn edge(board: &Board, cell: Cell, tile: Tile) -> Result<(), Invalid> {
    let off = board
        .around(cell)
        .iter()
        .any(|(direction, beside)| matches!(beside, Beside::Edge) && tile.has_beam(*direction));
    if off { Err(Invalid::Edge(cell)) } else { Ok(()) }
}

/// Checks that no beam meets a blank at a side of the tile on a cell [dominions 2.3]. Only the smaller cell
/// of a pair reports a mismatch.
fn neighbours(board: &Board, cell: Cell, tile: Tile) -> Result<(), Invalid> {
    let mismatches = board.around(cell).into_iter().filter_map(|(direction, beside)| match beside {
        Beside::Tile(neighbour, other)
            if tile.has_beam(direction) != other.tile.has_beam(opposite(direction)) =>
        {
            Some(neighbour)
        }
        _ => None,
    });
    match mismatches.filter(|&neighbour| neighbour > cell).min() {
        Some(neighbour) => Err(Invalid::Mismatch(cell, neighbour)),
        None => Ok(()),
    }
}
