//! Points by name.

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::macros::{debug_as_text, json_as_text};

/// A place on the tournament grid, as a move names it: a location as seen from above, without a level.
///
/// Coordinates count half steps: letters from the left, starting at A, and numbers from the front, starting
/// at 1. Z is followed by AA, AB and so on. The board's holes have odd coordinates (A1, C1), and so do the
/// points two and four levels up; the levels between have even ones (B2). A cell need not be on a board:
/// `CU99` is not on any board, and `A2` is not on any level.
///
/// Cells are ordered by their names, byte by byte: `A1` < `A11` < `A3` < `AA1` < `C1`.
///
/// ```
/// use bustan_vocabulary::margo::Cell;
///
/// let cell: Cell = "C5".parse()?;
/// assert_eq!((cell.x(), cell.y()), (3, 5));
/// assert_eq!("aa1".parse::<Cell>()?.x(), 27);
/// # Ok::<(), bustan_vocabulary::margo::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    x: u8,
    y: u8,
}

impl Cell {
    /// The largest coordinate of a cell.
    pub const MAX: u8 = 99;

    /// Returns the cell with these coordinates; `None` unless both are from 1 to [`MAX`](Self::MAX).
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if 1 <= x && x <= Self::MAX && 1 <= y && y <= Self::MAX { Some(Self { x, y }) } else { None }
    }

    /// The coordinate that is written in letters, with 1 for A.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// The coordinate that is written as a number.
    pub const fn y(self) -> u8 {
        self.y
    }

    /// A number of 48 bits; codes have the same order as the names.
    pub(super) fn code(self) -> u64 {
        self.key([0; 3]) >> 32 << 16 | u64::from(self.x) << 8 | u64::from(self.y)
    }

    /// Returns the cell with this [code](Self::code).
    pub(super) const fn decode(code: u64) -> Option<Self> {
        Self::new((code >> 8) as u8, code as u8)
    }

    /// The letters and the digits of the name, with 0 for a missing second letter or digit.
    const fn characters(self) -> ([u8; 2], [u8; 2]) {
        let x = self.x - 1;
        let letters = if x < 26 { [b'A' + x, 0] } else { [b'A' + x / 26 - 1, b'A' + x % 26] };
        let digits = if self.y < 10 { [b'0' + self.y, 0] } else { [b'0' + self.y / 10, b'0' + self.y % 10] };
        (letters, digits)
    }

    /// The name and its suffix, without zeros, as a number that sorts like the text.
    fn key(self, [e, f, g]: [u8; 3]) -> u64 {
        let ([a, b], [c, d]) = self.characters();
        let (mut key, mut free) = (0, u64::BITS);
        for character in [a, b, c, d, e, f, g] {
            if character != 0 {
                free -= u8::BITS;
                key |= u64::from(character) << free;
            }
        }
        key
    }
}

impl Ord for Cell {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.key([0; 3]).cmp(&other.key([0; 3]))
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
        let (letters, digits) = self.characters();
        let mut characters = letters.into_iter().chain(digits).filter(|&c| c != 0);
        characters.try_for_each(|c| fmt::Write::write_char(f, char::from(c)))
    }
}

debug_as_text!(Cell);

/// A text that does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a point; a point is letters and a number, such as C5")]
pub struct CellError(pub String);

impl FromStr for Cell {
    type Err = CellError;

    /// Parses a name: letters in either case, and a number without sign or leading zeros.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
        let x = match text.as_bytes()[..letters] {
            [a] => Some(ordinal(a)),
            [a, b] => Some(26 * ordinal(a) + ordinal(b)),
            _ => None,
        };
        let y = number(&text.as_bytes()[letters..]);
        x.zip(y).and_then(|(x, y)| Self::new(u8::try_from(x).ok()?, y)).ok_or_else(|| CellError(text.into()))
    }
}

/// The position of a letter in the alphabet, from 1.
fn ordinal(letter: u8) -> u16 {
    u16::from(letter.to_ascii_uppercase() - b'A') + 1
}

/// Parses a number of one or two `digits`, without leading zeros.
fn number(digits: &[u8]) -> Option<u8> {
    match digits {
        [n @ b'0'..=b'9'] => Some(n - b'0'),
        [tens @ b'1'..=b'9', n @ b'0'..=b'9'] => Some((tens - b'0') * 10 + n - b'0'),
        _ => None,
    }
}

/// A point of a pyramid, where a ball can be: a cell and a level. Equivalently, a column and a row on a
/// level.
///
/// Level 0 is the board. The point in column `col` and row `row` of level `k` rests on the four points in
/// columns `col` and `col + 1` and rows `row` and `row + 1` of level `k - 1`; its cell has the coordinates x
/// = `2 * col + k + 1` and y = `2 * row + k + 1`. The text form is the cell, a colon and the level. Points
/// are ordered by this text, byte by byte.
///
/// ```
/// use bustan_vocabulary::margo::Point;
///
/// let point: Point = "C5:0".parse()?;
/// assert_eq!((point.col(), point.row(), point.level()), (1, 2, 0));
/// assert_eq!(Point::new(0, 1, 2), "C5:2".parse().ok());
/// assert!("C5:1".parse::<Point>().is_err());
/// # Ok::<(), bustan_vocabulary::margo::PointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Point {
    cell: Cell,
    level: u8,
}

