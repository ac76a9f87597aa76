//! A record of the positions in which each point held each colour, used to rule out repetitions [margo 6.3].
//!
//! A point *holds* a ball of some colour, or none. If a placement repeats an earlier position, the point of
//! the placed ball held such a ball in that position, so that position is no later than the last one in which
//! the point did. Nor is that position between two others in which another point held what it holds now and
//! still holds after the placement, if the point held something else in the meantime. These conditions may
//! exclude every position.

use alloc::vec;
use alloc::vec::Vec;

use super::groups::NONE;
use super::journal::Step;
use super::{Board, EMPTY};

/// The contents of the points, by position number. Positions are numbered from 1.
#[derive(Clone)]
pub(super) struct Traces {
    /// For each point and colour number, the last position before the current one in which the point held
    /// that colour; 0 if there is none. The entry for the current colour of a point is not kept up to date.
    seen: Vec<[u32; 4]>,
    changes: Vec<Change>,
    /// The indices in `changes` of the debuts.
    debuts: Vec<u32>,
}

/// A change of a point, which now holds a ball of `colour` or none.
#[derive(Clone, Copy)]
struct Change {
    point: u16,
    colour: u8,
    /// The last earlier position in which the point held the same; 0 if there is none.
    seen: u32,
    /// The last position in which the point held something else.
    until: u32,
}

impl Change {
    /// Whether a ball was placed on a point that had never held a ball of that colour.
    const fn is_debut(self) -> bool {
        self.colour != EMPTY && self.seen == 0
    }
}

impl Traces {
    pub(super) fn new(points: usize) -> Self {
        Self { seen: vec![[0; 4]; points], changes: Vec::new(), debuts: Vec::new() }
    }

    /// The last position in which a point held `colour`, which it must not hold now; 0 if there is none.
    #[inline]
    pub(super) fn seen(&self, point: u16, colour: u8) -> u32 {
        self.seen[usize::from(point)][usize::from(colour)]
    }

    /// Records that a point changes from one colour to another after the position `until`.
    fn change(&mut self, point: u16, from: u8, to: u8, until: u32) {
        let seen = self.seen(point, to);
        self.seen[usize::from(point)][usize::from(from)] = until;
        let change = Change { point, colour: to, seen, until };
        if change.is_debut() {
            self.debuts.push(self.changes.len() as u32);
        }
        self.changes.push(change);
    }

    /// Removes the changes after a position.
    pub(super) fn rewind(&mut self, position: u32) {
        while let Some(change) = self.changes.pop_if(|change| change.until >= position) {
            self.seen[usize::from(change.point)][usize::from(change.colour)] = change.seen;
            if change.is_debut() {
                self.debuts.pop();
            }
        }
    }
}

impl Board {
    /// Records the placed ball.
    pub(super) fn trace_placed(&mut self, point: u16, colour: u8) {
        self.traces.change(point, EMPTY, colour, self.history.len());
    }

    /// Records the balls lifted by the steps from `steps` on.
    pub(super) fn trace_lifted(&mut self, steps: usize) {
        for step in &self.steps[steps..] {
            if let Step::Took { point, colour } = *step {
                self.traces.change(point, colour, EMPTY, self.history.len());
            }
        }
    }

    /// The number of the first position that a placement can repeat, provided that its ball lives and that it
    /// keeps the groups of its colour whole.
    pub(super) fn recent(&self, mover: u8) -> u32 {
        let debuts = self.traces.debuts.iter().rev();
        let mut changes = debuts.map(|&place| self.traces.changes[place as usize]);
        changes.find(|&change| self.stays(change, mover)).map_or(1, |change| change.until + 1)
    }

    /// Whether a point still holds what `change` gave it, and will hold it after any placement of `mover`
    /// elsewhere whose ball lives and that keeps the groups of its colour whole. While balls are lifted,
    /// groups only gain freedoms. So a group of the mover stays if it has a freedom, because the ball that
    /// takes the last one lives as part of it. Of other groups, the balls stay that have a freedom themselves
    /// while the group has another.
    fn stays(&self, change: Change, mover: u8) -> bool {
        let spot = self.spots[usize::from(change.point)];
        if spot.colour != change.colour || spot.colour == EMPTY {
            return spot.colour == change.colour;
        }
        if spot.group == NONE {
            return false;
        }
        let group = self.group_of(change.point);
        if spot.colour == mover { !group.is_strangled() } else { !group.is_in_atari() && spot.room > 0 }
    }

    /// Whether no earlier position can be repeated by a placement that empties at least the points `emptied`,
    /// provided that its ball lives and that it keeps the groups of its colour whole.
    pub(super) fn is_novel(&self, point: u16, colour: u8, emptied: &[u16]) -> bool {
        let emptied = emptied.iter().map(|&lifted| self.traces.seen(lifted, EMPTY));
        let mut latest = emptied.fold(self.traces.seen(point, colour), u32::min);
        for &change in self.traces.changes.iter().rev() {
            if change.until < latest || latest == 0 {
                break;
            }
            if change.seen < latest && change.point != point && self.stays(change, colour) {
                latest = change.seen;
            }
        }
        latest == 0
    }
}
