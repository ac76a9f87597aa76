//! The record of changes, from which a board takes moves back.

use super::groups::Group;
use super::{Board, Stage};

/// A change to the board. Undo reverses the changes in reverse order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A ball was put on an empty point.
    Put { point: u16 },
    /// A ball was taken from its point.
    Took { point: u16, colour: u8 },
    /// The connection between two balls was added or removed.
    Toggled { point: u16, link: u8 },
    /// A ball moved to another group.
    Labelled { point: u16, before: u16 },
    /// A group's record changed.
    Recorded { label: u16, before: Group },
    /// A label came into use.
    Opened { label: u16 },
    /// A label went out of use.
    Closed,
}

/// One recorded move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    /// Whether the move was the swap.
    pub(super) swap: bool,
    /// The number of steps in the journal before the move.
    pub(super) steps: usize,
    /// The starts of the lists of legal and repeating placements before the move.
    pub(super) legal_from: usize,
    pub(super) repeating_from: usize,
}

impl Board {
    /// Takes back the last move; returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(ply) = self.plies.pop() else { return false };
        self.legal.truncate(self.legal_from);
        self.repeating.truncate(self.repeating_from);
        (self.legal_from, self.repeating_from) = (ply.legal_from, ply.repeating_from);
        self.ply -= 1;
        self.stage = Stage::Open;
        if !ply.swap {
            self.history.pop();
            self.traces.rewind(self.history.len());
            self.turn = (self.turn + self.players - 1) % self.players;
            self.revert(ply.steps);
        }
        true
    }

    /// Reverses all but the first `steps` steps.
    pub(super) fn revert(&mut self, steps: usize) {
        while self.steps.len() > steps {
            if let Some(step) = self.steps.pop() {
                self.retrace(step);
            }
        }
    }

    fn retrace(&mut self, step: Step) {
        match step {
            Step::Put { point } => self.clear(point),
            Step::Took { point, colour } => self.fill(point, colour),
            Step::Toggled { point, link } => self.flip(point, usize::from(link)),
            Step::Labelled { point, before } => self.spots[usize::from(point)].group = before,
            Step::Recorded { label, before } => self.groups[usize::from(label)] = before,
            Step::Opened { label } => self.labels.push(label),
            Step::Closed => {
                self.labels.pop();
            }
        }
    }

    /// Puts a ball on an empty point, and records the change.
    pub(super) fn put(&mut self, point: u16, colour: u8) {
        self.steps.push(Step::Put { point });
        self.fill(point, colour);
    }

    /// Takes a ball from its point, and records the change.
    pub(super) fn take(&mut self, point: u16) {
        self.steps.push(Step::Took { point, colour: self.spots[usize::from(point)].colour });
        self.clear(point);
    }

    /// Adds or removes the connection between two balls, and records the change.
    pub(super) fn toggle(&mut self, point: u16, link: usize) {
        self.steps.push(Step::Toggled { point, link: link as u8 });
        self.flip(point, link);
    }

    /// Moves a ball to another group, and records the change.
    pub(super) fn label(&mut self, point: u16, label: u16) {
        let spot = &mut self.spots[usize::from(point)];
        self.steps.push(Step::Labelled { point, before: spot.group });
        spot.group = label;
    }

    /// Records the current record of a group in the journal, and returns the record so that it can be
    /// changed.
    pub(super) fn record(&mut self, label: u16) -> &mut Group {
        let group = &mut self.groups[usize::from(label)];
        self.steps.push(Step::Recorded { label, before: *group });
        group
    }

    /// Assigns an unused label to a new group with this record, and records the change.
    pub(super) fn open_group(&mut self, group: Group) -> u16 {
        let label = self.labels.pop().expect("there is a label for each point and no more groups than balls");
        self.steps.push(Step::Opened { label });
        *self.record(label) = group;
        label
    }

    /// Frees the label of a group that no longer exists, and records the change.
    pub(super) fn close_group(&mut self, label: u16) {
        self.steps.push(Step::Closed);
        self.labels.push(label);
    }
}
