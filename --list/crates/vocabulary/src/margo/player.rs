//! The players, two or three.

use crate::macros::players;

players! {
    /// A player, and the colour of the player's balls. White moves first. In a game of two Grey does not take
    /// part.
    pub enum Player: "white and black, and grey in games of three" {
        /// The first to move.
        White = "white",
        /// The second.
        Black = "black",
        /// The third, in games of three.
        Grey = "grey",
    }
}
