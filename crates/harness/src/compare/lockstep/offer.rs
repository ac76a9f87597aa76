//! Positions that a run offers to programs of a game that is not known.

use bustan_guide::Explore;

use super::Lockstep;
use crate::compare::recorder::Recorder;

impl<G: Explore> Lockstep<'_, G> {
    /// Whether a game may begin at this position, which the run has made up. In a game that is not known, both engines must
    /// start where its positions come from, at a position that reads like `home` of that game, and take this one.
    ///
    /// Spare engines are asked: that one takes a position and the other does not is no difference, because nobody knows
    /// whether the position belongs to their game.
    pub(crate) fn takes_offered(&mut self, home: &G::Position, offered: &G::Position) -> bool {
        if !G::OPAQUE {
            return true;
        }
        let reads = match self.offers {
            Some(reads) => reads,
            None => *self.offers.insert(
                [&mut self.subject, &mut self.oracle].into_iter().all(|engine| starts_there(engine, home)),
            ),
        };
        reads
            && [&mut self.subject, &mut self.oracle]
                .into_iter()
                .all(|engine| engine.setup_spare(offered).is_ok())
    }
}

/// Whether an engine starts at a position at which small ones may be offered.
fn starts_there<G: Explore>(engine: &mut Recorder<'_, G>, home: &G::Position) -> bool {
    let position = engine.setup_spare(home).ok().and_then(|spare| spare.position());
    position.is_some_and(|position| G::offers_small(&position))
}
