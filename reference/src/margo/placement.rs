//! Placement: the point where a ball goes.

use bustan_vocabulary::margo::{Cell, Point, Reason};

use super::board::Board;

/// The point where a ball placed at a cell lands: the lowest free one with that name [margo 2.2].
///
/// # Errors
/// Fails if the pyramid has no such point, none of them is free, or the ball would not rest there.
pub(super) fn landing(board: &Board, cell: Cell) -> Result<Point, Reason> {
    if board.points_of(cell).next().is_none() {
        return Err(Reason::OffBoard);
    }
    match board.points_of(cell).find(|&point| board.at(point).is_none()) {
        Some(point) if supported(board, point) => Ok(point),
        _ => Err(Reason::Unsupported),
    }
}

/// Whether a ball can rest on a point: all its supports, of which a hole has none, carry balls [margo 2.1].
fn supported(board: &Board, point: Point) -> bool {
    board.below(point).all(|support| board.at(support).is_some())
}
