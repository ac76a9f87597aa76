//! Cells, moves and positions as text, and the reasons why a move is illegal.

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::macros::{debug_as_text, json_as_text, move_by_cell, names};
use crate::number::number;
use crate::xo::{Player, print_cells, read_cells};

/// A cell by its name: a column letter, from `a` at the left, and a row number, from 1 at the bottom.
///
/// A cell need not be on the board: `d4` is a cell, but not on the board.
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
    /// The largest row number of a cell.
    pub const MAX_ROW: u8 = 99;

    /// Returns the cell in `column`, counted from 0 at `a`, and `row`. `None` if the cell has no name,
    /// because `column` is above 25 (`z`) or `row` above [`MAX_ROW`](Self::MAX_ROW).
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 26 && row <= Self::MAX_ROW { Some(Self { column, row }) } else { None }
    }

    /// The nine cells of the board in the order of the text of a position: row by row from the top left, `a3`
    /// to `c1`.
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

    /// The row number, as in the name: 1 at the bottom.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The index of the cell in [`BOARD`](Self::BOARD), 0 to 8; `None` off the board.
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

debug_as_text!(Cell);

json_as_text!(Cell);

/// A text that does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a cell; a cell is a letter and a number, such as b2")]
pub struct CellError(pub String);

impl FromStr for Cell {
    type Err = CellError;

    /// Parses a name: a letter in either case, and a number without sign or leading zeros.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let refuse = || CellError(text.into());
        let (letter, digits) = text.split_at_checked(1).ok_or_else(refuse)?;
        let column = letter.as_bytes()[0].to_ascii_lowercase().wrapping_sub(b'a');
        let row = number(digits).ok_or_else(refuse)?;
        Self::new(column, row).ok_or_else(refuse)
    }
}

move_by_cell! {
    /// A move: the cell to mark. The position determines whose mark it is.
    ///
    /// ```
    /// use bustan_vocabulary::tictactoe::Move;
    ///
    /// let mv: Move = "b2".parse()?;
    /// assert_eq!(mv.0.place(), Some(4));
    /// assert_eq!(mv.to_string(), "b2");
    /// # Ok::<(), bustan_vocabulary::tictactoe::MoveError>(())
    /// ```
    "{0:?} is not a move; a move is the cell to be marked, such as b2"
}

names! {
    /// Why a move is illegal, in the order in which engines check the reasons: they report the first that
    /// applies.
    pub enum Reason {
        /// The game has ended.
        GameOver = "game-over",
        /// The other player is to move.
        NotYourTurn = "not-your-turn",
        /// The board has no such cell.
        OffBoard = "off-board",
        /// The cell is already marked.
        Occupied = "occupied",
    }
}

/// A position: the marks, the player to move, and whether the game is the misère game.
///
/// The text form has two words, and a third in the misère game:
///
/// ```text
/// x...o.... x misere
/// ```
///
/// The first word is the nine cells in the order of [`Cell::BOARD`], with a dot for an empty one. The second
/// is the player to move or, when the game is over, the player who would be next to move; without it, the
/// number of marks determines the turn. The third is `misere` if three in a row lose. The number of moves
/// played equals the number of marks.
///
/// Only an engine can decide whether a game can reach the position; see [`Invalid`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    marks: [Option<Player>; 9],
    turn: Player,
    misere: bool,
}

impl Position {
    /// The empty board, with X to move.
    pub const fn initial(misere: bool) -> Self {
        Self { marks: [None; 9], turn: Player::X, misere }
    }

    /// Returns a position from its parts; see the accessors of the same names.
    pub const fn new(marks: [Option<Player>; 9], turn: Player, misere: bool) -> Self {
        Self { marks, turn, misere }
    }

    /// The marks, in the order of [`Cell::BOARD`].
    pub const fn marks(&self) -> &[Option<Player>; 9] {
        &self.marks
    }

    /// The mark on a cell; `None` if there is none, or off the board.
    pub fn mark(&self, cell: Cell) -> Option<Player> {
        cell.place().and_then(|place| self.marks[place])
    }

    /// The player to move; when the game is over, the player who would be next to move.
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// Whether three in a row lose.
    pub const fn misere(&self) -> bool {
        self.misere
    }

    /// The number of marks, which equals the number of moves played.
    pub fn ply(&self) -> u32 {
        self.marks.iter().flatten().count() as u32
    }

