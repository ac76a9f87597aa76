//! Stand-ins for the traits of the work that takes time, without methods, for builds that do none of it.

use bustan_guide::{Explore, Touch};
use bustan_vocabulary::{Engine, Solve, Typed};

/// A game.
pub trait Compiled: Explore + Typed + Touch {}

impl<G: Explore + Typed + Touch> Compiled for G {}

/// An engine.
pub trait CompiledEngine: Engine<Game: Typed> + Default {}

impl<E: Engine<Game: Typed> + Default> CompiledEngine for E {}

/// A graph of a game's positions.
pub trait CompiledGraph: Solve<Game: Typed> {}

impl<S: Solve<Game: Typed>> CompiledGraph for S {}
