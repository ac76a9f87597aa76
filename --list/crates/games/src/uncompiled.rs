//! Stand-ins for the traits of the work that takes time, without methods, for builds that do none of it.

use bustan_guide::{Explore, Touch};
use bustan_vocabulary::{Engine, Solve};

/// A game.
pub trait Compiled: Explore + Touch {}

impl<G: Explore + Touch> Compiled for G {}

/// An engine.
pub trait CompiledEngine: Engine + Default {}

impl<E: Engine + Default> CompiledEngine for E {}

/// A graph of a game's positions.
pub trait CompiledGraph: Solve {}

impl<S: Solve> CompiledGraph for S {}
