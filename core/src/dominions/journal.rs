//! What has to be remembered to take moves back.

use alloc::vec::Vec;

use super::TileSet;

/// The moves played on a [`Board`](super::Board), as it needs them to take them back; see
/// [`Board::play_noted`](super::Board::play_noted).
///
/// It is made with room for a whole game and does not allocate again.
#[derive(Debug)]
pub struct Journal {
    pub(super) plies: Vec<Ply>,
    pub(super) steps: Vec<Step>,
}

/// Most moves a game can have: 126 placements, each after a pass, and the passes of the end.
const PLIES: usize = 254;

/// Most steps of a game: the 126 groups and sections merge at most once each; a placement bans at most one
/// tile, flips and makes whole at most six groups and the last, and ends the wholeness of at most six.
const STEPS: usize = 126 * (2 + 1 + 7 + 1 + 6);

impl Journal {
    /// A journal with nothing in it.
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

// Not derived: a copy has room for a whole game, too.
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

/// A move as it is remembered.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ply {
    /// A pass.
    Pass,
    /// A placement after so many passes.
    Placement { placement: Placement, passes: u8 },
}

/// What a placement overwrites.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) cell: u8,
    /// The sides through which the tile gave contact by extension at once.
    pub(super) extended: u8,
    /// What the cell's counters were.
    pub(super) contact: [i8; 2],
    pub(super) counts: [u8; 2],
    /// The tiles that fitted the six neighbours.
    pub(super) fits: [TileSet; 6],
    /// How many steps had been noted before.
    pub(super) steps: usize,
}

/// A change to groups and sections that cannot be inferred from the placement. Taken back in reverse order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Two groups became one; `kept` is the one whose name remained.
    JoinedGroups { kept: u8, lost: u8 },
    /// Two sections became one; `kept` is the one whose name remained.
    JoinedSections { kept: u8, lost: u8 },
    /// A group is a whole section no longer and gives no contact by extension.
    Attached { group: u8 },
    /// A group has become a whole section and gives contact by extension.
    Whole { group: u8 },
    /// All tiles of a group changed their controller.
    Flipped { group: u8 },
    /// A tile was banned from a cell, on which `before` had been banned, 0 for none.
    Banned { cell: u8, before: u8 },
}

/// Where a board notes its changes: a [`Journal`], or `()`, which forgets them and costs nothing.
pub(super) trait Note {
    /// Notes a step.
    fn step(&mut self, step: Step);
    /// Notes a placement, given how many steps were noted before it.
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
