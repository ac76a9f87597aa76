//! Code shared by the games of X and O: the players, and the cells of a board as text.

use core::fmt;

use crate::macros::players;

players! {
    /// A player, and the mark or stone colour of the player. X moves first.
    #[derive(Default)]
    pub enum Player: "x and o" {
        /// X, who moves first.
        #[default]
        X = "x",
        /// O, who moves second.
        O = "o",
    }
}

impl Player {
    /// Returns the other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

/// Parses the cells of a board, each an `x`, an `o` or a dot; `None` unless there are `N` cells.
pub(crate) fn read_cells<const N: usize>(word: &str) -> Option<[Option<Player>; N]> {
    let mut board = [None; N];
    let mut characters = word.chars();
    for cell in &mut board {
        *cell = match characters.next()? {
            '.' => None,
            'x' | 'X' => Some(Player::X),
            'o' | 'O' => Some(Player::O),
            _ => return None,
        };
    }
    characters.next().is_none().then_some(board)
}

/// Prints the cells of a board in the format that [`read_cells`] parses.
pub(crate) fn print_cells(board: &[Option<Player>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    board.iter().try_for_each(|cell| f.write_str(cell.map_or(".", Player::name)))
}
