//! The board: twelve cells of a triangular lattice, and the stones on them.

use std::collections::BTreeMap;

use bustan_vocabulary::abrobad::{Cell, Player};

/// The coordinates of a cell in the lattice, with `x` doubled.
type Place = (i8, i8);

/// The coordinates of the cells, row by row [abrobad 1.1].
const PLACES: [Place; 12] =
    [(2, 0), (4, 0), (1, 1), (3, 1), (5, 1), (0, 2), (2, 2), (4, 2), (6, 2), (1, 3), (3, 3), (5, 3)];

/// The steps from a cell to its adjacent cells [abrobad 1.2].
pub(super) const DIRECTIONS: [Place; 6] = [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The stones on the board, by cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pub(super) stones: BTreeMap<Cell, Player>,
}

/// All cells, in the order of their numbers.
pub(super) fn cells() -> impl Iterator<Item = Cell> {
    (1..).map_while(|number| Cell::new(number).filter(|&cell| place(cell).is_some()))
}

/// The coordinates of a cell; `None` if it is not on the board.
fn place(cell: Cell) -> Option<Place> {
    PLACES.get(usize::from(cell.get()) - 1).copied()
}

/// The next cell in a direction, if it is on the board.
fn next(cell: Cell, (dx, dy): Place) -> Option<Cell> {
    let (x, y) = place(cell)?;
    cells().find(|&other| place(other) == Some((x + dx, y + dy)))
}

/// The cells adjacent to `cell`.
pub(super) fn adjacent(cell: Cell) -> impl Iterator<Item = Cell> {
    DIRECTIONS.into_iter().filter_map(move |direction| next(cell, direction))
}

/// The cells after `cell` in one direction, up to the edge.
pub(super) fn line(cell: Cell, direction: Place) -> impl Iterator<Item = Cell> {
    std::iter::successors(next(cell, direction), move |&cell| next(cell, direction))
}

impl Board {
    /// The stone on a cell, if any.
    pub(super) fn at(&self, cell: Cell) -> Option<Player> {
        self.stones.get(&cell).copied()
    }

    /// Whether a cell of the board has no stone.
    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.at(cell).is_none()
    }

    /// The cells without a stone.
    pub(super) fn empty_cells(&self) -> impl Iterator<Item = Cell> {
        cells().filter(|&cell| self.is_empty(cell))
    }

    /// Whether a player has a stone adjacent to a cell.
    pub(super) fn has_adjacent(&self, cell: Cell, player: Player) -> bool {
        adjacent(cell).any(|other| self.at(other) == Some(player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(cells: impl Iterator<Item = Cell>) -> Vec<u8> {
        let mut numbers: Vec<u8> = cells.map(Cell::get).collect();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn cells_are_adjacent_as_in_the_drawing() {
        assert_eq!(numbers(cells()), (1..=12).collect::<Vec<u8>>());
        for (cell, expected) in [
            (1, &[2, 3, 4][..]),
            (2, &[1, 4, 5]),
            (3, &[1, 4, 6, 7]),
            (4, &[1, 2, 3, 5, 7, 8]),
            (6, &[3, 7, 10]),
            (7, &[3, 4, 6, 8, 10, 11]),
            (8, &[4, 5, 7, 9, 11, 12]),
            (11, &[7, 8, 10, 12]),
            (12, &[8, 9, 11]),
        ] {
            assert_eq!(numbers(adjacent(Cell::new(cell).unwrap())), expected, "{cell}");
        }
        assert_eq!(cells().flat_map(adjacent).count(), 2 * 24);
    }

    #[test]
    fn lines_run_to_the_edge() {
        let line =
            |cell, direction| line(Cell::new(cell).unwrap(), direction).map(Cell::get).collect::<Vec<u8>>();
        assert_eq!(line(6, (2, 0)), [7, 8, 9]);
        assert_eq!(line(2, (-1, 1)), [4, 7, 10]);
        assert_eq!(line(1, (1, 1)), [4, 8, 12]);
        assert_eq!(line(9, (1, 1)), []);
    }
}
