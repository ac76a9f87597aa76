//! Type-erased players and graphs of the games of this project.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bustan_harness::erased::{Guided, Position, Rules, own_position};
use bustan_harness::generate::Counter;
use bustan_players::{ErasedBot, Solved, Spec, SpecError, object, player};
use bustan_solve::{Graph, graph};
use bustan_vocabulary::{Engine, Solve};

use crate::{Registered, numbering, of};

type Made<E> = Result<Box<dyn ErasedBot>, E>;

/// Functions that create the players and the graphs of a game.
#[derive(Clone, Copy)]
pub(crate) struct Players {
    graph: fn(&Position) -> Result<Box<dyn Graph>, String>,
    bot: fn(&Spec, usize, u64) -> Made<SpecError>,
    solved: fn(&Position, u64, &Arc<AtomicBool>) -> Made<String>,
}

impl Players {
    /// Returns the functions for the game whose positions `S` numbers. The players use the engine `E`.
    pub(crate) fn new<S, E>() -> Self
    where
        S: Solve<Game: Guided> + 'static,
        E: Engine<Game = S::Game> + Clone + Default + Send,
    {
        Self {
            graph: graph::<S, E>,
            bot: |spec, players, seed| player::<S, E>(spec, players, seed, numbering).map(object),
            solved: |start, memory, stop| {
                let solved = Solved::<S, E>::here(own_position::<S::Game>(start), memory, stop)?;
                Ok(object::<S::Game>(Box::new(solved)))
            },
        }
    }
}

impl Registered {
    /// Returns the graph of the positions that can be reached from a start.
    ///
    /// # Errors
    /// Returns a message that explains why the game cannot be solved from this start.
    pub fn graph(&self, start: &Position) -> Result<Box<dyn Graph>, String> {
        (self.players.graph)(start)
    }
}

/// The number of players in a game from `start`; `None` if no game starts at this position, or if the number
/// is unknown.
pub fn seats(start: &Position) -> Option<usize> {
    let engine = of(start.rules())?.fast.at(start).ok()?;
    engine.standing().map(|standing| standing.players())
}

/// Returns the fast engine of a game, for perft; `None` if there is none.
pub fn counter(rules: Rules) -> Option<Counter> {
    of(rules).map(|game| Counter(&game.fast))
}

/// Creates a [player](fn@player) that uses the fast engine, for games with `players` players.
///
/// # Errors
/// Returns the errors of [`player`](fn@player), and an error if the rules of the game are unknown.
pub fn bot(rules: Rules, spec: &Spec, players: usize, seed: u64) -> Result<Box<dyn ErasedBot>, SpecError> {
    let Some(game) = of(rules) else {
        return Err(SpecError::unfit(rules.name(), spec, "its rules are not known".into()));
    };
    (game.players.bot)(spec, players, seed)
}

/// [Solves](Solved::here) all positions that can be reached from `start`, and creates a player that knows
/// their outcomes.
///
/// # Errors
/// Returns the errors of [`Solved::here`], and an error if the rules of the game are unknown.
pub fn solved(start: &Position, memory: u64, stop: &Arc<AtomicBool>) -> Result<Box<dyn ErasedBot>, String> {
    let game = of(start.rules()).ok_or("its rules are not known")?;
    (game.players.solved)(start, memory, stop)
}
