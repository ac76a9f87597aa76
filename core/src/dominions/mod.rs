//! The optimised engine. It updates the answers to all queries as tiles are placed.
//!
//! [`Board`] is a position without a history. It answers all queries, plays moves without allocating memory,
//! and takes moves back with the help of a [`Journal`]. [`FastEngine`] is a board with its history, for the
//! tooling.
//!
//! # How it works
//! Placements only add structure. A flip never frees a cell, so groups and sections only merge, and the
//! following values can be updated incrementally:
//!
//! - *Match.* Two sets of sides describe the surroundings of a cell: the occupied sides, which include the
//!   sides off the board, and those of the occupied sides that have a beam. Tile `t` fits iff
//!   `t & occupied == required`. A 64-bit set contains the tiles that fit; each tile placed next to the cell
//!   reduces it.
//! - *Contact* is a counter for each cell and player: the number of neighbours that the opponent controls,
//!   plus the number of beams that point at the cell from groups of the player that are whole sections. A
//!   cell satisfies the contact rule for a player iff the counter is positive.
//! - *Oscillation.* A placement changes the liberties of exactly one section. A new oscillation can therefore
//!   only arise at the only liberty cell of that section, and only for the tile with exactly the required
//!   beams. Such a ban is permanent, because only a tile on the cell could join the sections around it.
//!   Whether a section has a single liberty cell follows from sums over its liberties, see `links.rs`.
//! - The *number of legal moves* is a sum of bytes, one for each cell: the number of tiles in hand that fit
//!   the cell. When a tile leaves the hand, one comparison of all cells at once finds the cells that it
//!   fitted.
//!
//! Arrays have 256 entries and indices of type `u8`, so that no access needs a bounds check.

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

/// The contact counter of an occupied cell, so low that no increments make it positive.
const TAKEN: i8 = -100;

/// A position: tiles, hands, the player to move, and everything that follows from them. The [module](self)
/// describes the representation.
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

    /// For each player and cell, the number of tiles in hand that fit the cell. Meaningless for occupied
    /// cells.
    counts: [[u8; LEN]; 2],
    /// For each player and cell, the number of contacts that satisfy the contact rule; [`TAKEN`] for occupied
    /// cells.
    contact: [[i8; LEN]; 2],
    /// For each cell, the sides that are occupied or off the board.
    occupied: [u8; LEN],
    /// For each cell, those of the `occupied` sides that have a beam.
    required: [u8; LEN],
    /// The tile that is banned from each cell because it would oscillate there; 0 for none.
    banned: [u8; LEN],
    /// The tiles that may be placed on each cell, by either player: all that fit except the banned one.
    fits: [TileSet; LEN],

    /// The tile on each cell, 0 for none.
    tiles: [u8; LEN],
    /// The controller of each tile, 0 or 1 [dominions 1.4].
    controllers: [u8; LEN],
    /// The owner of each tile, 0 or 1 [dominions 1.4].
    owners: [u8; LEN],

    /// The group of each tile. The name of a group is the number of one of its cells.
    group: [u8; LEN],
    /// For each cell, the next cell of the same group, as a circular list.
    next_cell: [u8; LEN],
    /// For each group, its size in tiles. `beams`: for each group, its liberties in beams.
    size: [u8; LEN],
    beams: [u16; LEN],
    /// For each group, its section. The name of a section is the name of one of its groups.
    section: [u8; LEN],
    /// For each group, the next group of the same section, as a circular list that still includes groups that
    /// have merged into others.
    next_group: [u8; LEN],
    /// For each section, its liberties. `controlled`: for each section, its tiles by controller.
    liberties: [Liberties; LEN],
    controlled: [[u8; 2]; LEN],

    /// The tiles that each player has left. Each player starts with one copy of every tile [dominions 1.3].
    hands: [TileSet; 2],
    /// The number of tiles on the board, by controller.
    on_board: [u8; 2],
    /// The player to move, 0 or 1, also when the game is over.
    turn: u8,
    /// The number of consecutive passes up to now, 0 to 2.
    passes: u8,
    ply: u16,
    hash: u64,
}

impl Board {
    /// The empty board, with White to move [dominions 1.5]. Tiles with a beam that points off the board do
    /// not fit [dominions 2.4].
    pub fn new(side: Side) -> Self {
        let grid = Grid::of(side);
        let mut board = Self {
            grid,
            counts: [[0; LEN]; 2],
            contact: [[0; LEN]; 2],
            occupied: [0; LEN],
            // Cells that do not exist require a beam on a side that no tile has.
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

    /// Marks every cell as satisfying the contact rule for both players, as on an empty board
    /// [dominions 2.5].
    fn open_everywhere(&mut self) {
        for contact in &mut self.contact {
            contact[..SPAN].fill(1);
        }
    }

    /// The player with this number.
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

/// The neighbour of a cell in a direction, which must be less than 6.
macro_rules! neighbour {
    ($board:expr, $cell:expr, $direction:expr) => {
        $board.grid.neighbours[usize::from($cell)][($direction) as usize & 7]
    };
}
use neighbour;

/// The positions of the bits set in a byte, lowest first.
fn bits(mut set: u8) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
