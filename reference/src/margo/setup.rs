//! Checks for positions that no game can reach.
//!
//! A ball is placed on an empty hole or on a point whose four supports all carry balls, and a ball that
//! carries another cannot be lifted, so no ball ever floats. Captures end only when an iteration for any
//! colour would lift nothing, so this is also the case after every completed move.
//!
//! A [`Position`](bustan_vocabulary::margo::Position) itself ensures that no point has two balls and that the
//! number of moves fits the balls [margo 8.4], because both can be checked from its text alone.

use bustan_vocabulary::margo::Invalid;

use super::board::Board;
use super::capture::iteration;

/// Checks that no ball floats and that no ball would have been lifted.
///
/// # Errors
/// Returns the first fault in the order of [`Invalid`] [margo 8.3].
pub(super) fn check(board: &Board) -> Result<(), Invalid> {
    floating(board)?;
    liftable(board)
}

/// Checks that no ball floats. The error names the smallest floating ball and its smallest missing support
/// [margo 8.1].
fn floating(board: &Board) -> Result<(), Invalid> {
    let gap = |point| board.below(point).filter(|&support| board.at(support).is_none()).min();
    match board.balls().filter_map(|(ball, _)| Some((ball, gap(ball)?))).min() {
        Some((ball, gap)) => Err(Invalid::Floating(ball, gap)),
        None => Ok(()),
    }
}

/// Checks that no ball would have been lifted. The error names the smallest such ball. Each colour is tried
/// separately, on the unchanged position [margo 8.2].
fn liftable(board: &Board) -> Result<(), Invalid> {
    let players = board.setup.players().iter();
    let liftable = players.flat_map(|&colour| iteration(&mut board.clone(), colour)).map(|(ball, _)| ball);
    match liftable.min() {
        Some(ball) => Err(Invalid::Liftable(ball)),
        None => Ok(()),
    }
}
