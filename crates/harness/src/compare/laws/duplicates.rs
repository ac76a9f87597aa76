//! A duplicate is independent of its original.

use crate::compare::divergence::{Kind, Violation};
use crate::compare::plural;
use crate::compare::recorder::Recorder;
use crate::compare::watched::Watched;
use crate::erased::{Move, Player};

impl Recorder<'_> {
    /// Checks `duplicate`, a duplicate made before the last move was played. It must not have changed with
    /// its original, must accept the same move, and must undo exactly the moves that were played, without
    /// changing the original. A duplicate that undoes no moves, or more moves than were played, does not
    /// violate this invariant.
    pub(crate) fn judge_duplicate(
        &self,
        mut duplicate: Watched,
        player: Player,
        mv: &Move,
    ) -> Result<(), Violation> {
        self.answers_alike(
            &duplicate,
            1,
            Kind::Clone,
            &format!("after {mv} on its original, in a duplicate"),
        )?;
        if duplicate.play(player, mv).is_err() {
            let words = format!("{}: a duplicate refuses {mv}, which its original accepts", self.name);
            return Err(Violation::new(Kind::Clone, &["refuses"], words));
        }
        self.answers_alike(
            &duplicate,
            0,
            Kind::Clone,
            &format!("after {mv} on a duplicate as on its original, in the duplicate"),
        )?;
        let (made, mut taken) = (self.trail.looks() - 1, 0);
        while taken <= made && duplicate.undo() == Some(true) {
            taken += 1;
        }
        self.still(0, Kind::Clone, "after a duplicate was taken back to its start")?;
        if (1..made).contains(&taken) {
            let words = format!(
                "{}: a duplicate undoes only {} of a game of {}",
                self.name,
                plural(taken, "move"),
                plural(made, "move"),
            );
            return Err(Violation::new(Kind::Clone, &["undo"], words));
        }
        Ok(())
    }
}
