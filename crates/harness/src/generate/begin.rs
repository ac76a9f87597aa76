//! The beginning of games: at a position chosen by the run, at a position where both engines can begin, or
//! with a given game.

use std::sync::atomic::Ordering;

use bustan_vocabulary::NoStart;

use super::{DRAWS, FixedGame, Generator, NotPlayed, Start};
use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Lockstep};
use crate::compare::participant::Unset;
use crate::erased::Record;

impl Generator<'_, '_> {
    /// Plays a given game.
    pub(super) fn given(&mut self, given: &FixedGame) -> Checked<bool> {
        let outcome = match given {
            FixedGame::Input(input) => input.play(self.lockstep),
            FixedGame::Record(record) => self.recorded(record),
        };
        self.plies = self.lockstep.plies() as u64;
        self.counter.fetch_add(self.plies, Ordering::Relaxed);
        self.coverage.policies[self.policy].plies += self.plies;
        self.begun = !matches!(outcome, Ok(false));
        outcome.map(|_| true)
    }

    /// Plays a recorded game, as far as both engines accept it. Returns `false` if they cannot begin it.
    fn recorded(&mut self, record: &Record) -> Checked<bool> {
        // If the engines list different moves, the next move of the record is the most relevant.
        let next = |ply: usize| record.moves.get(ply).map(|(_, mv)| mv.clone());
        self.differences.offered = self.config.offered.then(|| record.start.clone());
        self.lockstep.expect(next(0));
        let begun = self.lockstep.setup(&record.start)?;
        if !self.begins(&begun) {
            return Ok(false);
        }
        for (ply, (player, mv)) in record.moves.iter().enumerate() {
            self.lockstep.forgiving(|lockstep| lockstep.ask(*player, mv))?;
            self.lockstep.expect(next(ply + 1));
            if !self.lockstep.step(*player, mv, false)? {
                self.idle = Some(NotPlayed::Illegal(ply + 1, player.describe_move(mv)));
                break;
            }
        }
        self.lockstep.forgiving(Lockstep::count)?;
        self.lockstep.forgiving(Lockstep::text)?;
        self.lockstep.forgiving(Lockstep::walk)?;
        self.lockstep.forgiving(|lockstep| lockstep.laws(Symmetries::All))?;
        Ok(true)
    }

    /// Begins at the configured position, otherwise at a position where both engines can begin. If no such
    /// position is drawn, tries the standard board.
    pub(super) fn begin(&mut self) -> Checked<bool> {
        self.asked.clear();
        for _ in 0..DRAWS {
            let start = self.drawn();
            self.tried.push(start.to_string());
            match self.try_start(&start)? {
                None => {}
                Some(answer @ Err(NoStart::Unable)) => drop(self.begins(&answer)),
                Some(answer) if answer.is_err() && matches!(self.config.start, Some(Start::Among(_))) => {
                    self.begins(&answer);
                    *self.coverage.refused.entry(start.to_string()).or_default() += 1;
                }
                Some(answer) => return Ok(self.begins(&answer)),
            }
        }
        let standard = self.config.rules.initial(&[]).ok().filter(|_| self.config.start.is_none());
        let start = standard.unwrap_or_else(|| self.config.draw_start(&mut |n| self.dice.below(n)));
        self.tried.push(start.to_string());
        Ok(self.try_start(&start)?.is_some_and(|answer| self.begins(&answer)))
    }

    /// Whether a game begins after this answer to a set-up. If not, records the reason.
    pub(super) fn begins(&mut self, answer: &Result<(), Unset>) -> bool {
        self.idle = match answer {
            Ok(()) => None,
            Err(NoStart::Unable) => Some(NotPlayed::Unable(self.lockstep.unset())),
            Err(refusal) => Some(NotPlayed::Refused(refusal.to_string())),
        };
        answer.is_ok()
    }

    /// Sets both engines up at a position that cannot occur. They must refuse it, and the game must be
    /// unchanged.
    pub(super) fn begin_nowhere(&mut self) -> Checked {
        let rules = self.config.rules;
        match rules.position(rules.impossible().unwrap_or_default()) {
            Ok(position) => self.try_start(&position).map(drop),
            Err(_) => Ok(()),
        }
    }
}
