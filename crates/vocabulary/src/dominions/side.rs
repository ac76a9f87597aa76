//! Board sizes and the cells of each board.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::Cell;

/// The number of cells along a side of the hexagonal board, 2 to 9. The standard board has side 9 and 217
/// cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side(u8);

impl Side {
    /// The side of the standard board.
    pub const STANDARD: Self = Self(9);

    /// Returns the side with `cells` cells; `None` unless `cells` is from 2 to 9.
    pub const fn new(cells: u8) -> Option<Self> {
        if 2 <= cells && cells <= 9 { Some(Self(cells)) } else { None }
    }

    /// All sides, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (2..=9).map(Self)
    }

    /// The number of cells along a side, 2 to 9.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Whether the board has this cell. The rows of the lower half begin at column 1, those of the upper half
    /// end at the last column.
    pub fn has(self, cell: Cell) -> bool {
        let middle = i32::from(self.0) - 1;
        let up = i32::from(cell.row()) - middle;
        let right = i32::from(cell.column()) - i32::from(self.0);
        up.abs() <= middle && right.abs() <= middle && (right - up).abs() <= middle
    }

    /// All cells, row by row from the bottom, each row from the left.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let length = 2 * self.0 - 1;
        (0..length)
            .flat_map(move |row| (1..=u16::from(length)).filter_map(move |column| Cell::new(row, column)))
            .filter(move |&cell| self.has(cell))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A text that is not a side of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("size {0:?} is not from 2 to 9")]
pub struct SideError(pub String);

impl FromStr for Side {
    type Err = SideError;

    fn from_str(text: &str) -> Result<Self, SideError> {
        Some(text)
            .filter(|text| text.len() == 1)
            .and_then(|text| text.parse().ok())
            .and_then(Self::new)
            .ok_or_else(|| SideError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn a_board_has_its_hexagonal_number_of_cells() {
        for side in Side::all() {
            let n = usize::from(side.get()) - 1;
            assert_eq!(side.cells().count(), 1 + 3 * n * (n + 1));
        }
    }

    #[test]
    fn the_smallest_board_has_these_cells() {
        let names: Vec<String> = Side::new(2).unwrap().cells().map(|cell| cell.to_string()).collect();
        assert_eq!(names, ["a1", "a2", "b1", "b2", "b3", "c2", "c3"]);
    }
}
