//! The cells of a board as small integers, and their neighbours.

use bustan_vocabulary::dominions::{Cell, Side};

/// The number of the neighbour beyond the edge: a cell that never holds a tile and that no tile fits.
pub(super) const OFF: u8 = 223;

/// The number of entries in a pass over all cells: the cells of the largest board and [`OFF`], rounded up to
/// whole vectors.
pub(super) const SPAN: usize = 224;

/// The length of arrays that are indexed by cell: an index of type `u8` is always in bounds.
pub(super) const LEN: usize = 256;

/// The opposite direction, three steps around.
pub(super) const fn opposite(direction: usize) -> usize {
    (direction + 3) % 6
}

/// The board of a given side [dominions 1.1]. Its cells are numbered from 0, row by row from the bottom, and
/// from left to right in each row.
#[derive(Debug)]
pub(super) struct Grid {
    /// The length of a side, 2 to 9.
    pub(super) side: u8,
    /// The number of cells, at most 217.
    pub(super) cells: u8,
    /// The neighbours of each cell, indexed by the bit of their direction in tile numbers; [`OFF`] beyond the
    /// edge. The last two entries are padding.
    pub(super) neighbours: [[u8; 8]; LEN],
    /// For each row, the number that a cell at column 0 would have, if there were one; see
    /// [`index`](Self::index).
    row_start: [i16; 17],
    /// The first and the last column of each row.
    columns: [(u8, u8); 17],
}

impl Grid {
    /// The grid of the board with this side.
    pub(super) fn of(side: Side) -> &'static Self {
        &GRIDS[usize::from(side.get()) - 2]
    }

    /// The number of the cell with a name [dominions 1.2]; `None` if the board has no such cell.
    pub(super) fn index(&self, cell: Cell) -> Option<u8> {
        let row = usize::from(cell.row());
        if row >= usize::from(2 * self.side - 1) {
            return None;
        }
        let (first, last) = self.columns[row];
        let column = cell.column();
        if column < u16::from(first) || u16::from(last) < column {
            return None;
        }
        Some((self.row_start[row] + column as i16) as u8)
    }

    /// The name of the cell with this number.
    ///
    /// # Panics
    /// Panics if the board has no such cell.
    pub(super) fn name(&self, index: u8) -> Cell {
        let row = (1..2 * usize::from(self.side) - 1)
            .rev()
            .find(|&row| self.row_start[row] + i16::from(self.columns[row].0) <= i16::from(index))
            .unwrap_or(0);
        let column = i16::from(index) - self.row_start[row];
        Cell::new(row as u8, column as u16).expect("rows and columns of a board have names")
    }

    const fn build(side: u8) -> Self {
        let mut grid =
            Self { side, cells: 0, neighbours: [[OFF; 8]; LEN], row_start: [0; 17], columns: [(0, 0); 17] };
        let rows = 2 * side as usize - 1;
        let mut row = 0;
        let mut next = 0;
        while row < rows {
            let middle = side as usize - 1;
            let (first, last) =
                if row <= middle { (1, side as usize + row) } else { (row - middle + 1, rows) };
            grid.columns[row] = (first as u8, last as u8);
            grid.row_start[row] = next - first as i16;
            next += (last - first + 1) as i16;
            row += 1;
        }
        grid.cells = next as u8;
        // In the row above, the neighbour to the top right is one column further right, and the one to the
        // top left is in the same column. The other directions follow anticlockwise.
        let steps = [(1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1)];
        let mut row = 0;
        while row < rows {
            let mut column = grid.columns[row].0 as i16;
            while column <= grid.columns[row].1 as i16 {
                let mut direction = 0;
                while direction < 6 {
                    let (up, right) = steps[direction];
                    let (r, c) = (row as i16 + up, column + right);
                    if 0 <= r && r < rows as i16 {
                        let (first, last) = grid.columns[r as usize];
                        if first as i16 <= c && c <= last as i16 {
                            grid.neighbours[(grid.row_start[row] + column) as usize][direction] =
                                (grid.row_start[r as usize] + c) as u8;
                        }
                    }
                    direction += 1;
                }
                column += 1;
            }
            row += 1;
        }
        grid
    }
}

static GRIDS: [Grid; 8] = [
    Grid::build(2),
    Grid::build(3),
    Grid::build(4),
    Grid::build(5),
    Grid::build(6),
    Grid::build(7),
    Grid::build(8),
    Grid::build(9),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_agree() {
        for side in Side::all() {
            let grid = Grid::of(side);
            assert!(side.cells().map(|cell| grid.index(cell)).eq((0..grid.cells).map(Some)));
            assert!(side.cells().eq((0..grid.cells).map(|index| grid.name(index))));
        }
    }

    #[test]
    fn names_off_the_board_have_no_number() {
        for side in Side::all() {
            for row in 0..26 {
                for column in 0..30 {
                    let cell = Cell::new(row, column).unwrap();
                    assert_eq!(Grid::of(side).index(cell).is_some(), side.has(cell), "{side} {cell}");
                }
            }
        }
    }

    #[test]
    fn neighbours_are_mutual() {
        for side in Side::all() {
            let grid = Grid::of(side);
            for cell in 0..grid.cells {
                for direction in 0..6 {
                    let other = grid.neighbours[usize::from(cell)][direction];
                    if other != OFF {
                        assert_eq!(grid.neighbours[usize::from(other)][opposite(direction)], cell);
                    }
                }
            }
        }
    }
}
