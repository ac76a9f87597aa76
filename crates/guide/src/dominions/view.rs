//! The surroundings of cells in an observed position, in a form that is fast enough for policies.

use alloc::vec;
use alloc::vec::Vec;

use bustan_vocabulary::dominions::{Cell, Direction, Observation, Piece, Player, Side};

use crate::dominions::geometry::{Place, bit, opposite};

/// The number of rows and of columns of the largest board.
const WIDTH: usize = 17;

/// The length of tables that are indexed by [`index`].
pub(super) const CELLS: usize = WIDTH * WIDTH;

/// The index of a cell in tables for the largest board, row by row; `None` for a cell that no board has.
pub(super) fn index(cell: Cell) -> Option<usize> {
    let (row, column) = (usize::from(cell.row()), usize::from(cell.column()).checked_sub(1)?);
    (row < WIDTH && column < WIDTH).then_some(row * WIDTH + column)
}

/// The observed facts about one cell.
#[derive(Clone, Copy, Default)]
struct Spot {
    piece: Option<Piece>,
    /// Indices in [`Observation::groups`] and [`Observation::sections`].
    group: Option<u8>,
    section: Option<u8>,
}

/// An observed position as a table of cells.
pub(super) struct View<'a> {
    pub(super) seen: &'a Observation,
    pub(super) side: Side,
    spots: Vec<Spot>,
}

impl<'a> View<'a> {
    /// Converts an observation to a table, and ignores invalid cells and sizes.
    pub(super) fn new(seen: &'a Observation) -> Self {
        let mut spots = vec![Spot::default(); CELLS];
        for (&cell, &piece) in &seen.board {
            if let Some(at) = index(cell) {
                spots[at].piece = Some(piece);
            }
        }
        for (number, group) in (0..u8::MAX).zip(&seen.groups) {
            for at in group.cells.iter().filter_map(|&cell| index(cell)) {
                spots[at].group = Some(number);
            }
        }
        for (number, section) in (0..u8::MAX).zip(&seen.sections) {
            for at in section.cells.iter().filter_map(|&cell| index(cell)) {
                spots[at].section = Some(number);
            }
        }
        Self { seen, side: Side::new(seen.size).unwrap_or(Side::STANDARD), spots }
    }

    fn spot(&self, cell: Cell) -> Spot {
        index(cell).map_or_else(Spot::default, |at| self.spots[at])
    }

    /// The board's empty cells, row by row.
    pub(super) fn empty_cells(&self) -> impl Iterator<Item = Cell> {
        self.side.cells().filter(|&cell| self.spot(cell).piece.is_none())
    }

    /// The surroundings of a cell, for a tile of `player`.
    pub(super) fn site(&self, cell: Cell, player: Player) -> Site {
        let mut site = Site::default();
        let mut groups = AdjacentGroups::default();
        let mut sections = AdjacentGroups::default();
        for direction in Direction::ALL {
            let next = Place::of(cell, self.side)
                .step(direction)
                .cell(self.side)
                .filter(|&next| self.side.has(next));
            let Some(next) = next else {
                site.edges += 1;
                continue;
            };
            let spot = self.spot(next);
            let Some(piece) = spot.piece else {
                site.empty |= bit(direction);
                continue;
            };
            site.neighbours += 1;
            site.opponents += u32::from(piece.controller != player);
            if piece.tile.has_beam(opposite(direction)) {
                site.required |= bit(direction);
                groups.add(spot.group);
                sections.add(spot.section);
            }
        }
        for (number, beams) in groups.iter() {
            let group = &self.seen.groups[number];
            let left = group.liberties.saturating_sub(beams);
            site.tension += 5_u32.saturating_sub(left);
            if group.controller == player {
                site.own_left += left;
            } else {
                site.captures += u32::from(left == 0);
                site.enemy_left = Some(site.enemy_left.map_or(left, |least| least.min(left)));
            }
        }
        for (number, beams) in sections.iter() {
            site.section_left += self.seen.sections[number].liberties.saturating_sub(beams);
        }
        site
    }
}

