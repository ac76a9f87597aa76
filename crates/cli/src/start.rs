//! Checks whether a game can start at a position given by the user.

use bustan_harness::compare::lockstep::{Factories, refused_by_both};
use bustan_harness::erased::Position;

use crate::failure::Failure;

/// Refuses a position that both engines refuse in the same way, because it is a mistake of the user, not a
/// difference.
pub(crate) fn judged(factories: Factories<'_>, position: &Position) -> Result<(), Failure> {
    match refused_by_both(factories, position) {
        None => Ok(()),
        Some(reason) => Err(Failure::Position(reason.to_string())),
    }
}
