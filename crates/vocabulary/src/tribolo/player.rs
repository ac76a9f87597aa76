//! The three players.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::player::{PlayerError, named};

/// A player, and the colour of the player's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The first in cyclic order.
    Blue,
    /// The second.
    Red,
    /// The third; blue comes next.
    Green,
}

impl Player {
    /// All three, in cyclic order.
    pub const ALL: [Self; 3] = [Self::Blue, Self::Red, Self::Green];

    /// The next in cyclic order: blue, red, green, blue.
    pub const fn next(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Green,
            Self::Green => Self::Blue,
        }
    }

    /// All three in cyclic order, this one first.
    pub const fn cycle(self) -> [Self; 3] {
        [self, self.next(), self.next().next()]
    }

    /// `B`, `R` or `G`, as in positions and records.
    pub const fn initial(self) -> char {
        match self {
            Self::Blue => 'B',
            Self::Red => 'R',
            Self::Green => 'G',
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Green => "green",
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
        named(text, &Self::ALL, Self::name, "blue, red and green")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn players_follow_each_other_in_a_circle() {
        for player in Player::ALL {
            assert_eq!(player.next().next().next(), player);
            assert_eq!(player.cycle().map(Player::next), player.next().cycle());
        }
    }

    #[test]
    fn names_round_trip_and_may_be_abbreviated() {
        for player in Player::ALL {
            assert_eq!(player.to_string().parse(), Ok(player));
            assert_eq!(player.initial().to_string().parse(), Ok(player));
            assert_eq!(player.to_string().to_uppercase().parse(), Ok(player));
        }
        assert!("white".parse::<Player>().is_err() && "".parse::<Player>().is_err());
    }
}
