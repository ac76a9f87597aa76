//! Everything an engine believes about a position.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Cell, Player};

/// A group: a maximal set of stones of one colour, each beside another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Whose it is.
    pub colour: Player,
    /// Its cells, ascending by number.
    pub cells: Vec<Cell>,
}

/// The complete observable state, in the shape of the protocol's `bustan-state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Always `abrobad`.
    #[serde(skip_deserializing)]
    pub game: &'static str,
    /// The number of cells, always 12.
    pub size: u8,
    /// Moves played.
    pub ply: u32,
    /// The player on turn, `None` when the game is over.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub over: bool,
    /// Who has won; `None` while the game goes on.
    pub winner: Option<Player>,
    /// 1 for the winner, 0 for the other player; 0 for both while the game goes on.
    pub scores: BTreeMap<Player, u32>,
    /// The stones.
    pub board: BTreeMap<Cell, Player>,
    /// All groups, ordered by their smallest cell.
    pub groups: Vec<Group>,
    /// Whether the player on turn must place a stone; never when the game is over.
    pub must_place: bool,
    /// The player on turn, or when the game is over the one whose turn it would be, who has lost if the
    /// groups are as many; not part of the JSON form.
    #[serde(skip)]
    pub turn: Player,
}
