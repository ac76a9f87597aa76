//! Abrobad: fill twelve cells with as few groups of your colour as possible.
//!
//! The board is a piece of a triangular lattice in rows of 2, 3, 4 and 3 cells. X and O place stones, but not
//! next to a stone of their own while another placement is possible. A player who cannot place slides one of
//! their own stones over any others to the first empty cell on the line, or ends the game, in which case all
//! empty cells become stones of the opponent. On the full board, the player to move wins with fewer groups
//! than the opponent and loses otherwise.
//!
//! Positions can repeat, so a game can continue forever.
//!
//! # Rules
//! The document `docs/rules/abrobad.md` in the repository contains all rules, with their sources and with
//! decisions where the sources are silent. Both engines of this project follow it.
//!
//! # Where to find what
//! [`Cell`], [`Move`] and [`Position`] are in `notation.rs`, which reads and prints them. [`Observation`],
//! the state that engines report, is in this module.

mod notation;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Deserializer, Serialize};

pub use crate::player::PlayerError;
pub use crate::xo::Player;
pub use notation::{Cell, CellError, Invalid, Move, MoveError, Position, PositionError, Reason};

use crate::Game;

/// The game, as the type that implements [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abrobad;

/// The facts that make two positions the same: the stones and the player to move. On a full board, the player
/// who would be next to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    board: BTreeMap<Cell, Player>,
    turn: Player,
}

impl Game for Abrobad {
    const NAME: &'static str = "abrobad";
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
        Some(match *mv {
            Move::End => 0,
            Move::Place(cell) => 1 << 16 | u64::from(cell.get()) << 8,
            Move::Slide(from, to) => 2 << 16 | u64::from(from.get()) << 8 | u64::from(to.get()),
        })
    }

    fn decode(code: u64) -> Option<Move> {
        let cell = |shift: u32| Cell::new((code >> shift) as u8);
        match code >> 16 {
            0 => Some(Move::End),
            1 => cell(8).map(Move::Place),
            _ => Some(Move::Slide(cell(8)?, cell(0)?)),
        }
    }

    fn initial(words: &[&str]) -> Result<Position, String> {
        let mut words = words.iter().flat_map(|word| word.split_ascii_whitespace()).peekable();
        words.next_if_eq(&"12");
        match words.next() {
            None => Ok(Position::initial()),
            Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                Err(format!("size {word:?} is not 12, the number of cells"))
            }
            Some(word) => Err(format!(
                "{word:?} is not an option: Abrobad has none, and its size is 12, the number of cells"
            )),
        }
    }

    fn initial_words(position: &Position) -> Option<String> {
        (*position == Position::initial()).then(|| "12".into())
    }

    fn identity(seen: &Observation) -> Identity {
        Identity { board: seen.board.clone(), turn: seen.turn }
    }

    /// Reduces a larger number of moves to one that a position can record, by whole rounds.
    fn without_history(seen: &Observation) -> Observation {
        let left_out = seen.ply.saturating_sub(Position::MAX_PLY).div_ceil(2) * 2;
        Observation { ply: seen.ply - left_out, ..seen.clone() }
    }

    fn read_observation<'de, D: Deserializer<'de>>(form: D, like: &Observation) -> Option<Observation> {
        let read = Observation::deserialize(form).ok()?;
        Some(Observation { game: like.game, turn: like.turn, ..read })
    }

    fn to_move(seen: &Observation) -> Option<Player> {
        seen.to_move
    }

    /// Returns `X+1` or `O+1`, or `0` until the game is over.
    fn final_score(seen: &Observation) -> String {
        seen.winner.map_or_else(|| "0".into(), |winner| format!("{}+1", winner.initial()))
    }
}

/// A group: a maximal connected set of stones of one colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The colour of the stones of the group.
    pub colour: Player,
    /// The cells of the group, ascending by number.
    pub cells: Vec<Cell>,
}

/// The complete observable state, in the format of the protocol's `bustan-state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Always `abrobad`.
    #[serde(skip_deserializing)]
    pub game: &'static str,
    /// The number of cells, always 12.
    pub size: u8,
    /// The number of moves played.
    pub ply: u32,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<Player>,
    /// Whether the game is over.
    pub over: bool,
    /// The winner; `None` until the game is over.
    pub winner: Option<Player>,
    /// 1 for the winner, 0 for the other player; 0 for both until the game is over.
    pub scores: BTreeMap<Player, u32>,
    /// The stones.
    pub board: BTreeMap<Cell, Player>,
    /// All groups, ordered by their smallest cell.
    pub groups: Vec<Group>,
    /// Whether the player to move must place a stone; `false` when the game is over.
    pub must_place: bool,
    /// The player to move or, when the game is over, the player who would be next to move, who has lost if
    /// both have the same number of groups; not part of the JSON form.
    #[serde(skip)]
    pub turn: Player,
}
