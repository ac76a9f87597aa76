//! The check for positions that could not arise by the rules.
//!
//! A ball is placed "on an empty hole, or on a point whose four supports are all occupied", and one "that
//! still carries another ball cannot be lifted": so no ball ever floats. Captures only stop when an iteration
//! over any colour would lift nothing, so that holds after every completed move.
//!
//! A [`Position`](bustan_vocabulary::margo::Position) itself ensures that no point has two balls and that the
//! number of moves suits the balls [margo 8.4]: both follow from its text alone.

use bustan_vocabulary::margo::Invalid;

use super::board::Board;
use super::capture::iteration;

/// Refuses a board on which a ball floats, or from which one would have been lifted.
///
/// # Errors
/// Returns the first fault in the order of [`Invalid`] [margo 8.3].
pub(super) fn check(board: &Board) -> Result<(), Invalid> {
    floating(board)?;
    liftable(board)
}

/// Names the smallest ball that lacks a support, and the smallest support that it lacks [margo 8.1].
fn floating(board: &Board) -> Result<(), Invalid> {
    let gap = |point| board.below(point).filter(|&support| board.at(support).is_none()).min();
    match board.balls().filter_map(|(ball, _)| Some((ball, gap(ball)?))).min() {
        Some((ball, gap)) => Err(Invalid::Floating(ball, gap)),
        None => Ok(()),
    }
}

/// Names the smallest ball that would have been lifted. Each colour is tried separately, on the unchanged
/// position [margo 8.2].
fn liftable(board: &Board) -> Result<(), Invalid> {
    let players = board.setup.players().iter();
    let liftable = players.flat_map(|&colour| iteration(&mut board.clone(), colour)).map(|(ball, _)| ball);
    match liftable.min() {
        Some(ball) => Err(Invalid::Liftable(ball)),
        None => Ok(()),
    }
}
