//! The record of played moves, from which a board takes them back.

use alloc::vec::Vec;

use super::TileSet;

/// The moves played on a [`Board`](super::Board), with all the data that the board needs to take them back;
/// see [`Board::play_noted`](super::Board::play_noted).
///
/// A journal has room for a whole game from the start and does not allocate memory again.
#[derive(Debug)]
pub struct Journal {
    pub(super) plies: Vec<Ply>,
    pub(super) steps: Vec<Step>,
}

/// The maximum number of moves in a game: 126 placements, each after a pass, and two passes at the end.
const PLIES: usize = 254;

/// The maximum number of steps in a game. The 126 groups and the 126 sections merge at most once each. A
/// placement bans at most one tile, flips and makes whole at most seven groups (six neighbours and its own),
/// and ends the wholeness of at most six.
const STEPS: usize = 126 * (2 + 1 + 7 + 1 + 6);

impl Journal {
    /// An empty journal.
    pub fn new() -> Self {
        Self { plies: Vec::with_capacity(PLIES), steps: Vec::with_capacity(STEPS) }
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.plies.clear();
        self.steps.clear();
    }

    /// The number of moves that can be taken back.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether no move can be taken back.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }
}

// Not derived, because a copy needs room for a whole game as well.
impl Clone for Journal {
    fn clone(&self) -> Self {
        let mut copy = Self::new();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.plies.clone_from(&source.plies);
        self.steps.clone_from(&source.steps);
    }
}

impl Default for Journal {
    fn default() -> Self {
        Self::new()
    }
}

/// One recorded move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ply {
    /// A pass.
    Pass,
    /// A placement after `passes` consecutive passes.
    Placement { placement: Placement, passes: u8 },
}

/// The state that a placement overwrites.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) cell: u8,
    /// The directions of the tile's beams that extended contact when the tile was placed.
    pub(super) extended: u8,
    /// The contact counters and the counts of fitting tiles of the cell, by player, before the placement.
    pub(super) contact: [i8; 2],
    pub(super) counts: [u8; 2],
    /// The tiles that fitted each of the six neighbours.
    pub(super) fits: [TileSet; 6],
    /// The number of steps in the journal before the placement.
    pub(super) steps: usize,
}

/// A change to groups and sections that the placement alone does not determine. Undo reverses the steps in
/// reverse order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Two groups became one, which kept the name `kept`.
    JoinedGroups { kept: u8, lost: u8 },
    /// Two sections became one, which kept the name `kept`.
    JoinedSections { kept: u8, lost: u8 },
    /// A group is no longer a whole section and no longer extends contact.
    Attached { group: u8 },
    /// A group became a whole section and extends contact.
    Whole { group: u8 },
    /// All tiles of a group changed controllers.
    Flipped { group: u8 },
    /// A tile was banned from a cell; `before` is the tile banned there previously, or 0 if there was none.
    Banned { cell: u8, before: u8 },
}

/// Records the changes of a board: either a [`Journal`] or `()`, which discards them at no cost.
pub(super) trait Note {
    /// Records a step.
    fn step(&mut self, step: Step);
    /// Records a placement. `placement` builds it from the number of steps recorded so far.
    fn placement(&mut self, passes: u8, placement: impl FnOnce(usize) -> Placement);
}

impl Note for () {
    fn step(&mut self, _: Step) {}
    fn placement(&mut self, _: u8, _: impl FnOnce(usize) -> Placement) {}
}

impl Note for Journal {
    fn step(&mut self, step: Step) {
        self.steps.push(step);
    }

    fn placement(&mut self, passes: u8, placement: impl FnOnce(usize) -> Placement) {
        let placement = placement(self.steps.len());
        self.plies.push(Ply::Placement { placement, passes });
    }
}
