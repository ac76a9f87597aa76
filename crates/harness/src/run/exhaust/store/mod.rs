//! Where a run keeps the positions that it has reached: in memory or on disk.

mod disk;
mod memory;

use super::visit::Child;
use super::{Layer, Results};
use crate::spill::SpillError;

pub(super) use disk::{OnDisk, open};
pub(super) use memory::InMemory;

/// What keeps the positions. Those of one ply are visited, and those that their moves lead to are collected for the
/// next.
pub(super) trait Store: Send {
    /// Begins to visit the positions of the ply ahead. If it is the [last](Ahead::Last), those that its moves lead to
    /// are not kept.
    ///
    /// # Errors
    /// When files cannot be used; so it is with the other functions.
    fn begin(&mut self, ahead: Ahead) -> Result<(), SpillError>;

    /// The next positions of the ply, as texts, and no more than so many. None are left if there are none.
    fn next(&mut self, most: usize) -> Result<Vec<Box<str>>, SpillError>;

    /// Notes a position that was reached: from the position with this place in its ply, by the move with this index
    /// among the sorted.
    fn reach(&mut self, parent: usize, mv: usize, child: Child) -> Result<(), SpillError>;

    /// Ends a ply, of which this is told, and returns the number of positions that were new. If the ply was the last,
    /// only whether the number is 0 counts.
    fn end(&mut self, visited: Option<(&Layer, &Results)>) -> Result<u64, SpillError>;

    /// Whether there is no more room.
    fn is_full(&self) -> bool;

    /// The bytes on disk.
    fn on_disk(&self) -> u64;

    /// The number of positions that differ in more than symmetry.
    fn classes(&mut self) -> Result<u64, SpillError>;

    /// The moves to the position with this place in the ply that is visited, each as its index among the sorted.
    fn way(&mut self, at: usize) -> Result<Vec<usize>, SpillError>;
}

/// Whether there may be another ply behind one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// There may be.
    More,
    /// None is visited.
    Last,
}
