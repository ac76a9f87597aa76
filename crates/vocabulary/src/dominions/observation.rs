//! The state that an engine reports.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use serde::ser::{SerializeTuple, Serializer};
use serde::{Deserialize, Serialize};

use super::{Cell, Each, Player, Tile};

/// A tile on the board. Its JSON form is `[tile, owner, controller]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
pub struct Piece {
    /// The tile.
    pub tile: Tile,
    /// The player from whose hand the tile was placed.
    pub owner: Player,
    /// The player who controls the tile.
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
    /// The player who controls the group.
    pub controller: Player,
    /// The cells of the group, sorted.
    pub cells: Vec<Cell>,
    /// The number of liberties of the group, counted in beams.
    pub liberties: u32,
    /// The empty cells at which beams of the group point, sorted, each once.
    pub liberty_cells: Vec<Cell>,
}

/// A section: tiles linked beam to beam, with any controllers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The cells of the section, sorted.
    pub cells: Vec<Cell>,
    /// The number of liberties of the section, counted in beams.
    pub liberties: u32,
}

/// The complete observable state, in the format of the protocol's `bustan-state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Always `dominions`.
    #[serde(skip_deserializing)]
    pub game: &'static str,
    /// The number of cells along a side of the board, 2 to 9.
    pub size: u8,
    /// The number of moves played, passes included.
    pub ply: u32,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub over: bool,
    /// The winner; `None` until the game is over, and after a tie.
    pub winner: Option<Player>,
    /// The score of each player: the number of tiles that the player controls on the board, minus the number
    /// of tiles in the player's hand.
    pub scores: Each<i32>,
    /// The occupied cells.
    pub board: BTreeMap<Cell, Piece>,
    /// The tiles in each player's hand, sorted by number.
    pub hands: Each<Vec<Tile>>,
    /// The number of consecutive passes so far, 0 to 2.
    pub passes: u8,
    /// All groups, sorted by their smallest cell.
    pub groups: Vec<Group>,
    /// All sections, sorted by their smallest cell.
    pub sections: Vec<Section>,
}
