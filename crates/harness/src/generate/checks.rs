//! The checks made at a position in addition to the game itself.

use super::Generator;
use crate::base::Dice;
use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Lockstep};
use crate::generate::differences::ExtraCheck;

/// After the first [`EARLY`] games, one in `SELDOM` of the texts and invariants that are due is checked.
const SELDOM: u64 = 4;

/// The number of games at the start of a run in which all texts and invariants that are due are checked.
const EARLY: u64 = 64;

/// The number of binary digits that suffices for the plies of nearly every game.
const PLIES: u32 = 16;

/// Whether a text or invariant that is due at `ply` of the game `number` is checked.
pub(super) fn is_in_turn(number: u64, ply: u64) -> bool {
    number < EARLY || Dice::picks(SELDOM, number << PLIES ^ ply)
}

impl Generator<'_, '_> {
    /// Queries a few moves, and makes some of the additional checks.
    pub(super) fn probe(&mut self, first: bool) -> Checked {
        for _ in 0..1 + self.dice.below(3) {
            self.ask()?;
        }
        let probing = first || self.due(8);
        let legal = self.lockstep.legal();
        if legal.is_empty() {
            return Ok(());
        }
        if probing {
            let probe = self.dice.pick(legal).clone();
            self.attempt(ExtraCheck::Branch, |lockstep| lockstep.branch(&probe))?;
        }
        // Policies rarely pass immediately, and engines easily confuse "no move has been played yet" with "a
        // pass was played".
        if let Some(pass) =
            self.config.rules.pass().filter(|pass| first && self.lockstep.legal().contains(pass))
        {
            self.attempt(ExtraCheck::Branch, |lockstep| lockstep.branch(&pass))?;
        }
        let due = self.due(12);
        if due && self.in_turn() {
            self.attempt(ExtraCheck::Text, Lockstep::text)?;
        }
        if self.due(4) {
            self.attempt(ExtraCheck::Count, Lockstep::count)?;
        }
        if self.dice.one_in(64) {
            self.attempt(ExtraCheck::CountTwo, Lockstep::count_two)?;
        }
        if self.due(16) {
            let which = Symmetries::drawn(&mut self.dice);
            if self.in_turn() {
                self.attempt(ExtraCheck::Laws, |lockstep| lockstep.laws(which))?;
            }
        }
        // For an engine that lists the legal moves at each ply, a random game takes as long as the rest of
        // the current one.
        if self.dice.one_in(240) {
            let stop = self.stop;
            self.attempt(ExtraCheck::Playout, |lockstep| lockstep.playout(1, stop))?;
        }
        if self.dice.one_in(200) {
            self.attempt(ExtraCheck::Walk, Lockstep::walk)?;
        }
        if self.sample.is_none() || self.dice.one_in(8) {
            self.note_sample();
        }
        Ok(())
    }

    /// Stores the text of the current position, if an engine reports it.
    pub(super) fn note_sample(&mut self) {
        let position = self.lockstep.position().map(|position| position.to_string());
        self.sample = position.or(self.sample.take());
    }

    /// Whether a check is due that is made after one in `sampled` moves, or after every move in a thorough
    /// game.
    pub(super) fn due(&mut self, sampled: u32) -> bool {
        self.thorough || self.dice.one_in(sampled)
    }

    /// Whether a text or invariant that is due is checked: always in the first games, later in one of several
    /// cases. The dice are not used, so that the moves of a game do not depend on the checks.
    fn in_turn(&self) -> bool {
        self.thorough || is_in_turn(self.number, self.plies)
    }

    /// Queries a move near something interesting, mostly for the player to move.
    pub(super) fn ask(&mut self) -> Checked {
        let Some(mv) = self.lockstep.proposal(&mut |n| self.dice.below(n)) else { return Ok(()) };
        let players = self.lockstep.players();
        if players.is_empty() {
            return Ok(());
        }
        let anyone = *self.dice.pick(&players);
        let player = if self.dice.one_in(16) { anyone } else { self.lockstep.turn().unwrap_or(anyone) };
        self.asked.push((self.lockstep.plies(), player, mv.clone()));
        if let Some(Some(Err(Some(reason)))) =
            self.attempt(ExtraCheck::Ask, |lockstep| lockstep.ask(player, &mv))?
            && let Some(event) = reason.event()
        {
            self.coverage.policies[self.policy].events[event] += 1;
        }
        Ok(())
    }
}
