//! Nobody at the other side of the board, for an engine that is watched alone.

use bustan_vocabulary::Game;

use crate::compare::participant::{Participant, Unset, Verdict};

/// Takes part in every game, accepts every move and can tell nothing.
pub(super) struct Nobody;

impl<G: Game> Participant<G> for Nobody {
    fn name(&self) -> String {
        "nobody".into()
    }

    fn setup(&mut self, _: &G::Position) -> Result<(), Unset<G>> {
        Ok(())
    }

    fn play(&mut self, _: G::Player, _: &G::Move) -> Verdict<G> {
        Ok(())
    }

    fn turn(&self) -> Option<G::Player> {
        None
    }

    fn knows_turn(&self) -> bool {
        false
    }
}
