//! What a game offers so that all its positions can be gone through and solved.
//!
//! Solving a game means to know, of every position that can be reached, what comes of it when both sides play
//! as well as can be. The tooling does that for any game that can number its positions. A game author writes
//! one type that implements [`Solve`], most of it with what the game's engine has already:
//!
//! 1. **Number the positions.** All that matters for what comes after, the player on turn included, goes into
//!    one `u64`: packed bits, digits to some base, whatever is handy. What came before (the number of moves
//!    played) stays out, or equal positions would be solved twice. [`number`](Solve::number) and
//!    [`position`](Solve::position) lead to the game's text form and back.
//! 2. **Tell what follows.** [`expand`](Solve::expand) gives the numbers one move further, or the result
//!    where the game has ended. Moves have no names here; who asks about a solved position later is told them
//!    by the game's [`Engine`](crate::Engine).
//! 3. **Say what makes it cheaper**, all of it optional. [`bound`](Solve::bound): all numbers are small, so
//!    tables take the place of a search structure. [`stage`](Solve::stage): nothing can come again, so no
//!    edge of the graph is kept in memory. [`canonical`](Solve::canonical): symmetric positions are solved
//!    once.
//!
//! The results are those of the player on turn, and the turn passes with every move. A result is a lead: of
//! points where [`MEASURE`](Solve::MEASURE) is [`Measure::Score`], else 1, 0 or -1 for a win, a tie and a
//! loss.
//!
//! # More than two players
//! What three players can reach depends on what each of them believes of the others. What one of them can
//! *make sure of* does not: it is what comes of the game when all others play against this one as if they
//! were a single opponent. A graph of such a game is that of one [player](Solve::players) against all others,
//! and there is one for each player. Its results are always those of this player, and
//! [`own_turn`](Solve::own_turn) tells which side is on turn, for the turn need not pass between the sides
//! with every move.
//!
//! ```
//! use bustan_vocabulary::{Measure, Solve};
//! # use bustan_vocabulary::dominions::{Dominions, Position};
//!
//! /// Take one or two from a heap; who cannot has lost.
//! #[derive(Clone)]
//! struct Heap(u64);
//!
//! impl Solve for Heap {
//!     // A game of one's own stands here.
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
//!     fn expand(&mut self, heap: u64, each: &mut impl FnMut(u64)) -> Option<i32> {
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

/// What the lead at the end of a game is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A game is won, lost or tied: leads are 1, -1 and 0.
    Result,
    /// Points decide, and more of them are better.
    Score,
}

/// A game's positions as a graph of numbers; see the module's text on how to write one.
///
/// A value of the implementing type knows what is fixed about the game, such as the size of the board, and
/// has room to work in. It answers the same for a number whatever it was asked before.
pub trait Solve: Clone + Send + Sync + Sized {
    /// The game.
    type Game: Game;

    /// What leads are counted in.
    const MEASURE: Measure;

    /// Which way of numbering the positions this is, to be raised when a number comes to mean something else:
    /// files of solved positions that were written with another one are refused.
    const NUMBERING: u16 = 1;

    /// How many images a position has at most, itself included; 1 where the game declares no symmetries.
    const SYMMETRIES: u32 = 1;

    /// The graph of the games that begin at `start`.
    ///
    /// # Errors
    /// The message says why such a game cannot be solved: a board too large to be numbered, a variant that is
    /// not known here.
    fn from_start(start: &<Self::Game as Game>::Position) -> Result<Self, String>;

    /// In a game for more than two, for each player the graph in which this player plays against all others,
    /// all with the same start; the one that this graph itself is for comes first. Empty in a game for
    /// two.
    fn players(&self) -> Vec<(<Self::Game as Game>::Player, Self)> {
        Vec::new()
    }

    /// In a game for more than two: whether the player whom this graph is for is on turn, as opposed to one
    /// of all others. The results are this player's then, whoever is on turn. `None` in a game for two,
    /// whose results are those of the player on turn.
    fn own_turn(&self, number: u64) -> Option<bool> {
        let _ = number;
        None
    }

    /// The number of the position at the start.
    fn start(&self) -> u64;

    /// Calls `each` with every position one move further, one that several moves lead to as often or once,
    /// and answers `None`; or, when the game has ended, answers by how much the player whose turn it
    /// would be leads; in a game for more than two, by how much the player whom the graph is for leads
    /// the best of the others.
    fn expand(&mut self, number: u64, each: &mut impl FnMut(u64)) -> Option<i32>;

    /// In a game whose rules forbid that a position comes again: by how much the player on turn leads when
    /// the game ends here because nothing else is left. The graph itself knows no history. `None` in
    /// other games.
    fn stuck(&self, number: u64) -> Option<i32> {
        let _ = number;
        None
    }

    /// The number of a position in the game's own form.
    ///
    /// # Errors
    /// The message says why the position is not of the games that begin at this start: another size, other
    /// options, or one that no game leads to.
    fn number(&self, position: &<Self::Game as Game>::Position) -> Result<u64, String>;

    /// The position of a number. Where the form tells how many moves were played, it is a number that may
    /// lead there.
    fn position(&self, number: u64) -> <Self::Game as Game>::Position;

    /// A number that is larger than that of every position. Worth giving when a good part of the numbers
    /// below it are positions.
    fn bound(&self) -> Option<u64> {
        None
    }

    /// A count that every move makes larger, where the game has one; `None` where positions can come again.
    fn stage(&self, number: u64) -> Option<u32> {
        let _ = number;
        None
    }

    /// Of all positions symmetric to this one, always the same one. Symmetric positions have the same lead at
    /// the end, and moves that lead to symmetric positions, and the same side is on turn.
    fn canonical(&self, number: u64) -> u64 {
        number
    }
}
