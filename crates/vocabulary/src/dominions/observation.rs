//! The state that an engine reports.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use serde::ser::{SerializeTuple, Serializer};
use serde::{Deserialize, Serialize};

use super::{Cell, Each, Player, Tile};

/// A tile on the board. In JSON it is `[tile, owner, controller]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub struct Piece {
    /// The tile.
    pub tile: Tile,
    /// The player from whose hand it came.
    pub owner: Player,
    /// The player who has it now.
    pub controller: Player,
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(3)?;
        tuple.serialize_element(&self.tile)?;
        tuple.serialize_element(&self.owner)?;
        tuple.serialize_element(&self.controller)?;
        tuple.end()
    }
}

/// A group: tiles of one controller linked beam to beam, and their liberties.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The player who controls it.
    pub controller: Player,
    /// Its cells, sorted.
    pub cells: Vec<Cell>,
    /// Its liberties, counted in beams.
    pub liberties: u32,
    /// The empty cells at which those beams point, sorted, each once.
    pub liberty_cells: Vec<Cell>,
}

/// A section: tiles linked beam to beam, with any controllers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// Its cells, sorted.
    pub cells: Vec<Cell>,
    /// Its liberties, counted in beams.
    pub liberties: u32,
}

/// The complete observable state, in the shape of the protocol's `bustan-state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Always `dominions`.
    #[serde(skip_deserializing)]
    pub game: &'static str,
    /// The side of the board in cells, 2 to 9.
    pub size: u8,
    /// The number of moves played, passes included.
    pub ply: u32,
    /// The player on turn; `None` when the game is over.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub over: bool,
    /// The winner; `None` until the game is over, and after a tie.
    pub winner: Option<Player>,
    /// Tiles controlled on the board minus tiles left in the player's hand.
    pub scores: Each<i32>,
    /// The occupied cells.
    pub board: BTreeMap<Cell, Piece>,
    /// The tiles each player has left, sorted by number.
    pub hands: Each<Vec<Tile>>,
    /// Consecutive passes so far, 0 to 2.
    pub passes: u8,
    /// All groups, sorted by their first cell.
    pub groups: Vec<Group>,
    /// All sections, sorted by their first cell.
    pub sections: Vec<Section>,
}
