//! Tic-Tac-Toe: three in a row on nine cells.
//!
//! X and O take turns to mark an empty cell. When a player has three marks in a row, a column or a diagonal,
//! the game ends: that player has won or, in the misère game, lost. A full board without a line is a tie.
//!
//! The game is included because it is fully known: all of its 5478 positions, and every possible mistake of
//! an engine, can be visited.
//!
//! # Rules
//! The document `docs/rules/tictactoe.md` in the repository contains all rules, with their sources and with
//! decisions where the sources are silent. Both engines of this project follow it.
//!
//! # Where to find what
//! [`Cell`], [`Move`] and [`Position`] are in `notation.rs`, which reads and prints them. [`Observation`],
//! the state that engines report, is in this module.

mod notation;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use serde::{Deserialize, Deserializer, Serialize};

pub use crate::player::PlayerError;
pub use crate::xo::Player;
pub use notation::{Cell, CellError, Invalid, Move, MoveError, Position, PositionError, Reason};

use crate::Game;

/// The game, as the type that implements [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe;

/// The facts that make two positions the same: the marks and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    board: BTreeMap<Cell, Player>,
    to_move: Option<Player>,
}

impl Game for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const PLAYERS: &'static [Player] = &Player::ALL;
    const REASONS: &'static [Reason] = &Reason::ALL;
    const OPTIONS: &'static str = "misere";

    type Player = Player;
    type Move = Move;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Invalid;
    type Observation = Observation;
    type Identity = Identity;

    fn code(mv: &Move) -> Option<u64> {
        Some(u64::from(mv.0.column()) << 8 | u64::from(mv.0.row()))
    }

    fn decode(code: u64) -> Option<Move> {
        Cell::new((code >> 8) as u8, code as u8).map(Move)
    }

    fn initial(words: &[&str]) -> Result<Position, String> {
        Position::from_words(words)
    }

    fn initial_words(position: &Position) -> Option<String> {
        let words = |misere| if misere { "3 misere" } else { "3" };
        (*position == Position::initial(position.misere())).then(|| words(position.misere()).into())
    }

    fn identity(seen: &Observation) -> Identity {
        Identity { board: seen.board.clone(), to_move: seen.to_move }
    }

    fn read_observation<'de, D: Deserializer<'de>>(form: D, like: &Observation) -> Option<Observation> {
        let read = Observation::deserialize(form).ok()?;
        Some(Observation { game: like.game, misere: like.misere, ..read })
    }

    fn to_move(seen: &Observation) -> Option<Player> {
        seen.to_move
    }

    /// Returns `X+1` or `O+1`, or `0` for a tie and until the game is over.
    fn final_score(seen: &Observation) -> String {
        seen.winner.map_or_else(|| "0".into(), |winner| format!("{}+1", winner.initial()))
    }
}

/// The complete observable state, in the format of the protocol's `bustan-state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Always `tictactoe`.
    #[serde(skip_deserializing)]
    pub game: &'static str,
    /// Always 3.
    pub size: u8,
    /// The number of moves played, which equals the number of marks on the board.
    pub ply: u32,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub over: bool,
    /// The winner; `None` until the game is over, and after a tie.
    pub winner: Option<Player>,
    /// 1 for the winner, 0 for the other player; 0 for both while there is no winner.
    pub scores: BTreeMap<Player, u32>,
    /// The marks.
    pub board: BTreeMap<Cell, Player>,
    /// The number of the position, at most 19682: the sum of `d * 3^i` over the cells, where `i` is the index
    /// of the cell in [`Cell::BOARD`], and `d` is 0 for an empty cell, 1 for O and 2 for X.
    pub hash: u32,
    /// The smallest number among the eight symmetric images of the board.
    pub canonical: u32,
    /// Whether three in a row lose. Not part of the JSON form.
    #[serde(skip)]
    pub misere: bool,
}
