//! Cells, moves and positions as text, and the reasons why a move is illegal.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::macros::{debug_as_text, names};
use crate::number::number;
use crate::xo::{Player, print_cells, read_cells};

/// A cell by its number, from 1, row by row from the top left.
///
/// ```text
///     1   2
///   3   4   5
/// 6   7   8   9
///   10  11  12
/// ```
///
/// A number need not be on the board: the cell 13 exists in no game.
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
    /// The largest number of a cell, on the board or not.
    pub const MAX: u8 = 99;

    /// Returns the cell with this number, which must be from 1 to [`MAX`](Self::MAX).
    pub const fn new(number: u8) -> Option<Self> {
        if 1 <= number && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// The twelve cells of the board, ascending by number.
    pub const BOARD: [Self; 12] = {
        let mut board = [Self(1); 12];
        let mut place = 0;
        while place < 12 {
            board[place] = Self(place as u8 + 1);
            place += 1;
        }
        board
    };

    /// The number of the cell, from 1.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The index of the cell in [`BOARD`](Self::BOARD), 0 to 11; `None` off the board.
    pub const fn place(self) -> Option<usize> {
        if self.0 <= 12 { Some(self.0 as usize - 1) } else { None }
    }

    /// The centre of a cell of the board, as `(x, y)`, if the distance between neighbours in a row is 2: `x`
    /// increases to the right, and `y` is the row, from 0 at the top. `None` off the board. For drawing only:
    /// engines decide which cells are neighbours.
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

debug_as_text!(Cell);

/// A text that does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a cell; a cell is a number from 1")]
pub struct CellError(pub String);

impl FromStr for Cell {
    type Err = CellError;

    /// Reads a number without sign or leading zeros.
    fn from_str(text: &str) -> Result<Self, CellError> {
        number(text).and_then(Self::new).ok_or_else(|| CellError(text.into()))
    }
}

/// A move. The turn determines whose move it is.
///
/// In text form, a placement is the number of the cell, a slide is two numbers joined by a hyphen, and `0`
/// ends the game.
///
/// ```
/// use bustan_vocabulary::abrobad::Move;
///
/// assert!(matches!("7".parse()?, Move::Place(cell) if cell.get() == 7));
/// assert_eq!("7-12".parse::<Move>()?.to_string(), "7-12");
/// assert_eq!("0".parse(), Ok(Move::End));
/// # Ok::<(), bustan_vocabulary::abrobad::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Ends the game: every empty cell becomes a stone of the opponent.
    End,
    /// Places a stone on an empty cell.
    Place(Cell),
    /// Slides a stone from the first cell to the second.
    Slide(Cell, Cell),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => f.write_str("0"),
            Self::Place(cell) => write!(f, "{cell}"),
            Self::Slide(from, to) => write!(f, "{from}-{to}"),
        }
    }
}

debug_as_text!(Move);

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a move; a move is a cell, such as 7, a slide, such as 7-12, or 0 to end the game")]
pub struct MoveError(pub String);

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let refuse = |_| MoveError(text.into());
        match text.split_once('-') {
            _ if text == "0" => Ok(Self::End),
            Some((from, to)) => Ok(Self::Slide(from.parse().map_err(refuse)?, to.parse().map_err(refuse)?)),
            None => text.parse().map(Self::Place).map_err(refuse),
        }
    }
}

names! {
    /// Why a move is illegal, in the order in which engines check the reasons: they report the first that
    /// applies.
    pub enum Reason {
        /// The game has ended.
        GameOver = "game-over",
        /// The other player is to move.
        NotYourTurn = "not-your-turn",
        /// The board does not have a cell that the move names.
        OffBoard = "off-board",
        /// There is already a stone on the cell to which the move places or slides one.
        Occupied = "occupied",
        /// A slide, or the end of the game, while the player to move must place.
        MustPlace = "must-place",
        /// A placement next to a stone of the player to move.
        AdjacentOwn = "adjacent-own",
        /// A slide from a cell without a stone of the player to move.
        NotOwn = "not-own",
        /// A slide to a cell that is not the first empty one in any direction.
        NoSlide = "no-slide",
    }
}

/// A position: the stones, the player to move, and the number of moves played.
///
/// The text form has three words:
///
/// ```text
/// x.....xo.... x 3
/// ```
///
/// The first word is the twelve cells in the order of their numbers, with a dot for an empty one. The second
/// is the player to move or, on a full board, the player who would be next to move. The third is the number
/// of moves played. The third word, or the second and the third, may be omitted. By default, the number of
/// moves equals the number of stones, and X is to move if it is even.
///
/// A value of this type is consistent: the number of moves suffices to place the stones. The position need
/// not be reachable in a game: either player may be to move after any number of moves, and there may be more
/// stones of one colour than it is possible to place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    stones: [Option<Player>; 12],
    turn: Player,
    ply: u32,
}

impl Position {
    /// The largest number of moves that a position can record. A game may have more; its positions then omit
    /// the smallest sufficient number of whole rounds.
    pub const MAX_PLY: u32 = 999_999_999;

    /// The empty board, with X to move.
    pub const fn initial() -> Self {
        Self { stones: [None; 12], turn: Player::X, ply: 0 }
    }

