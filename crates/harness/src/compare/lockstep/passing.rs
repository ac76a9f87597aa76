//! Goes on behind differences that are known.

use bustan_guide::Explore;
use bustan_vocabulary::Record;

use super::{Checked, Lockstep};
use crate::compare::known::Known;

impl<G: Explore> Lockstep<'_, G> {
    /// Passes over these differences from now on, and over no others.
    pub(crate) fn pass_over(&mut self, known: Known) {
        self.subject.ignore(known.ignored());
        self.oracle.ignore(known.ignored());
        self.known = known;
    }

    /// The differences that are passed over.
    pub(crate) fn known(&self) -> &Known {
        &self.known
    }

    /// The same, to add to them.
    pub(crate) fn known_mut(&mut self) -> &mut Known {
        &mut self.known
    }

    /// Brings both engines to where they were after this many moves of a game, and compares them there. Returns whether they get there; otherwise there is no game at all until the next
    /// [`begin`](Self::begin).
    ///
    /// # Errors
    /// The divergence found, at the start of the game or after these moves.
    pub(crate) fn resume(&mut self, game: &Record<G>, plies: usize) -> Checked<G, bool> {
        let moves = &game.moves[..plies];
        let passed = self.known.restart();
        // A process that answers is set up anew; it need not be another one.
        let keeps = std::mem::replace(&mut self.keeps, true);
        self.broken = true;
        let begun = self.begin(&game.start);
        self.keeps = keeps;
        let there = match begun {
            Ok(true) => match self.lead(moves) {
                // The same moves went well before; nothing is known of where it broke down.
                Err(shown) if !shown.is_interruption() => Ok(false),
                led => led,
            },
            refused => refused,
        };
        self.known.go_on(passed);
        let there = there?;
        if there && plies > 0 {
            self.guard(Self::compare)?;
        }
        Ok(there)
    }

    /// Makes a check, whose answer does not matter. If it shows a difference that is known, brings both engines back to where they were.
    ///
    /// # Errors
    /// The divergence found, if it is not known or the engines do not get back.
    pub(crate) fn forgiving<T>(&mut self, check: impl FnOnce(&mut Self) -> Checked<G, T>) -> Checked<G> {
        let plies = self.plies();
        let Err(found) = check(self) else { return Ok(()) };
        let game = self.record();
        if self.known.is_empty() || !self.known.has(&found.signature) || !self.resume(&game, plies)? {
            return Err(found);
        }
        self.known.pass(&found.signature);
        Ok(())
    }
}
