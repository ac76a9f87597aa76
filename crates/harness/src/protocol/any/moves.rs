//! Moves as words.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A move as an engine writes it: one word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(String);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A text that is not one word, and so not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError(pub String);

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a move, which is one word", self.0)
    }
}

impl Error for MoveError {}

impl FromStr for Move {
    type Err = MoveError;

    /// Reads a word. `#` is not one: an engine would read it as the beginning of a comment.
    fn from_str(text: &str) -> Result<Self, MoveError> {
        let word =
            !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '#');
        if word { Ok(Self(text.into())) } else { Err(MoveError(text.into())) }
    }
}
