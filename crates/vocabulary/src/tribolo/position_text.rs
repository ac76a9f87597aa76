//! Positions as text, and the faults that such a text can have.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use thiserror::Error;

use super::size::SizeError;
use super::{Content, Player, Position, Size};
use crate::number::number;

/// A fault in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// There are no cells.
    #[error("a position is a size, the cells and the player asked first, such as 5x1 .RB#. blue")]
    NoCells,
    /// The first word starts like a size but is not one.
    #[error("{0}")]
    Size(SizeError),
    /// A character does not represent any content of a cell.
    #[error("{symbol:?}, character {place} of the board, is not a cell; cells are . # B R G")]
    Symbol {
        /// The character.
        symbol: char,
        /// The position of the character among the cells, from 1.
        place: usize,
    },
    /// The number of cells does not match the size.
    #[error("a board of size {size} has {} cells, not {cells}", .size.count())]
    Count {
        /// The number of cells given.
        cells: usize,
        /// The size given.
        size: Size,
    },
    /// The size is missing, and the number of cells is neither that of the current board nor that of the
    /// standard board.
    #[error("a board of {cells} cells needs its size before it; without one it has {}", counts(*.like))]
    UnknownSize {
        /// The number of cells given.
        cells: usize,
        /// The size of the current board.
        like: Size,
    },
    /// The word for the player asked first is missing.
    #[error("the player asked first is missing; blue, red or green follows the cells")]
    NoPlayer,
    /// The word at the place of the player does not name a player.
    #[error("{0:?} is not a player; blue, red or green, asked first, follows the cells")]
    Player(String),
    /// The word at the place of the number of moves is not a number.
    #[error("{0:?} is not a number of moves played")]
    Ply(String),
    /// There is another word after the last one.
    #[error("{0:?} is unexpected; the number of moves played is the last word")]
    Word(String),
    /// There are more moves than owned cells.
    #[error("{ply} moves cannot have been played with {owned} cells owned, for each adds one")]
    TooManyMoves {
        /// The number of moves given.
        ply: u32,
        /// The number of owned cells.
        owned: u32,
    },
}

/// Describes, for a message, the numbers of cells that a board without a size can have: that of `like` and
/// that of the standard board.
fn counts(like: Size) -> String {
    let this = like.count().to_string();
    if like == Size::STANDARD { this } else { format!("{this} or {}", Size::STANDARD.count()) }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.size())?;
        self.cells().iter().try_for_each(|content| fmt::Write::write_char(f, content.symbol()))?;
        write!(f, " {} {}", self.asked(), self.ply())
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Parses a position. If the size is missing, the board is a standard one.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::read(text, Size::STANDARD)
    }
}

impl Position {
    /// Parses a position. If the size is missing, it is `like` if the number of cells matches, otherwise the
    /// standard size.
    ///
    /// # Errors
    /// Returns the first fault of the text.
    pub fn read(text: &str, like: Size) -> Result<Self, PositionError> {
        let mut words = text.split_ascii_whitespace().peekable();
        let size = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let size = size.map(str::parse::<Size>).transpose().map_err(PositionError::Size)?;
        let board = words.next().ok_or(PositionError::NoCells)?;
        let cells = cells(board)?;
        let size = match size {
            Some(size) => size,
            None => [like, Size::STANDARD]
                .into_iter()
                .find(|size| size.count() == cells.len())
                .ok_or(PositionError::UnknownSize { cells: cells.len(), like })?,
        };
        let word = words.next().ok_or(PositionError::NoPlayer)?;
        let asked: Player = word.parse().map_err(|_| PositionError::Player(word.into()))?;
        let ply =
            words.next().map_or(Ok(0), |word| number(word).ok_or_else(|| PositionError::Ply(word.into())))?;
        match words.next() {
            None => Self::new(size, cells, asked, ply),
            Some(word) => Err(PositionError::Word(word.into())),
        }
    }
}

/// The maximum number of characters of a board that are parsed; every board has at most this number of cells.
const LONGEST: usize = Size::MAX as usize * Size::MAX as usize;

fn cells(board: &str) -> Result<Vec<Content>, PositionError> {
    let contents = board.chars().zip(1..=LONGEST + 1);
    contents
        .map(|(symbol, place)| Content::from_symbol(symbol).ok_or(PositionError::Symbol { symbol, place }))
        .collect()
}

