//! The interface between a game and the solver, which visits all positions of the game.
//!
//! Solving a game means finding, for every position that can be reached, the result of best play by both
//! sides. The tooling does this for any game whose positions can be numbered. The author of a game writes one
//! type that implements [`Solve`], mostly from code that the engine already has:
//!
//! 1. **Number the positions.** One `u64` holds everything that matters for the rest of the game, the player
//!    to move included: packed bits, digits in some base, or any other encoding. Leave out the history, such
//!    as the number of moves played; otherwise equal positions are solved twice. [`number`](Solve::number)
//!    and [`position`](Solve::position) convert from and to the game's text form.
//! 2. **List the successors.** [`expand`](Solve::expand) yields the numbers of the successors, or the result
//!    if the game is over. Moves are not represented. When solved positions are displayed, the game's
//!    [`Engine`](crate::Engine) supplies them.
//! 3. **Make it cheaper**, with optional methods. [`bound`](Solve::bound): if all numbers are small, the
//!    solver uses tables instead of a search structure. [`stage`](Solve::stage): if no position can repeat,
//!    the solver keeps no edges of the graph in memory. [`canonical`](Solve::canonical): symmetric positions
//!    are solved once.
//!
//! Results are from the point of view of the player to move, and the turn passes to the other player with
//! every move. A result is a lead: in points if [`MEASURE`](Solve::MEASURE) is [`Measure::Score`], otherwise
//! 1 for a win, 0 for a tie and -1 for a loss.
//!
//! # More than two players
//! With three players, the result of best play depends on what the players believe about each other. The
//! result that one player can *guarantee* does not: it is the outcome when all others play against this
//! player as if they were a single opponent. Such a game has one graph per [player](Solve::players), in which
//! that player plays against all others. The results of the graph are from the point of view of that player.
//! [`own_turn`](Solve::own_turn) returns which side is to move, because the turn need not pass to the other
//! side with every move.
//!
//! ```
//! use bustan_vocabulary::{Measure, Solve};
//! # use bustan_vocabulary::dominions::{Dominions, Position};
//!
//! /// Take one or two from a heap; a player who cannot has lost.
//! #[derive(Clone)]
//! struct Heap(u64);
//!
//! impl Solve for Heap {
//!     // Your own game stands here.
//!     type Game = Dominions;
//!     const MEASURE: Measure = Measure::Result;
//!     # fn from_start(_: &Position) -> Result<Self, String> { Ok(Self(10)) }
//!     # fn number(&self, _: &Position) -> Result<u64, String> { Ok(0) }
//!     # fn position(&self, _: u64) -> Position { Position::initial(bustan_vocabulary::dominions::Side::STANDARD) }
//!
//!     fn start(&self) -> u64 {
//!         self.0
//!     }
//!
//!     fn expand(&mut self, heap: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
//!         if heap == 0 {
//!             return Some(-1);
//!         }
//!         (1..=heap.min(2)).for_each(|taken| each(heap - taken));
//!         None
//!     }
//!
//!     fn bound(&self) -> Option<u64> {
//!         Some(self.0 + 1)
//!     }
//! }
//!
//! let mut below = Vec::new();
//! assert_eq!(Heap(10).expand(10, &mut |heap| below.push(heap)), None);
//! assert_eq!(below, [9, 8]);
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use crate::Game;

/// The unit of the lead at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A game is won, lost or tied: the lead is 1, -1 or 0.
    Result,
    /// Points decide, and more points are better.
    Score,
}

/// A game's positions as a graph of numbers. See the documentation of the module for how to implement it.
///
/// A value of the implementing type holds the fixed facts about the game, such as the size of the board, and
/// working memory. The results for a number do not depend on earlier calls.
pub trait Solve: Clone + Send + Sync + Sized {
    /// The game.
    type Game: Game;

    /// The unit of the leads.
    const MEASURE: Measure;

    /// The version of the numbering. Increase it when numbers change their meaning: the tooling refuses files
    /// of solved positions that were written with another version.
    const NUMBERING: u16 = 1;

    /// The largest number of symmetric images of a position, including itself; 1 if the game does not declare
    /// symmetries.
    const SYMMETRIES: u32 = 1;

    /// Returns the graph of the games that start at `start`.
    ///
    /// # Errors
    /// Returns a message that explains why such a game cannot be solved: for example, its board is too large,
    /// or it has a variant that the graph does not support.
    fn from_start(start: &<Self::Game as Game>::Position) -> Result<Self, String>;

    /// For a game with more than two players, returns for each player the graph in which that player plays
    /// against all others. All graphs have the same start, and the player of this graph is first. Empty for a
    /// game with two players.
    fn players(&self) -> Vec<(<Self::Game as Game>::Player, Self)> {
        Vec::new()
    }

    /// In a game for more than two: whether the player of this graph is on turn, as opposed to any of the
    /// others. The results then belong to this player, also when another is on turn. `None` in a game for two, whose
    /// results belong to the player on turn.
    fn own_turn(&self, number: u64) -> Option<bool> {
        let _ = number;
        None
    }

    /// The number of the starting position.
    fn start(&self) -> u64;

    /// Calls `each` with the number of every successor and returns `None`; `each` may be called several times
    /// for a successor that several moves reach. If the game is over, returns the lead of the player who
    /// would be next to move instead. In a game with more than two players, this is the lead of the graph's
    /// player over the best of the others.
    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32>;

    /// For a game whose rules forbid repeating a position, returns the lead of the player to move if the game
    /// ends at this position because all moves would repeat positions. The graph itself has no history.
    /// `None` for other games.
    fn stuck(&self, number: u64) -> Option<i32> {
        let _ = number;
        None
    }

    /// Returns the number of a position of the game.
    ///
    /// # Errors
    /// Returns a message that explains why the position does not belong to games from the start of the graph:
    /// it has a different size or different options, or no game can reach it.
    fn number(&self, position: &<Self::Game as Game>::Position) -> Result<u64, String>;

    /// Returns the position with this number. If the game's text form includes the number of moves played,
    /// the position gets a number with which it can occur.
    fn position(&self, number: u64) -> <Self::Game as Game>::Position;

    /// An exclusive upper bound on the numbers of positions. It helps the solver if a large share of the
    /// smaller numbers are positions.
    fn bound(&self) -> Option<u64> {
        None
    }

    /// A counter that every move increases; `None` if positions can repeat.
    fn stage(&self, number: u64) -> Option<u32> {
        let _ = number;
        None
    }

    /// The representative of all positions that are symmetric to this one. In symmetric positions, the same
    /// side is to move, moves lead to symmetric positions, and final leads are equal.
    fn canonical(&self, number: u64) -> u64 {
        number
    }
}

/// The graph of a game that cannot be solved: it accepts no starting position. [`Game::UNSOLVED`] explains
/// why.
#[derive(Clone, Copy, Debug)]
pub struct Unsolved<G> {
    never: core::convert::Infallible,
    game: core::marker::PhantomData<G>,
}

impl<G: Game> Solve for Unsolved<G> {
    type Game = G;
    const MEASURE: Measure = Measure::Result;

    fn from_start(_: &G::Position) -> Result<Self, String> {
        Err(alloc::format!("{} cannot be solved: {}", G::NAME, G::UNSOLVED))
    }

    fn start(&self) -> u64 {
        match self.never {}
    }

    fn expand(&mut self, _: u64, _: &mut dyn FnMut(u64)) -> Option<i32> {
        match self.never {}
    }

    fn number(&self, _: &G::Position) -> Result<u64, String> {
        match self.never {}
    }

    fn position(&self, _: u64) -> G::Position {
        match self.never {}
    }
}
