//! Positions as texts.

use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The command with which a game begins on the standard board.
pub(super) const STANDARD: &str = "clear_board";

/// The command that selects a board.
pub(super) const SIZED: &str = "boardsize";

/// The start of a game, or a later position.
///
/// Formatted as `clear_board`, as `boardsize` with its words, or as the text itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// The default start of an engine.
    Standard,
    /// The start of an engine after `boardsize` with these words.
    Sized(String),
    /// The text with which an engine is set up.
    SetUp(String),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Standard => f.write_str(STANDARD),
            Self::Sized(words) => write!(f, "{SIZED} {words}"),
            Self::SetUp(text) => f.write_str(text),
        }
    }
}

impl FromStr for Position {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let text = text.trim();
        let sized = text.strip_prefix(SIZED).filter(|rest| rest.starts_with(char::is_whitespace));
        Ok(match sized {
            _ if text == STANDARD => Self::Standard,
            Some(words) => Self::Sized(words.split_whitespace().collect::<Vec<_>>().join(" ")),
            None => Self::SetUp(text.into()),
        })
    }
}

/// A reason why a position is invalid. There is none, because only engines know the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {}

impl fmt::Display for Invalid {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl Error for Invalid {}
