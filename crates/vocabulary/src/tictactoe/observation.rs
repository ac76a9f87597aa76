//! Everything an engine believes about a position.

use alloc::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Cell, Player};

/// The complete observable state, in the shape of the protocol's `bustan-state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Always `tictactoe`.
    #[serde(skip_deserializing)]
    pub game: &'static str,
    /// Always 3.
    pub size: u8,
    /// Moves played: the marks on the board.
    pub ply: u32,
    /// The player on turn, `None` when the game is over.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub over: bool,
    /// Who has won; `None` while the game goes on and when it is a tie.
    pub winner: Option<Player>,
    /// 1 for the winner, 0 for the other player; 0 for both while there is no winner.
    pub scores: BTreeMap<Player, u32>,
    /// The marks.
    pub board: BTreeMap<Cell, Player>,
    /// The position number: in base 3, the cell at place `i` of [`Cell::BOARD`] is worth 3 to the power of
    /// `i`, times 0 when empty, 1 with an O, 2 with an X. At most 19682.
    pub hash: u32,
    /// The smallest position number among the eight images of the board.
    pub canonical: u32,
    /// Whether three in a row lose; not part of the JSON form.
    #[serde(skip)]
    pub misere: bool,
}
