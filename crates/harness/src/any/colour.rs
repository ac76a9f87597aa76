//! The names that engines give to their players.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::words::{self, Known, Words};

/// The maximum length of a colour's name, in bytes.
const LONGEST: usize = 24;

/// The names of all players seen so far.
static NAMES: Words = LazyLock::new(|| Known::of(&["black", "white"]));

/// A player, identified by the name that an engine gives: one word of up to 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour(pub(super) u16);

impl Colour {
    /// The player who begins a game if no engine reports the player to move.
    pub const BLACK: Self = Self(0);
    /// The second player of a game in which no engine reports the player to move.
    pub const WHITE: Self = Self(1);

    /// Returns the name of the player.
    pub fn name(&self) -> &'static str {
        words::word(&NAMES, self.0.into())
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.name())
    }
}

/// The reason why a text is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColourError {
    /// The text is not one word of up to 24 bytes.
    #[error("{:?} is not a colour, which is one word of up to {} bytes", .0, LONGEST)]
    NoWord(String),
    /// There are too many colours. A process can distinguish 65,536.
    #[error("{0:?} is one colour too many; there can be 65,536")]
    TooMany(String),
}

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let word = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
        if !word || text.len() > LONGEST {
            return Err(ColourError::NoWord(text.into()));
        }
        let index = words::index(&NAMES, text).and_then(|index| index.try_into().ok());
        index.map(Self).ok_or_else(|| ColourError::TooMany(text.into()))
    }
}
