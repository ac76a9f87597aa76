//! The reference engine, adapted to a game that may have a flaw.

use bustan_reference::tictactoe::ReferenceEngine;
use bustan_vocabulary::tictactoe::{Invalid, Observation, Player, Position, Reason};
use bustan_vocabulary::{Engine, NoStart, Ruling};

use super::{Planted, PlantedMove};

/// The reference engine as an engine of [`Planted`]. It ignores the flaw of the game.
#[derive(Clone, Debug, Default)]
pub struct Adapted(ReferenceEngine);

impl Engine for Adapted {
    type Game = Planted;
    type Observation = Observation;

    fn name(&self) -> String {
        self.0.name()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.0.setup(position)
    }

    fn play(&mut self, player: Player, mv: &PlantedMove) -> Result<(), Option<Reason>> {
        self.0.play(player, &mv.0)
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn verdict(&self, player: Player, mv: &PlantedMove) -> Ruling<Reason> {
        self.0.verdict(player, &mv.0)
    }

    fn legal_moves(&self) -> Option<Vec<PlantedMove>> {
        self.0.legal_moves().map(|moves| moves.into_iter().map(PlantedMove).collect())
    }

    fn observe(&self) -> Option<Observation> {
        self.0.observe()
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
        Some(self.clone())
    }
}
