//! Limits the queries to a program in addition to its moves.
//!
//! An in-process engine answers within microseconds. Every command to a program is a message to another
//! process and may take long to answer. A program therefore gets each move together with the queries of its
//! list and its state, and only a sample of all other queries: a check is made with the probability that
//! keeps it within its share of all commands, depending on its cost. For a program without `undo`, undoing a
//! move costs a replay of the whole game, and is checked correspondingly less often. The dice of the game
//! decide, so that a run is the same with any number of jobs.

use super::differences::ExtraCheck;
use super::{DRAWS, Generator};
use crate::base::Dice;
use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Lockstep};
use crate::erased::Position;

/// The number of commands of one ply: the move, the state and the list.
const PLY: u32 = 3;

/// After the first [`SMALL`] games of a program, one in `THOROUGH` games gets every check after every
/// move.
const THOROUGH: u64 = 128;

/// The number of games at the start of a run that begin on the smallest of a few boards.
const SMALL: u64 = 8;

/// The share of each check in the commands of the moves, in percent.
const SHARES: [(ExtraCheck, u32); 5] = [
    (ExtraCheck::Ask, 12),
    (ExtraCheck::Branch, 6),
    (ExtraCheck::Text, 6),
    (ExtraCheck::Count, 2),
    (ExtraCheck::CountTwo, 2),
];

/// The share of undoing the whole game at its end, in percent.
const WALK: u32 = 6;

/// The share of playing from positions in which a few words were changed, in percent.
const MUTATED: u32 = 6;

/// The cost of playing from a position in which a few words were changed, in commands.
const MUTATED_COST: u32 = 40;

/// Whether every check is made after every move of the game `number` of a program.
pub(crate) fn is_thorough(number: u64) -> bool {
    number >= SMALL && Dice::picks(THOROUGH, number)
}

impl Generator<'_, '_> {
    /// Makes a random sample of the additional checks.
    pub(super) fn sample(&mut self) -> Checked {
        let legal = self.lockstep.legal().len() as u32;
        let plies = self.lockstep.plies() as u32;
        let again = if self.lockstep.takes_back() { 0 } else { plies };
        for (check, share) in SHARES {
            let cost = match check {
                ExtraCheck::Count => 2,
                ExtraCheck::Ask => PLY,
                ExtraCheck::Branch => 2 * PLY + again,
                ExtraCheck::CountTwo => PLY + legal + plies,
                _ => 4 * PLY,
            };
            if !self.affords(share, 1, cost) {
                continue;
            }
            match check {
                ExtraCheck::Ask => self.ask()?,
                ExtraCheck::Branch if legal > 0 => {
                    let probe = self.dice.pick(self.lockstep.legal()).clone();
                    self.attempt(check, |lockstep| lockstep.branch(&probe))?;
                }
                ExtraCheck::Count => {
                    self.attempt(check, Lockstep::count)?;
                }
                ExtraCheck::CountTwo => {
                    self.attempt(check, Lockstep::count_two)?;
                }
                ExtraCheck::Text => {
                    self.attempt(check, Lockstep::text)?;
                    self.note_sample();
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Makes a random sample of the checks at the end of a game.
    pub(super) fn sample_at_the_end(&mut self, plies: usize) -> Checked {
        let plies = plies as u32;
        if self.lockstep.takes_back() && self.affords(WALK, plies, 2 * PLY * plies) {
            self.attempt(ExtraCheck::Walk, Lockstep::walk)?;
        }
        // Checking the invariants of in-process engines costs a program nothing.
        let which = Symmetries::drawn(&mut self.dice);
        self.attempt(ExtraCheck::Laws, |lockstep| lockstep.laws(which))?;
        if !self.affords(MUTATED, plies, MUTATED_COST) {
            self.sample = None;
        }
        Ok(())
    }

    /// Whether to make a check that costs `cost` commands, given its share of the commands of `plies` plies.
    fn affords(&mut self, share: u32, plies: u32, cost: u32) -> bool {
        self.dice.below(100 * cost.max(1)) < share * PLY * plies
    }

    /// Draws the starting position of a game: one whose rules both engines know and, in the first games of a
    /// program, the smallest of a few.
    pub(super) fn drawn(&mut self) -> Position {
        let few = if self.sampled && self.number < SMALL && self.config.start.is_none() { DRAWS } else { 1 };
        let mut draw = || {
            let mut drawn = || self.config.draw_start(&mut |n| self.dice.below(n));
            match self.config.start {
                Some(_) => drawn(),
                None => with_known_rules(drawn, |start| self.lockstep.knows_rules(start)),
            }
        };
        let mut smallest = draw();
        for _ in 1..few {
            let start = draw();
            let order = |position: &Position| (!position.is_start(), position.area());
            if order(&start) < order(&smallest) {
                smallest = start;
            }
        }
        smallest
    }
}

/// Returns the first of a few drawn positions whose rules are known, otherwise the standard start, so that no
/// engine is asked to play a variant that it does not claim to know.
fn with_known_rules(mut draw: impl FnMut() -> Position, knows: impl Fn(&Position) -> bool) -> Position {
    let mut last = draw();
    for _ in 0..DRAWS {
        if knows(&last) {
            return last;
        }
        last = draw();
    }
    if knows(&last) { last } else { last.rules().initial(&[]).unwrap_or(last) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::erased::rules;
    use crate::generate::Dice;
    use bustan_vocabulary::chess::Chess;

    #[test]
    fn no_start_has_a_variant_that_an_engine_does_not_know() {
        let mut dice = Dice::new(1);
        for _ in 0..10_000 {
            let draw = || rules::<Chess>().start(&mut |n| dice.below(n));
            let start = with_known_rules(draw, |start| !start.to_string().contains("draws"));
            assert!(!start.to_string().contains("draws"), "{start}");
        }
    }
}
