//! An engine of a game as an object, seen as an engine of that game with types of its own.

use std::marker::PhantomData;

use bustan_vocabulary::{Engine, Game, NoStart};

use super::game::Erased;
use super::kit::Rules;
use super::typed::{
    own_move, own_observation, own_player, own_position, own_reason, player, position, shared,
};
use super::values::{Invalid, Move, Observation, Player, Position, Reason, of_type};

/// What is asked of the engine that follows a game which people wrote.
pub(crate) trait Follow {
    fn name(&self) -> String;
    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>>;
    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>>;
    fn turn(&self) -> Option<Player>;
    fn legal_moves(&self) -> Option<Vec<Move>>;
    fn observe(&self) -> Option<Observation>;
    fn undo(&mut self) -> Option<bool>;
    fn position(&self) -> Option<Position>;
}

impl<E: Engine<Game = Erased, Observation = Observation>> Follow for E {
    fn name(&self) -> String {
        Engine::name(self)
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        Engine::setup(self, position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        Engine::play(self, player, mv)
    }

    fn turn(&self) -> Option<Player> {
        Engine::turn(self)
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        Engine::legal_moves(self)
    }

    fn observe(&self) -> Option<Observation> {
        Engine::observe(self)
    }

    fn undo(&mut self) -> Option<bool> {
        Engine::undo(self)
    }

    fn position(&self) -> Option<Position> {
        Engine::position(self)
    }
}

/// Such an engine of the game `G`.
pub(super) struct Own<G> {
    rules: Rules,
    engine: Box<dyn Follow>,
    game: PhantomData<fn() -> G>,
}

impl<G> Own<G> {
    pub(super) fn new(rules: Rules, engine: Box<dyn Follow>) -> Self {
        Self { rules, engine, game: PhantomData }
    }
}

impl<G: Game> Engine for Own<G> {
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
        self.engine.legal_moves().map(|moves| moves.iter().map(own_move::<G>).collect())
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
