//! Games as objects: one set of types for the moves, positions and observations of all games, so that what plays them is
//! compiled once.
//!
//! [`Rules`] stand for a game. Players, moves, reasons, positions and observations know their rules. [`rules()`] makes them
//! of a game that has types of its own and a guide, and [`Taking`](crate::compare::taking::Taking) makes a participant of an
//! engine of that game.

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
pub use engine::{ErasedEngine, Object};
pub use record::{Overlay, Record, Small};
pub use rules::Rules;
pub use values::{Identity, Invalid, Move, Observation, Player, Position, Reason};

/// The rules of a game that has types of its own, always the same ones. They stay in memory.
pub fn rules<G: Guided>() -> Rules {
    Rules::of::<G>(|| Box::new(adapter::Adapter::<G>::NEW))
}

/// A game with types of its own and a guide to all that is done with games.
pub trait Guided: Explore + Compose {}

impl<G: Explore + Compose> Guided for G {}

/// The rules of games that this project does not know.
pub fn unknown() -> Rules {
    rules::<Any>()
}

/// A record in the types of its game.
pub fn own_record<G: Game>(record: &Record) -> bustan_vocabulary::Record<G> {
    typed::own_record(record)
}

/// A record of a game with types of its own.
pub fn shared_record<G: Guided>(record: &bustan_vocabulary::Record<G>) -> Record {
    typed::record(rules::<G>(), record)
}

/// A player in the type of the game.
pub fn own_player<G: Game>(player: Player) -> G::Player {
    typed::own_player::<G>(player)
}

/// A player of a game with types of its own.
pub fn shared_player<G: Guided>(player: G::Player) -> Player {
    typed::player::<G>(rules::<G>(), player)
}

/// A move in the type of its game.
pub fn own_move<G: Game>(mv: &Move) -> G::Move {
    typed::own_move::<G>(mv)
}

/// A move of a game with types of its own.
pub fn shared_move<G: Guided>(mv: &G::Move) -> Move {
    typed::shared::<G>(rules::<G>(), mv)
}

/// A reason of a game with types of its own.
pub fn shared_reason<G: Guided>(reason: G::Reason) -> Reason {
    typed::reason::<G>(rules::<G>(), reason)
}

/// A position in the type of its game.
pub fn own_position<G: Game>(position: &Position) -> &G::Position {
    typed::own_position::<G>(position)
}

/// A position of a game with types of its own.
pub fn shared_position<G: Guided>(position: &G::Position) -> Position {
    typed::position::<G>(rules::<G>(), position.clone())
}

/// An observation in the type of its game.
pub fn own_observation<G: Game>(seen: &Observation) -> &G::Observation {
    typed::own_observation::<G>(seen)
}

/// An observation of a game with types of its own.
pub fn shared_observation<G: Guided>(seen: G::Observation) -> Observation {
    typed::observation::<G>(rules::<G>(), seen)
}
