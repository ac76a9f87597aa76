//! Positions that a run offers to programs of an unknown game.

use super::Lockstep;
use crate::compare::recorder::Recorder;
use crate::erased::Position;

impl Lockstep<'_> {
    /// Whether a game unknown to Bustan may start at `offered`, a position that the run has invented. Both
    /// engines must start at `home`, must allow such positions to be offered there, and must accept
    /// `offered`.
    ///
    /// Queries the spare engines. If only one of them accepts the position, that is not a difference, because
    /// it is unknown whether the position belongs to their game.
    pub(crate) fn takes_offered(&mut self, home: &Position, offered: &Position) -> bool {
        // A dead spare engine would seem to accept everything.
        if self.phase.is_broken() {
            return false;
        }
        // A program that does not announce that it can be set up at positions is never set up again once it
        // has refused its first position, even if the run has invented that position.
        if !(self.subject.engine.announces_positions() && self.oracle.engine.announces_positions()) {
            return false;
        }
        let mut engines = [&mut self.subject, &mut self.oracle];
        if self.offers.is_none() {
            self.offers = engines.iter_mut().map(|engine| starts_there(engine, home)).reduce(both).flatten();
        }
        self.offers == Some(true) && engines.iter_mut().all(|engine| takes(engine, offered) == Some(true))
    }
}

/// Whether both values are true; `None` if a value is unknown.
fn both(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    Some(one? && other?)
}

/// Whether a spare engine accepts a position; `None` if it is dead.
fn takes(engine: &mut Recorder<'_>, position: &Position) -> Option<bool> {
    let spare = match engine.spare.setup(position) {
        Ok(spare) => spare,
        Err(_) => return Some(false),
    };
    spare.fault().is_none().then_some(true)
}

/// Whether an engine starts at `home` and small positions may be offered there; `None` if it is dead.
fn starts_there(engine: &mut Recorder<'_>, home: &Position) -> Option<bool> {
    let spare = match engine.spare.setup(home) {
        Ok(spare) => spare,
        Err(_) => return Some(false),
    };
    let position = spare.position();
    spare.fault().is_none().then(|| position.is_some_and(|position| position.offers_small()))
}
