//! Cells by number.

use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// A cell as people name it: a number from 1, row by row from the top left.
///
/// ```text
///     1   2
///   3   4   5
/// 6   7   8   9
///   10  11  12
/// ```
///
/// A number says nothing about the board: 13 is a cell that it does not have.
///
/// ```
/// use bustan_vocabulary::abrobad::Cell;
///
/// let cell: Cell = "7".parse()?;
/// assert_eq!((cell.get(), cell.place()), (7, Some(6)));
/// assert_eq!(Cell::new(13).and_then(Cell::place), None);
/// # Ok::<(), bustan_vocabulary::abrobad::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Cell(u8);

impl TryFrom<u8> for Cell {
    type Error = CellError;

    fn try_from(number: u8) -> Result<Self, CellError> {
        Self::new(number).ok_or_else(|| CellError(number.to_string()))
    }
}

impl Cell {
    /// The largest number that can be said.
    pub const MAX: u8 = 99;

    /// The cell of this number, from 1 to [`MAX`](Self::MAX).
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// The twelve cells of the board, in order.
    pub const BOARD: [Self; 12] = {
        let mut board = [Self(1); 12];
        let mut place = 0;
        while place < 12 {
            board[place] = Self(place as u8 + 1);
            place += 1;
        }
        board
    };

    /// The number, from 1.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The place of the cell in [`BOARD`](Self::BOARD), 0 to 11; `None` off the board.
    pub const fn place(self) -> Option<usize> {
        if self.0 <= 12 { Some(self.0 as usize - 1) } else { None }
    }

    /// Where the centre of a cell of the board lies when the distance between neighbours is 2 along a row:
    /// `x` to the right, and the row `y` from 0 at the top. `None` off the board. What lies beside what,
    /// an engine has to tell.
    pub const fn centre(self) -> Option<(u8, u8)> {
        Some(match self.0 {
            n @ 1..=2 => (2 * n, 0),
            n @ 3..=5 => (2 * n - 5, 1),
            n @ 6..=9 => (2 * n - 12, 2),
            n @ 10..=12 => (2 * n - 19, 3),
            _ => return None,
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellError(pub String);

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a cell; a cell is a number from 1", self.0)
    }
}

impl Error for CellError {}

impl FromStr for Cell {
    type Err = CellError;

    /// Reads a number without sign or leading zeros.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let canonical = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
        text.parse().ok().filter(|_| canonical).and_then(Self::new).ok_or_else(|| CellError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn numbers_round_trip() {
        for text in ["1", "12", "13", "99"] {
            assert_eq!(text.parse::<Cell>().unwrap().to_string(), text);
        }
        for text in ["", "0", "01", "+1", "100", "300", "a1", "1 "] {
            assert_eq!(text.parse::<Cell>(), Err(CellError(text.into())));
        }
    }

    #[test]
    fn the_board_has_rows_of_2_3_4_and_3() {
        let centres: Vec<_> = Cell::BOARD.iter().filter_map(|cell| cell.centre()).collect();
        let rows = [&[2, 4][..], &[1, 3, 5], &[0, 2, 4, 6], &[1, 3, 5]];
        let expected: Vec<_> =
            (0..).zip(rows).flat_map(|(y, row)| row.iter().map(move |&x| (x, y))).collect();
        assert_eq!(centres, expected);
        for (place, cell) in Cell::BOARD.iter().enumerate() {
            assert_eq!(cell.place(), Some(place));
        }
        assert_eq!(Cell(13).centre(), None);
    }
}
