//! The players, two or three.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::player::{PlayerError, named};

/// A player, and the colour of the player's balls. White moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The first to move.
    White,
    /// The second.
    Black,
    /// The third, in games of three.
    Grey,
}

impl Player {
    /// All three, in turn order. In a game of two the last one does not take part.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Grey];

    /// `W`, `B` or `G`, as in positions and records.
    pub const fn initial(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
            Self::Grey => 'G',
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Grey => "grey",
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Player {
    type Err = PlayerError;

    /// Reads a colour or its initial in any case.
    fn from_str(text: &str) -> Result<Self, PlayerError> {
        named(text, &Self::ALL, Self::name, "white and black, and grey in games of three")
    }
}
