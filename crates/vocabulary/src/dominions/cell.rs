//! Cells by name.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::macros::{debug_as_text, json_as_text};

/// A cell by its name: a row letter, from the bottom row `a` up, and a column number from 1.
///
/// A name need not be on a board: `z99` is a cell, but not on any board. On a board of side 9, the centre is
/// `i9`.
///
/// Cells are ordered by their names, byte by byte: `a1` < `a10` < `a2` < `b1`.
///
/// ```
/// use bustan_vocabulary::dominions::Cell;
///
/// let cell: Cell = "i9".parse()?;
/// assert_eq!((cell.row(), cell.column()), (8, 9));
/// assert_eq!(cell.to_string(), "i9");
/// # Ok::<(), bustan_vocabulary::dominions::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row in the upper half; in the lower half, the [`sort_key`] of the column number. Comparing two
    /// such integers compares the names.
    order: u32,
    column: u16,
}

impl Cell {
    /// The largest column number of a name.
    pub const MAX_COLUMN: u16 = 999;

    /// Returns the cell in `row`, counted from 0 at row `a`, and `column`. `None` if the cell has no name,
    /// because `row` is above 25 (`z`) or `column` above [`MAX_COLUMN`](Self::MAX_COLUMN).
    #[inline]
    pub const fn new(row: u8, column: u16) -> Option<Self> {
        if row < 26 && column <= Self::MAX_COLUMN {
            Some(Self { order: (row as u32) << 16 | sort_key(column) as u32, column })
        } else {
            None
        }
    }

    /// The row, counted from 0 at row `a`, the bottom row.
    pub const fn row(self) -> u8 {
        (self.order >> 16) as u8
    }

    /// A number of 48 bits; codes have the same order as the names.
    pub(super) const fn code(self) -> u64 {
        (self.order as u64) << 16 | self.column as u64
    }

    /// Returns the cell with this [code](Self::code).
    pub(super) const fn decode(code: u64) -> Option<Self> {
        Self::new((code >> 32) as u8, code as u16)
    }

    /// The column number, as in the name: 1 at the left end of the longest row.
    pub const fn column(self) -> u16 {
        self.column
    }
}

/// An integer that sorts like the decimal text of `n`, which must be below 1000: the digits from the left, as
/// three digits in base 11, with 0 for none.
#[inline]
const fn sort_key(n: u16) -> u16 {
    match n {
        0..=9 => (n + 1) * 121,
        10..=99 => (n / 10 + 1) * 121 + (n % 10 + 1) * 11,
        _ => (n / 100 + 1) * 121 + (n / 10 % 10 + 1) * 11 + (n % 10 + 1),
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row()), self.column)
    }
}

debug_as_text!(Cell);

json_as_text!(Cell);

/// A text that does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a cell; a cell is a letter and a number, such as i9")]
pub struct CellError(pub String);

impl FromStr for Cell {
    type Err = CellError;

    /// Parses a name: a letter in either case, and a number without sign or leading zeros.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let refuse = || CellError(text.into());
        let (&letter, digits) = text.as_bytes().split_first().ok_or_else(refuse)?;
        if !letter.is_ascii_alphabetic() {
            return Err(refuse());
        }
        let column = number(digits).filter(|&n| n <= Self::MAX_COLUMN).ok_or_else(refuse)?;
        Self::new(letter.to_ascii_lowercase() - b'a', column).ok_or_else(refuse)
    }
}

/// Parses a number of one to three `digits`, without leading zeros.
pub(super) fn number(digits: &[u8]) -> Option<u16> {
    let canonical = digits == b"0" || (!digits.is_empty() && digits[0] != b'0');
    if !canonical || digits.len() > 3 {
        return None;
    }
    digits.iter().try_fold(0, |n, digit| digit.is_ascii_digit().then(|| n * 10 + u16::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn order_is_that_of_the_names() {
        let mut cells: Vec<Cell> = (0..3)
            .flat_map(|row| (0..=Cell::MAX_COLUMN).map(move |column| Cell::new(row, column).unwrap()))
            .collect();
        cells.sort();
        let mut names: Vec<String> = cells.iter().map(ToString::to_string).collect();
        let sorted_cells = names.clone();
        names.sort();
        assert_eq!(sorted_cells, names);
    }

    #[test]
    fn names_round_trip_and_others_are_refused() {
        for text in ["a0", "i9", "z999", "q17"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        assert_eq!("I9".parse::<Cell>(), "i9".parse());
        for text in ["", "i", "9", "i09", "i-9", "i+9", "i 9", "i1000", "ii9", "é9", "i9 "] {
            assert_eq!(text.parse::<Cell>(), Err(CellError(text.into())), "{text}");
        }
    }
}
