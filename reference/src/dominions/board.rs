//! The board, its cells, and the tiles on them.

use std::sync::Arc;

use bustan_vocabulary::dominions::{Cell, Direction, Piece, Position, Side};

/// A hexagon of hexagonal cells, and the tiles on it.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) side: Side,
    /// The tile on each cell, by the cell's [number](number).
    contents: Vec<Option<Piece>>,
    /// The grid. It depends only on the side, so all boards of a game share it.
    grid: Arc<Grid>,
}

/// The cells of a board and their neighbours.
#[derive(Debug)]
struct Grid {
    /// All cells, sorted.
    cells: Vec<Cell>,
    /// The neighbours of each cell, by its number; `None` beyond the edge.
    neighbours: Vec<[(Direction, Option<Cell>); 6]>,
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

/// The neighbours of a cell in all directions.
pub(super) type Around = [(Direction, Beside); 6];

/// Axial coordinates: q to the right, r down to the right; the centre is (0, 0).
type Axial = (i32, i32);

impl Board {
    /// The board at a position.
    pub(super) fn of(position: &Position) -> Self {
        let mut board = Self::empty(position.side());
        position.tiles().iter().for_each(|(&cell, &piece)| board.put(cell, piece));
        board
    }

    fn empty(side: Side) -> Self {
        let grid = Grid::of(side);
        Self { side, contents: vec![None; grid.neighbours.len()], grid: grid.into() }
    }

    /// All cells of the board, sorted.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.grid.cells.iter().copied()
    }

    /// Whether `cell` is on the board.
    pub(super) fn has(&self, cell: Cell) -> bool {
        is_on_board(self.side, axial(self.side, cell))
    }

    /// The tile on a cell, if any. The cell must be on the board.
    pub(super) fn at(&self, cell: Cell) -> Option<Piece> {
        self.contents[number(self.side, cell)]
    }

    /// Puts a tile on a cell, replacing any other tile there. The cell must be on the board.
    pub(super) fn put(&mut self, cell: Cell, piece: Piece) {
        self.contents[number(self.side, cell)] = Some(piece);
    }

    /// All tiles with their cells, sorted by cell.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (Cell, Piece)> {
        self.cells().filter_map(|cell| Some((cell, self.at(cell)?)))
    }

    /// The neighbours of a cell in all directions.
    pub(super) fn around(&self, cell: Cell) -> Around {
        self.grid.neighbours[number(self.side, cell)].map(|(direction, neighbour)| {
            let beside = match neighbour {
                None => Beside::Edge,
                Some(neighbour) => match self.at(neighbour) {
                    None => Beside::Empty(neighbour),
                    Some(piece) => Beside::Tile(neighbour, piece),
                },
            };
            (direction, beside)
        })
    }
}

impl Grid {
    fn of(side: Side) -> Self {
        let n = n(side);
        let mut cells: Vec<Cell> =
            (-n..=n).flat_map(|r| (-n..=n).filter_map(move |q| cell(side, (q, r)))).collect();
        cells.sort();
        // The square around the hexagon has cells that are not on the board; their entries are never read.
        let width = 2 * side.get() as usize - 1;
        let mut neighbours = vec![Direction::ALL.map(|direction| (direction, None)); width * width];
        for &at in &cells {
            let (q, r) = axial(side, at);
            neighbours[number(side, at)] = Direction::ALL.map(|direction| {
                let (dq, dr) = step(direction);
                (direction, cell(side, (q + dq, r + dr)))
            });
        }
        Self { cells, neighbours }
    }
}

/// The index of a cell in the square around the board, row by row. The cell must be on the board.
fn number(side: Side, cell: Cell) -> usize {
    let width = 2 * usize::from(side.get()) - 1;
    usize::from(cell.row()) * width + usize::from(cell.column()) - 1
}

/// The largest distance of a cell from the centre.
fn n(side: Side) -> i32 {
    i32::from(side.get()) - 1
}

/// The coordinates of a cell. Rows are named from the bottom, so `r` decreases with the row; all cells with
/// the same number have the same `q` [dominions 1.2].
fn axial(side: Side, cell: Cell) -> Axial {
    (i32::from(cell.column()) - i32::from(side.get()), n(side) - i32::from(cell.row()))
}

/// Whether there is a cell at these coordinates. The board is a hexagon [dominions 1.1].
fn is_on_board(side: Side, (q, r): Axial) -> bool {
    q.abs().max(r.abs()).max((q + r).abs()) <= n(side)
}

/// The cell with these coordinates, if it is on the board.
fn cell(side: Side, (q, r): Axial) -> Option<Cell> {
    if !is_on_board(side, (q, r)) {
        return None;
    }
    let row = u8::try_from(n(side) - r).ok()?;
    let column = u16::try_from(q + i32::from(side.get())).ok()?;
    Cell::new(row, column)
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

/// The direction from the neighbour in `direction` back to the cell.
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
        Board::empty(Side::new(side).unwrap())
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
        assert_eq!(axial(board.side, centre), (0, 0));
        let names = ["j10", "j9", "i8", "h8", "h9", "i10"];
        for ((_, beside), name) in board.around(centre).into_iter().zip(names) {
            assert!(matches!(beside, Beside::Empty(cell) if cell.to_string() == name));
        }
    }
}
