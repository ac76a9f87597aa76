//! Tic-Tac-Toe: three in a row on nine cells.
//!
//! X and O take turns to mark an empty cell. Three marks of one player in a row, a column or a diagonal end
//! the game: that player has won, or, in the misère game, lost. A full board without a line is a tie.
//!
//! The game is here because everything about it is known: its 5478 positions can all be visited, and so can
//! every mistake an engine of it could make.
//!
//! # Rules
//! All rules, where each comes from, and what is decided where the sources are silent:
//! `docs/rules/tictactoe.md` in the repository. Both engines of this project follow it.
//!
//! # Where to find what
//! The rules as this crate plays them are in `engine`. The modules beside it are the vocabulary: [`Cell`],
//! [`Move`], [`Position`], [`Observation`].

mod cell;
mod moves;
mod observation;
mod position;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

use serde::{Deserialize, Deserializer};

pub use crate::player::PlayerError;
pub use crate::xo::Player;
pub use cell::{Cell, CellError};
pub use moves::{Move, MoveError, Reason};
pub use observation::Observation;
pub use position::{Invalid, Position, PositionError};

use crate::Game;

/// The game's name for the tooling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe;

/// What makes two positions the same: the marks, and the player on turn.
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

    /// `X+1`, `O+1`, or `0` for a tie and while the game goes on.
    fn final_score(seen: &Observation) -> String {
        seen.winner.map_or_else(|| "0".into(), |winner| format!("{}+1", winner.initial()))
    }
}
