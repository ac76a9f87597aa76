//! Code that the games of X and O share: the players, and the cells of a board as text.

use core::fmt;

use crate::macros::players;

players! {
    /// A player, and the mark or the stone colour of that player. X moves first.
    #[derive(Default)]
    pub enum Player: "x and o" {
        /// The first to move.
        #[default]
        X = "x",
        /// The second.
        O = "o",
    }
}

impl Player {
    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }
}

/// Reads the cells of a board, each an `x`, an `o` or a dot; `None` unless there are `N` of them.
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

/// Prints the cells of a board in the form that [`read_cells`] reads.
pub(crate) fn print_cells(board: &[Option<Player>], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    board.iter().try_for_each(|cell| f.write_str(cell.map_or(".", Player::name)))
}
