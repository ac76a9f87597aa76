//! Positions from which a game can start or which it can reach.

use alloc::vec::Vec;

use super::position_text::PositionError;
use super::{Cell, Content, Player, Size};

/// A position: the size of the board, the contents of its cells, the player asked first, and how far the game
/// has come.
///
/// As text it is four words:
///
/// ```text
/// 5x2 .RRB#GR.#. blue 0
/// ```
///
/// the [`Size`]; the cells in row-major order, each a character of [`Content`]; the player asked first; and
/// the number of moves played. The number may be left out and is then 0. The size may be left out if it is
/// known otherwise: in a session it is that of the board in play. If that does not fit, or there is none, it
/// is the standard size.
///
/// The player *asked first* need not be on turn: the turn belongs to the first player with a move, in cyclic
/// order from this one. Only an engine can tell who that is, or that no player has a move. A position that an
/// engine prints names the player on turn. When the game is over, it names the player who was asked first:
/// the one after the mover, or the one given when the position was set up.
///
/// A value of this type is consistent as a description: no more moves have been played than cells are owned,
/// since each move adds one. Every such position can be set up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    size: Size,
    cells: Vec<Content>,
    asked: Player,
    ply: u32,
}

impl Position {
    /// A position from its parts. `cells` is in row-major order.
    ///
    /// # Errors
    /// Fails if the number of cells does not fit the size, or more moves have been played than cells are
    /// owned.
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

    /// A position with no moves played. `cells` is in row-major order.
    ///
    /// # Panics
    /// Panics if the number of cells does not fit the size.
    pub fn dealt(size: Size, cells: Vec<Content>, asked: Player) -> Self {
        assert_eq!(cells.len(), size.count(), "a board of size {size} has as many cells");
        Self { size, cells, asked, ply: 0 }
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The contents of the cells, in row-major order; see [`Size::cells`] for their names.
    pub fn cells(&self) -> &[Content] {
        &self.cells
    }

    /// The content of a cell; `None` off the board.
    pub fn at(&self, cell: Cell) -> Option<Content> {
        self.size.index(cell).map(|index| self.cells[index])
    }

    /// The player asked first. The turn belongs to the first player with a move, in cyclic order from this
    /// one.
    pub const fn asked(&self) -> Player {
        self.asked
    }

    /// The number of moves played.
    pub const fn ply(&self) -> u32 {
        self.ply
    }
}
