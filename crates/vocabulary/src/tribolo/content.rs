//! The content of a cell.

use core::fmt;
use core::str::FromStr;

use super::{Player, PlayerError};
use crate::macros::json_as_text;

/// The content of a cell.
///
/// The text form is one character: `.` for an empty cell, `#` for a wall, and `B`, `R` or `G` for the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// An empty cell.
    Empty,
    /// A wall, which never changes.
    Wall,
    /// A cell that a player owns.
    Owned(Player),
}

impl Content {
    /// All five contents.
    pub const ALL: [Self; 5] = [
        Self::Empty,
        Self::Wall,
        Self::Owned(Player::Blue),
        Self::Owned(Player::Red),
        Self::Owned(Player::Green),
    ];

    /// The character of the content.
    pub const fn symbol(self) -> char {
        match self {
            Self::Empty => '.',
            Self::Wall => '#',
            Self::Owned(player) => player.initial(),
        }
    }

    /// Returns the content of a character, with letters in either case; `None` for other characters.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|content| content.symbol() == symbol.to_ascii_uppercase())
    }

    /// The owner of the cell, if any.
    pub const fn owner(self) -> Option<Player> {
        match self {
            Self::Owned(player) => Some(player),
            Self::Empty | Self::Wall => None,
        }
    }
}

impl fmt::Display for Content {
    /// Prints `empty`, `wall` or the owner's colour.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.pad("empty"),
            Self::Wall => f.pad("wall"),
            Self::Owned(player) => fmt::Display::fmt(player, f),
        }
    }
}

impl FromStr for Content {
    type Err = PlayerError;

    /// Parses the text that `Display` prints.
    fn from_str(text: &str) -> Result<Self, PlayerError> {
        match text {
            "empty" => Ok(Self::Empty),
            "wall" => Ok(Self::Wall),
            _ => text.parse().map(Self::Owned),
        }
    }
}

json_as_text!(Content);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_round_trip() {
        for content in Content::ALL {
            assert_eq!(Content::from_symbol(content.symbol()), Some(content));
            assert_eq!(Content::from_symbol(content.symbol().to_ascii_lowercase()), Some(content));
        }
        assert!(['W', ' ', '0', 'é', '\0'].into_iter().all(|symbol| Content::from_symbol(symbol).is_none()));
    }
}
