//! Games as objects: one set of types for the moves, positions and observations of all games, so that what plays them is
//! compiled once.
//!
//! [`Rules`] stand for a game. Players, moves, reasons, positions and observations know their rules. [`rules`] makes them of a game that has types of its own and a guide, and
//! [`Taking`] makes a participant of an engine of that game.

mod engine;
mod game;
mod kit;
mod typed;
mod values;

use bustan_guide::{Compose, Explore};
use bustan_vocabulary::{Engine, Game, Typed};

pub use engine::Taking;
pub use game::Erased;
pub use kit::Rules;
pub use values::{Identity, Invalid, Move, Observation, Player, Position, Reason};

/// The rules of a game that has types of its own. The engine follows games that people write. They stay in memory, and
/// values are compared only with those of the same rules, so make them once for each game.
///
/// [`Game::PLAYERS`] must list every player. A reason that [`Game::REASONS`] does not list is left out of answers.
pub fn rules<G, E>() -> Rules
where
    G: Explore + Compose + Typed,
    E: Engine<Game = G, Observation = G::Observation> + Default + 'static,
{
    Rules::new::<G>(Box::new(typed::Adapter::<G, E>::NEW))
}

/// A new engine as a participant in games of these rules.
///
/// # Panics
/// When the engine is one of another game.
pub fn taking<E: Engine + Default>(rules: Rules) -> Taking<E> {
    assert!(rules.are_of::<E::Game>(), "an engine of {} does not play {rules:?}", <E::Game as Game>::NAME);
    Taking { rules, engine: E::default() }
}
