//! The interface of a rule engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use serde::Serialize;

use crate::{Draw, Game, NoStart, Ruling, Standing};

/// A rule engine of a game, as the tooling uses it. An engine holds one game, from its start to its end.
///
/// [`setup`](Engine::setup) can be called at any time and any number of times. If an engine cannot answer a
/// query, it keeps the default implementation, which returns `None`, and the tooling compares the rest. The
/// engines of this workspace answer every query.
///
/// The methods with `&self` do not change anything observable.
pub trait Engine: Sized + 'static {
    /// The game whose rules this engine knows.
    type Game: Game;

    /// The observation that [`observe`](Engine::observe) returns: the game's [`Game::Observation`], or any
    /// struct or map whose JSON form has a subset of its keys.
    type Observation: Serialize + PartialEq + Debug + 'static;

    /// The name of the engine in reports.
    fn name(&self) -> String;

    /// Starts a new game at `position` and discards the current one.
    ///
    /// # Errors
    /// Returns why the engine cannot start at `position`: the position could not arise by the rules, or the
    /// engine cannot set it up. Except after [`Unable`](NoStart::Unable), the engine still holds the previous
    /// game.
    fn setup(
        &mut self,
        position: &<Self::Game as Game>::Position,
    ) -> Result<(), NoStart<<Self::Game as Game>::Invalid>>;

    /// Plays a move for `player`.
    ///
    /// # Errors
    /// Returns the first reason why the move is illegal, in the order of [`Game::Reason`], or `None` if the
    /// engine does not give reasons. The position is then unchanged.
    fn play(
        &mut self,
        player: <Self::Game as Game>::Player,
        mv: &<Self::Game as Game>::Move,
    ) -> Result<(), Option<<Self::Game as Game>::Reason>>;

    /// The player to move; `None` when the game is over.
    fn turn(&self) -> Option<<Self::Game as Game>::Player>;

    /// Whether `player` may play `mv` now. If not, the reason is the same as from [`play`](Engine::play).
    fn verdict(
        &self,
        player: <Self::Game as Game>::Player,
        mv: &<Self::Game as Game>::Move,
    ) -> Ruling<<Self::Game as Game>::Reason> {
        let _ = (player, mv);
        Ruling::Unknown
    }

    /// All legal moves of the player to move, each once, in any order. Empty when the game is over.
    fn legal_moves(&self) -> Option<Vec<<Self::Game as Game>::Move>> {
        None
    }

    /// Everything that the engine reports about the position.
    fn observe(&self) -> Option<Self::Observation> {
        None
    }

    /// The standing: who is ahead or has won. Computer players need only this part of the observation, and it
    /// must be cheap to compute. `None` if the engine can derive it only from the observation.
    fn standing(&self) -> Option<Standing> {
        None
    }

    /// Takes back the last move. Returns `Some(true)` if there was a move since [`setup`](Engine::setup),
    /// `Some(false)` if not, and `None` if the engine cannot undo moves.
    fn undo(&mut self) -> Option<bool> {
        None
    }

    /// A 64-bit hash of the position. On the same board, positions with equal [`Game::identity`] have equal
    /// hashes, and others have different hashes except by chance.
    fn hash(&self) -> Option<u64> {
        None
    }

    /// The position, in a form that [`setup`](Engine::setup) accepts.
    fn position(&self) -> Option<<Self::Game as Game>::Position> {
        None
    }

    /// A second engine in the same state, including the history, and independent of this one.
    fn duplicate(&self) -> Option<Self> {
        None
    }

    /// The number of legal sequences of exactly `depth` moves from the current position; `None` if the engine
    /// cannot count them. If `depth` is above 1, the default implementation needs [`undo`](Engine::undo). If
    /// the engine cannot undo moves, it returns `None` and leaves the engine after a tried move.
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

    /// Plays uniformly random legal moves until the game is over, and passes only if no other move is legal.
    ///
    /// An engine that can select a random legal move without listing all of them should override this method.
    /// It may select moves and call `draw` in any way that keeps this distribution. It need not record the
    /// moves for [`undo`](Engine::undo); in all other respects, the effect is that of [`play`](Engine::play).
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
