//! Placement: the point on which a ball is placed.

use bustan_vocabulary::margo::{Cell, Point, Reason};

use super::board::Board;

/// The point on which a ball placed at a cell lands: the lowest free point with that name [margo 2.2].
///
/// # Errors
/// Fails if the pyramid has no point with that name, if none of them is free, or if the ball cannot rest on
/// the point.
pub(super) fn landing(board: &Board, cell: Cell) -> Result<Point, Reason> {
    if board.points_of(cell).next().is_none() {
        return Err(Reason::OffBoard);
    }
    match board.points_of(cell).find(|&point| board.at(point).is_none()) {
        Some(point) if supported(board, point) => Ok(point),
        _ => Err(Reason::Unsupported),
    }
}

/// Whether a ball can rest on a point: all supports of the point carry balls [margo 2.1]. A hole has no
/// supports.
fn supported(board: &Board, point: Point) -> bool {
    board.below(point).all(|support| board.at(support).is_some())
}
