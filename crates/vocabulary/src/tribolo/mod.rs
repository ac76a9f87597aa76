//! Tribolo: an Othello-like game for three players.
//!
//! The board is a rectangle of cells; each is empty, a wall, or owned by blue, red or green. A move names an
//! empty cell. A *jump* is a line from that cell, in one of the eight directions, over cells of exactly one
//! opponent to a cell that the player owns. All jumps of a move happen together: the player becomes the owner
//! of every cell jumped over and of the named cell. There is no passing: the next player is the first in
//! cyclic order who has a move, possibly the same player again. When no player has a move, the game is over.
//! The player with the most cells wins.
//!
//! # Setups
//! A game starts from a random setup: [`Position::from_seed`] returns the setup of a seed,
//! [`Position::random_setup`] draws a setup, and [`Lot`] generates the random numbers. The words of a setup,
//! for example after the protocol's `boardsize`, are a width and a height, followed by `seed` and a number.
//! By default, the board is the standard one and the seed is 0. Instead of a seed, the words may give the
//! cells and the player asked first, as in `5 1 .RB#. blue`.
//!
//! # Records
//! The record of a game is in the notation common to all games, as in `Start[5x1 .RB.. blue 0];B[a1]`:
//! `Start` contains the setup and the player asked first, and moves have the initials `B`, `R` and `G`. A
//! record without `Start` starts at the standard setup of seed 0.
//!
//! # Rules
//! The document `docs/rules/tribolo.md` in the repository contains all rules, with their sources and with
//! decisions where the sources are silent. Both engines of this project follow it.
//!
//! # Where to find what
//! This module is the vocabulary: [`Cell`], [`Content`], [`Size`], [`Move`], [`Position`], [`Observation`].
//! The engines are the modules `tribolo` of `bustan-core` and `bustan-reference`.

mod cell;
mod content;
mod lot;
mod moves;
mod observation;
mod player;
mod position;
mod position_text;
mod setup;
mod size;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Deserializer};

pub use crate::player::PlayerError;
pub use cell::{Cell, CellError};
pub use content::Content;
pub use lot::Lot;
pub use moves::{Move, MoveError, Reason};
pub use observation::Observation;
pub use player::Player;
pub use position::Position;
pub use position_text::PositionError;
pub use size::{Size, SizeError};

use crate::{Draw, Game};

/// The game, as the type that implements [`Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tribolo;

/// Why an engine refuses a position. Engines of Tribolo refuse none, because every consistent [`Position`]
/// can be set up.
pub type Invalid = core::convert::Infallible;

/// The facts that make two positions the same: the contents of the cells and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    board: BTreeMap<Cell, Content>,
    to_move: Option<Player>,
}

impl Game for Tribolo {
    const NAME: &'static str = "tribolo";
    const PLAYERS: &'static [Player] = &Player::ALL;
    const REASONS: &'static [Reason] = &Reason::ALL;
    const OPTIONS: &'static str =
        "the height if it is not part of the size, seed S, or the cells and the player asked first";

    type Player = Player;
    type Move = Move;
    type Reason = Reason;
    type Position = Position;
    type Invalid = Invalid;
    type Observation = Observation;
    type Identity = Identity;

    fn code(mv: &Move) -> Option<u64> {
        Some(mv.0.code())
    }

    fn decode(code: u64) -> Option<Move> {
        Cell::decode(code).map(Move)
    }

    fn initial(words: &[&str]) -> Result<Position, String> {
        Position::from_words(words)
    }

    fn random_setup(like: &Position, draw: &mut Draw<'_>) -> Option<Position> {
        Some(Position::random_setup(like.size(), draw))
    }

    fn comment(words: &str) -> Option<usize> {
        position_text::comment(words)
    }

    fn read_position(text: &str, like: &Position) -> Result<Position, String> {
        Position::read(text, like.size()).map_err(|error| error.to_string())
    }

    fn identity(seen: &Observation) -> Identity {
        Identity { board: seen.board.clone(), to_move: seen.to_move }
    }

    /// Removes the cells that the last move took.
    fn without_history(seen: &Observation) -> Observation {
        Observation { taken: Vec::new(), ..seen.clone() }
    }

    fn read_observation<'de, D: Deserializer<'de>>(form: D, like: &Observation) -> Option<Observation> {
        let read = Observation::deserialize(form).ok()?;
        Some(Observation { game: like.game, taken: like.taken.clone(), ..read })
    }

    fn to_move(seen: &Observation) -> Option<Player> {
        seen.to_move
    }

    /// The numbers of cells of all three players, as in `blue 63 red 60 green 41`.
    fn final_score(seen: &Observation) -> String {
        let score = |player| seen.scores.get(&player).copied().unwrap_or_default();
        let words: Vec<String> =
            Player::ALL.iter().map(|&player| format!("{player} {}", score(player))).collect();
        words.join(" ")
    }
}
