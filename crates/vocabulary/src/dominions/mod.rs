//! Dominions, by Christian Freeling: Go-like groups of hexagonal tiles that capture by flipping.
//!
//! Each player owns one copy of each of the 63 non-empty subsets of the six directions; a direction in the
//! subset is a *beam*, one outside it is *blank*. Tiles are placed on a hexagonal board and never rotate or
//! move. Tiles of one controller linked beam to beam form a *group*, tiles linked beam to beam with any
//! controllers a *section*. A beam that points at an empty cell is a *liberty*. A group without liberties
//! is captured: all of it changes its controller.
//!
//! # Rules
//! The document `docs/rules/dominions.md` in the repository contains all rules, with their sources and with
//! decisions where the sources are silent. Both engines of this project follow it.
//!
//! # Where to find what
//! This module is the vocabulary: [`Cell`], [`Tile`], [`Move`], [`Position`], [`Observation`]. The engines
//! are the modules `dominions` of `bustan-core` (legality in `legal.rs`, captures in `place.rs`) and
//! `bustan-reference`.

mod cell;
mod moves;
mod observation;
mod player;
mod position;
mod side;
mod tile;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use serde::{Deserialize, Deserializer};

pub use crate::player::PlayerError;
pub use cell::{Cell, CellError};
pub use moves::{Move, MoveError, Reason};
pub use observation::{Group, Observation, Piece, Section};
pub use player::{Each, Player};
pub use position::{Invalid, Position, PositionError};
pub use side::{Side, SideError};
pub use tile::{Direction, Tile, TileError};

use crate::Game;

/// The game, as the type that implements [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dominions;

/// The facts that make two positions the same: the tiles and their controllers, the player to move, and the
/// number of passes since the last placement. The tiles on the board determine the hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    board: BTreeMap<Cell, Piece>,
    to_move: Option<Player>,
    passes: u8,
}

impl Game for Dominions {
    const NAME: &'static str = "dominions";
    const PLAYERS: &'static [Player] = &Player::ALL;
    const REASONS: &'static [Reason] = &Reason::ALL;

    type Player = Player;
    type Move = Move;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Invalid;
    type Observation = Observation;
    type Identity = Identity;

    fn code(mv: &Move) -> Option<u64> {
        match *mv {
            Move::Place(tile, cell) => Some(u64::from(tile.number()) << 48 | cell.code()),
            Move::Pass => Some(u64::MAX),
        }
    }

    fn decode(code: u64) -> Option<Move> {
        if code == u64::MAX {
            return Some(Move::Pass);
        }
        Some(Move::Place(Tile::new((code >> 48) as u8)?, Cell::decode(code & ((1 << 48) - 1))?))
    }

    fn initial(words: &[&str]) -> Result<Position, String> {
        Position::from_size(words)
    }

    fn identity(seen: &Observation) -> Identity {
        Identity { board: seen.board.clone(), to_move: seen.to_move, passes: seen.passes }
    }

    fn read_observation<'de, D: Deserializer<'de>>(form: D, like: &Observation) -> Option<Observation> {
        let read = Observation::deserialize(form).ok()?;
        Some(Observation { game: like.game, ..read })
    }

    fn to_move(seen: &Observation) -> Option<Player> {
        seen.to_move
    }

    fn final_score(seen: &Observation) -> String {
        match seen.scores.white - seen.scores.black {
            0 => "0".into(),
            lead if lead > 0 => format!("W+{lead}"),
            lead => format!("B+{}", -lead),
        }
    }

    fn pass() -> Option<Move> {
        Some(Move::Pass)
    }
}
