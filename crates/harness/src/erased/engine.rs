//! Type-erased in-process engines, and the adapter from such an engine to an engine of a game with its own
//! types.

use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout, Ruling, Standing};

use super::rules::Rules;
use super::typed::{
    own_moves, own_observation, own_player, own_position, own_reason, player, position, shared,
};
use super::values::{Invalid, Move, Observation, Player, Position, Reason, of_type};

/// A type-erased engine. Each method corresponds to the method of the same name of [`Engine`];
/// [`copy`](Self::copy) corresponds to `clone`.
pub trait DynEngine: Send {
    /// Returns the engine's name for reports.
    fn name(&self) -> String;

    /// Starts a new game at `position`.
    ///
    /// # Errors
    /// The reason why the engine cannot start at the position.
    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>>;

    /// Plays a move for `player`.
    ///
    /// # Errors
    /// The reason that makes the move illegal, if the engine gives one.
    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>>;

    /// Returns the player to move; `None` if the game is over.
    fn turn(&self) -> Option<Player>;

    /// Returns whether `player` may play `mv` in the current position.
    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason>;

    /// Returns all legal moves of the player to move; `None` if the engine does not list them.
    fn legal_moves(&self) -> Option<Vec<Move>>;

    /// Returns everything the engine knows about the position.
    fn observe(&self) -> Option<Observation>;

    /// Returns which player is ahead, or has won.
    fn standing(&self) -> Option<Standing>;

    /// Undoes the last move. Returns `Some(false)` if there is none, and `None` if the engine does not
    /// support undo.
    fn undo(&mut self) -> Option<bool>;

    /// Returns a 64-bit hash of the position.
    fn hash(&self) -> Option<u64>;

    /// Returns the current position.
    fn position(&self) -> Option<Position>;

    /// Counts the legal sequences of exactly `depth` moves from the current position.
    fn perft(&mut self, depth: u32) -> Option<u64>;

    /// Plays uniformly random legal moves until the game ends.
    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout>;

    /// Returns a clone, made with `Clone`.
    fn copy(&self) -> ErasedEngine;

    /// Returns a second, independent engine in the same state, made with [`Engine::duplicate`].
    fn duplicate(&self) -> Option<ErasedEngine>;
}

/// A type-erased in-process engine, for code that is not generic over the game.
pub struct ErasedEngine(pub(crate) Box<dyn DynEngine>);

impl Deref for ErasedEngine {
    type Target = dyn DynEngine;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for ErasedEngine {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

impl Debug for ErasedEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ErasedEngine").field(&self.name()).finish()
    }
}

impl Clone for ErasedEngine {
    fn clone(&self) -> Self {
        self.copy()
    }
}

/// Adapts a type-erased engine to an engine of the game `G`.
pub(super) struct TypedEngine<G> {
    rules: Rules,
    engine: ErasedEngine,
    game: PhantomData<fn() -> G>,
}

impl<G> TypedEngine<G> {
    pub(super) const fn new(rules: Rules, engine: ErasedEngine) -> Self {
        Self { rules, engine, game: PhantomData }
    }
}

impl<G: Game> Engine for TypedEngine<G> {
    type Game = G;
    type Observation = G::Observation;

    fn name(&self) -> String {
        self.engine.name()
    }

    fn setup(&mut self, to: &G::Position) -> Result<(), NoStart<G::Invalid>> {
        self.engine.setup(&position::<G>(self.rules, to.clone())).map_err(|no| match no {
            NoStart::Invalid(why) => NoStart::Invalid(of_type::<G::Invalid>(&*why.0).clone()),
            NoStart::Refused(words) => NoStart::Refused(words),
            NoStart::Unable => NoStart::Unable,
        })
    }

    fn play(&mut self, by: G::Player, mv: &G::Move) -> Result<(), Option<G::Reason>> {
        let played = self.engine.play(player::<G>(self.rules, by), &shared::<G>(self.rules, mv));
        played.map_err(|why| why.and_then(own_reason::<G>))
    }

    fn turn(&self) -> Option<G::Player> {
        self.engine.turn().map(own_player::<G>)
    }

    fn legal_moves(&self) -> Option<Vec<G::Move>> {
        self.engine.legal_moves().map(|moves| own_moves::<G>(&moves))
    }

    fn observe(&self) -> Option<G::Observation> {
        self.engine.observe().map(|seen| own_observation::<G>(&seen).clone())
    }

    fn undo(&mut self) -> Option<bool> {
        self.engine.undo()
    }

    fn position(&self) -> Option<G::Position> {
        self.engine.position().map(|now| own_position::<G>(&now).clone())
    }
}
