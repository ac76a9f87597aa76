//! The player that selects random moves.

use std::sync::atomic::AtomicBool;

use bustan_guide::Explore;
use bustan_harness::base::Dice;
use bustan_vocabulary::{Engine, Record};

use crate::table::{Table, choices};
use crate::{Bot, BotError, Thought};

/// Selects legal moves with uniform probability, passes only if no other move is legal, and never swaps
/// colours.
pub struct Uniform<E: Engine> {
    table: Table<E>,
    dice: Dice,
}

impl<E: Engine<Game: Explore> + Default> Uniform<E> {
    /// Returns a player whose choices depend on `seed`.
    pub fn new(seed: u64) -> Self {
        Self { table: Table::new(), dice: Dice::new(seed) }
    }
}

impl<G: Explore, E: Engine<Game = G> + Default + Send> Bot<G> for Uniform<E> {
    fn name(&self) -> String {
        "uniform".into()
    }

    fn think(&mut self, game: &Record<G>, _: &AtomicBool) -> Result<Thought<G::Move>, BotError> {
        self.table.follow(game)?;
        let mut moves = choices(self.table.engine())?;
        let pass = G::pass();
        if moves.len() > 1 {
            moves.retain(|mv| Some(mv) != pass.as_ref());
        }
        if moves.is_empty() {
            return Err(BotError::Over);
        }
        Ok(Thought::of(self.dice.pick(&moves).clone()))
    }
}
