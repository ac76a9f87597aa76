//! The records of groups and sections. During play they only merge.

use core::ops::{AddAssign, SubAssign};

use super::grid::LEN;
use super::journal::{Note, Step};
use super::{Board, bits, neighbour};

/// The liberties of a section: the number of its beams that point at empty cells [dominions 3.3], the sum of
/// the numbers of these cells, and the sum of the squares. The three occupy 12, 20 and 32 bits of one number,
/// from the lowest bit, so that one addition adds all three.
///
/// All beams point at one cell iff `beams * squares == sum * sum` (the Cauchy-Schwarz inequality). The mean
/// of the cells is then this cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Liberties(u64);

impl Liberties {
    pub(super) const NONE: Self = Self(0);

    /// The liberty of one beam that points at `cell`. A section has at most 126 * 6 beams, so the parts
    /// cannot overflow: the sums stay below 2^18 and 2^26.
    pub(super) fn at(cell: u8) -> Self {
        AT[cell as usize]
    }

    /// Returns `self` if `n` is 1 and [`NONE`](Self::NONE) if it is 0, without branching.
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

    /// The cell at which all beams point. Meaningful only if [`is_one_cell`](Self::is_one_cell).
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
    /// Merges two different groups of one controller. The larger group keeps its name, which is returned.
    #[inline]
    pub(super) fn join_groups(&mut self, a: u8, b: u8, journal: &mut impl Note) -> u8 {
        let (kept, lost) =
            if self.size[usize::from(a)] >= self.size[usize::from(b)] { (a, b) } else { (b, a) };
        self.name_group(lost, kept);
        self.merge_groups(kept, lost, journal);
        kept
    }

    /// Merges a group and the group that consists only of `cell`.
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

    /// Reverses [`join_groups`](Self::join_groups).
    pub(super) fn part_groups(&mut self, kept: u8, lost: u8) {
        let (k, l) = (usize::from(kept), usize::from(lost));
        self.next_cell.swap(k, l);
        self.size[k] -= self.size[l];
        self.beams[k] -= self.beams[l];
        self.name_group(lost, lost);
    }

    /// Sets the group of every cell in the circular list that contains `first` to `name`.
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

    /// Merges two different sections. The larger section keeps its name, which is returned.
    #[inline]
    pub(super) fn join_sections(&mut self, a: u8, b: u8, journal: &mut impl Note) -> u8 {
        let tiles = |section: u8| self.controlled[usize::from(section)].iter().sum::<u8>();
        let (kept, lost) = if tiles(a) >= tiles(b) { (a, b) } else { (b, a) };
        self.name_section(lost, kept);
        self.merge_sections(kept, lost, journal);
        kept
    }

    /// Merges a section and the section that consists only of `cell`.
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

    /// Reverses [`join_sections`](Self::join_sections).
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

    /// Sets the section of every group in the circular list that contains `first` to `name`.
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

    /// Whether all tiles of a section have one controller, so that the section is a single group
    /// [dominions 3.2].
    pub(super) fn is_whole(&self, section: u8) -> bool {
        let [white, black] = self.controlled[usize::from(section)];
        white == 0 || black == 0
    }

    /// Adds `change` to the controller's contact counter of each empty cell for every beam of `group` that
    /// points at it. `change` is `+1` if the group has become a whole section, and `-1` if it no longer is
    /// one [dominions 2.7].
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
