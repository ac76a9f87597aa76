//! The two players.

use serde::{Deserialize, Serialize};

use crate::macros::players;

players! {
    /// A player. White (the Guest) moves first.
    pub enum Player: "white and black" {
        /// White, the Guest, who moves first.
        White = "white",
        /// Black, the Host, who moves second.
        Black = "black",
    }
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// One value for each player; in JSON an object with the keys `white` and `black`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Each<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> Each<T> {
    /// Calls `of` for each player and collects the results.
    pub fn new(mut of: impl FnMut(Player) -> T) -> Self {
        Self { white: of(Player::White), black: of(Player::Black) }
    }

    /// The value for `player`.
    pub const fn get(&self, player: Player) -> &T {
        match player {
            Player::White => &self.white,
            Player::Black => &self.black,
        }
    }
}
