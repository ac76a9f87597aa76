//! The interface of players.

use std::sync::atomic::AtomicBool;

use bustan_vocabulary::{Game, Record};
use thiserror::Error;

/// A player: given a game so far, it finds a move for the player on turn.
///
/// It may be asked about any game, one after the other. If a game continues the one of the previous question,
/// it uses what it found there.
pub trait Bot<G: Game>: Send {
    /// Its name in reports.
    fn name(&self) -> String;

    /// Thinks about the position at the end of a game until its limits are reached. Setting `stop` makes it
    /// answer soon with its findings until then.
    ///
    /// # Errors
    /// Fails if the game is over, or not a game.
    fn think(&mut self, game: &Record<G>, stop: &AtomicBool) -> Result<Thought<G::Move>, BotError>;
}

/// The findings of a player, with moves of type `M`.
#[derive(Clone, Debug)]
pub struct Thought<M> {
    /// The move that it plays.
    pub best: M,
    /// The player's opinions of the moves that it has looked at, [`best`](Self::best) first.
    pub moves: Vec<Opinion<M>>,
    /// The amount of work done: playouts or positions.
    pub work: u64,
}

impl<M: Clone> Thought<M> {
    /// The thought of a move that needs none.
    pub(crate) fn of(best: M) -> Self {
        Self { moves: vec![Opinion { mv: best.clone(), value: None, work: 0 }], best, work: 0 }
    }

    /// The value of the move that the player plays.
    pub fn value(&self) -> Option<Value> {
        self.moves.first().and_then(|opinion| opinion.value)
    }
}

/// The opinion of a player about a move.
#[derive(Clone, Debug)]
pub struct Opinion<M> {
    /// The move.
    pub mv: M,
    /// The move's value to the player who makes it; `None` if it was found to be no better than others, or
    /// not looked at.
    pub value: Option<Value>,
    /// The number of playouts of the move; 0 from a player that does not play out games.
    pub work: u64,
}

/// The value of a move to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// The expected share of the game, from 0 to 1, according to playouts.
    Share(f64),
    /// The lead some moves ahead; see [`Standing::estimate`](bustan_vocabulary::Standing::estimate).
    Estimate(i32),
    /// The lead at the end of the game, proven; see [`Standing::lead`](bustan_vocabulary::Standing::lead).
    Lead {
        /// The lead.
        lead: i32,
        /// The number of moves to the end, this one included, if it is known.
        moves: Option<u32>,
    },
    /// Neither side can force an end.
    Draw,
}

/// Why a player does not find a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// No game starts at this position.
    #[error("no game begins there: {0}")]
    Start(String),
    /// A move of the game is not legal.
    #[error("ply {ply}: {said} is illegal")]
    Illegal {
        /// The number of the move, from 1.
        ply: usize,
        /// The move with its player.
        said: String,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The position is not in a file of solved positions.
    #[error("{0}")]
    Unsolved(String),
    /// An engine cannot answer.
    #[error("the engine {0} cannot tell {1}")]
    Unanswered(String, &'static str),
}
