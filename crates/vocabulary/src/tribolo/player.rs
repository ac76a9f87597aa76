//! The three players.

use crate::macros::players;

players! {
    /// A player, and the colour of the player's cells.
    pub enum Player: "blue, red and green" {
        /// Blue, the first in cyclic order.
        Blue = "blue",
        /// Red, the second.
        Red = "red",
        /// Green, the third, followed by blue.
        Green = "green",
    }
}

impl Player {
    /// Returns the next player in cyclic order: blue, red, green, blue.
    pub const fn next(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Green,
            Self::Green => Self::Blue,
        }
    }

    /// All three players in cyclic order, starting with this one.
    pub const fn cycle(self) -> [Self; 3] {
        [self, self.next(), self.next().next()]
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
