//! The interface of a rule engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use serde::Serialize;

use crate::{Draw, Game, NoStart, Ruling, Standing};

/// A rule engine of a game, as the tooling uses it: one game being played, from its start to its end.
///
/// [`setup`](Engine::setup) sets an engine up, at any time and any number of times. An engine that cannot
/// answer a question leaves it to the default, which returns `None`; the tooling then compares the rest. The
/// engines of this workspace answer everything.
///
/// The methods that take `&self` change nothing that can be observed.
pub trait Engine: Sized + 'static {
    /// The game whose rules this engine knows.
    type Game: Game;

    /// The observation that [`observe`](Engine::observe) returns: the game's [`Game::Observation`], or any
    /// struct or map whose JSON form has some of its keys.
    type Observation: Serialize + PartialEq + Debug + 'static;

    /// The engine's name in reports.
    fn name(&self) -> String;

    /// Starts a new game at `position` and forgets the old one.
    ///
    /// # Errors
    /// Returns why it does not start there: the position could not arise by the rules, or the engine cannot
    /// set it up. Except after [`Unable`](NoStart::Unable), the engine still holds the old game.
    fn setup(
        &mut self,
        position: &<Self::Game as Game>::Position,
    ) -> Result<(), NoStart<<Self::Game as Game>::Invalid>>;

    /// Plays a move for a player.
    ///
    /// # Errors
    /// Returns the first reason that makes the move illegal, in the order of [`Game::Reason`], or `None` from
    /// an engine that gives no reasons. Nothing has changed then.
    fn play(
        &mut self,
        player: <Self::Game as Game>::Player,
        mv: &<Self::Game as Game>::Move,
    ) -> Result<(), Option<<Self::Game as Game>::Reason>>;

    /// The player on turn; `None` when the game is over.
    fn turn(&self) -> Option<<Self::Game as Game>::Player>;

    /// Whether `player` may play `mv` now, and otherwise the reason, exactly as [`play`](Engine::play) would
    /// report it.
    fn verdict(
        &self,
        player: <Self::Game as Game>::Player,
        mv: &<Self::Game as Game>::Move,
    ) -> Ruling<<Self::Game as Game>::Reason> {
        let _ = (player, mv);
        Ruling::Unknown
    }

    /// All legal moves of the player on turn, each once, in any order; empty when the game is over.
    fn legal_moves(&self) -> Option<Vec<<Self::Game as Game>::Move>> {
        None
    }

    /// The engine's full view of the position.
    fn observe(&self) -> Option<Self::Observation> {
        None
    }

    /// The standing: who is ahead, or has won. It is the part of the observation that players need, at little
    /// cost. `None` from an engine that can only get it from the observation.
    fn standing(&self) -> Option<Standing> {
        None
    }

    /// Takes back the last move. Returns `Some(true)` if there was one since [`setup`](Engine::setup),
    /// `Some(false)` if not, and `None` if the engine cannot take back.
    fn undo(&mut self) -> Option<bool> {
        None
    }

    /// A 64-bit hash: on one board equal for equal [`Game::identity`] and, up to chance, different otherwise.
    fn hash(&self) -> Option<u64> {
        None
    }

    /// The position in a form from which [`setup`](Engine::setup) restores it.
    fn position(&self) -> Option<<Self::Game as Game>::Position> {
        None
    }

    /// A second engine in the same state, history included, independent of this one.
    fn duplicate(&self) -> Option<Self> {
        None
    }

    /// The number of legal sequences of exactly `depth` moves from here; `None` from an engine that cannot
    /// count them. The default needs [`undo`](Engine::undo) if `depth` is above 1; without it, it returns
    /// `None` and leaves the engine after a move that it has tried.
    fn perft(&mut self, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let moves = self.legal_moves()?;
        if depth == 1 {
            return Some(moves.len() as u64);
        }
        let player = self.turn();
        let mut nodes = 0;
        for mv in &moves {
            self.play(player?, mv).ok()?;
            let below = self.perft(depth - 1);
            self.undo()?;
            nodes += below?;
        }
        Some(nodes)
    }

    /// Plays uniformly random legal moves to the end, and passes only if nothing else is legal.
    ///
    /// An engine that can draw from its legal set without listing it overrides this. It may choose its moves
    /// and draw its numbers in any way that keeps this distribution. It need not record the moves: afterwards
    /// there may be nothing to undo. In all other respects it acts as if they had been played.
    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        let mut done = Playout::default();
        let pass = Self::Game::pass();
        while let Some(player) = self.turn() {
            let mut moves = self.legal_moves()?;
            done.legal += moves.len() as u64;
            if moves.len() > 1 {
                moves.retain(|mv| Some(mv) != pass.as_ref());
            }
            moves.sort_unstable();
            let mv = &moves[draw(moves.len() as u32) as usize];
            self.play(player, mv).ok()?;
            done.plies += 1;
        }
        Some(done)
    }
}

/// The size of one random game; see [`Engine::playout`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playout {
    /// The number of moves played, passes included.
    pub plies: u64,
    /// The number of legal moves, passes included, summed over the plies.
    pub legal: u64,
}
