//! An engine for tests whose answers are altered, each by a function.

use std::fmt::Debug;

use bustan_vocabulary::{Engine, Game, NoStart, Ruling};
use serde::Serialize;

/// An engine that plays as `E` does and shows an `O`.
pub(crate) struct Altered<E: Engine, O> {
    pub(crate) engine: E,
    pub(crate) show: fn(&E) -> Option<O>,
    pub(crate) turn: fn(&E) -> Option<<E::Game as Game>::Player>,
    pub(crate) hash: fn(&E) -> Option<u64>,
    pub(crate) rule: Rule<E>,
}

/// How the engine rules on a move.
type Rule<E> = fn(
    &E,
    <<E as Engine>::Game as Game>::Player,
    &<<E as Engine>::Game as Game>::Move,
) -> Ruling<<<E as Engine>::Game as Game>::Reason>;

impl<E: Engine + Default, O> Altered<E, O> {
    /// The engine as it is, but for what it shows.
    pub(crate) fn showing(show: fn(&E) -> Option<O>) -> Self {
        Self { engine: E::default(), show, turn: E::turn, hash: E::hash, rule: E::verdict }
    }
}

impl<E: Engine + Default> Altered<E, E::Observation> {
    /// The engine as it is.
    pub(crate) fn nowhere() -> Self {
        Self::showing(E::observe)
    }
}

impl<E: Engine, O: Serialize + PartialEq + Debug + 'static> Engine for Altered<E, O> {
    type Game = E::Game;
    type Observation = O;

    fn name(&self) -> String {
        "altered".into()
    }

    fn setup(
        &mut self,
        position: &<E::Game as Game>::Position,
    ) -> Result<(), NoStart<<E::Game as Game>::Invalid>> {
        self.engine.setup(position)
    }

    fn play(
        &mut self,
        player: <E::Game as Game>::Player,
        mv: &<E::Game as Game>::Move,
    ) -> Result<(), Option<<E::Game as Game>::Reason>> {
        self.engine.play(player, mv)
    }

    fn turn(&self) -> Option<<E::Game as Game>::Player> {
        (self.turn)(&self.engine)
    }

    fn verdict(
        &self,
        player: <E::Game as Game>::Player,
        mv: &<E::Game as Game>::Move,
    ) -> Ruling<<E::Game as Game>::Reason> {
        (self.rule)(&self.engine, player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<<E::Game as Game>::Move>> {
        self.engine.legal_moves()
    }

    fn observe(&self) -> Option<O> {
        (self.show)(&self.engine)
    }

    fn hash(&self) -> Option<u64> {
        (self.hash)(&self.engine)
    }

    fn position(&self) -> Option<<E::Game as Game>::Position> {
        self.engine.position()
    }
}
