//! Type-erased games: one set of types for the moves, positions and observations of all games, so that the
//! code that plays games is compiled once.
//!
//! [`Rules`] represents a game. Every player, move, reason, position and observation refers to its rules.
//! [`rules()`] returns the rules of a game that has its own types and a guide, and
//! [`EngineParticipant`](crate::compare::engine_participant::EngineParticipant) adapts an engine of such a
//! game to a participant.

mod adapter;
mod engine;
mod kit;
mod questions;
mod record;
mod rules;
pub(crate) mod typed;
pub(crate) mod values;

use bustan_guide::{Compose, Explore};
use bustan_vocabulary::Game;

use crate::any::Any;
pub use engine::{DynEngine, ErasedEngine};
pub use record::{Overlay, Record, Small};
pub use rules::Rules;
pub use values::{Identity, Invalid, Move, Observation, Player, Position, Reason};

/// Returns the rules of the game `G`. Every call returns the same object, which is never freed.
pub fn rules<G: Guided>() -> Rules {
    Rules::of::<G>(|| Box::new(adapter::Adapter::<G>::NEW))
}

/// A game that has its own types and implements everything that the harness needs: [`Explore`] and
/// [`Compose`].
pub trait Guided: Explore + Compose {}

impl<G: Explore + Compose> Guided for G {}

/// Returns the rules shared by all games that are unknown to Bustan.
pub fn unknown() -> Rules {
    rules::<Any>()
}

/// Converts a record to the types of the game `G`.
pub fn own_record<G: Game>(record: &Record) -> bustan_vocabulary::Record<G> {
    typed::own_record(record)
}

/// Converts a record of the game `G` to the types shared by all games.
pub fn shared_record<G: Guided>(record: &bustan_vocabulary::Record<G>) -> Record {
    typed::record(rules::<G>(), record)
}

/// Converts a player to the type of the game `G`.
pub fn own_player<G: Game>(player: Player) -> G::Player {
    typed::own_player::<G>(player)
}

/// Converts a player of the game `G` to the type shared by all games.
pub fn shared_player<G: Guided>(player: G::Player) -> Player {
    typed::player::<G>(rules::<G>(), player)
}

/// Converts a move to the type of the game `G`.
pub fn own_move<G: Game>(mv: &Move) -> G::Move {
    typed::own_move::<G>(mv)
}

/// Converts a move of the game `G` to the type shared by all games.
pub fn shared_move<G: Guided>(mv: &G::Move) -> Move {
    typed::shared::<G>(rules::<G>(), mv)
}

/// Converts a reason of the game `G` to the type shared by all games.
pub fn shared_reason<G: Guided>(reason: G::Reason) -> Reason {
    typed::reason::<G>(rules::<G>(), reason)
}

/// Returns a position in the type of the game `G`.
pub fn own_position<G: Game>(position: &Position) -> &G::Position {
    typed::own_position::<G>(position)
}

/// Converts a position of the game `G` to the type shared by all games.
pub fn shared_position<G: Guided>(position: &G::Position) -> Position {
    typed::position::<G>(rules::<G>(), position.clone())
}

/// Returns an observation in the type of the game `G`.
pub fn own_observation<G: Game>(seen: &Observation) -> &G::Observation {
    typed::own_observation::<G>(seen)
}

/// Converts an observation of the game `G` to the type shared by all games.
pub fn shared_observation<G: Guided>(seen: G::Observation) -> Observation {
    typed::observation::<G>(rules::<G>(), seen)
}
