//! The two or three players.

use crate::macros::players;

players! {
    /// A player, and the colour of the player's balls. White moves first. In a game for two players, Grey
    /// does not take part.
    pub enum Player: "white and black, and grey in games of three" {
        /// White, who moves first.
        White = "white",
        /// Black, who moves second.
        Black = "black",
        /// Grey, who moves third, in games for three players.
        Grey = "grey",
    }
}
