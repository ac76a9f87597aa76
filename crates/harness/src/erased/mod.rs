//! Games as objects: one set of types for the moves, positions and observations of all games, so that what plays them is
//! compiled once.
//!
//! [`Rules`] stand for a game. Every value knows its rules. [`rules`] makes them of a game that has types of its own, and
//! [`Taking`] makes a participant of an engine of that game.

mod engine;
mod game;
mod kit;
mod typed;
mod values;

use bustan_guide::{Compose, Explore};
use bustan_vocabulary::{Engine, Typed};

pub use engine::Taking;
pub use game::Erased;
pub use kit::Rules;
pub use values::{Identity, Invalid, Move, Observation, Player, Position, Reason};

/// The rules of a game that has types of its own. The engine follows games that people write. They stay in memory: make them
/// once for each game.
pub fn rules<G, E>() -> Rules
where
    G: Explore + Compose + Typed,
    E: Engine<Game = G, Observation = G::Observation> + Default + 'static,
{
    Rules::new(Box::new(typed::Adapter::<G, E>::NEW))
}

/// A new engine as a participant.
pub fn taking<E: Engine + Default>(rules: Rules) -> Taking<E> {
    Taking { rules, engine: E::default() }
}
