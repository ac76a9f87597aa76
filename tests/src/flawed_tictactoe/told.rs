//! The reference engine for a game with a flaw.

use bustan_core::Engine;
use bustan_core::tictactoe::{Invalid, Observation, Player, Position, Reason};
use bustan_reference::tictactoe::ReferenceEngine;

use super::{Planted, PlantedMove};

/// The reference engine, which plays the game with the flaw of this number as it plays Tic-Tac-Toe.
#[derive(Clone, Debug, Default)]
pub struct Told<const FLAW: u8>(ReferenceEngine);

impl<const FLAW: u8> Engine for Told<FLAW> {
    type Game = Planted<FLAW>;
    type Observation = Observation;

    fn name(&self) -> String {
        self.0.name()
    }

    fn setup(&mut self, position: &Position) -> Result<(), Invalid> {
        self.0.setup(position)
    }

    fn play(&mut self, player: Player, mv: &PlantedMove<FLAW>) -> Result<(), Option<Reason>> {
        self.0.play(player, &mv.0)
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn verdict(&self, player: Player, mv: &PlantedMove<FLAW>) -> Option<Result<(), Option<Reason>>> {
        self.0.verdict(player, &mv.0)
    }

    fn legal_moves(&self) -> Option<Vec<PlantedMove<FLAW>>> {
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
