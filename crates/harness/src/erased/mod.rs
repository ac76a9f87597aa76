//! Games as objects: one set of types for the moves, positions and observations of all games, so that what plays them is
//! compiled once.
//!
//! [`Rules`] stand for a game. Players, moves, reasons, positions and observations know their rules. [`rules`] makes them of a game that has types of its own and a guide, and
//! [`Taking`] makes a participant of an engine of that game.

mod engine;
mod game;
mod graph;
mod kit;
mod own;
mod typed;
mod values;

use bustan_guide::{Compose, Explore};
use bustan_vocabulary::{Engine, Game, Record, Typed};

use crate::any::Any;
pub use engine::{EngineKind, ErasedEngine, Taking};
pub use game::Erased;
pub use graph::{Graph, graph};
pub use kit::Rules;
pub use values::{Identity, Invalid, Move, Observation, Player, Position, Reason};

/// The rules of a game that has types of its own, always the same ones. They stay in memory.
///
/// A reason without an [index](Game::reason_index) is left out of answers.
pub fn rules<G: Explore + Compose + Typed>() -> Rules {
    Rules::of::<G>(|| Box::new(typed::Adapter::<G>::NEW))
}

/// The rules of games that this project does not know.
pub fn unknown() -> Rules {
    rules::<Any>()
}

/// A record in the types of its game, whose rules these must be.
pub fn own_record<G: Game>(record: &Record<Erased>) -> Record<G> {
    typed::own_record(record)
}

/// A move of a game with types of its own.
pub fn shared_move<G: Game>(rules: Rules, mv: &G::Move) -> Move {
    typed::shared::<G>(rules, mv)
}

/// A position of a game with types of its own.
pub fn shared_position<G: Game>(rules: Rules, position: &G::Position) -> Position {
    typed::position::<G>(rules, position.clone())
}

/// A position in the types of its game.
pub fn own_position<G: Game>(position: &Position) -> &G::Position {
    typed::own_position::<G>(position)
}

/// A new engine as a participant in games of these rules.
///
/// # Panics
/// When the engine is one of another game.
pub fn taking<E: Engine + Default>(rules: Rules) -> Taking<E> {
    rules.assert_plays::<E>();
    Taking { rules, engine: E::default() }
}