impl Point {
    /// Returns the point in a column and a row of a level, all counted from 0; `None` if the point has no
    /// name.
    pub const fn new(col: u8, row: u8, level: u8) -> Option<Self> {
        if col > Cell::MAX || row > Cell::MAX || level > Cell::MAX {
            return None;
        }
        let (x, y) = (2 * col as u16 + level as u16 + 1, 2 * row as u16 + level as u16 + 1);
        if x > Cell::MAX as u16 || y > Cell::MAX as u16 {
            return None;
        }
        Some(Self { cell: Cell { x: x as u8, y: y as u8 }, level })
    }

    /// Returns the point of `cell` on `level`; `None` if that level has no point at the cell.
    pub const fn at(cell: Cell, level: u8) -> Option<Self> {
        let (x, y) = (cell.x - 1, cell.y - 1);
        if level <= x && level <= y && (x - level).is_multiple_of(2) && (y - level).is_multiple_of(2) {
            Some(Self { cell, level })
        } else {
            None
        }
    }

    /// Returns the point of `cell` on level 0 or 1, whichever has one; `None` if no level has a point at the
    /// cell.
    pub const fn lowest(cell: Cell) -> Option<Self> {
        Self::at(cell, (cell.x - 1) % 2)
    }

    /// The cell of the point: the name without the level.
    pub const fn cell(self) -> Cell {
        self.cell
    }

    /// The level, 0 for the board.
    pub const fn level(self) -> u8 {
        self.level
    }

    /// The column on the level, from 0.
    pub const fn col(self) -> u8 {
        (self.cell.x - 1 - self.level) / 2
    }

    /// The row on the level, from 0.
    pub const fn row(self) -> u8 {
        (self.cell.y - 1 - self.level) / 2
    }

    fn key(self) -> u64 {
        let digit = |number| b'0' + number;
        self.cell.key(match self.level {
            level @ 0..10 => [b':', digit(level), 0],
            level => [b':', digit(level / 10), digit(level % 10)],
        })
    }
}

impl Ord for Point {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Point {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cell, self.level)
    }
}

debug_as_text!(Point);

json_as_text!(Point);

/// A text that does not name a point with its level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a point with its level, such as C5:0 or B2:1")]
pub struct PointError(pub String);

impl FromStr for Point {
    type Err = PointError;

    fn from_str(text: &str) -> Result<Self, PointError> {
        let parse = || {
            let (cell, level) = text.split_once(':')?;
            Self::at(cell.parse().ok()?, number(level.as_bytes())?)
        };
        parse().ok_or_else(|| PointError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    fn cells() -> impl Iterator<Item = Cell> {
        (1..=Cell::MAX).flat_map(|x| (1..=Cell::MAX).map(move |y| Cell::new(x, y).unwrap()))
    }

    #[test]
    fn order_is_that_of_the_names() {
        let mut cells: Vec<Cell> = cells().collect();
        cells.sort();
        assert!(cells.is_sorted_by_key(|cell| cell.to_string()));
        let levels = [0, 1, 2, 3, 9, 10, 11, 12, 19, 20];
        let mut points: Vec<Point> = cells
            .iter()
            .flat_map(|&cell| levels.iter().filter_map(move |&level| Point::at(cell, level)))
            .collect();
        points.sort();
        assert!(points.is_sorted_by_key(|point| point.to_string()));
    }

    #[test]
    fn names_round_trip_and_others_are_refused() {
        for cell in cells() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert_eq!("c5".parse::<Cell>(), "C5".parse());
        for text in
            ["", "A", "1", "A0", "A01", "A100", "A-1", "A 1", "A1 ", "AAA1", "CV1", "ZZ1", "É1", "A1:0"]
        {
            assert_eq!(text.parse::<Cell>(), Err(CellError(text.into())), "{text}");
        }
        for text in ["", "A1", "A1:", "A1:1", "B2:0", "B2:2", "A2:0", "C3:3", "A1:00", "A1:0:0", ":0"] {
            assert_eq!(text.parse::<Point>(), Err(PointError(text.into())), "{text}");
        }
    }

    #[test]
    fn columns_and_rows_are_counted_on_their_level() {
        for (text, col, row, level) in
            [("A1:0", 0, 0, 0), ("B2:1", 0, 0, 1), ("C3:2", 0, 0, 2), ("F4:1", 2, 1, 1)]
        {
            let point: Point = text.parse().unwrap();
            assert_eq!((point.col(), point.row(), point.level()), (col, row, level), "{text}");
            assert_eq!(Point::new(col, row, level), Some(point));
        }
        assert_eq!(Point::new(50, 0, 0), None);
        assert_eq!(Point::new(0, 0, 255), None);
    }
}
