//! The state that an engine reports.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Player, Point, Setup};

/// A group: a maximal connected set of visible balls of one colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The colour of the balls of the group.
    pub colour: Player,
    /// The balls of the group, sorted.
    pub balls: Vec<Point>,
    /// The freedoms of the group: the empty holes next to those of its balls that are on the board, sorted,
    /// each once.
    pub freedoms: Vec<Point>,
}

/// The complete observable state, in the format of the protocol's `bustan-state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Always `margo`.
    #[serde(skip_deserializing)]
    pub game: &'static str,
    /// The number of holes along a side of the board, 2 to 19.
    pub size: u8,
    /// The number of moves played, the swap included.
    pub ply: u32,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub over: bool,
    /// The winner; `None` until the game is over, and if several players share the most balls.
    pub winner: Option<Player>,
    /// The number of balls on the board, for each player who takes part.
    pub scores: BTreeMap<Player, u32>,
    /// The balls.
    pub board: BTreeMap<Point, Player>,
    /// All groups, sorted by their smallest ball.
    pub groups: Vec<Group>,
    /// The balls that are not visible, sorted.
    pub buried: Vec<Point>,
    /// The points from which the last move lifted balls, sorted. Empty at the start, after a swap, and in a
    /// position that was set up.
    pub captured: Vec<Point>,
    /// The size of the board and the variants. Not part of the JSON form.
    #[serde(skip)]
    pub setup: Setup,
    /// Whether the game was won by a capture, under the variant `atari`. Not part of the JSON form.
    #[serde(skip)]
    pub by_capture: bool,
}
