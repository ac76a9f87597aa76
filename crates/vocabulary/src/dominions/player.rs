//! The two players.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::player::{PlayerError, named};

/// A player. White (the Guest) moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The Guest, who moves first.
    White,
    /// The Host.
    Black,
}

impl Player {
    /// Both, in turn order.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// `W` or `B`, as in records.
    pub const fn initial(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
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

    /// Reads `white`, `black`, `w` or `b` in any case.
    fn from_str(text: &str) -> Result<Self, PlayerError> {
        named(text, &Self::ALL, Self::name, "white and black")
    }
}

/// One value for each player; in JSON an object with the keys `white` and `black`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Each<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> Each<T> {
    /// The value of `of` for each player.
    pub fn new(mut of: impl FnMut(Player) -> T) -> Self {
        Self { white: of(Player::White), black: of(Player::Black) }
    }

    /// This player's value.
    pub const fn get(&self, player: Player) -> &T {
        match player {
            Player::White => &self.white,
            Player::Black => &self.black,
        }
    }
}
