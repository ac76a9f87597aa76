//! Material and Notation: the board, its cells, and the tiles on them.

use std::collections::BTreeMap;

use bustan_vocabulary::dominions::{Cell, Direction, Piece, Side};

/// A hexagon of hexagonal cells and the tiles on it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) side: Side,
    pub(super) tiles: BTreeMap<Cell, Piece>,
}

/// The neighbour of a cell in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Beside {
    /// The board ends here.
    Edge,
    /// An empty cell.
    Empty(Cell),
    /// A cell with a tile.
    Tile(Cell, Piece),
}

/// The neighbours of a cell in each direction.
pub(super) type Around = [(Direction, Beside); 6];

/// Axial coordinates: q to the right, r down to the right; the centre is (0, 0).
type Axial = (i32, i32);

impl Board {
    /// All cells of the board.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        let n = self.n();
        (-n..=n).flat_map(move |r| (-n..=n).filter_map(move |q| self.cell((q, r))))
    }

    /// Whether the board has this cell.
    pub(super) fn has(&self, cell: Cell) -> bool {
        self.is_on_board(self.axial(cell))
    }

    /// The neighbours of a cell in all directions.
    pub(super) fn around(&self, cell: Cell) -> Around {
        let (q, r) = self.axial(cell);
        Direction::ALL.map(|direction| {
            let (dq, dr) = step(direction);
            let beside = match self.cell((q + dq, r + dr)) {
                None => Beside::Edge,
                Some(neighbour) => match self.tiles.get(&neighbour) {
                    None => Beside::Empty(neighbour),
                    Some(&piece) => Beside::Tile(neighbour, piece),
                },
            };
            (direction, beside)
        })
    }

    /// The largest distance of a cell from the centre.
    fn n(&self) -> i32 {
        i32::from(self.side.get()) - 1
    }

    /// The coordinates of a cell. Rows, named from the bottom, run down; the cells of one number have one `q`
    /// [dominions 1.2].
    fn axial(&self, cell: Cell) -> Axial {
        (i32::from(cell.column()) - i32::from(self.side.get()), self.n() - i32::from(cell.row()))
    }

    /// Whether there is a cell at these coordinates: the board is a hexagon [dominions 1.1].
    fn is_on_board(&self, (q, r): Axial) -> bool {
        q.abs().max(r.abs()).max((q + r).abs()) <= self.n()
    }

    /// The cell with these coordinates, if it is on the board.
    fn cell(&self, (q, r): Axial) -> Option<Cell> {
        if !self.is_on_board((q, r)) {
            return None;
        }
        let row = u8::try_from(self.n() - r).ok()?;
        let column = u16::try_from(q + i32::from(self.side.get())).ok()?;
        Cell::new(row, column)
    }
}

/// The step to the neighbour in a direction.
fn step(direction: Direction) -> Axial {
    match direction {
        Direction::TopRight => (1, -1),
        Direction::TopLeft => (0, -1),
        Direction::Left => (-1, 0),
        Direction::BottomLeft => (-1, 1),
        Direction::BottomRight => (0, 1),
        Direction::Right => (1, 0),
    }
}

/// The direction from the neighbour in `direction` back to this cell.
pub(super) fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::TopRight => Direction::BottomLeft,
        Direction::TopLeft => Direction::BottomRight,
        Direction::Left => Direction::Right,
        Direction::BottomLeft => Direction::TopRight,
        Direction::BottomRight => Direction::TopLeft,
        Direction::Right => Direction::Left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty(side: u8) -> Board {
        Board { side: Side::new(side).unwrap(), tiles: BTreeMap::new() }
    }

    #[test]
    fn a_board_has_1_plus_3n_times_n_plus_1_cells() {
        for side in 2..=9 {
            let n = usize::from(side) - 1;
            assert_eq!(empty(side).cells().count(), 1 + 3 * n * (n + 1));
        }
    }

    #[test]
    fn neighbours_see_each_other_in_opposite_directions() {
        let board = empty(4);
        for cell in board.cells() {
            for (direction, beside) in board.around(cell) {
                let Beside::Empty(neighbour) = beside else { continue };
                let back = board.around(neighbour).into_iter().find(|(d, _)| *d == opposite(direction));
                assert!(matches!(back, Some((_, Beside::Empty(it))) if it == cell));
            }
        }
    }

    #[test]
    fn the_centre_of_the_standard_board_is_i9_and_its_top_right_neighbour_j10() {
        let board = empty(9);
        let centre: Cell = "i9".parse().unwrap();
        assert_eq!(board.axial(centre), (0, 0));
        let names = ["j10", "j9", "i8", "h8", "h9", "i10"];
        for ((_, beside), name) in board.around(centre).into_iter().zip(names) {
            assert!(matches!(beside, Beside::Empty(cell) if cell.to_string() == name));
        }
    }
}
