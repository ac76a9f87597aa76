//! What a rule engine answers.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use serde::Serialize;

use crate::{Draw, Game, NoStart, Ruling};

/// What the tooling asks of a rule engine of a game: one game being played, from its start to its end.
///
/// An engine is set up by [`setup`](Engine::setup) and may be set up again at any time. What it cannot answer
/// it leaves to the default, which answers `None`; the tooling then compares the rest. The engines of this
/// workspace answer everything.
///
/// The methods that take `&self` do not change anything that can be observed.
pub trait Engine: Sized + 'static {
    /// The game whose rules this engine knows.
    type Game: Game;

    /// What [`observe`](Engine::observe) answers: the game's own [`Game::Observation`], or any struct or map
    /// whose JSON form has some of its keys.
    type Observation: Serialize + PartialEq + Debug + 'static;

    /// The engine's name in reports.
    fn name(&self) -> String;

    /// Starts a new game at `position` and forgets the old one.
    ///
    /// # Errors
    /// Why it does not start there: by the rules the position could not arise, or the engine has no way to be
    /// set up with it. Unless it is [`Unable`](NoStart::Unable), it then holds whatever it held before.
    fn setup(
        &mut self,
        position: &<Self::Game as Game>::Position,
    ) -> Result<(), NoStart<<Self::Game as Game>::Invalid>>;

    /// Plays a move for a player.
    ///
    /// # Errors
    /// When the move is illegal: the first reason that applies, in the order of [`Game::Reason`], or `None`
    /// from an engine that gives no reasons. Nothing has changed then.
    fn play(
        &mut self,
        player: <Self::Game as Game>::Player,
        mv: &<Self::Game as Game>::Move,
    ) -> Result<(), Option<<Self::Game as Game>::Reason>>;

    /// The player on turn, `None` when the game is over.
    fn turn(&self) -> Option<<Self::Game as Game>::Player>;

    /// Whether `player` may play `mv` now, with the reason when not, exactly as [`play`](Engine::play) would
    /// answer.
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

    /// Everything the engine believes about the position.
    fn observe(&self) -> Option<Self::Observation> {
        None
    }

    /// Takes back the last move: `Some(true)` when there was one since [`setup`](Engine::setup),
    /// `Some(false)` when not, `None` when the engine cannot take back.
    fn undo(&mut self) -> Option<bool> {
        None
    }

    /// A 64-bit hash, equal for equal [`Game::identity`] and, up to chance, different otherwise.
    fn hash(&self) -> Option<u64> {
        None
    }

    /// The position in a form from which [`setup`](Engine::setup) restores it.
    fn position(&self) -> Option<<Self::Game as Game>::Position> {
        None
    }

    /// A second engine in the same state, history included, that shares nothing with this one.
    fn duplicate(&self) -> Option<Self> {
        None
    }

    /// The number of legal sequences of exactly `depth` moves from here; `None` from an engine that cannot
    /// count. By default one that cannot take back is such an engine where `depth` is above 1, and it is
    /// then left behind a move it has tried.
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

    /// Plays uniformly random legal moves to the end, a pass only where nothing else is legal.
    ///
    /// An engine that can draw from its legal set without listing it overrides this; the moves played and the
    /// numbers drawn are its own affair, the distribution is not. It need not remember the moves:
    /// afterwards there may be nothing to undo.
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

/// What one random game amounted to; see [`Engine::playout`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playout {
    /// Moves played, passes included.
    pub plies: u64,
    /// The number of legal moves, passes included, summed over the plies.
    pub legal: u64,
}
