//! Cells, moves and positions as text, and the reasons to refuse a move.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::macros::{debug_as_text, names};
use crate::number::number;
use crate::xo::{Player, print_cells, read_cells};

/// A cell as people name it: a number from 1, row by row from the top left.
///
/// ```text
///     1   2
///   3   4   5
/// 6   7   8   9
///   10  11  12
/// ```
///
/// A number does not depend on the board: 13 is a cell that is not on it.
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
    /// The largest number that a cell may have.
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

    /// The centre of a cell of the board when the distance between neighbours is 2 along a row: `x` to the
    /// right, and the row `y` from 0 at the top. `None` off the board. Only an engine decides which cells are
    /// neighbours.
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
/// As text a placement is the cell's number, a slide two numbers joined by a hyphen, and the end of the game
/// `0`.
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
    /// Every empty cell becomes a stone of the opponent.
    End,
    /// A new stone on an empty cell.
    Place(Cell),
    /// A stone from the first cell to the second.
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
    /// Why a move is illegal, in the order in which the reasons are tried: the first that applies is
    /// reported.
    pub enum Reason {
        /// The game has ended.
        GameOver = "game-over",
        /// The other player is on turn.
        NotYourTurn = "not-your-turn",
        /// The board does not have a cell that the move names.
        OffBoard = "off-board",
        /// There is a stone on the cell where the move puts one, by placing or by sliding.
        Occupied = "occupied",
        /// A slide, or the end of the game, while the player on turn must place.
        MustPlace = "must-place",
        /// A placement next to a stone of the player on turn.
        AdjacentOwn = "adjacent-own",
        /// A slide from a cell without a stone of the player on turn.
        NotOwn = "not-own",
        /// A slide to a cell that is not the first empty one in any direction.
        NoSlide = "no-slide",
    }
}

/// A position: the stones, who is on turn, and how far the game has come.
///
/// As text it is three words:
///
/// ```text
/// x.....xo.... x 3
/// ```
///
/// the twelve cells in the order of their numbers, a dot for an empty one; the player on turn, or on a full
/// board the one whose turn it would be; and the number of moves played. The words after the board may be
/// left out from the right; then the number of moves is that of the stones, and X is on turn when it is even.
///
/// A value of this type is consistent as a description: the number of moves is not too small for the stones.
/// The position need not be reachable in a game: either player may be on turn whatever the number of moves,
/// and there may be more stones of one colour than it is possible to place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    stones: [Option<Player>; 12],
    turn: Player,
    ply: u32,
}

impl Position {
    /// The largest number of moves that a position can record. A game may continue past it; its positions
    /// then leave out as many whole rounds as needed.
    pub const MAX_PLY: u32 = 999_999_999;

    /// The empty board, X on turn.
    pub const fn initial() -> Self {
        Self { stones: [None; 12], turn: Player::X, ply: 0 }
    }

    /// A position from its parts; the accessors explain them.
    ///
    /// # Errors
    /// Fails if there are fewer moves than the stones take, or more than [`MAX_PLY`](Self::MAX_PLY).
    pub fn new(stones: [Option<Player>; 12], turn: Player, ply: u32) -> Result<Self, PositionError> {
        let position = Self { stones, turn, ply };
        if ply > Self::MAX_PLY {
            return Err(PositionError::TooMany(ply));
        }
        let least = position.least_moves();
        if ply < least { Err(PositionError::TooFew { ply, least }) } else { Ok(position) }
    }

    /// A lower bound on the number of moves that lead to the stones: every move adds at most one, except the
    /// end of the game, which only adds stones of the opponent.
    fn least_moves(&self) -> u32 {
        let count = |player| self.stones.iter().flatten().filter(|&&stone| stone == player).count() as u32;
        let (x, o) = (count(Player::X), count(Player::O));
        if x + o == self.stones.len() as u32 { 1 + x.min(o) } else { x + o }
    }

    /// The stones, in the order of the cells' numbers.
    pub const fn stones(&self) -> &[Option<Player>; 12] {
        &self.stones
    }

    /// The player on turn; on a full board the one whose turn it would be.
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

/// A fault of a position as a description.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The first word is not twelve cells.
    #[error("{0:?} is not a board; a board is twelve of x, o and dot, in the order of the cells")]
    Board(String),
    /// A word after the board is neither a player nor a number of moves, or is in the wrong place.
    #[error("{0:?} is out of place; a board may be followed by x or o, then by the number of moves")]
    Word(String),
    /// More moves than a position can record.
    #[error("{} moves are too many; a position may have {} behind it", .0, Position::MAX_PLY)]
    TooMany(u32),
    /// Fewer moves than the stones take.
    #[error("{ply} moves do not lead here: the stones take at least {least}")]
    TooFew {
        /// The number of moves given.
        ply: u32,
        /// The smallest number of moves for the stones.
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

/// Why an engine refuses a position. Engines refuse none: no short rule determines which arrangements of
/// stones can be reached, so every position that is consistent as a description can be set up.
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
                "1000000000 moves are too many; a position may have 999999999 behind it".into(),
            ),
            ("xo.......... x 1", "1 moves do not lead here: the stones take at least 2".into()),
            ("xoooooooooox x 2", "2 moves do not lead here: the stones take at least 3".into()),
        ] {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
