//! Continues after known differences.

use super::{Checked, Lockstep};
use crate::compare::known::KnownDifferences;
use crate::erased::Record;

impl Lockstep<'_> {
    /// Skips the differences in `known` from now on, and no others.
    pub(crate) fn pass_over(&mut self, known: KnownDifferences) {
        self.subject.trail.ignore(known.ignored());
        self.oracle.trail.ignore(known.ignored());
        self.known = known;
    }

    /// Returns the differences that are skipped.
    pub(crate) fn known(&self) -> &KnownDifferences {
        &self.known
    }

    /// Returns the skipped differences mutably, so that others can be added.
    pub(crate) fn known_mut(&mut self) -> &mut KnownDifferences {
        &mut self.known
    }

    /// Brings both engines to the position after the first `plies` moves of a game, and compares them at this
    /// position. Returns whether both engines reach it; otherwise there is no game until the next
    /// [`begin`](Self::begin).
    ///
    /// # Errors
    /// The divergence found, at the start of the game or after `plies` moves.
    pub(crate) fn resume(&mut self, game: &Record, plies: usize) -> Checked<bool> {
        let moves = &game.moves[..plies];
        let passed = self.known.restart();
        // A process that still answers is set up again instead of being replaced.
        let keeps = std::mem::replace(&mut self.keeps, true);
        self.phase = self.phase.lost();
        let begun = self.begin(&game.start);
        self.keeps = keeps;
        let there = match begun {
            Ok(true) => match self.lead(moves, true) {
                // The same moves succeeded earlier, so the move that caused the failure is unknown.
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

    /// Makes a check whose result is not needed. If it finds a known difference, restores both engines to
    /// their position.
    ///
    /// # Errors
    /// The divergence found, if it is not known or the engines cannot be restored.
    pub(crate) fn forgiving<T>(&mut self, check: impl FnOnce(&mut Self) -> Checked<T>) -> Checked {
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use serde_json::json;

    use super::*;
    use crate::compare::divergence::Kind;
    use crate::compare::lockstep::{Checks, Factories};
    use crate::erased::unknown;
    use crate::testing::{Answers, Words};

    /// An engine of a game of two moves. Engines that are created later have a planted bug.
    #[derive(Clone, Debug)]
    struct Lasting {
        /// The number of engines created earlier.
        number: u32,
        /// The number of the last engine that is sound.
        last: u32,
        way: Way,
        plies: u32,
    }

    /// The planted bug of an engine.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Way {
        Panics,
        Refuses,
        Shows,
    }

    impl Lasting {
        fn goes_wrong(&self, way: Way) -> bool {
            self.number > self.last && self.way == way
        }
    }

    impl Answers for Lasting {
        fn legal(&self) -> Vec<String> {
            if self.plies == 2 { Vec::new() } else { vec!["on".into()] }
        }

        fn play(&mut self, _: &str) -> bool {
            assert!(!self.goes_wrong(Way::Panics), "no more");
            if self.goes_wrong(Way::Refuses) {
                return false;
            }
            self.plies += 1;
            true
        }

        fn state(&self) -> impl serde::Serialize {
            let wrong = self.goes_wrong(Way::Shows) && self.plies == 2;
            json!({ "shown": if wrong { 100 } else { self.plies } })
        }
    }

    /// Returns the result of resuming a game on an engine, if only engines with numbers up to `last` are
    /// sound.
    fn gone_back_to(last: u32, way: Way) -> Checked<bool> {
        let made = AtomicU32::new(0);
        let lasting = || {
            let number = made.fetch_add(1, Ordering::Relaxed);
            Words::new(Lasting { number, last, way, plies: 0 })
        };
        let sound = || Words::new(Lasting { number: 0, last: 0, way, plies: 0 });
        let factories = Factories { subject: &lasting, oracle: &sound };
        let start = unknown().initial(&[]).unwrap();
        let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
        assert!(lockstep.begin(&start).unwrap());
        for _ in 0..2 {
            let player = lockstep.turn().unwrap();
            assert!(lockstep.step(player, &unknown().mv("on").unwrap(), false).unwrap());
        }
        let game = lockstep.record();
        lockstep.resume(&game, 2)
    }

    #[test]
    fn where_an_engine_breaks_down_on_the_way_back_there_is_no_game() {
        assert!(gone_back_to(u32::MAX, Way::Panics).is_ok_and(|there| there));
        assert!(gone_back_to(0, Way::Panics).is_ok_and(|there| !there));
        assert!(gone_back_to(0, Way::Refuses).is_ok_and(|there| !there));
        let shown = gone_back_to(0, Way::Shows).map_err(|found| found.signature.kind());
        assert_eq!(shown, Err(Kind::Observation));
    }
}
