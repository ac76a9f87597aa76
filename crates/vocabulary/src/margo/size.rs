//! Board sizes and the points of their pyramids.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::{Cell, Point};

/// The number of holes along a side of the board, 2 to 19. The book's standard is 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// The size of the standard board.
    pub const STANDARD: Self = Self(7);

    /// Returns the size with `holes` holes along a side; `None` unless `holes` is from 2 to 19.
    pub const fn new(holes: u8) -> Option<Self> {
        if 2 <= holes && holes <= 19 { Some(Self(holes)) } else { None }
    }

    /// All sizes, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (2..=19).map(Self)
    }

    /// The number of holes along a side, 2 to 19.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Whether the pyramid on a board of this size has the point.
    pub fn has(self, point: Point) -> bool {
        let across = self.0.saturating_sub(point.level());
        point.col() < across && point.row() < across
    }

    /// Whether the pyramid on a board of this size has a point of this cell on any level.
    pub fn has_cell(self, cell: Cell) -> bool {
        Point::lowest(cell).is_some_and(|point| self.has(point))
    }

    /// All points of the pyramid: level by level from the board up, each level row by row from the front, and
    /// each row from the left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.0).flat_map(move |level| {
            let across = self.0 - level;
            (0..across).flat_map(move |row| (0..across).filter_map(move |col| Point::new(col, row, level)))
        })
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A text that is not a size of a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("size {0:?} is not from 2 to 19")]
pub struct SizeError(pub String);

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        Some(text)
            .filter(|text| !text.starts_with(['0', '+']))
            .and_then(|text| text.parse().ok())
            .and_then(Self::new)
            .ok_or_else(|| SizeError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn a_board_carries_its_square_pyramidal_number_of_points() {
        for size in Size::all() {
            let n = usize::from(size.get());
            assert_eq!(size.points().count(), n * (n + 1) * (2 * n + 1) / 6);
            assert!(size.points().all(|point| size.has(point)));
        }
    }

    #[test]
    fn the_smallest_board_has_these_points() {
        let size = Size::new(2).unwrap();
        let names: Vec<String> = size.points().map(|point| point.to_string()).collect();
        assert_eq!(names, ["A1:0", "C1:0", "A3:0", "C3:0", "B2:1"]);
        for (cell, has) in
            [("B2", true), ("C3", true), ("A2", false), ("D2", false), ("D4", false), ("E1", false)]
        {
            assert_eq!(size.has_cell(cell.parse().unwrap()), has, "{cell}");
        }
    }

    #[test]
    fn sizes_are_plain_numbers() {
        for text in ["", "1", "20", "400", "07", "+7", "-7", "7x7", "seven"] {
            assert_eq!(text.parse::<Size>(), Err(SizeError(text.into())));
        }
        assert_eq!("19".parse::<Size>().map(Size::get), Ok(19));
    }
}
