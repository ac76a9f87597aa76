//! The interface of a game to the solver, which visits all its positions.
//!
//! Solving a game means finding, for every position that can be reached, the result of best play by both
//! sides. The tooling does that for any game that can number its positions. A game author writes one type
//! that implements [`Solve`], mostly with code that the game's engine has already:
//!
//! 1. **Number the positions.** One `u64` holds everything that matters for the rest of the game, the player
//!    on turn included: packed bits, digits to some base, whatever is convenient. Leave out the past (the
//!    number of moves played), or equal positions would be solved twice. [`number`](Solve::number) and
//!    [`position`](Solve::position) convert from and to the game's text form.
//! 2. **List the successors.** [`expand`](Solve::expand) yields the numbers one move further, or the result
//!    if the game has ended. Moves have no names here; the game's [`Engine`](crate::Engine) names them for a
//!    reader of solved positions.
//! 3. **Make it cheaper**, all of it optional. [`bound`](Solve::bound): all numbers are small, so tables
//!    replace a search structure. [`stage`](Solve::stage): no position can repeat, so no edge of the graph
//!    stays in memory. [`canonical`](Solve::canonical): symmetric positions are solved once.
//!
//! Results belong to the player on turn, and the turn passes with every move. A result is a lead: of points
//! if [`MEASURE`](Solve::MEASURE) is [`Measure::Score`], otherwise 1, 0 or -1 for a win, a tie and a loss.
//!
//! # More than two players
//! The result that three players can reach depends on their beliefs about each other. The result that one of
//! them can *guarantee* does not: it is the outcome when all others play against this one as if they were a
//! single opponent. A graph of such a game is that of one [player](Solve::players) against all others, and
//! there is one for each player. Its results always belong to this player, and [`own_turn`](Solve::own_turn)
//! returns which side is on turn, because the turn need not pass between the sides with every move.
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
    /// A game is won, lost or tied: leads are 1, -1 and 0.
    Result,
    /// Points decide, and more of them are better.
    Score,
}

/// A game's positions as a graph of numbers; the module's text explains how to write one.
///
/// A value of the implementing type holds the fixed facts about the game, such as the size of the board, and
/// working memory. Its answer for a number does not depend on earlier questions.
pub trait Solve: Clone + Send + Sync + Sized {
    /// The game.
    type Game: Game;

    /// The unit of leads.
    const MEASURE: Measure;

    /// The version of the numbering. Raise it when a number changes its meaning: the tooling refuses files of
    /// solved positions written with another version.
    const NUMBERING: u16 = 1;

    /// The largest number of images that a position has, itself included; 1 if the game declares no
    /// symmetries.
    const SYMMETRIES: u32 = 1;

    /// The graph of the games that begin at `start`.
    ///
    /// # Errors
    /// Returns a message that explains why such a game cannot be solved: its board is too large to be
    /// numbered, or it has a variant that the graph does not support.
    fn from_start(start: &<Self::Game as Game>::Position) -> Result<Self, String>;

    /// In a game for more than two: for each player, the graph in which this player plays against all others,
    /// all with the same start. The player of this graph is first. Empty in a game for two.
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

    /// The number of the position at the start.
    fn start(&self) -> u64;

    /// Calls `each` with every position one move further and returns `None`; a position that several moves
    /// reach may be passed once or several times. If the game has ended, returns instead the lead of the
    /// player whose turn it would be, or, in a game for more than two, the lead of the graph's player over
    /// the best of the others.
    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32>;

    /// In a game whose rules forbid repeating a position: the lead of the player on turn if the game ends
    /// here because no other move is left. The graph itself has no history. `None` in other games.
    fn stuck(&self, number: u64) -> Option<i32> {
        let _ = number;
        None
    }

    /// The number of a position in the game's own form.
    ///
    /// # Errors
    /// Returns a message that explains why the position does not belong to the games that begin at this
    /// start: it has another size or other options, or no game leads to it.
    fn number(&self, position: &<Self::Game as Game>::Position) -> Result<u64, String>;

    /// The position of a number. If the form has a number of moves, it is one that may lead there.
    fn position(&self, number: u64) -> <Self::Game as Game>::Position;

    /// A number larger than that of every position. It helps if a large share of the numbers below it are
    /// positions.
    fn bound(&self) -> Option<u64> {
        None
    }

    /// A count that every move increases; `None` if positions can repeat.
    fn stage(&self, number: u64) -> Option<u32> {
        let _ = number;
        None
    }

    /// The representative of all positions that are symmetric to this one. Symmetric positions have the same
    /// lead at the end, moves that lead to symmetric positions, and the same side on turn.
    fn canonical(&self, number: u64) -> u64 {
        number
    }
}

/// The graph of a game that is not solved: no start is accepted. The game gives the reason in
/// [`Game::UNSOLVED`].
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