/// The byte offset of the comment after a position. In the word of the board, which follows the size if there
/// is one, `#` is a wall. After the board, `#` at the start of a word starts a comment.
pub(super) fn comment(words: &str) -> Option<usize> {
    let mut board = word(words, 0)?;
    if is_size(&words[board.clone()]) {
        board = word(words, board.end)?;
    }
    let mut behind = board.end;
    loop {
        let next = word(words, behind)?;
        if words[next.clone()].starts_with('#') {
            return Some(next.start);
        }
        behind = next.end;
    }
}

/// The byte range of the first word in `text` after the offset `behind`.
fn word(text: &str, behind: usize) -> Option<Range<usize>> {
    let found = text[behind..].split_whitespace().next()?;
    let start = behind + text[behind..].find(found)?;
    Some(start..start + found.len())
}

/// Whether a word consists of a width and a height, as in `16x11`.
fn is_size(word: &str) -> bool {
    let number = |side: &str| !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once(['x', 'X']).is_some_and(|(width, height)| number(width) && number(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_begins_after_the_board() {
        let position = |words| comment(words).map_or(words, |at| &words[..at]).trim();
        assert_eq!(position(".#R..# blue"), ".#R..# blue");
        assert_eq!(position("##.# blue"), "##.# blue");
        assert_eq!(position("  #.#  blue # note"), "#.#  blue");
        assert_eq!(position("5x1 #.RB. blue #note"), "5x1 #.RB. blue");
        assert_eq!(position("26X1\t##"), "26X1\t##");
        assert_eq!(position("9 white #note"), "9 white");
        for line in ["5x #note", "x5 #note", "5 #note", "5y1 #note", "5x1x1 #note"] {
            assert_eq!(position(line), line.trim_end_matches(" #note"));
        }
        assert_eq!(position("# note"), "# note");
        assert_eq!(position("5x1 .#. bl#ue"), "5x1 .#. bl#ue");
    }

    #[test]
    fn text_round_trips() {
        for text in ["5x2 .RRB#GR.#. blue 0", "1x1 . green 0", "1x3 BRG red 3", "3x1 ### red 0"] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
        for seed in 0..20 {
            let position = Position::from_seed(Size::STANDARD, seed);
            assert_eq!(position.to_string().parse(), Ok(position));
        }
    }

    #[test]
    fn the_size_and_the_number_of_moves_may_be_left_out() {
        let board = ".".repeat(176);
        for (short, full) in [
            (format!("{board} b"), format!("16x11 {board} blue 0")),
            (format!("{board} RED 0"), format!("16x11 {board} red 0")),
            ("2X2 brg# Green".into(), "2x2 BRG# green 0".into()),
        ] {
            assert_eq!(short.parse::<Position>().unwrap().to_string(), full);
        }
        let like = "5x4".parse().unwrap();
        let board = ".RB#".repeat(5);
        assert_eq!(Position::read(&format!("{board} blue"), like), format!("5x4 {board} blue").parse());
        let board = ".RB#".repeat(44);
        assert_eq!(Position::read(&format!("{board} blue"), like), format!("16x11 {board} blue").parse());
    }

    #[test]
    fn faults_are_named() {
        let example = "a position is a size, the cells and the player asked first, such as 5x1 .RB#. blue";
        for (text, message) in [
            ("", example),
            ("5x1", example),
            (
                "5 .RB#. blue",
                "\"5\" is not a size; a size is a width and a height, each from 1 to 26, such as 16x11",
            ),
            ("5x1 .RW#. blue", "'W', character 3 of the board, is not a cell; cells are . # B R G"),
            ("blue", "'l', character 2 of the board, is not a cell; cells are . # B R G"),
            ("5x1 .RB# blue", "a board of size 5x1 has 5 cells, not 4"),
            (".RB#. blue", "a board of 5 cells needs its size before it; without one it has 176"),
            ("5x1 .RB#.", "the player asked first is missing; blue, red or green follows the cells"),
            (
                "5x1 .RB#. white",
                "\"white\" is not a player; blue, red or green, asked first, follows the cells",
            ),
            ("5x1 .RB#. blue +1", "\"+1\" is not a number of moves played"),
            ("5x1 .RB#. blue 01", "\"01\" is not a number of moves played"),
            ("5x1 .RB#. blue 99999999999", "\"99999999999\" is not a number of moves played"),
            ("5x1 .RB#. blue 1 1", "\"1\" is unexpected; the number of moves played is the last word"),
            ("5x1 .RB#. blue 3", "3 moves cannot have been played with 2 cells owned, for each adds one"),
        ] {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
        }
        let message = Position::read("..... blue", "5x4".parse().unwrap()).unwrap_err().to_string();
        assert_eq!(message, "a board of 5 cells needs its size before it; without one it has 20 or 176");
    }
}
