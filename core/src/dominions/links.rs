//! Groups and sections: records that only ever merge.

use core::ops::{AddAssign, SubAssign};

use super::grid::LEN;
use super::journal::{Note, Step};
use super::{Board, bits, neighbour};

/// The liberties of a section: the number of its beams [dominions 3.3], and the sum and the sum of squares of
/// the cells they point at. The three take 12, 20 and 32 bits of one number, from the bottom, so that one
/// addition adds them all.
///
/// All beams point at one cell iff `beams * squares == sum * sum` (Cauchy and Schwarz). The mean is then that
/// cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Liberties(u64);

impl Liberties {
    pub(super) const NONE: Self = Self(0);

    /// One beam that points at this cell. A section has at most 126 * 6 beams, so the parts cannot overflow:
    /// the sums stay below 2^18 and 2^26.
    pub(super) fn at(cell: u8) -> Self {
        AT[cell as usize]
    }

    /// These liberties `n` times, 0 or 1, without a branch.
    pub(super) const fn times(self, n: u8) -> Self {
        Self(self.0 & (n as u64).wrapping_neg())
    }

    pub(super) const fn beams(self) -> u32 {
        (self.0 & 0xfff) as u32
    }

    /// Whether the section has a liberty and all its beams point at one cell.
    pub(super) const fn is_one_cell(self) -> bool {
        let beams = self.0 & 0xfff;
        let sum = self.0 >> 12 & 0xf_ffff;
        let squares = self.0 >> 32;
        beams != 0 && beams * squares == sum * sum
    }

    /// The cell that all beams point at, if [`is_one_cell`](Self::is_one_cell).
    pub(super) const fn cell(self) -> u8 {
        ((self.0 >> 12 & 0xf_ffff) as u32 / self.beams()) as u8
    }
}

/// [`Liberties::at`] for each cell.
static AT: [Liberties; LEN] = {
    let mut at = [Liberties::NONE; LEN];
    let mut cell = 0;
    while cell < LEN {
        let c = cell as u64;
        at[cell] = Liberties((c * c) << 32 | c << 12 | 1);
        cell += 1;
    }
    at
};

impl AddAssign for Liberties {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Liberties {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Board {
    /// Joins two different groups of one controller; the larger keeps its name.
    #[inline]
    pub(super) fn join_groups(&mut self, a: u8, b: u8, journal: &mut impl Note) -> u8 {
        let (kept, lost) =
            if self.size[usize::from(a)] >= self.size[usize::from(b)] { (a, b) } else { (b, a) };
        self.name_group(lost, kept);
        self.merge_groups(kept, lost, journal);
        kept
    }

    /// Joins a group and a group of one cell.
    #[inline]
    pub(super) fn attach_group(&mut self, group: u8, cell: u8, journal: &mut impl Note) {
        self.group[usize::from(cell)] = group;
        self.merge_groups(group, cell, journal);
    }

    #[inline]
    fn merge_groups(&mut self, kept: u8, lost: u8, journal: &mut impl Note) {
        let (k, l) = (usize::from(kept), usize::from(lost));
        self.next_cell.swap(k, l);
        self.size[k] += self.size[l];
        self.beams[k] += self.beams[l];
        journal.step(Step::JoinedGroups { kept, lost });
    }

    /// Undoes [`join_groups`](Self::join_groups).
    pub(super) fn part_groups(&mut self, kept: u8, lost: u8) {
        let (k, l) = (usize::from(kept), usize::from(lost));
        self.next_cell.swap(k, l);
        self.size[k] -= self.size[l];
        self.beams[k] -= self.beams[l];
        self.name_group(lost, lost);
    }

    /// Gives a name to the group of all cells in the circle of `first`.
    fn name_group(&mut self, first: u8, name: u8) {
        let mut cell = first;
        loop {
            self.group[usize::from(cell)] = name;
            cell = self.next_cell[usize::from(cell)];
            if cell == first {
                return;
            }
        }
    }

    /// Joins two different sections; the larger keeps its name.
    #[inline]
    pub(super) fn join_sections(&mut self, a: u8, b: u8, journal: &mut impl Note) -> u8 {
        let tiles = |section: u8| self.controlled[usize::from(section)].iter().sum::<u8>();
        let (kept, lost) = if tiles(a) >= tiles(b) { (a, b) } else { (b, a) };
        self.name_section(lost, kept);
        self.merge_sections(kept, lost, journal);
        kept
    }

    /// Joins a section and a section of one cell.
    #[inline]
    pub(super) fn attach_section(&mut self, section: u8, cell: u8, journal: &mut impl Note) {
        self.section[usize::from(cell)] = section;
        self.merge_sections(section, cell, journal);
    }

    #[inline]
    fn merge_sections(&mut self, kept: u8, lost: u8, journal: &mut impl Note) {
        let (k, l) = (usize::from(kept), usize::from(lost));
        self.next_group.swap(k, l);
        let liberties = self.liberties[l];
        self.liberties[k] += liberties;
        for player in 0..2 {
            self.controlled[k][player] += self.controlled[l][player];
        }
        journal.step(Step::JoinedSections { kept, lost });
    }

    /// Undoes [`join_sections`](Self::join_sections).
    pub(super) fn part_sections(&mut self, kept: u8, lost: u8) {
        let (k, l) = (usize::from(kept), usize::from(lost));
        self.next_group.swap(k, l);
        let liberties = self.liberties[l];
        self.liberties[k] -= liberties;
        for player in 0..2 {
            self.controlled[k][player] -= self.controlled[l][player];
        }
        self.name_section(lost, lost);
    }

    /// Gives a name to the section of all groups in the circle of `first`.
    fn name_section(&mut self, first: u8, name: u8) {
        let mut group = first;
        loop {
            self.section[usize::from(group)] = name;
            group = self.next_group[usize::from(group)];
            if group == first {
                return;
            }
        }
    }

    /// Whether all tiles of a section have one controller, so that it is one group [dominions 3.2].
    pub(super) fn is_whole(&self, section: u8) -> bool {
        let [white, black] = self.controlled[usize::from(section)];
        white == 0 || black == 0
    }

    /// Adds `change` to the controller's contact wherever a beam of this group points at an empty cell: `+1`
    /// if the group has become a whole section, `-1` if it has ceased to be one [dominions 2.7].
    pub(super) fn extend_contact(&mut self, group: u8, change: i8) {
        let controller = usize::from(self.controllers[usize::from(group)]);
        let mut cell = group;
        loop {
            let free = self.tiles[usize::from(cell)] & !self.occupied[usize::from(cell)];
            for direction in bits(free) {
                let empty = neighbour!(self, cell, direction);
                self.contact[controller][usize::from(empty)] += change;
            }
            cell = self.next_cell[usize::from(cell)];
            if cell == group {
                return;
            }
        }
    }
}
