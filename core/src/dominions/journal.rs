//! The record of moves from which a board takes them back.

use alloc::vec::Vec;

use super::TileSet;

/// The moves played on a [`Board`](super::Board), with all that it needs to take them back; see
/// [`Board::play_noted`](super::Board::play_noted).
///
/// A journal has room for a whole game from the start and does not allocate again.
#[derive(Debug)]
pub struct Journal {
    pub(super) plies: Vec<Ply>,
    pub(super) steps: Vec<Step>,
}

/// The most moves a game can have: 126 placements, each after a pass, and the passes of the end.
const PLIES: usize = 254;

/// The most steps of a game. The 126 groups and sections merge at most once each. A placement bans at most
/// one tile, flips and makes whole at most six groups and its own, and ends the wholeness of at most six.
const STEPS: usize = 126 * (2 + 1 + 7 + 1 + 6);

impl Journal {
    /// An empty journal.
    pub fn new() -> Self {
        Self { plies: Vec::with_capacity(PLIES), steps: Vec::with_capacity(STEPS) }
    }

    /// Forgets everything.
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

// Not derived, because a copy needs room for a whole game, too.
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
    /// The sides through which the tile extended contact as it was placed.
    pub(super) extended: u8,
    /// The cell's counters before the placement.
    pub(super) contact: [i8; 2],
    pub(super) counts: [u8; 2],
    /// The tiles that fitted the six neighbours.
    pub(super) fits: [TileSet; 6],
    /// The number of steps noted before the placement.
    pub(super) steps: usize,
}

/// A change to groups and sections that the placement does not determine. Undo runs through them backwards.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Two groups became one, which kept the name `kept`.
    JoinedGroups { kept: u8, lost: u8 },
    /// Two sections became one, which kept the name `kept`.
    JoinedSections { kept: u8, lost: u8 },
    /// A group stopped being a whole section and no longer extends contact.
    Attached { group: u8 },
    /// A group became a whole section and extends contact.
    Whole { group: u8 },
    /// All tiles of a group changed their controller.
    Flipped { group: u8 },
    /// A tile was banned from a cell; `before` is the tile banned there until then, 0 for none.
    Banned { cell: u8, before: u8 },
}

/// The place where a board notes its changes: a [`Journal`], or `()`, which forgets them and costs nothing.
pub(super) trait Note {
    /// Notes a step.
    fn step(&mut self, step: Step);
    /// Notes a placement, built from the number of steps noted before it.
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
