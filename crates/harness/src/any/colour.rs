//! The names that engines give their players.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::words::{self, Known, Words};

/// The longest name of a colour, in bytes.
const LONGEST: usize = 24;

/// The names of all players.
static NAMES: Words = LazyLock::new(|| Known::of(&["black", "white"]));

/// A player, by the name that an engine gives: one word of up to 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour(pub(super) u16);

impl Colour {
    /// The player who begins a game when no engine says who does.
    pub const BLACK: Self = Self(0);
    /// The other player of such a game.
    pub const WHITE: Self = Self(1);

    /// The name.
    pub fn name(&self) -> &'static str {
        words::word(&NAMES, self.0)
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

/// A text that is not a colour, or one more than the 65,536 that a process can tell apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourError(pub String);

impl fmt::Display for ColourError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a colour, which is one word of up to {LONGEST} bytes", self.0)
    }
}

impl Error for ColourError {}

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let word = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
        let known = if word && text.len() <= LONGEST { words::index(&NAMES, text) } else { None };
        known.map(Self).ok_or_else(|| ColourError(text.into()))
    }
}
