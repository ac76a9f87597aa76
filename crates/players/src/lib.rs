//! Computer players for every game of Bustan.
//!
//! A [`Bot`] gets the record of a game and selects a move. A [`Spec`] describes a player as text, such as
//! `mcts:10000`, and [`player`] creates the player. Players can use any [`Engine`] that lists its legal moves
//! and can undo moves, and rely on the guide's knowledge of a game. With the same seed and the same limits,
//! except for time limits, a player selects the same moves on every machine: nothing depends on the clock, on
//! threads, or on how a processor rounds.
//!
//! | player | how |
//! |---|---|
//! | [`Uniform`] | any legal move |
//! | [`Mcts`] | Monte Carlo tree search, for any number of players |
//! | [`Search`] | alpha-beta; for more than two players paranoid or best-reply search |
//! | [`Solved`] | a file of solved positions |
//!
//! [`contest`] runs matches between players, or against external programs.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bot;
pub mod contest;
mod limits;
mod mcts;
mod object;
mod search;
mod slots;
mod solved;
mod spec;
mod table;
mod tree;
mod uniform;

use bustan_guide::Explore;
use bustan_vocabulary::{Engine, Game, Solve};

pub use bot::{Bot, BotError, Opinion, Thought, Value};
pub use limits::Limits;
pub use mcts::Mcts;
pub use object::{ErasedBot, object};
pub use search::{Others, Search};
pub use solved::Solved;
pub use spec::{Level, Method, Spec, SpecError};
pub use uniform::Uniform;

/// Creates a player for the game whose positions `S` numbers. It uses the engine `E`, and plays in games with
/// `players` players. Its random choices depend on `seed`, unless the spec has a seed. `numbering` returns
/// the current version of the numbering of a game's positions.
///
/// # Errors
/// Fails if the player does not support the game, or if a file cannot be used.
pub fn player<S, E>(
    spec: &Spec,
    players: usize,
    seed: u64,
    numbering: impl Fn(&str) -> Option<u16>,
) -> Result<Box<dyn Bot<S::Game>>, SpecError>
where
    S: Solve<Game: Explore> + 'static,
    E: Engine<Game = S::Game> + Clone + Default + Send,
{
    let Spec { method, limits, seed: own, .. } = spec.in_game(S::Game::LEVELS)?;
    let (seed, name) = (own.unwrap_or(seed), spec.to_string());
    let unfit = |problem: String| SpecError::unfit(S::Game::NAME, spec, problem);
    Ok(match method {
        Method::Uniform => Box::new(Uniform::<E>::new(seed)),
        Method::Mcts => Box::new(Mcts::<E>::new(name, limits, seed)),
        Method::AlphaBeta if players > 2 => {
            return Err(unfit(
                "alpha-beta is for two players; for more there are paranoid and bestreply".into(),
            ));
        }
        Method::AlphaBeta | Method::Paranoid => Box::new(Search::<E>::new(name, limits, Others::Together)),
        Method::BestReply => Box::new(Search::<E>::new(name, limits, Others::BestReply)),
        Method::Solved(path) => Box::new(Solved::<S, E>::open(&path, numbering).map_err(unfit)?),
        Method::Level(_) => return Err(unfit("its level stands for another level".into())),
    })
}
