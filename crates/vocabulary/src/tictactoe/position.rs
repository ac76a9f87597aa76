//! Positions as text.

use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use super::{Cell, Player};

/// A position: the marks, who is on turn, and which way round the game is played.
///
/// As text it is two words, and a third in the misère game:
///
/// ```text
/// x...o.... x misere
/// ```
///
/// the nine cells in the order of [`Cell::BOARD`], a dot for an empty one; the player on turn, or when the
/// game is over the one whose turn it would be; and `misere` when three in a row lose. Without the second
/// word the turn follows from the number of marks. The number of moves played is that of the marks.
///
/// Whether a game can lead to the position, an engine has to tell; see [`Invalid`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    marks: [Option<Player>; 9],
    turn: Player,
    misere: bool,
}

impl Position {
    /// The empty board, X on turn.
    pub const fn initial(misere: bool) -> Self {
        Self { marks: [None; 9], turn: Player::X, misere }
    }

    /// A position from its parts: see the accessors for their meaning.
    pub const fn new(marks: [Option<Player>; 9], turn: Player, misere: bool) -> Self {
        Self { marks, turn, misere }
    }

    /// The marks, by the places of [`Cell::BOARD`].
    pub const fn marks(&self) -> &[Option<Player>; 9] {
        &self.marks
    }

    /// The mark on a cell; `None` also off the board.
    pub fn mark(&self, cell: Cell) -> Option<Player> {
        cell.place().and_then(|place| self.marks[place])
    }

    /// The player on turn; when the game is over, the one whose turn it would be.
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// Whether three in a row lose.
    pub const fn misere(&self) -> bool {
        self.misere
    }

    /// The number of marks, which is that of moves played.
    pub fn ply(&self) -> u32 {
        self.marks.iter().flatten().count() as u32
    }

    /// Reads the words behind `boardsize` or `--size`. A word may be several, separated by blanks.
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
        for mark in self.marks {
            match mark {
                Some(player) => write!(f, "{player}")?,
                None => f.write_str(".")?,
            }
        }
        write!(f, " {}{}", self.turn, if self.misere { " misere" } else { "" })
    }
}

/// What is wrong with a position as a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The first word is not nine cells.
    Board(String),
    /// A word behind the board is neither a player nor `misere`, or stands in the wrong place.
    Word(String),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(word) => {
                write!(f, "{word:?} is not a board; a board is nine of x, o and dot, from the top left")
            }
            Self::Word(word) => {
                write!(f, "{word:?} is out of place; a board may be followed by x or o, then by misere")
            }
        }
    }
}

impl Error for PositionError {}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut words = text.split_ascii_whitespace().peekable();
        let board = words.next().unwrap_or_default();
        let mut position = Self::initial(false);
        let refuse = || PositionError::Board(board.into());
        let mut cells = board.chars();
        for mark in &mut position.marks {
            *mark = match cells.next() {
                Some('.') => None,
                Some('x' | 'X') => Some(Player::X),
                Some('o' | 'O') => Some(Player::O),
                _ => return Err(refuse()),
            };
        }
        if cells.next().is_some() {
            return Err(refuse());
        }
        let turn = words.next_if(|word| word.parse::<Player>().is_ok()).and_then(|word| word.parse().ok());
        position.turn = turn.unwrap_or(if position.ply().is_multiple_of(2) { Player::X } else { Player::O });
        position.misere = words.next_if(|word| word.eq_ignore_ascii_case("misere")).is_some();
        match words.next() {
            Some(word) => Err(PositionError::Word(word.into())),
            None => Ok(position),
        }
    }
}

/// Why an engine refuses a position: no game can lead to it. The first that applies, in this order. The
/// positions that pass are exactly those that games lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// X begins and the players alternate, so there are as many marks of either when X is on turn, and one X
    /// more when O is.
    Counts {
        /// How many cells X has marked.
        x: u32,
        /// How many cells O has marked.
        o: u32,
        /// Who is on turn.
        turn: Player,
    },
    /// The player on turn has three in a row: the game was over before the opponent's last mark.
    Line(Player),
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts { x, o, turn } => {
                write!(f, "with {x} marks of x and {o} of o, {turn} cannot be on turn")
            }
            Self::Line(player) => {
                write!(
                    f,
                    "{player}, who is on turn, has three in a row: the game was over before the last mark"
                )
            }
        }
    }
}

impl Error for Invalid {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn text_round_trips() {
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
