//! What every player can do.

use std::sync::atomic::AtomicBool;

use bustan_vocabulary::{Game, Record};
use thiserror::Error;

/// A player: given a game so far, it finds a move for whoever is on turn.
///
/// It may be asked about any game, one after the other. If a game goes on from the one it was asked about
/// before, it uses what it has found there.
pub trait Bot<G: Game>: Send {
    /// Its name in reports.
    fn name(&self) -> String;

    /// Thinks about the position at the end of a game until its limits are reached. Setting `stop` makes it
    /// answer soon with what it has found until then.
    ///
    /// # Errors
    /// When the game is over, or not a game.
    fn think(&mut self, game: &Record<G>, stop: &AtomicBool) -> Result<Thought<G::Move>, BotError>;
}

/// What a player has found, with moves of type `M`.
#[derive(Clone, Debug)]
pub struct Thought<M> {
    /// The move that it plays.
    pub best: M,
    /// What it thinks of the moves that it has looked at, [`best`](Self::best) first.
    pub moves: Vec<Opinion<M>>,
    /// How much it has looked at: playouts or positions.
    pub work: u64,
}

impl<M: Clone> Thought<M> {
    /// A move that needs no thought.
    pub(crate) fn of(best: M) -> Self {
        Self { moves: vec![Opinion { mv: best.clone(), value: None, work: 0 }], best, work: 0 }
    }

    /// What a player thinks of the move that it plays.
    pub fn value(&self) -> Option<Value> {
        self.moves.first().and_then(|opinion| opinion.value)
    }
}

/// What a player thinks of a move.
#[derive(Clone, Debug)]
pub struct Opinion<M> {
    /// The move.
    pub mv: M,
    /// Its value to whoever makes it; `None` if it was found to be no better than others, or not looked at.
    pub value: Option<Value>,
    /// How many playouts went there; 0 from a player that does not play out games.
    pub work: u64,
}

/// The value of a move to whoever makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// The share of the game to be expected, from 0 to 1, by the playouts behind it.
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

/// Why a player finds no move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// No game begins at this start.
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
    /// The position is not among those of a file.
    #[error("{0}")]
    Unsolved(String),
    /// An engine cannot answer.
    #[error("the engine {0} cannot tell {1}")]
    Unanswered(String, &'static str),
}