    /// Parses the words of `boardsize` or `--size`. One string may contain several words, separated by
    /// spaces.
    pub(super) fn from_words(words: &[&str]) -> Result<Self, String> {
        let mut words = words.iter().flat_map(|word| word.split_ascii_whitespace()).peekable();
        if let Some(size) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit()))
            && size != "3"
        {
            return Err(format!("size {size:?} is not 3, the only size of the board"));
        }
        let misere = words.next_if(|word| word.eq_ignore_ascii_case("misere")).is_some();
        match words.next() {
            None => Ok(Self::initial(misere)),
            Some(word) => Err(format!("{word:?} is not an option; after the size, 3, may follow misere")),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_cells(&self.marks, f)?;
        write!(f, " {}{}", self.turn, if self.misere { " misere" } else { "" })
    }
}

/// A fault in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The first word does not consist of nine cells.
    #[error("{0:?} is not a board; a board is nine of x, o and dot, from the top left")]
    Board(String),
    /// A word after the board is neither a player nor `misere`, or is in the wrong place.
    #[error("{0:?} is out of place; a board may be followed by x or o, then by misere")]
    Word(String),
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_ascii_whitespace().peekable();
        let board = words.next().unwrap_or_default();
        let mut position = Self::initial(false);
        position.marks = read_cells(board).ok_or_else(|| PositionError::Board(board.into()))?;
        let turn = words.next_if(|word| word.parse::<Player>().is_ok()).and_then(|word| word.parse().ok());
        position.turn = turn.unwrap_or(if position.ply().is_multiple_of(2) { Player::X } else { Player::O });
        position.misere = words.next_if(|word| word.eq_ignore_ascii_case("misere")).is_some();
        match words.next() {
            Some(word) => Err(PositionError::Word(word.into())),
            None => Ok(position),
        }
    }
}

/// Why an engine refuses a position: no game can reach it. Engines report the first fault in the order of the
/// variants. Exactly the positions without a fault can be reached.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Invalid {
    /// The number of marks does not match the player to move. X moves first and the players alternate, so
    /// both have the same number of marks if X is to move, and X has one more if O is to move.
    #[error("with {x} marks of x and {o} of o, {turn} cannot be the player to move")]
    Counts {
        /// The number of X's marks.
        x: u32,
        /// The number of O's marks.
        o: u32,
        /// The player to move.
        turn: Player,
    },
    /// The player to move has three in a row, so the game was over before the opponent's last mark.
    #[error("{0} is to move but has three in a row: the game was over before the last mark")]
    Line(Player),
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

    #[test]
    fn moves_round_trip() {
        for text in ["a1", "b2", "c3", "d4"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        assert_eq!("B2".parse::<Move>(), "b2".parse());
    }

    #[test]
    fn texts_that_are_no_move_are_refused() {
        for text in ["", "pass", "b", "22", "b2 ", "é2"] {
            let message = text.parse::<Move>().unwrap_err().to_string();
            assert!(message.starts_with(&format!("{text:?} is not a move")), "{message}");
        }
    }

    #[test]
    fn positions_round_trip() {
        for text in ["......... x", "......... x misere", "x...o.... o", "xxxoooxxx o misere"] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_follows_from_the_marks_may_be_left_out() {
        for (short, full) in [
            (".........", "......... x"),
            ("X........", "x........ o"),
            ("xo....... MISERE", "xo....... x misere"),
        ] {
            assert_eq!(short.parse::<Position>().unwrap().to_string(), full);
        }
    }

    #[test]
    fn contradictions_are_named() {
        let board =
            |word| format!("{word:?} is not a board; a board is nine of x, o and dot, from the top left");
        let word =
            |word| format!("{word:?} is out of place; a board may be followed by x or o, then by misere");
        for (text, message) in [
            ("", board("")),
            ("x.......", board("x.......")),
            ("..........", board("..........")),
            ("x...é....", board("x...é....")),
            ("......... white", word("white")),
            ("......... misere x", word("x")),
            ("......... x 0", word("0")),
        ] {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn words_say_size_and_option() {
        for (words, text) in [
            (&[][..], "......... x"),
            (&["3"], "......... x"),
            (&["misere"], "......... x misere"),
            (&["3", "Misere"], "......... x misere"),
            (&["3 misere"], "......... x misere"),
        ] {
            assert_eq!(Position::from_words(words).unwrap().to_string(), text);
        }
        for (words, message) in [
            (&["4"][..], "size \"4\" is not 3, the only size of the board"),
            (&["3", "swap"], "\"swap\" is not an option; after the size, 3, may follow misere"),
            (&["misere", "3"], "\"3\" is not an option; after the size, 3, may follow misere"),
        ] {
            assert_eq!(Position::from_words(words).unwrap_err(), message);
        }
    }
}
