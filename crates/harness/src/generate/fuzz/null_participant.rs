//! A dummy opponent, for an engine that is checked alone.

use crate::compare::participant::{Participant, Unset, Verdict};
use crate::erased::{Move, Player, Position};

/// An opponent that plays every game, accepts every move, and reports nothing.
pub(super) struct NullParticipant;

impl Participant for NullParticipant {
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
