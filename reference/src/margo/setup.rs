//! Which positions could not arise by the rules.
//!
//! That no ball floats and nobody has more balls than were placed, a [`Position`](bustan_core::margo::Position) sees to
//! itself. The capture rule adds that after every completed move an iteration over any colour would lift nothing, for
//! captures only stop when that is so.

use bustan_core::margo::Invalid;

use super::board::Board;
use super::capture::iteration;

/// Refuses a board from which a ball would have been lifted.
///
/// # Errors
/// Names the smallest such ball. Each colour is looked at by itself, on the position as it is.
pub(super) fn check(board: &Board) -> Result<(), Invalid> {
    let players = board.setup.players().iter();
    let liftable = players.flat_map(|&colour| iteration(&mut board.clone(), colour)).map(|(ball, _)| ball);
    match liftable.min() {
        Some(ball) => Err(Invalid::Liftable(ball)),
        None => Ok(()),
    }
}