/// The surroundings of an empty cell, for a tile of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Site {
    /// The directions in which a beam of a neighbour points at the cell, as a tile number: the beams that a
    /// fitting tile must have.
    pub(super) required: u8,
    /// The directions in which there is an empty cell, as a tile number: the additional beams that a fitting
    /// tile can have.
    pub(super) empty: u8,
    /// The number of directions that lead off the board.
    pub(super) edges: u32,
    /// The number of occupied neighbours, and the number of neighbours that the opponent controls.
    pub(super) neighbours: u32,
    pub(super) opponents: u32,
    /// The number of the opponent's groups that have all their liberties at the cell.
    pub(super) captures: u32,
    /// The smallest number of liberties elsewhere of an opponent's group with a beam to the cell, if there is
    /// such a group.
    pub(super) enemy_left: Option<u32>,
    /// The total number of liberties elsewhere of the player's groups with beams to the cell.
    pub(super) own_left: u32,
    /// The total number of liberties elsewhere of the sections with beams to the cell.
    pub(super) section_left: u32,
    /// The shortage of liberties of the groups with beams to the cell: for each group, the number of
    /// liberties below five, summed.
    pub(super) tension: u32,
}

impl Site {
    /// The number of beams that point at the cell.
    pub(super) const fn links(self) -> u32 {
        self.required.count_ones()
    }
}

/// Up to six groups or sections next to a cell, each with the number of its beams to the cell.
#[derive(Default)]
struct AdjacentGroups {
    found: [(u8, u32); 6],
    count: usize,
}

impl AdjacentGroups {
    fn add(&mut self, number: Option<u8>) {
        let Some(number) = number else { return };
        match self.found[..self.count].iter_mut().find(|(other, _)| *other == number) {
            Some((_, beams)) => *beams += 1,
            None => {
                self.found[self.count] = (number, 1);
                self.count += 1;
            }
        }
    }

    fn iter(&self) -> impl Iterator<Item = (usize, u32)> {
        self.found[..self.count].iter().map(|&(number, beams)| (usize::from(number), beams))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominions::sample::observation;

    #[test]
    fn a_site_tells_what_surrounds_it() {
        // White's tile 32 points right from i8 to i9, and Black's tile 4 points left from i10 to i9; their
        // only liberties are at i9. White's tile 2 on h9 points away from i9. White's tile 8 on j10 points
        // down to i9 and has no other beam.
        let seen = observation("9 white 0 4 W32i8 B4i10 W16h9 W8j10");
        let view = View::new(&seen);
        let site = view.site("i9".parse().unwrap(), Player::White);
        assert_eq!(site.required, 4 | 32 | 1);
        assert_eq!(site.empty, 2 | 8);
        assert_eq!((site.edges, site.neighbours, site.opponents), (0, 4, 1));
        assert_eq!((site.captures, site.enemy_left, site.own_left, site.section_left), (1, Some(0), 0, 0));
        assert_eq!(site.tension, 15);
        assert_eq!(site.links(), 3);
    }

    #[test]
    fn two_beams_of_one_group_count_as_one_group() {
        // The group of h8, h9 and i10 has two beams to i9, and one more liberty.
        let seen = observation("9 black 0 3 W33h8 W37h9 W12i10");
        let view = View::new(&seen);
        assert_eq!(seen.groups.len(), 1);
        let site = view.site("i9".parse().unwrap(), Player::Black);
        let (libs, links) = (seen.groups[0].liberties, site.links());
        assert!(links >= 2 && libs > links);
        assert_eq!((site.enemy_left, site.captures), (Some(libs - links), 0));
    }

    #[test]
    fn corners_see_the_edge() {
        let seen = observation("2 white");
        let view = View::new(&seen);
        assert_eq!(view.site("a1".parse().unwrap(), Player::White).edges, 3);
        assert_eq!(view.site("b2".parse().unwrap(), Player::White).empty, 63);
        assert_eq!(view.empty_cells().count(), 7);
    }
}
