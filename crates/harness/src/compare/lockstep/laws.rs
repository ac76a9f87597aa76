//! Checks [`laws`](crate::compare::laws) at the current position, on each engine that is not trusted.

use super::{Checked, LocatedViolation, Lockstep};
use crate::compare::compared::Part;
use crate::compare::laws::Symmetries;

impl Lockstep<'_> {
    /// Checks that each engine that is not trusted satisfies [`laws`](crate::compare::laws) by itself at the
    /// current position.
    ///
    /// # Errors
    /// The divergence found.
    pub fn laws(&mut self, which: Symmetries) -> Checked {
        self.guard(|this| {
            let legal = this.legal.last().and_then(Option::as_deref);
            this.oracle.keeps_laws(this.moves.last(), legal)?;
            this.subject.keeps_laws(this.moves.last(), legal)?;
            this.oracle.tells_turns_apart()?;
            this.subject.tells_turns_apart()?;
            this.oracle.keeps_symmetries(which)?;
            this.subject.keeps_symmetries(which)?;
            Ok(())
        })
    }

    /// Checks for each engine that the text of the current position has the same meaning as earlier in the
    /// game, if texts are declared to be complete.
    pub(super) fn keep_meaning(&mut self) -> Result<(), LocatedViolation> {
        let Some(counters) = self.known.whole_positions() else { return Ok(()) };
        let kept = [self.subject.keeps_meaning(counters), self.oracle.keeps_meaning(counters)];
        if kept.iter().any(|again| !matches!(again, Ok(false))) {
            self.compared.note(Part::Repetition, [true, true]);
        }
        for again in kept {
            self.unless_known(again.map(drop))?;
        }
        Ok(())
    }

    /// Checks for each engine by itself that the last move can lead from the previous position to the current
    /// one.
    ///
    /// # Errors
    /// The divergence found.
    pub(crate) fn succession(&mut self) -> Checked {
        self.guard(|this| {
            let last = this.moves.last();
            this.oracle.keeps_succession(last)?;
            this.subject.keeps_succession(last)?;
            Ok(())
        })
    }
}
