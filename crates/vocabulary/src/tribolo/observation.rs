//! The state that an engine reports.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Cell, Content, Player};

/// The complete observable state, in the format of the protocol's `bustan-state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Always `tribolo`.
    #[serde(skip_deserializing)]
    pub game: &'static str,
    /// The number of columns, 1 to 26.
    pub width: u8,
    /// The number of rows, 1 to 26.
    pub height: u8,
    /// The number of moves played.
    pub ply: u32,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub over: bool,
    /// The winner; `None` until the game is over, and if several players share the highest score.
    pub winner: Option<Player>,
    /// The number of cells that each of the three players owns.
    pub scores: BTreeMap<Player, u32>,
    /// The contents of the cells that are not empty.
    pub board: BTreeMap<Cell, Content>,
    /// For the player to move: each cell at which a move is legal, with the cells that the move jumps over,
    /// sorted. Empty when the game is over.
    pub jumps: BTreeMap<Cell, Vec<Cell>>,
    /// For each of the three players: the cells at which the player has a jump, sorted.
    pub moves: BTreeMap<Player, Vec<Cell>>,
    /// The cells that the last move jumped over and took, sorted. Empty at the start and in a position that
    /// was set up. Not part of the JSON form.
    #[serde(skip)]
    pub taken: Vec<Cell>,
}
