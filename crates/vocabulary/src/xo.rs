//! The two players of games that X and O play.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::player::{PlayerError, named};

/// A player, and the player's mark or the colour of the player's stones. X moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The first to move.
    #[default]
    X,
    /// The second.
    O,
}

impl Player {
    /// Both, in turn order.
    pub const ALL: [Self; 2] = [Self::X, Self::O];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// `X` or `O`, as in records and results.
    pub const fn initial(self) -> char {
        match self {
            Self::X => 'X',
            Self::O => 'O',
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::O => "o",
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

    /// Reads `x` or `o` in any case.
    fn from_str(text: &str) -> Result<Self, PlayerError> {
        named(text, &Self::ALL, Self::name, "x and o")
    }
}