    /// Returns a position from its parts; see the accessors of the same names.
    ///
    /// # Errors
    /// Fails if `ply` is too small for the stones, or more than [`MAX_PLY`](Self::MAX_PLY).
    pub fn new(stones: [Option<Player>; 12], turn: Player, ply: u32) -> Result<Self, PositionError> {
        let position = Self { stones, turn, ply };
        if ply > Self::MAX_PLY {
            return Err(PositionError::TooMany(ply));
        }
        let least = position.least_moves();
        if ply < least { Err(PositionError::TooFew { ply, least }) } else { Ok(position) }
    }

    /// A lower bound on the number of moves after which the stones can be on the board: every move adds at
    /// most one, except the end of the game, which only adds stones of the opponent.
    fn least_moves(&self) -> u32 {
        let count = |player| self.stones.iter().flatten().filter(|&&stone| stone == player).count() as u32;
        let (x, o) = (count(Player::X), count(Player::O));
        if x + o == self.stones.len() as u32 { 1 + x.min(o) } else { x + o }
    }

    /// The contents of the cells, in the order of the cells' numbers.
    pub const fn stones(&self) -> &[Option<Player>; 12] {
        &self.stones
    }

    /// The player to move; on a full board, the player who would be next to move.
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// The number of moves played.
    pub const fn ply(&self) -> u32 {
        self.ply
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_cells(&self.stones, f)?;
        write!(f, " {} {}", self.turn, self.ply)
    }
}

/// An inconsistency of a position, in its text or between its parts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The first word of the text does not consist of twelve cells.
    #[error("{0:?} is not a board; a board is twelve of x, o and dot, in the order of the cells")]
    Board(String),
    /// A word after the board is neither a player nor a number of moves, or is in the wrong place.
    #[error("{0:?} is out of place; a board may be followed by x or o, then by the number of moves")]
    Word(String),
    /// The number of moves is larger than a position can record.
    #[error("{} moves are too many; a position may have at most {}", .0, Position::MAX_PLY)]
    TooMany(u32),
    /// The number of moves is too small for the stones.
    #[error("{ply} moves do not lead here: the stones take at least {least}")]
    TooFew {
        /// The number of moves given.
        ply: u32,
        /// The smallest number of moves with which the stones can be placed.
        least: u32,
    },
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_ascii_whitespace().peekable();
        let board = words.next().unwrap_or_default();
        let stones: [_; 12] = read_cells(board).ok_or_else(|| PositionError::Board(board.into()))?;
        let turn = words.next_if(|word| word.parse::<Player>().is_ok()).and_then(|word| word.parse().ok());
        let ply = turn.and_then(|_| words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit())));
        let ply = ply.map(|word| word.parse().map_err(|_| PositionError::Word(word.into()))).transpose()?;
        if let Some(word) = words.next() {
            return Err(PositionError::Word(word.into()));
        }
        let count = stones.iter().flatten().count() as u32;
        let first = if count.is_multiple_of(2) { Player::X } else { Player::O };
        Self::new(stones, turn.unwrap_or(first), ply.unwrap_or(count))
    }
}

/// Why an engine refuses a position. Engines of Abrobad refuse none, because no short rule determines which
/// arrangements of stones a game can reach: every consistent [`Position`] can be set up.
pub type Invalid = core::convert::Infallible;

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
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

    #[test]
    fn moves_round_trip() {
        for text in ["0", "1", "12", "13", "1-2", "12-12", "99-1"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn texts_that_are_no_move_are_refused() {
        for text in ["", "-", "1-", "-1", "0-1", "1-0", "1-2-3", "00", "01", "100", "pass", "1 - 2"] {
            let message = text.parse::<Move>().unwrap_err().to_string();
            assert!(message.starts_with(&format!("{text:?} is not a move")), "{message}");
        }
    }

    #[test]
    fn positions_round_trip() {
        for text in [
            "............ x 0",
            "x.....xo.... x 3",
            "x.....xo.... o 3",
            "xxoxxxxxxxxx o 7",
            "............ o 999999999",
        ] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_follows_from_the_stones_may_be_left_out() {
        for (short, full) in [
            ("............", "............ x 0"),
            ("X...........", "x........... o 1"),
            ("x........... X", "x........... x 1"),
            ("xoxoxoxoxoxo", "xoxoxoxoxoxo x 12"),
        ] {
            assert_eq!(short.parse::<Position>().unwrap().to_string(), full);
        }
    }

    #[test]
    fn contradictions_are_named() {
        let board = |word| {
            format!("{word:?} is not a board; a board is twelve of x, o and dot, in the order of the cells")
        };
        let word = |word| {
            format!(
                "{word:?} is out of place; a board may be followed by x or o, then by the number of moves"
            )
        };
        for (text, message) in [
            ("", board("")),
            ("...........", board("...........")),
            (".............", board(".............")),
            (".....é......", board(".....é......")),
            ("............ 3", word("3")),
            ("............ x y", word("y")),
            ("............ x 99999999999", word("99999999999")),
            ("............ x 0 0", word("0")),
            (
                "............ x 1000000000",
                "1000000000 moves are too many; a position may have at most 999999999".into(),
            ),
            ("xo.......... x 1", "1 moves do not lead here: the stones take at least 2".into()),
            ("xoooooooooox x 2", "2 moves do not lead here: the stones take at least 3".into()),
        ] {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
