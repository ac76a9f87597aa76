//! Groups and their freedoms: how groups join and fall apart.

use core::ops::{AddAssign, SubAssign};

use super::{Board, EMPTY, Scratch};
use crate::shared::bits;

/// The label of a ball without a group.
pub(super) const NONE: u16 = u16::MAX;

/// The record of a group.
///
/// A *contact* is a pair of a ball of the group and an empty hole next to it, so a hole between two balls of
/// the group has two contacts. The record keeps the sum and the sum of squares of the hole numbers of all
/// contacts. By the Cauchy-Schwarz inequality, the number of contacts times the sum of squares is at least
/// the square of the sum, and they are equal exactly if all contacts are with the same hole.
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
    /// The record of no balls and no contacts.
    pub(super) const EMPTY: Self = Self { size: 0, contacts: 0, sum: 0, squares: 0 };

    /// The record of no balls and one contact, with `hole`.
    pub(super) const fn contact(hole: u16) -> Self {
        let number = hole as u32;
        Self { size: 0, contacts: 1, sum: number, squares: number * number }
    }

    /// The record of the same contacts and `size` balls.
    pub(super) const fn of_size(self, size: u16) -> Self {
        Self { size, ..self }
    }

    /// Whether the group has no freedom [margo 4.1].
    pub(super) const fn is_strangled(self) -> bool {
        self.contacts == 0
    }

    /// Whether all contacts are with a single hole. Also `true` if there are no contacts.
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
    /// The record of the group of a visible ball.
    #[inline]
    pub(super) fn group_of(&self, point: u16) -> Group {
        self.groups[usize::from(self.spots[usize::from(point)].group)]
    }

    /// The contacts of the ball on a point, as the record of a group without balls. Only balls of level 0
    /// have contacts [margo 4.1].
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

    /// Joins the groups of two connected balls, if they differ [margo 3.5]. The smaller group takes the label
    /// of the larger.
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

    /// Gives a new label to all balls of the group that contains the ball on `from`.
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

    /// Removes a ball without contacts from its group. The group keeps its label as long as it has balls.
    pub(super) fn leave(&mut self, point: u16) {
        let label = self.spots[usize::from(point)].group;
        self.label(point, NONE);
        let group = self.record(label);
        group.size -= 1;
        if group.size == 0 {
            self.close_group(label);
        }
    }

    /// Finds which severed balls are still connected with each other, and gives new labels to the parts that
    /// are not [margo 3.5]. Every part of a group that fell apart must contain a severed ball.
    pub(super) fn separate(&mut self) {
        self.each_part(|board, label| {
            board.split_off(label);
            true
        });
    }

    /// Whether each part into which the severed balls split the groups would keep all its balls. `pinned` are
    /// the points on which a new ball rests. Also returns `false` if the answer cannot be determined without
    /// making the placement.
    pub(super) fn no_part_falls(&mut self, pinned: [u16; 4]) -> bool {
        // For each label, the contacts of the parts that do not keep it. The part that keeps the label loses
        // these.
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

    /// Finds the parts into which the severed balls split their groups, and calls `part` for each part, with
    /// its balls in `reached` and with its current label. It skips one part of each label, because this part
    /// can keep the label. It stops when `part` returns `false`, and returns whether `part` never did.
    fn each_part(&mut self, mut part: impl FnMut(&mut Self, u16) -> bool) -> bool {
        let severed = core::mem::take(&mut self.scratch.severed);
        // If a severed ball is connected with a later one in the list, the later one represents the part, so
        // the last ball of each part represents it. The last part of a group keeps the label.
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

    /// Collects and stamps the balls that are connected with the ball on `from`. Returns `false` if one of
    /// them has the stamp `stop`.
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

    /// Makes a separate group of the balls in `reached`, which have the label `from`.
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
