//! The names that engines give their players.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The longest name of a colour, in bytes.
const LONGEST: usize = 24;

/// A player, by the name that an engine gives: one word of up to 24 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour {
    bytes: [u8; LONGEST],
    length: u8,
}

impl Colour {
    /// The player who begins a game when no engine says who does.
    pub const BLACK: Self = Self::named(b"black");
    /// The other player of such a game.
    pub const WHITE: Self = Self::named(b"white");

    const fn named(name: &[u8]) -> Self {
        let mut bytes = [0; LONGEST];
        let mut at = 0;
        while at < name.len() {
            bytes[at] = name[at];
            at += 1;
        }
        Self { bytes, length: name.len() as u8 }
    }

    /// The name.
    pub fn name(&self) -> &str {
        // The bytes come from a text.
        str::from_utf8(&self.bytes[..self.length.into()]).unwrap_or_default()
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

/// A text that is not a colour.
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
        if word && text.len() <= LONGEST {
            Ok(Self::named(text.as_bytes()))
        } else {
            Err(ColourError(text.into()))
        }
    }
}
