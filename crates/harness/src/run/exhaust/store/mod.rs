//! Stores for the positions that a run has reached: in memory or on disk.

mod disk;
mod memory;

use super::visit::Child;
use super::{Layer, Results};
use crate::spill::SpillError;

pub(super) use disk::{OnDisk, open};
pub(super) use memory::InMemory;

/// A store for positions. The positions of one ply are visited, and their successors are collected for the
/// next.
pub(super) trait Store: Send {
    /// Starts visiting the positions of the next ply. If it is the [last](NextPly::Last), their successors
    /// are not kept.
    ///
    /// # Errors
    /// When files cannot be used. The same applies to the other methods.
    fn begin(&mut self, ahead: NextPly) -> Result<(), SpillError>;

    /// Returns the texts of the next positions of the ply, at most `most`; empty if there are none left.
    fn next(&mut self, most: usize) -> Result<Vec<Box<str>>, SpillError>;

    /// Records a position `child`, reached from the position at index `parent` in its ply by the move at
    /// index `mv` of the sorted legal moves.
    fn reach(&mut self, parent: usize, mv: usize, child: Child) -> Result<(), SpillError>;

    /// Ends a ply, with the results of visiting it. Returns the number of new positions. For the last ply,
    /// the number only indicates whether there are any.
    fn end(&mut self, visited: Option<(&Layer, &Results)>) -> Result<u64, SpillError>;

    /// Whether the store is full.
    fn is_full(&self) -> bool;

    /// Returns the number of bytes on disk.
    fn on_disk(&self) -> u64;

    /// Returns the number of positions up to symmetry.
    fn classes(&mut self) -> Result<u64, SpillError>;

    /// Returns the moves to the position at index `at` in the current ply, each as its index among the sorted
    /// legal moves.
    fn way(&mut self, at: usize) -> Result<Vec<usize>, SpillError>;
}

/// Whether another ply may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextPly {
    /// Another ply may follow.
    More,
    /// No further ply is visited.
    Last,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Dice;

    /// Returns a position that is identified by `number`.
    fn child(number: u64) -> Child {
        Child { digest: number.into(), class: Some((number / 2).into()), text: number.to_string().into() }
    }

    /// Returns the output of a store for a graph in which positions of earlier plies recur.
    fn said(store: &mut dyn Store, plies: usize) -> Result<String, SpillError> {
        let mut dice = Dice::new(1);
        let mut said = String::new();
        store.reach(0, 0, child(0))?;
        said += &format!("{}\n", store.end(None)?);
        for ply in 0..plies {
            let ahead = if ply + 1 < plies { NextPly::More } else { NextPly::Last };
            store.begin(ahead)?;
            let mut texts: Vec<Box<str>> = Vec::new();
            while let Some(more) = Some(store.next(3)?).filter(|more| !more.is_empty()) {
                for (at, text) in (texts.len()..).zip(&more) {
                    said += &format!("{text} by {:?}\n", store.way(at)?);
                    for mv in 0..=dice.below(2) {
                        // Few are new, so that there are many plies.
                        store.reach(at, mv as usize, child(u64::from(dice.below(600))))?;
                    }
                }
                texts.extend(more);
            }
            let new = store.end(None)?;
            said += &format!("{}\n", if ahead == NextPly::Last { u64::from(new > 0) } else { new });
        }
        Ok(said + &format!("{} classes\n", store.classes()?))
    }

    #[test]
    fn positions_of_earlier_plies_are_known_in_memory_and_on_disk() {
        for plies in [3, 12, 60] {
            let expected = said(&mut InMemory::new(u64::MAX), plies).unwrap();
            for allowed in [400, 1 << 20] {
                let dir = tempfile::tempdir().unwrap();
                let (place, journal, done) = open(dir.path(), Vec::new()).unwrap();
                let (mut store, _, _) = OnDisk::new(&place, &journal, allowed, done);
                assert_eq!(said(&mut store, plies).unwrap(), expected, "{plies} plies, {allowed} bytes");
            }
        }
    }
}
