//! Board sizes.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::Cell;

/// The size of a board: its width and height in cells, each from 1 to 26. The standard board is 16 wide and
/// 11 high.
///
/// The text form is `16x11`, with the width first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The size of the standard board.
    pub const STANDARD: Self = Self { width: 16, height: 11 };

    /// The largest width, which is also the largest height.
    pub const MAX: u8 = 26;

    /// Returns the size with these numbers of columns and rows; `None` unless both are from 1 to
    /// [`MAX`](Self::MAX).
    pub const fn new(width: u8, height: u8) -> Option<Self> {
        if 1 <= width && width <= Self::MAX && 1 <= height && height <= Self::MAX {
            Some(Self { width, height })
        } else {
            None
        }
    }

    /// The number of columns, 1 to 26.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows, 1 to 26.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of cells, 1 to 676.
    pub const fn count(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether a board of this size has the cell.
    pub const fn has(self, cell: Cell) -> bool {
        cell.column() < self.width && cell.row() < self.height
    }

    /// The index of a cell in row-major order, from 0; `None` if the board does not have the cell.
    pub const fn index(self, cell: Cell) -> Option<usize> {
        if self.has(cell) {
            Some(cell.row() as usize * self.width as usize + cell.column() as usize)
        } else {
            None
        }
    }

    /// The cells in row-major order: row by row from the top, and each row from the left.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> {
        (0..self.height).flat_map(move |row| (0..self.width).filter_map(move |column| Cell::new(column, row)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A text that is not a size of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a size; a size is a width and a height, each from 1 to 26, such as 16x11")]
pub struct SizeError(pub String);

/// Parses the number of columns or rows, without sign or leading zeros.
pub(super) fn length(text: &str) -> Option<u8> {
    text.parse().ok().filter(|length| (1..=Size::MAX).contains(length) && !text.starts_with(['0', '+']))
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        text.split_once(['x', 'X'])
            .and_then(|(width, height)| Self::new(length(width)?, length(height)?))
            .ok_or_else(|| SizeError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn sizes_round_trip() {
        for size in (1..=26).flat_map(|width| (1..=26).filter_map(move |height| Size::new(width, height))) {
            assert_eq!(size.to_string().parse(), Ok(size));
            assert!(size.cells().enumerate().all(|(index, cell)| size.index(cell) == Some(index)));
            assert_eq!(size.cells().count(), size.count());
        }
    }

    #[test]
    fn the_corners_of_the_standard_board_are_a1_and_p11() {
        let names = |cell: Option<Cell>| cell.map(|cell| cell.to_string());
        assert_eq!(names(Size::STANDARD.cells().next()), Some("a1".into()));
        assert_eq!(names(Size::STANDARD.cells().next_back()), Some("p11".into()));
        for (name, has) in [("p11", true), ("q11", false), ("p12", false), ("a1", true), ("z99", false)] {
            assert_eq!(Size::STANDARD.has(name.parse().unwrap()), has, "{name}");
        }
    }

    #[test]
    fn texts_that_are_no_size_are_refused() {
        for text in
            ["", "16", "16x", "x11", "0x5", "5x0", "27x5", "5x27", "05x5", "+5x5", "5x5x5", "5 x5", "axb"]
        {
            assert_eq!(text.parse::<Size>(), Err(SizeError(text.into())));
        }
    }
}
