//! The package `cozy-chess` as a rule engine, so that a published move generator is tested against the FIDE
//! Laws.
//!
//! `cozy-chess` decides which moves are legal and makes them. This crate derives the rest from its results:
//! why a move is illegal, when the game is over, how a position is written, and how often it has occurred.
//! The reference engine of chess in `bustan-reference` is tested against all of it; neither crate depends on
//! the other.
//!
//! The crate is not part of `bustan-core`, whose engines depend only on the vocabulary.
//!
//! # Where to find what
//! `names.rs` converts squares, pieces and players. `setup.rs` converts a position to a board, or returns why
//! it is invalid. `table.rs` contains a game: the board, the counters, and the moves that can be undone.
//! [`FastEngine`], which implements the interface to the tooling, is in this module.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod names;
mod reasons;
mod setup;
mod table;
#[cfg(test)]
mod tests;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::chess::{Chess, Invalid, Move, Observation, Player, Position, Reason};
use bustan_vocabulary::{Draw, Engine, NoStart, Playout, Ruling, Standing, Unsolved};
use cozy_chess::BoardBuilderError;

use table::Table;

/// The graph of a game that cannot be solved, because it has too many positions to number.
pub type Graph = Unsolved<Chess>;

/// `cozy-chess` as an [`Engine`] for the tooling. Its `Default` is at the standard initial position.
///
/// ```
/// use bustan_chess::FastEngine;
/// use bustan_vocabulary::Engine;
/// use bustan_vocabulary::chess::{Player, Reason};
///
/// let mut engine = FastEngine::default();
/// assert_eq!(engine.perft(3), Some(8902));
/// assert_eq!(engine.play(Player::White, &"e1e2".parse()?), Err(Some(Reason::Occupied)));
/// # Ok::<(), bustan_vocabulary::chess::MoveError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FastEngine {
    table: Table,
}

/// Why a position is not accepted as a start.
#[derive(Clone, Debug)]
enum Refusal {
    /// By the rules, no game can reach the position.
    Invalid(Invalid),
    /// `cozy-chess` refuses the position for a reason of its own.
    Builder(BoardBuilderError),
}

impl From<Refusal> for NoStart<Invalid> {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invalid(invalid) => Self::Invalid(invalid),
            Refusal::Builder(error) => Self::Refused(error.to_string()),
        }
    }
}

impl Engine for FastEngine {
    type Game = Chess;
    type Observation = Observation;

    fn name(&self) -> String {
        "fast".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.table = Table::at(position)?;
        Ok(())
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.table.play(player, *mv).map_err(Some)
    }

    fn turn(&self) -> Option<Player> {
        self.table.turn()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.table.judge(player, *mv).into()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Some(self.table.legal_moves())
    }

    fn observe(&self) -> Option<Observation> {
        Some(self.table.observe())
    }

    fn standing(&self) -> Option<Standing> {
        Some(self.table.standing())
    }

    fn undo(&mut self) -> Option<bool> {
        Some(self.table.undo())
    }

    fn hash(&self) -> Option<u64> {
        Some(self.table.hash())
    }

    fn position(&self) -> Option<Position> {
        Position::new(self.table.parts()).ok()
    }

    fn duplicate(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        Some(self.table.perft(depth))
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        Some(self.table.playout(draw))
    }
}
