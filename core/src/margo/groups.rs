//! Groups and their freedoms: how they join, and how they fall apart.

use core::ops::{AddAssign, SubAssign};

use super::{Board, EMPTY, Scratch};
use crate::shared::bits;

/// The label of a ball without a group.
pub(super) const NONE: u16 = u16::MAX;

/// The record of a group.
///
/// A *contact* is a ball of the group with an empty hole next to it; a hole between two of its balls makes
/// two. The record keeps the sum and the sum of squares of the hole numbers over all contacts. By the
/// Cauchy-Schwarz inequality, the number of contacts times the sum of squares is at least the square of the
/// sum, and equal exactly if all contacts are with the same hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The number of balls.
    pub(super) size: u16,
    /// The number of contacts with empty holes.
    pub(super) contacts: u16,
    sum: u32,
    squares: u32,
}

impl Group {
    /// The record without balls and contacts.
    pub(super) const EMPTY: Self = Self { size: 0, contacts: 0, sum: 0, squares: 0 };

    /// The record without balls and with one contact.
    pub(super) const fn contact(hole: u16) -> Self {
        let number = hole as u32;
        Self { size: 0, contacts: 1, sum: number, squares: number * number }
    }

    /// The same contacts with `size` balls.
    pub(super) const fn of_size(self, size: u16) -> Self {
        Self { size, ..self }
    }

    /// Whether the group has no freedom [margo 4.1].
    pub(super) const fn is_strangled(self) -> bool {
        self.contacts == 0
    }

    /// Whether all contacts are with one hole.
    pub(super) const fn is_in_atari(self) -> bool {
        self.contacts as u64 * self.squares as u64 == self.sum as u64 * self.sum as u64
    }
}

