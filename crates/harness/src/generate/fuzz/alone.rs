//! Nobody at the other side of the board, for an engine that is watched alone.

use crate::compare::participant::{Participant, Unset, Verdict};
use crate::erased::{Move, Player, Position};

/// Takes part in every game, accepts every move and can tell nothing.
pub(super) struct Nobody;

impl Participant for Nobody {
    fn name(&self) -> String {
        "nobody".into()
    }

    fn setup(&mut self, _: &Position) -> Result<(), Unset> {
        Ok(())
    }

    fn play(&mut self, _: Player, _: &Move) -> Verdict {
        Ok(())
    }

    fn turn(&self) -> Option<Player> {
        None
    }

    fn knows_turn(&self) -> bool {
        false
    }
}
