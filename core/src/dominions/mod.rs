//! The optimised engine. It updates every answer about a position as tiles are placed.
//!
//! [`Board`] is a position without a history. It answers any question, plays moves without allocating, and
//! takes moves back with the help of a [`Journal`]. [`FastEngine`] is a board with its history, for the
//! tooling.
//!
//! # How it works
//! Most of the game's structure is additive. A flip never frees a cell, so groups and sections only merge,
//! and:
//!
//! - *Match.* Two sets of sides describe a cell's surroundings: the occupied ones (sides off the board
//!   included) and, of those, the ones with a beam. Tile `t` fits iff `t & occupied == required`. A 64-bit
//!   set holds the tiles that fit; each tile placed next to the cell narrows it.
//! - *Contact* is a counter for each cell and player: the neighbours that the opponent controls, plus the
//!   beams that point here from the player's groups that are a whole section. A cell is open to a player iff
//!   the counter is positive.
//! - *Oscillation.* A placement changes the liberties of exactly one section. So a new oscillation can only
//!   arise at that section's only liberty cell, and only for the tile with exactly the required beams. Such a
//!   ban never ends: only a tile on the cell could join the sections around it. An additive test finds
//!   whether a section has one liberty cell, see `links.rs`.
//! - The *number of legal moves* is a sum of bytes, one for each cell: the number of tiles in hand that fit
//!   there. When a tile leaves the hand, one comparison of all cells at once finds the cells it fitted.
//!
//! Arrays have 256 entries and `u8` indices, so that no index needs a check.

mod fast;
mod grid;
mod hash;
mod journal;
mod legal;
mod links;
mod perft;
mod place;
mod query;
mod setup;
mod solve;
#[cfg(test)]
mod tests;
mod tileset;
mod unplace;

pub use fast::FastEngine;
pub use journal::Journal;
pub use solve::Graph;
pub use tileset::TileSet;

use core::fmt;

use grid::{Grid, LEN, SPAN};
use links::Liberties;

use bustan_vocabulary::dominions::{Player, Side};

/// The contact counter of an occupied cell: so low that no counting makes it positive.
const TAKEN: i8 = -100;

/// A position: tiles, hands, turn, and all that follows from them. The [module](self) describes the
/// representation.
///
/// ```
/// use bustan_core::dominions::Board;
/// use bustan_vocabulary::dominions::{Move, Side};
///
/// let mut board = Board::new(Side::STANDARD);
/// assert_eq!(board.legal_count(), 11_319);
/// board.play("P63i9".parse().unwrap())?;
/// assert_eq!(board.play("P1e5".parse().unwrap()).unwrap_err().to_string(), "contact");
/// # Ok::<(), bustan_vocabulary::dominions::Reason>(())
/// ```
#[derive(Clone)]
pub struct Board {
    grid: &'static Grid,

    /// For each player and cell, the number of tiles in hand that fit. Meaningless for occupied cells.
    counts: [[u8; LEN]; 2],
    /// For each player and cell, the number of contacts that open it; [`TAKEN`] for occupied cells.
    contact: [[i8; LEN]; 2],
    /// The sides of each cell that are occupied or off the board.
    occupied: [u8; LEN],
    /// Of those sides, the ones with a beam.
    required: [u8; LEN],
    /// The tile that would oscillate on this cell, 0 for none.
    banned: [u8; LEN],
    /// The tiles that may be placed on each cell, by either player: all that fit except the banned one.
    fits: [TileSet; LEN],

    /// The tile on each cell, 0 for none.
    tiles: [u8; LEN],
    /// The controller of each tile, 0 or 1 [dominions 1.4].
    controllers: [u8; LEN],
    /// The owner of each tile, 0 or 1 [dominions 1.4].
    owners: [u8; LEN],

    /// The group of each tile, named by one of its cells.
    group: [u8; LEN],
    /// The next cell of the same group, in a circle.
    next_cell: [u8; LEN],
    /// By group: its size and its liberties in beams.
    size: [u8; LEN],
    beams: [u16; LEN],
    /// By group: its section, named by one of its groups.
    section: [u8; LEN],
    /// By group: the next group of the same section, in a circle that still includes groups that have
    /// merged.
    next_group: [u8; LEN],
    /// By section: its liberties, and its tiles by controller.
    liberties: [Liberties; LEN],
    controlled: [[u8; 2]; LEN],

    /// The tiles each player has left, of one copy of each [dominions 1.3].
    hands: [TileSet; 2],
    /// Tiles on the board by controller.
    on_board: [u8; 2],
    /// The player on turn, 0 or 1, also when the game is over.
    turn: u8,
    /// Consecutive passes so far, 0 to 2.
    passes: u8,
    ply: u16,
    hash: u64,
}

impl Board {
    /// The empty board, White on turn [dominions 1.5]. Tiles with a beam off the board do not fit
    /// [dominions 2.4].
    pub fn new(side: Side) -> Self {
        let grid = Grid::of(side);
        let mut board = Self {
            grid,
            counts: [[0; LEN]; 2],
            contact: [[0; LEN]; 2],
            occupied: [0; LEN],
            // Cells that do not exist require a side that no tile has.
            required: [1 << 7; LEN],
            banned: [0; LEN],
            fits: [TileSet::EMPTY; LEN],
            tiles: [0; LEN],
            controllers: [0; LEN],
            owners: [0; LEN],
            group: [0; LEN],
            next_cell: [0; LEN],
            size: [0; LEN],
            beams: [0; LEN],
            section: [0; LEN],
            next_group: [0; LEN],
            liberties: [Liberties::NONE; LEN],
            controlled: [[0; 2]; LEN],
            hands: [TileSet::ALL; 2],
            on_board: [0; 2],
            turn: 0,
            passes: 0,
            ply: 0,
            hash: 0,
        };
        for cell in 0..usize::from(grid.cells) {
            board.required[cell] = 0;
            board.fits[cell] = TileSet::ALL;
            for (direction, &neighbour) in grid.neighbours[cell][..6].iter().enumerate() {
                if neighbour == grid::OFF {
                    board.occupied[cell] |= 1 << direction;
                    board.fits[cell] = board.fits[cell].narrowed(direction, 0);
                }
            }
            for counts in &mut board.counts {
                counts[cell] = board.fits[cell].len() as u8;
            }
        }
        board.open_everywhere();
        board
    }

    /// Opens every cell, as on an empty board [dominions 2.5].
    fn open_everywhere(&mut self) {
        for contact in &mut self.contact {
            contact[..SPAN].fill(1);
        }
    }

    /// The player of this number.
    const fn player(index: u8) -> Player {
        match index {
            0 => Player::White,
            _ => Player::Black,
        }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.position())
    }
}

/// The neighbour of a cell in a direction below 6.
macro_rules! neighbour {
    ($board:expr, $cell:expr, $direction:expr) => {
        $board.grid.neighbours[usize::from($cell)][($direction) as usize & 7]
    };
}
use neighbour;

/// The positions of the bits of a byte, lowest first.
fn bits(mut set: u8) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