impl AddAssign for Group {
    fn add_assign(&mut self, other: Self) {
        self.size += other.size;
        self.contacts += other.contacts;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

impl SubAssign for Group {
    fn sub_assign(&mut self, other: Self) {
        self.size -= other.size;
        self.contacts -= other.contacts;
        self.sum -= other.sum;
        self.squares -= other.squares;
    }
}

impl Board {
    /// The group of a visible ball.
    #[inline]
    pub(super) fn group_of(&self, point: u16) -> Group {
        self.groups[usize::from(self.spots[usize::from(point)].group)]
    }

    /// The contacts of one ball, as the record of a group with no ball. Only balls of level 0 have any
    /// [margo 4.1].
    pub(super) fn contacts_of(&self, point: u16) -> Group {
        let mut contacts = Group::EMPTY;
        if self.spots[usize::from(point)].room > 0 {
            for hole in self.grid.site(point).around() {
                if self.spots[usize::from(hole)].colour == EMPTY {
                    contacts += Group::contact(hole);
                }
            }
        }
        contacts
    }

    /// Joins the groups of two connected balls, if they differ [margo 3.5]: the smaller takes the label of
    /// the larger.
    pub(super) fn join(&mut self, a: u16, b: u16) {
        let (mut keep, mut lose) = (self.spots[usize::from(a)].group, self.spots[usize::from(b)].group);
        let mut from = b;
        if keep == lose {
            return;
        }
        if self.groups[usize::from(keep)].size < self.groups[usize::from(lose)].size {
            (keep, lose) = (lose, keep);
            from = a;
        }
        let lost = self.groups[usize::from(lose)];
        *self.record(keep) += lost;
        self.relabel(from, keep);
        self.close_group(lose);
    }

    /// Gives a new label to all balls of a group, given one of them.
    fn relabel(&mut self, from: u16, label: u16) {
        let before = self.spots[usize::from(from)].group;
        let mut reached = core::mem::take(&mut self.scratch.reached);
        reached.clear();
        reached.push(from);
        self.label(from, label);
        while let Some(point) = reached.pop() {
            for link in bits(self.spots[usize::from(point)].links) {
                let other = self.grid.site(point).ends[link];
                if self.spots[usize::from(other)].group == before {
                    self.label(other, label);
                    reached.push(other);
                }
            }
        }
        self.scratch.reached = reached;
    }

    /// Takes a ball without contacts out of its group, which keeps its label as long as it has balls.
    pub(super) fn leave(&mut self, point: u16) {
        let label = self.spots[usize::from(point)].group;
        self.label(point, NONE);
        let group = self.record(label);
        group.size -= 1;
        if group.size == 0 {
            self.close_group(label);
        }
    }

    /// Finds which severed balls still reach each other and gives new labels to the parts that do not
    /// [margo 3.5]. Every part of a group that fell apart must have a ball among the severed.
    pub(super) fn separate(&mut self) {
        self.each_part(|board, label| {
            board.split_off(label);
            true
        });
    }

    /// Whether each part into which the severed balls split the groups would keep all its balls, given the
    /// points on which a new ball rests. Returns `false` also if the answer needs the placement to be made.
    pub(super) fn no_part_falls(&mut self, pinned: [u16; 4]) -> bool {
        // By label: the contacts of the other parts, which the part that keeps the label loses.
        let mut lost: [(u16, u16); 4] = [(NONE, 0); 4];
        self.each_part(|board, label| {
            let group = board.groups[usize::from(label)];
            let reached = &board.scratch.reached;
            let contacts: u16 = reached.iter().map(|&point| board.contacts_of(point).contacts).sum();
            let loose =
                |&point: &u16| board.spots[usize::from(point)].carries == 0 && !pinned.contains(&point);
            let Some((of, lost)) = lost.iter_mut().find(|(of, _)| *of == label || *of == NONE) else {
                return false;
            };
            *of = label;
            *lost += contacts;
            *lost < group.contacts && (contacts > 0 || !reached.iter().any(loose))
        })
    }

    /// Finds the parts into which the severed balls fall and hands each to `part`, its balls in `reached`,
    /// with its present label. It leaves out one part of each label, which may keep it. It stops when `part`
    /// returns `false`, and returns whether that never happened.
    fn each_part(&mut self, mut part: impl FnMut(&mut Self, u16) -> bool) -> bool {
        let severed = core::mem::take(&mut self.scratch.severed);
        // A ball that reaches one further down the list leaves its part to that one, so the last ball of each
        // part represents it. The last part of a group keeps the label.
        let later = self.scratch.fresh_stamps(severed.len() + 1);
        for &point in &severed {
            self.scratch.stamps[usize::from(point)] = later;
        }
        let label_of = |board: &Self, point: u16| board.spots[usize::from(point)].group;
        let all = severed.iter().enumerate().all(|(place, &point)| {
            let rest = &severed[place + 1..];
            let label = label_of(self, point);
            if rest.contains(&point) || rest.iter().all(|&other| label_of(self, other) != label) {
                return true;
            }
            self.scratch.stamps[usize::from(point)] = 0;
            !self.explore(point, later, later + 1 + place as u32) || part(self, label)
        });
        self.scratch.severed = severed;
        all
    }

    /// Collects and stamps the balls connected with one. Returns `false` if it reaches a ball with the stamp
    /// `stop`.
    fn explore(&mut self, from: u16, stop: u32, own: u32) -> bool {
        let Scratch { reached, stamps, .. } = &mut self.scratch;
        reached.clear();
        reached.push(from);
        stamps[usize::from(from)] = own;
        let mut done = 0;
        while let Some(&point) = reached.get(done) {
            done += 1;
            let site = self.grid.site(point);
            for link in bits(self.spots[usize::from(point)].links) {
                let other = site.ends[link];
                let stamp = &mut stamps[usize::from(other)];
                if *stamp == stop {
                    return false;
                }
                if *stamp != own {
                    *stamp = own;
                    reached.push(other);
                }
            }
        }
        true
    }

    /// Makes the balls just reached a separate group.
    fn split_off(&mut self, from: u16) {
        let reached = core::mem::take(&mut self.scratch.reached);
        let mut part = Group::EMPTY.of_size(reached.len() as u16);
        for &point in &reached {
            part += self.contacts_of(point);
        }
        *self.record(from) -= part;
        let label = self.open_group(part);
        for &point in &reached {
            self.label(point, label);
        }
        self.scratch.reached = reached;
    }
}
