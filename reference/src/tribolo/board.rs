//! The board, the contents of its cells, and the lines through it.

use std::collections::BTreeMap;
use std::sync::Arc;

use bustan_vocabulary::tribolo::{Cell, Content, Player, Position, Size};

/// A board of any size [tribolo 1.1] and the contents of its cells [tribolo 1.3].
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) size: Size,
    /// The contents of the cells, row by row from the top.
    contents: Vec<Content>,
    /// Every row, column and diagonal. They depend only on the size, so all boards of a game share them.
    lines: Arc<[Vec<Cell>]>,
}

impl Board {
    /// The board at a position.
    pub(super) fn of(position: &Position) -> Self {
        let size = position.size();
        Self { size, contents: position.cells().to_vec(), lines: lines(size).into() }
    }

    /// The content of a cell; `None` if the cell is not on the board.
    pub(super) fn at(&self, cell: Cell) -> Option<Content> {
        self.number(cell).map(|number| self.contents[number])
    }

    /// Gives a cell to `player` if the cell is on the board.
    pub(super) fn give(&mut self, cell: Cell, player: Player) {
        if let Some(number) = self.number(cell) {
            self.contents[number] = Content::Owned(player);
        }
    }

    /// The cells that are not empty, row by row, with their contents.
    pub(super) fn occupied(&self) -> impl Iterator<Item = (Cell, Content)> {
        cells(self.size)
            .zip(self.row_major().iter().copied())
            .filter(|&(_, content)| content != Content::Empty)
    }

    /// The contents of all cells, row by row.
    pub(super) fn row_major(&self) -> &[Content] {
        &self.contents
    }

    /// The index of a cell in row-major order; `None` if the cell is not on the board.
    fn number(&self, cell: Cell) -> Option<usize> {
        let (column, row) = (cell.column(), cell.row());
        let (width, height) = (self.size.width(), self.size.height());
        let on_board = column < width && row < height;
        on_board.then(|| usize::from(row) * usize::from(width) + usize::from(column))
    }

    /// The runs of every line. A run is a part of a line whose cells have equal contents and that cannot be
    /// extended.
    pub(super) fn runs(&self) -> impl Iterator<Item = Vec<&[Cell]>> {
        self.lines.iter().map(|line| line.chunk_by(|&a, &b| self.at(a) == self.at(b)).collect())
    }
}

/// The cells in row-major order from `a1`, the top-left corner [tribolo 1.2].
fn cells(size: Size) -> impl Iterator<Item = Cell> {
    (0..size.height()).flat_map(move |row| (0..size.width()).filter_map(move |column| Cell::new(column, row)))
}

/// Every row, column and diagonal, each from its upper or left end.
///
/// Cells of a row have the row in common, cells of a column the column, cells of a falling diagonal the
/// difference of column and row, and cells of a rising diagonal their sum.
fn lines(size: Size) -> Vec<Vec<Cell>> {
    let (column, row) = (|cell: Cell| i32::from(cell.column()), |cell: Cell| i32::from(cell.row()));
    let in_common: [&dyn Fn(Cell) -> i32; 4] =
        [&row, &column, &|cell| column(cell) - row(cell), &|cell| column(cell) + row(cell)];
    let bundle = |key: &dyn Fn(Cell) -> i32| {
        let mut lines: BTreeMap<i32, Vec<Cell>> = BTreeMap::new();
        cells(size).for_each(|cell| lines.entry(key(cell)).or_default().push(cell));
        lines.into_values()
    };
    in_common.into_iter().flat_map(bundle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(cells: &[Cell]) -> String {
        cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_small_board_has_these_lines() {
        let lines: Vec<String> = lines(Size::new(3, 2).unwrap()).iter().map(|line| names(line)).collect();
        let rows = ["a1 b1 c1", "a2 b2 c2"];
        let columns = ["a1 a2", "b1 b2", "c1 c2"];
        let falling = ["a2", "a1 b2", "b1 c2", "c1"];
        let rising = ["a1", "b1 a2", "c1 b2", "c2"];
        assert_eq!(lines, [&rows[..], &columns, &falling, &rising].concat());
    }

    #[test]
    fn every_cell_is_on_four_lines_and_neighbours_on_a_line_touch() {
        for size in ["1x1", "1x7", "16x11", "26x26"].map(|size| size.parse::<Size>().unwrap()) {
            let lines = lines(size);
            assert_eq!(lines.iter().map(Vec::len).sum::<usize>(), 4 * cells(size).count());
            for pair in lines.iter().flat_map(|line| line.windows(2)) {
                let steps = |axis: fn(Cell) -> u8| axis(pair[0]).abs_diff(axis(pair[1]));
                assert_eq!(steps(Cell::column).max(steps(Cell::row)), 1, "{pair:?}");
            }
        }
    }

    #[test]
    fn a_line_is_parted_where_its_cells_differ() {
        let board = Board::of(&"9x1 ..RRB#GR. blue".parse().unwrap());
        let row: Vec<String> = board.runs().next().unwrap().iter().map(|run| names(run)).collect();
        assert_eq!(row, ["a1 b1", "c1 d1", "e1", "f1", "g1", "h1", "i1"]);
    }
}
