//! Positions as text.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use super::Player;

/// A position: the stones, who is on turn, and how far the game has come.
///
/// As text it is three words:
///
/// ```text
/// x.....xo.... x 3
/// ```
///
/// the twelve cells in the order of their numbers, a dot for an empty one; the player on turn, or on a full
/// board the one whose turn it would be; and the number of moves played. The words behind the board may be
/// left out from the right; then the number of moves is that of the stones, and X is on turn when it is even.
///
/// A value of this type is consistent as a description: the number of moves is not too small for the stones.
/// No game need lead to the position: either player may be on turn whatever the number of moves, and there
/// may be more stones of one colour than it is possible to place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    stones: [Option<Player>; 12],
    turn: Player,
    ply: u32,
}

impl Position {
    /// The largest number of moves that a position may have behind it. A game may go on from there, but the
    /// position to which it comes tells fewer moves: as many whole rounds are left out as it takes.
    pub const MAX_PLY: u32 = 999_999_999;

    /// The empty board, X on turn.
    pub const fn initial() -> Self {
        Self { stones: [None; 12], turn: Player::X, ply: 0 }
    }

    /// A position from its parts: see the accessors for their meaning.
    ///
    /// # Errors
    /// When there are fewer moves than the stones take, or more than [`MAX_PLY`](Self::MAX_PLY).
    pub fn new(stones: [Option<Player>; 12], turn: Player, ply: u32) -> Result<Self, PositionError> {
        let position = Self { stones, turn, ply };
        if ply > Self::MAX_PLY {
            return Err(PositionError::TooMany(ply));
        }
        let least = position.least_moves();
        if ply < least { Err(PositionError::TooFew { ply, least }) } else { Ok(position) }
    }

    /// A bound on the number of moves that lead to the stones: every move adds one at most, but for the end
    /// of the game, which only adds stones of the opponent.
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

    /// Moves played.
    pub const fn ply(&self) -> u32 {
        self.ply
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for stone in self.stones {
            match stone {
                Some(player) => write!(f, "{player}")?,
                None => f.write_str(".")?,
            }
        }
        write!(f, " {} {}", self.turn, self.ply)
    }
}

/// What is wrong with a position as a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The first word is not twelve cells.
    Board(String),
    /// A word behind the board is neither a player nor a number of moves, or stands in the wrong place.
    Word(String),
    /// More moves than a position may have behind it.
    TooMany(u32),
    /// Fewer moves than the stones take.
    TooFew {
        /// The number of moves given.
        ply: u32,
        /// How many it takes at least.
        least: u32,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(word) => {
                write!(
                    f,
                    "{word:?} is not a board; a board is twelve of x, o and dot, in the order of the cells"
                )
            }
            Self::Word(word) => {
                write!(
                    f,
                    "{word:?} is out of place; a board may be followed by x or o, then by the number of moves"
                )
            }
            Self::TooMany(ply) => {
                write!(f, "{ply} moves are too many; a position may have {} behind it", Position::MAX_PLY)
            }
            Self::TooFew { ply, least } => {
                write!(f, "{ply} moves do not lead here: the stones take at least {least}")
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
        let refuse = || PositionError::Board(board.into());
        let mut stones = [None; 12];
        let mut cells = board.chars();
        for stone in &mut stones {
            *stone = match cells.next() {
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

/// Why an engine refuses a position. None does: which arrangements of stones games lead to, no short rule
/// tells, so every position that is consistent as a description can be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {}

impl fmt::Display for Invalid {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl Error for Invalid {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    #[test]
    fn text_round_trips() {
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
