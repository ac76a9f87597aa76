//! Squares, players and pieces.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::macros::{debug_as_text, json_as_text, players};

players! {
    /// A player, and the colour of the player's pieces. White moves first.
    #[derive(Default)]
    pub enum Player: "white and black" {
        /// White, who moves first.
        #[default]
        White = "white",
        /// Black, who moves second.
        Black = "black",
    }
}

impl Player {
    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A square of the board, named by its file and rank, as in `e4`.
///
/// ```
/// use bustan_vocabulary::chess::Cell;
///
/// let cell: Cell = "e4".parse()?;
/// assert_eq!((cell.file(), cell.rank()), (4, 3));
/// assert_eq!(Cell::new(4, 3), Some(cell));
/// # Ok::<(), bustan_vocabulary::chess::CellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// All squares, rank by rank from `a1`.
    pub const BOARD: [Self; 64] = {
        let mut board = [Self(0); 64];
        let mut place = 0;
        while place < 64 {
            board[place] = Self(place as u8);
            place += 1;
        }
        board
    };

    /// Returns the square on a file and a rank. `None` unless both are from 0 to 7.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(8 * rank + file)) } else { None }
    }

    /// The file, 0 for `a`.
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// The rank, 0 for `1`.
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The index of the square in [`BOARD`](Self::BOARD).
    pub const fn place(self) -> usize {
        self.0 as usize
    }

    /// The letter of the file.
    pub const fn letter(self) -> char {
        (b'a' + self.file()) as char
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.rank() + 1)
    }
}

debug_as_text!(Cell, Man);
json_as_text!(Cell, Man);

/// A text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a square; a square is a letter from a to h and a number from 1 to 8")]
pub struct CellError(pub String);

impl FromStr for Cell {
    type Err = CellError;

    /// Parses the letter of a file, in either case, followed by the number of a rank.
    fn from_str(text: &str) -> Result<Self, CellError> {
        let &[file, rank] = text.as_bytes() else { return Err(CellError(text.into())) };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        Self::new(file, rank.wrapping_sub(b'1')).ok_or_else(|| CellError(text.into()))
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Moves forward and captures diagonally.
    Pawn,
    /// Leaps.
    Knight,
    /// Moves diagonally.
    Bishop,
    /// Moves along files and ranks.
    Rook,
    /// Moves like bishop and rook.
    Queen,
    /// Must not be captured.
    King,
}

impl Kind {
    /// All kinds, from pawn to king.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The letter of the kind in positions and moves, in lower case.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The English name of the kind, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// Returns the kind with this letter, in either case.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }
}

/// A piece and its colour. Its text form is the letter of its kind, in upper case for White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Man {
    /// The player who owns the piece.
    pub player: Player,
    /// The kind of the piece.
    pub kind: Kind,
}

impl Man {
    /// The letter of the piece in positions, in upper case for White.
    pub const fn letter(self) -> char {
        match self.player {
            Player::White => self.kind.letter().to_ascii_uppercase(),
            Player::Black => self.kind.letter(),
        }
    }

    /// Returns the piece with this letter, in upper case for White.
    pub fn of_letter(letter: char) -> Option<Self> {
        let player = if letter.is_ascii_uppercase() { Player::White } else { Player::Black };
        Kind::of_letter(letter).map(|kind| Self { player, kind })
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

/// A text that does not name a piece.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a piece; a piece is one of PNBRQK for white, pnbrqk for black")]
pub struct ManError(pub String);

impl FromStr for Man {
    type Err = ManError;

    fn from_str(text: &str) -> Result<Self, ManError> {
        let mut letters = text.chars();
        let man = letters.next().and_then(Self::of_letter).filter(|_| letters.next().is_none());
        man.ok_or_else(|| ManError(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn cells_round_trip() {
        for cell in Cell::BOARD {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert_eq!(Cell::BOARD[12].to_string(), "e2");
        for text in ["", "e", "i1", "a9", "a0", "e44", "4e", "é1"] {
            assert_eq!(text.parse::<Cell>(), Err(CellError(text.into())));
        }
    }

    #[test]
    fn capitals_are_white() {
        for text in ["P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"] {
            let man: Man = text.parse().unwrap();
            assert_eq!((man.to_string().as_str(), man.player == Player::White), (text, text < "a"));
        }
        for text in ["", "x", "PP", "1"] {
            assert!(text.parse::<Man>().is_err());
        }
    }
}
