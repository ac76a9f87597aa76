//! Cells by name.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use serde::{Serialize, Serializer};

use crate::read::read_from_text;

/// A cell as people name it: a column letter, from `a` at the left, and a row number, from 1 at the bottom.
///
/// A name says nothing about the board: `d4` is a cell that it does not have.
///
/// ```
/// use bustan_vocabulary::tictactoe::Cell;
///
/// let cell: Cell = "b3".parse()?;
/// assert_eq!((cell.column(), cell.row()), (1, 3));
/// assert_eq!(cell.place(), Some(1));
/// assert_eq!(cell.to_string(), "b3");
/// # Ok::<(), bustan_vocabulary::tictactoe::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    column: u8,
    row: u8,
}

impl Cell {
    /// The largest row number a name may have.
    pub const MAX_ROW: u8 = 99;

    /// The cell in column `column`, counted from 0 at `a`, and row `row`; `None` when it cannot be named,
    /// with a column above 25 (`z`) or a row above [`MAX_ROW`](Self::MAX_ROW).
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 26 && row <= Self::MAX_ROW { Some(Self { column, row }) } else { None }
    }

    /// The nine cells of the board in the order in which positions list them: row by row from the top left,
    /// `a3` to `c1`.
    pub const BOARD: [Self; 9] = {
        let mut board = [Self { column: 0, row: 0 }; 9];
        let mut place = 0;
        while place < 9 {
            board[place as usize] = Self { column: place % 3, row: 3 - place / 3 };
            place += 1;
        }
        board
    };

    /// The column, counted from 0 at `a`.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row number as it stands in the name, so 1 at the bottom.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The place of the cell in [`BOARD`](Self::BOARD), 0 to 8; `None` off the board.
    pub const fn place(self) -> Option<usize> {
        let Self { column, row } = self;
        if column < 3 && 1 <= row && row <= 3 { Some(((3 - row) * 3 + column) as usize) } else { None }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column), self.row)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

read_from_text!(Cell);

/// A text that names no cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellError(pub String);

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a cell; a cell is a letter and a number, such as b2", self.0)
    }
}

impl Error for CellError {}

impl FromStr for Cell {
    type Err = CellError;

    /// Reads a name; the letter in any case, the number without sign or leading zeros.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let refuse = || CellError(text.into());
        let (letter, digits) = text.split_at_checked(1).ok_or_else(refuse)?;
        let column = letter.as_bytes()[0].to_ascii_lowercase().wrapping_sub(b'a');
        let canonical =
            digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        let row = digits.parse().ok().filter(|_| canonical).ok_or_else(refuse)?;
        Self::new(column, row).ok_or_else(refuse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn names_round_trip() {
        for text in ["a1", "c3", "d4", "z99", "a0"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        assert_eq!("B2".parse::<Cell>(), "b2".parse());
        for text in ["", "a", "1", "a01", "a+1", "a100", "aa1", "é1", "{1", "a 1", "a300"] {
            assert_eq!(text.parse::<Cell>(), Err(CellError(text.into())));
        }
    }

    #[test]
    fn the_board_is_listed_from_the_top_left() {
        let names: Vec<_> = Cell::BOARD.iter().map(ToString::to_string).collect();
        assert_eq!(names.join(" "), "a3 b3 c3 a2 b2 c2 a1 b1 c1");
        for (place, cell) in Cell::BOARD.iter().enumerate() {
            assert_eq!(cell.place(), Some(place));
        }
        for off in ["a0", "d1", "a4", "z9"] {
            assert_eq!(off.parse::<Cell>().unwrap().place(), None);
        }
    }
}
