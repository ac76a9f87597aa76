//! Type-erased players: conversion of players with the types of a game.

use std::sync::atomic::AtomicBool;

use bustan_harness::erased::{Guided, Move, Record, own_record, shared_move};

use crate::{Bot, BotError, Opinion, Thought};

/// A type-erased player, which can play any game.
pub trait ErasedBot: Send {
    /// The name in reports.
    fn name(&self) -> String;

    /// Analyses the position at the end of a game; see [`Bot::think`].
    ///
    /// # Errors
    /// Returns the errors of [`Bot::think`].
    fn think(&mut self, game: &Record, stop: &AtomicBool) -> Result<Thought<Move>, BotError>;
}

struct Object<G>(Box<dyn Bot<G>>);

/// Converts a player to a type-erased one.
pub fn object<G: Guided>(bot: Box<dyn Bot<G>>) -> Box<dyn ErasedBot> {
    Box::new(Object(bot))
}

impl<G: Guided> ErasedBot for Object<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn think(&mut self, game: &Record, stop: &AtomicBool) -> Result<Thought<Move>, BotError> {
        let Thought { best, moves, work } = self.0.think(&own_record(game), stop)?;
        let shared = |mv| shared_move::<G>(&mv);
        let opinion = |Opinion { mv, value, work }| Opinion { mv: shared(mv), value, work };
        Ok(Thought { best: shared(best), moves: moves.into_iter().map(opinion).collect(), work })
    }
}
