//! Makes objects of engines.

use std::fmt;

use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout, Ruling, Standing};

use super::game::Erased;
use super::kit::Rules;
use super::typed::{
    invalid, observation, own_move, own_player, own_position, player, position, reason, shared_moves,
};
use super::values::{Invalid, Move, Observation, Player, Position, Reason};
use crate::compare::lockstep::Factory;
use crate::compare::participant::{Observed, Participant, Unset, Verdict};

/// An engine as a participant in games whose types are the same for all games.
pub struct Taking<E> {
    pub(super) rules: Rules,
    pub(super) engine: E,
}

fn erased<G: Game>(no: NoStart<G::Invalid>) -> NoStart<Invalid> {
    match no {
        NoStart::Invalid(why) => NoStart::Invalid(invalid::<G>(why)),
        NoStart::Refused(words) => NoStart::Refused(words),
        NoStart::Unable => NoStart::Unable,
    }
}

impl<G: Game, E: Engine<Game = G>> Participant<Erased> for Taking<E> {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset<Erased>> {
        self.engine.setup(own_position::<G>(position)).map_err(erased::<G>)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict<Erased> {
        let refused = |why: Option<G::Reason>| why.and_then(|why| reason::<G>(self.rules, why));
        self.engine.play(own_player::<G>(player), &own_move::<G>(mv)).map_err(refused)
    }

    fn turn(&self) -> Option<Player> {
        self.engine.turn().map(|turn| player::<G>(self.rules, turn))
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        match self.engine.verdict(own_player::<G>(player), &own_move::<G>(mv)) {
            Ruling::Legal => Ruling::Legal,
            Ruling::Illegal(why) => reason::<G>(self.rules, why).map_or(Ruling::Refused, Ruling::Illegal),
            Ruling::Refused => Ruling::Refused,
            Ruling::Unknown => Ruling::Unknown,
        }
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.engine.legal_moves().map(|moves| shared_moves::<G>(self.rules, &moves))
    }

    fn observe(&self) -> Option<Observed<Erased>> {
        Some(match Observed::<G>::new(self.engine.observe()?) {
            Observed::Own(seen) => Observed::Own(observation::<G>(self.rules, seen)),
            Observed::Said(state) => Observed::Said(state),
            Observed::Other(value) => Observed::Other(value),
        })
    }

    fn undo(&mut self) -> Option<bool> {
        self.engine.undo()
    }

    fn hash(&self) -> Option<u64> {
        self.engine.hash()
    }

    fn position(&self) -> Option<Position> {
        self.engine.position().map(|now| position::<G>(self.rules, now))
    }

    fn duplicate(&self) -> Option<Box<dyn Participant<Erased>>> {
        let engine = self.engine.duplicate()?;
        Some(Box::new(Self { rules: self.rules, engine }))
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        self.engine.perft(depth)
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        self.engine.playout(draw)
    }
}

/// An engine in this process, whichever it is: what [`ErasedEngine`] needs of one beside what participants do.
trait Object: Participant<Erased> + Send {
    fn seen(&self) -> Option<Observation>;
    fn standing(&self) -> Option<Standing>;
    fn copy(&self) -> Box<dyn Object>;
    fn twin(&self) -> Option<Box<dyn Object>>;
}

impl<G, E> Object for Taking<E>
where
    G: Game,
    E: Engine<Game = G, Observation = G::Observation> + Clone + Send,
{
    fn seen(&self) -> Option<Observation> {
        self.engine.observe().map(|seen| observation::<G>(self.rules, seen))
    }

    fn standing(&self) -> Option<Standing> {
        self.engine.standing()
    }

    fn copy(&self) -> Box<dyn Object> {
        Box::new(Self { rules: self.rules, engine: self.engine.clone() })
    }

    fn twin(&self) -> Option<Box<dyn Object>> {
        let engine = self.engine.duplicate()?;
        Some(Box::new(Self { rules: self.rules, engine }))
    }
}

/// An engine of any game, for whatever works with engines in this process.
pub struct ErasedEngine(Box<dyn Object>);

impl fmt::Debug for ErasedEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ErasedEngine").field(&Engine::name(self)).finish()
    }
}

impl Clone for ErasedEngine {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl Engine for ErasedEngine {
    type Game = Erased;
    type Observation = Observation;

    fn name(&self) -> String {
        self.0.name()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.0.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.0.play(player, mv)
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        self.0.verdict(player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.0.legal_moves()
    }

    fn observe(&self) -> Option<Observation> {
        self.0.seen()
    }

    fn standing(&self) -> Option<Standing> {
        self.0.standing()
    }

    fn undo(&mut self) -> Option<bool> {
        self.0.undo()
    }

    fn hash(&self) -> Option<u64> {
        self.0.hash()
    }

    fn position(&self) -> Option<Position> {
        self.0.position()
    }

    fn duplicate(&self) -> Option<Self> {
        self.0.twin().map(Self)
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        self.0.perft(depth)
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        self.0.playout(draw)
    }
}

/// What makes new engines of one kind.
#[derive(Clone, Copy)]
pub struct EngineKind {
    rules: Rules,
    participant: fn(Rules) -> Box<dyn Participant<Erased>>,
    engine: fn(Rules) -> ErasedEngine,
}

impl EngineKind {
    /// The kind of an engine.
    ///
    /// # Panics
    /// When the engine is one of another game than that of the rules.
    pub fn new<E>(rules: Rules) -> Self
    where
        E: Engine<Observation = <<E as Engine>::Game as Game>::Observation> + Clone + Default + Send,
    {
        rules.assert_plays::<E>();
        Self {
            rules,
            participant: |rules| Box::new(Taking { rules, engine: E::default() }),
            engine: |rules| ErasedEngine(Box::new(Taking { rules, engine: E::default() })),
        }
    }

    /// The rules of its game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// A new engine.
    pub fn engine(&self) -> ErasedEngine {
        (self.engine)(self.rules)
    }

    /// A new engine, set up at a position.
    ///
    /// # Errors
    /// When it does not start there.
    pub fn at(&self, position: &Position) -> Result<ErasedEngine, NoStart<Invalid>> {
        let mut engine = self.engine();
        Engine::setup(&mut engine, position)?;
        Ok(engine)
    }
}

impl fmt::Debug for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EngineKind").field(&self.rules).finish()
    }
}

impl Factory<Erased> for EngineKind {
    fn make(&self) -> Box<dyn Participant<Erased>> {
        (self.participant)(self.rules)
    }
}
