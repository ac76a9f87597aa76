//! Positions that a game can start from or reach.

use alloc::vec::Vec;

use super::position_text::PositionError;
use super::{Cell, Content, Player, Size};

/// A position: the size of the board, the contents of its cells, the player asked first, and the number of
/// moves played.
///
/// The text form has four words:
///
/// ```text
/// 5x2 .RRB#GR.#. blue 0
/// ```
///
/// The words are the [`Size`]; the cells in row-major order, each a character of [`Content`]; the player
/// asked first; and the number of moves played. The number of moves may be omitted; the default is 0. The
/// size may be omitted if the number of cells is that of the current board, or else of the standard board.
///
/// The player *asked first* need not be the player to move. The player to move is the first with a legal
/// move, in cyclic order from the player asked first. Only an engine can determine this player, or that no
/// player has a move. A position that an engine prints names the player to move. When the game is over, it
/// names the player who was asked first: the player after the one who moved last, or the player given when
/// the position was set up.
///
/// A value of this type is consistent: the number of moves does not exceed the number of owned cells, because
/// each move increases that number by at least one. Every such position can be set up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    cells: Vec<Content>,
    asked: Player,
    ply: u32,
}

impl Position {
    /// Returns a position from its parts. `cells` is in row-major order.
    ///
    /// # Errors
    /// Fails if the number of cells does not match the size, or `ply` is larger than the number of owned
    /// cells.
    pub fn new(size: Size, cells: Vec<Content>, asked: Player, ply: u32) -> Result<Self, PositionError> {
        if cells.len() != size.count() {
            return Err(PositionError::Count { cells: cells.len(), size });
        }
        let owned = cells.iter().filter(|content| content.owner().is_some()).count() as u32;
        if ply > owned {
            return Err(PositionError::TooManyMoves { ply, owned });
        }
        Ok(Self { size, cells, asked, ply })
    }

    /// Returns a position before the first move. `cells` is in row-major order.
    ///
    /// # Panics
    /// Panics if the number of cells does not match the size.
    pub fn dealt(size: Size, cells: Vec<Content>, asked: Player) -> Self {
        assert_eq!(cells.len(), size.count(), "a board of size {size} has as many cells");
        Self { size, cells, asked, ply: 0 }
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The contents of the cells, in row-major order; [`Size::cells`] lists the cells in the same order.
    pub fn cells(&self) -> &[Content] {
        &self.cells
    }

    /// The content of a cell; `None` off the board.
    pub fn at(&self, cell: Cell) -> Option<Content> {
        self.size.index(cell).map(|index| self.cells[index])
    }

    /// The player asked first. The player to move is the first with a legal move, in cyclic order from this
    /// player.
    pub const fn asked(&self) -> Player {
        self.asked
    }

    /// The number of moves played.
    pub const fn ply(&self) -> u32 {
        self.ply
    }
}
