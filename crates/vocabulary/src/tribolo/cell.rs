//! Cells by name.

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::macros::{debug_as_text, json_as_text};

/// A cell by its name: a column letter from the left, then a row number from the top. `a1` is the top-left
/// corner of every board, `p11` the bottom-right one of the standard board.
///
/// A cell need not be on a board: `z99` is a cell, but not on any board.
///
/// Cells are ordered by their names, byte by byte: `a1` < `a10` < `a2` < `b1`.
///
/// ```
/// use bustan_vocabulary::tribolo::Cell;
///
/// let cell: Cell = "p11".parse()?;
/// assert_eq!((cell.column(), cell.row()), (15, 10));
/// assert_eq!(cell.to_string(), "p11");
/// # Ok::<(), bustan_vocabulary::tribolo::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    column: u8,
    row: u8,
}

impl Cell {
    /// The cell `a1`, which every board has.
    pub const FIRST: Self = Self { column: 0, row: 0 };

    /// The number of rows that have a name; every board has fewer.
    pub const ROWS: u8 = 99;

    /// Returns the cell in a column and a row, both counted from 0. `None` if the cell has no name, because
    /// the column is above 25 (`z`) or the row above 98 (number 99).
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 26 && row < Self::ROWS { Some(Self { column, row }) } else { None }
    }

    /// The column, counted from 0 at `a`, the leftmost column.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, counted from 0 at the top; the number in the name is one larger.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// A number of 48 bits; codes have the same order as the names.
    pub(super) const fn code(self) -> u64 {
        (self.key() as u64) << 16 | (self.column as u64) << 8 | self.row as u64
    }

    /// Returns the cell with this [code](Self::code).
    pub(super) const fn decode(code: u64) -> Option<Self> {
        Self::new((code >> 8) as u8, code as u8)
    }

    /// A number with the same order as the names: the letter, then the digits, with 0 for a missing second
    /// digit.
    const fn key(self) -> u32 {
        let number = self.row + 1;
        let digits = if number < 10 { [b'0' + number, 0] } else { [b'0' + number / 10, b'0' + number % 10] };
        u32::from_be_bytes([0, self.column, digits[0], digits[1]])
    }
}

impl Ord for Cell {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Cell {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

debug_as_text!(Cell);

json_as_text!(Cell);

/// A text that does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a cell; a cell is a column letter and a row number, such as h7")]
pub struct CellError(pub String);

impl FromStr for Cell {
    type Err = CellError;

    /// Parses a name: a letter in either case, and a number without sign or leading zeros.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let refuse = || CellError(text.into());
        let (&letter, digits) = text.as_bytes().split_first().ok_or_else(refuse)?;
        let number = match *digits {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + (ones - b'0'),
            _ => return Err(refuse()),
        };
        if !letter.is_ascii_alphabetic() {
            return Err(refuse());
        }
        Self::new(letter.to_ascii_lowercase() - b'a', number - 1).ok_or_else(refuse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    fn all() -> impl Iterator<Item = Cell> {
        (0..26).flat_map(|column| (0..Cell::ROWS).filter_map(move |row| Cell::new(column, row)))
    }

    #[test]
    fn names_round_trip() {
        assert_eq!(all().count(), 26 * 99);
        for cell in all() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert_eq!("H7".parse::<Cell>(), "h7".parse());
        assert_eq!((Cell::new(26, 0), Cell::new(0, 99)), (None, None));
    }

    #[test]
    fn cells_sort_as_their_names_do() {
        let mut cells: Vec<Cell> = all().collect();
        cells.sort();
        let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
        let mut sorted = names.clone();
        sorted.sort();
        assert_eq!(names, sorted);
    }

    #[test]
    fn texts_that_are_no_cell_are_refused() {
        for text in ["", "a", "7", "a0", "a07", "a+7", "a100", "ab7", "a7 ", "é7", "a٧", "7a"] {
            assert_eq!(text.parse::<Cell>(), Err(CellError(text.into())));
        }
    }
}
