//! The balls, and the labels that identify their groups.

use std::sync::Arc;

use bustan_vocabulary::margo::{Player, Setup};

use super::MargoFlaw;
use super::shape::{Contact, Shape};

/// The label of points without a group: buried balls and empty points.
const NO_GROUP: u16 = 0;

/// The balls on a board.
#[derive(Clone, Debug)]
pub(super) struct Balls {
    pub(super) flaw: MargoFlaw,
    pub(super) setup: Setup,
    pub(super) shape: Arc<Shape>,
    /// The ball on each point, by the number of the point.
    pub(super) at: Vec<Option<Player>>,
    /// The label of each point, by the number of the point. All balls of a group have the same label.
    labels: Vec<u16>,
    last_label: u16,
}

impl Balls {
    pub(super) fn new(flaw: MargoFlaw, setup: Setup, shape: Arc<Shape>) -> Self {
        let points = shape.places.len();
        Self {
            flaw,
            setup,
            shape,
            at: vec![None; points],
            labels: vec![NO_GROUP; points],
            last_label: NO_GROUP,
        }
    }

    pub(super) fn is_buried(&self, number: usize) -> bool {
        self.at[number].is_some() && self.shape.places[number].lid.is_some_and(|lid| self.at[lid].is_some())
    }

    /// Whether the ball on a point carries another.
    pub(super) fn carries(&self, number: usize) -> bool {
        self.shape.places[number].above.iter().any(|&above| self.at[above].is_some())
    }

    pub(super) fn is_supported(&self, number: usize) -> bool {
        self.shape.places[number].below.iter().all(|&below| self.at[below].is_some())
    }

    fn is_cut(&self, contact: &Contact, colour: Player) -> bool {
        let enemies =
            contact.over.iter().filter(|&&over| self.at[over].is_some_and(|ball| ball != colour)).count();
        let enough = match (self.flaw, contact.over.len()) {
            (MargoFlaw::EdgeCut, points) => points,
            (MargoFlaw::OneBallCut, 2) => 1,
            _ => 2,
        };
        self.setup.cutting && enemies >= enough
    }

    /// The balls to which a visible ball is connected.
    fn connected(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        let place = &self.shape.places[number];
        let colour = self.at[number];
        let level = place
            .contacts
            .iter()
            .filter(move |contact| colour.is_some_and(|colour| !self.is_cut(contact, colour)))
            .map(|contact| contact.to);
        let others = level.chain(place.below.iter().copied()).chain(place.above.iter().copied());
        others.filter(move |&other| self.at[other] == colour && !self.is_buried(other))
    }

    /// Places a ball and updates the labels.
    pub(super) fn put(&mut self, number: usize, colour: Player) {
        self.at[number] = Some(colour);
        let splits = self.shape.places[number].point.level() > 0;
        if splits && self.flaw != MargoFlaw::StaleSplit {
            self.label_all();
            return;
        }
        if let Some(under) = self.shape.places[number].under {
            self.labels[under] = NO_GROUP;
        }
        self.last_label += 1;
        let label = self.last_label;
        let mut united: Vec<u16> = self.connected(number).map(|other| self.labels[other]).collect();
        if self.flaw == MargoFlaw::ThirdGroupLeft {
            united.sort_unstable();
            united.dedup();
            united.truncate(2);
        }
        self.labels[number] = label;
        for other in &mut self.labels {
            if united.contains(other) {
                *other = label;
            }
        }
    }

    /// Lifts a ball. Afterwards the labels are wrong until the next call of [`label_all`](Self::label_all).
    pub(super) fn lift(&mut self, number: usize) {
        self.at[number] = None;
    }

    /// Finds all groups and labels them.
    pub(super) fn label_all(&mut self) {
        self.labels.fill(NO_GROUP);
        self.last_label = NO_GROUP;
        let mut ahead = Vec::new();
        for number in 0..self.at.len() {
            if self.at[number].is_none() || self.labels[number] != NO_GROUP || self.is_buried(number) {
                continue;
            }
            self.last_label += 1;
            ahead.push(number);
            while let Some(next) = ahead.pop() {
                self.labels[next] = self.last_label;
                ahead.extend(self.connected(next).filter(|&other| self.labels[other] == NO_GROUP));
            }
        }
    }

    /// The label of the group of a visible ball.
    pub(super) fn group(&self, number: usize) -> Option<u16> {
        Some(self.labels[number]).filter(|&label| label != NO_GROUP)
    }

    /// The freedoms next to the ball on a point.
    pub(super) fn freedoms(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        let place = &self.shape.places[number];
        let level = place.point.level();
        let counts = level == 0 || (level == 1 && self.flaw == MargoFlaw::LevelOneFreedoms);
        let across = if self.flaw == MargoFlaw::DiagonalFreedoms { &place.across[..] } else { &[] };
        let beside = place.contacts.iter().map(|contact| contact.to).chain(across.iter().copied());
        beside.filter(move |&beside| counts && self.at[beside].is_none())
    }

    /// Whether a flaw prevents the group of the ball on a point from being lifted.
    fn is_spared(&self, number: usize) -> bool {
        let place = &self.shape.places[number];
        self.flaw == MargoFlaw::EdgeSpared && place.point.level() == 0 && place.contacts.len() < 4
    }

    /// Whether each group has a freedom, indexed by label.
    pub(super) fn free(&self) -> Vec<bool> {
        let mut free = vec![false; usize::from(self.last_label) + 1];
        for number in 0..self.at.len() {
            if let Some(label) = self.group(number)
                && !free[usize::from(label)]
                && (self.freedoms(number).next().is_some() || self.is_spared(number))
            {
                free[usize::from(label)] = true;
            }
        }
        free
    }
}
