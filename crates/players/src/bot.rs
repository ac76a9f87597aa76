//! The interface of computer players.

use std::sync::atomic::AtomicBool;

use bustan_vocabulary::{Game, Record};
use thiserror::Error;

/// A computer player: given the record of a game, it selects a move for the player to move.
///
/// A player can be used for any number of games, one after the other. If a game continues that of the
/// previous call, the player reuses what it has computed.
pub trait Bot<G: Game>: Send {
    /// The name in reports.
    fn name(&self) -> String;

    /// Analyses the position at the end of a game until a limit is reached. Setting `stop` makes the player
    /// return soon, with its results so far.
    ///
    /// # Errors
    /// Fails if the game is over or contains an illegal move, or if the player cannot analyse it.
    fn think(&mut self, game: &Record<G>, stop: &AtomicBool) -> Result<Thought<G::Move>, BotError>;
}

/// The result of an analysis, with moves of type `M`.
#[derive(Clone, Debug)]
pub struct Thought<M> {
    /// The move that the player selects.
    pub best: M,
    /// The assessments of the analysed moves, starting with [`best`](Self::best).
    pub moves: Vec<Opinion<M>>,
    /// The amount of work done, in playouts or positions.
    pub work: u64,
}

impl<M: Clone> Thought<M> {
    /// A result for a move that needs no analysis.
    pub(crate) fn of(best: M) -> Self {
        Self { moves: vec![Opinion { mv: best.clone(), value: None, work: 0 }], best, work: 0 }
    }

    /// The value of the selected move.
    pub fn value(&self) -> Option<Value> {
        self.moves.first().and_then(|opinion| opinion.value)
    }
}

/// The assessment of a move.
#[derive(Clone, Debug)]
pub struct Opinion<M> {
    /// The move.
    pub mv: M,
    /// The value of the move for the player who makes it. `None` if the move was not analysed, or is only
    /// known to be no better than others.
    pub value: Option<Value>,
    /// The number of playouts of the move; 0 if the method does not use playouts.
    pub work: u64,
}

/// The value of a move to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// The expected share of the points, from 0 to 1, estimated by playouts.
    Share(f64),
    /// The estimated lead after some more moves; see
    /// [`Standing::estimate`](bustan_vocabulary::Standing::estimate).
    Estimate(i32),
    /// The proven lead at the end of the game; see [`Standing::lead`](bustan_vocabulary::Standing::lead).
    Lead {
        /// The lead.
        lead: i32,
        /// The number of moves to the end of the game, including this one, if it is known.
        moves: Option<u32>,
    },
    /// A draw, because neither side can force an end of the game.
    Draw,
}

/// Why a player did not select a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// The position is not a valid start of a game.
    #[error("no game begins there: {0}")]
    Start(String),
    /// A move of the game is illegal.
    #[error("ply {ply}: {said} is illegal")]
    Illegal {
        /// The number of the move, from 1.
        ply: usize,
        /// The move and its player, in short form.
        said: String,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The position is not in the file of solved positions.
    #[error("{0}")]
    Unsolved(String),
    /// The engine does not support a required query.
    #[error("the engine {0} cannot report {1}")]
    Unanswered(String, &'static str),
}
