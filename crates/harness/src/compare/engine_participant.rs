//! Adapts engines to participants and to type-erased engines.

use std::fmt;

use bustan_vocabulary::{Draw, Engine, Game, NoStart, Playout, Ruling, Standing};

use crate::compare::lockstep::Factory;
use crate::compare::participant::{Observed, Participant, Unset, Verdict};
use crate::erased::typed::{
    invalid, observation, own_move, own_player, own_position, player, position, reason, shared_moves,
};
use crate::erased::{
    DynEngine, ErasedEngine, Guided, Invalid, Move, Observation, Player, Position, Reason, Rules, rules,
};

/// Adapts an engine of a game with its own types to a participant or a type-erased engine.
pub struct EngineParticipant<E> {
    rules: Rules,
    engine: E,
}

impl<E: Engine<Game: Guided>> EngineParticipant<E> {
    /// Wraps an engine. Its games may start at any position.
    pub fn new(engine: E) -> Self {
        Self { rules: rules::<E::Game>(), engine }
    }
}

fn erased<G: Game>(no: NoStart<G::Invalid>) -> NoStart<Invalid> {
    match no {
        NoStart::Invalid(why) => NoStart::Invalid(invalid::<G>(why)),
        NoStart::Refused(words) => NoStart::Refused(words),
        NoStart::Unable => NoStart::Unable,
    }
}

impl<G: Guided, E: Engine<Game = G>> Participant for EngineParticipant<E> {
    fn rules(&self) -> Option<Rules> {
        Some(self.rules)
    }

    fn name(&self) -> String {
        self.engine.name()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Unset> {
        self.engine.setup(own_position::<G>(position)).map_err(erased::<G>)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Verdict {
        let refused = |why: Option<G::Reason>| why.map(|why| reason::<G>(self.rules, why));
        self.engine.play(own_player::<G>(player), &own_move::<G>(mv)).map_err(refused)
    }

    fn turn(&self) -> Option<Player> {
        self.engine.turn().map(|turn| player::<G>(self.rules, turn))
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        match self.engine.verdict(own_player::<G>(player), &own_move::<G>(mv)) {
            Ruling::Legal => Ruling::Legal,
            Ruling::Illegal(why) => Ruling::Illegal(reason::<G>(self.rules, why)),
            Ruling::Refused => Ruling::Refused,
            Ruling::Unknown => Ruling::Unknown,
        }
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.engine.legal_moves().map(|moves| shared_moves::<G>(self.rules, &moves))
    }

    fn observe(&self) -> Option<Observed> {
        self.engine.observe().map(|seen| Observed::of::<G, _>(self.rules, seen))
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

    fn duplicate(&self) -> Option<Box<dyn Participant>> {
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

impl<G, E> DynEngine for EngineParticipant<E>
where
    G: Guided,
    E: Engine<Game = G, Observation = G::Observation> + Clone + Send,
{
    fn name(&self) -> String {
        Participant::name(self)
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        Participant::setup(self, position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        Participant::play(self, player, mv)
    }

    fn turn(&self) -> Option<Player> {
        Participant::turn(self)
    }

    fn verdict(&self, player: Player, mv: &Move) -> Ruling<Reason> {
        Participant::verdict(self, player, mv)
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Participant::legal_moves(self)
    }

    fn observe(&self) -> Option<Observation> {
        self.engine.observe().map(|seen| observation::<G>(self.rules, seen))
    }

    fn standing(&self) -> Option<Standing> {
        self.engine.standing()
    }

    fn undo(&mut self) -> Option<bool> {
        self.engine.undo()
    }

    fn hash(&self) -> Option<u64> {
        self.engine.hash()
    }

    fn position(&self) -> Option<Position> {
        Participant::position(self)
    }

    fn perft(&mut self, depth: u32) -> Option<u64> {
        self.engine.perft(depth)
    }

    fn playout(&mut self, draw: &mut Draw<'_>) -> Option<Playout> {
        self.engine.playout(draw)
    }

    fn copy(&self) -> ErasedEngine {
        ErasedEngine(Box::new(Self { rules: self.rules, engine: self.engine.clone() }))
    }

    fn duplicate(&self) -> Option<ErasedEngine> {
        let engine = self.engine.duplicate()?;
        Some(ErasedEngine(Box::new(Self { rules: self.rules, engine })))
    }
}

impl ErasedEngine {
    /// Wraps an engine of a game with its own types.
    pub fn new<E>(engine: E) -> Self
    where
        E: Engine<Game: Guided, Observation = <<E as Engine>::Game as Game>::Observation> + Clone + Send,
    {
        Self(Box::new(EngineParticipant::new(engine)))
    }
}

/// A kind of engine: a factory of engines of one type.
#[derive(Clone, Copy)]
pub struct EngineKind {
    rules: Rules,
    participant: fn() -> Box<dyn Participant>,
    engine: fn() -> ErasedEngine,
}

impl EngineKind {
    /// Returns the kind of the engine type `E`.
    pub fn new<E>() -> Self
    where
        E: Engine<Game: Guided, Observation = <<E as Engine>::Game as Game>::Observation>
            + Clone
            + Default
            + Send,
    {
        Self {
            rules: rules::<E::Game>(),
            participant: || Box::new(EngineParticipant::new(E::default())),
            engine: || ErasedEngine::new(E::default()),
        }
    }

    /// Returns the rules of the game that the engines play.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns a new engine.
    pub fn engine(&self) -> ErasedEngine {
        (self.engine)()
    }

    /// Returns a new engine, set up at a position.
    ///
    /// # Errors
    /// If the engine cannot start at the position.
    pub fn at(&self, position: &Position) -> Result<ErasedEngine, NoStart<Invalid>> {
        let mut engine = self.engine();
        engine.setup(position)?;
        Ok(engine)
    }
}

impl fmt::Debug for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EngineKind").field(&self.rules).finish()
    }
}

impl Factory for EngineKind {
    fn make(&self) -> Box<dyn Participant> {
        (self.participant)()
    }
}

impl<E: Engine<Game: Guided>, F: Fn() -> E + Sync> Factory for F {
    fn make(&self) -> Box<dyn Participant> {
        Box::new(EngineParticipant::new(self()))
    }
}

/// Makes participants that are not [engines](Engine): wraps any function without arguments that returns a
/// participant.
#[derive(Clone, Copy, Debug)]
pub struct FactoryFn<F>(pub F);

impl<P: Participant + 'static, F: Fn() -> P + Sync> Factory for FactoryFn<F> {
    fn make(&self) -> Box<dyn Participant> {
        Box::new((self.0)())
    }
}
