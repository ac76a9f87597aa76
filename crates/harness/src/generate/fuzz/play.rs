//! Plays the script of an input.

use super::Law;
use super::features::FeatureCounters;
use super::script::{Action, ActionKind};
use crate::base::Dice;
use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Checks, Lockstep};
use crate::erased::{Move, Player, Position};

/// Checks observations and hashes after every move, but lists of legal moves only where the input requests
/// them, because the complete list of a slow engine takes longer than everything else.
pub(super) const CHECKS: Checks = Checks { legal: false, ..Checks::ALL };

/// The maximum cost of an input. A move costs [`MOVE`] plus the number of legal moves to choose from, limited
/// to [`MOST`]. Slower actions cost a multiple. Small boards therefore allow more moves than large ones.
const WORK: usize = 3_500;

/// The maximum cost of an input for the fast engine alone, which has less time for an input.
const WORK_ALONE: usize = 1_500;

/// The minimum cost of a move.
const MOVE: usize = 50;

/// The maximum of the number of legal moves that is added to the cost of a move.
const MOST: usize = 200;

/// Two engines that play an input, and the remaining budget.
pub(super) struct Play<'p, 'm, 'c> {
    lockstep: &'p mut Lockstep<'m>,
    feature_counters: Option<FeatureCounters<'c>>,
    law: Law,
    work: usize,
}

impl<'p, 'm, 'c> Play<'p, 'm, 'c> {
    pub(super) fn new(
        lockstep: &'p mut Lockstep<'m>,
        law: Law,
        feature_counters: Option<FeatureCounters<'c>>,
    ) -> Self {
        let work = if law == Law::Undo { WORK_ALONE } else { WORK };
        Self { lockstep, feature_counters, law, work }
    }

    /// Begins at the script's start or, if the engines cannot begin there, on the standard board, and
    /// performs the script's actions. Returns whether the engines could begin.
    pub(super) fn play(&mut self, start: &Position, actions: &[Action]) -> Checked<bool> {
        let begun = self.lockstep.begin(start)?;
        if !begun
            && !matches!(self.lockstep.rules().initial(&[]), Ok(initial) if self.lockstep.begin(&initial)?)
        {
            return Ok(false);
        }
        for &action in actions {
            if self.work == 0 {
                break;
            }
            self.act(action)?;
        }
        self.lockstep.list()?;
        self.lockstep.walk_under_test()?;
        if self.law == Law::Lockstep {
            let last = actions.last().map_or(0, |action| action.number);
            // The game may be over, so that no player is to move.
            self.ask(last)?;
            self.check(usize::from(last) + actions.len())?;
        }
        Ok(true)
    }

    fn act(&mut self, action: Action) -> Checked {
        let moves = self.lockstep.listed_under_test()?;
        let chosen = moves.get(action.index(moves.len())).cloned();
        // The lists of slow engines, and actions that both engines perform several times, are expensive.
        let factor = match action.kind {
            ActionKind::Play | ActionKind::Pass => 1,
            ActionKind::Ask | ActionKind::Back => 2,
            ActionKind::Branch | ActionKind::Duplicate => 3,
            ActionKind::Check => 6,
        };
        self.work = self.work.saturating_sub(factor * (moves.len().min(MOST) + MOVE));
        match action.kind {
            ActionKind::Play | ActionKind::Duplicate => {
                self.step(chosen, action.kind == ActionKind::Duplicate)
            }
            ActionKind::Pass => self
                .step(self.lockstep.rules().pass().filter(|pass| moves.binary_search(pass).is_ok()), false),
            ActionKind::Ask if self.law == Law::Lockstep => self.ask(action.number),
            ActionKind::Branch => match chosen {
                Some(mv) => self.lockstep.branch(&mv),
                None => Ok(()),
            },
            ActionKind::Back | ActionKind::Ask => self.lockstep.back(),
            ActionKind::Check if self.law == Law::Undo => {
                self.lockstep.list()?;
                self.lockstep.walk_under_test()
            }
            ActionKind::Check => self.check(action.number.into()),
        }
    }

    fn step(&mut self, mv: Option<Move>, duplicate: bool) -> Checked {
        let (Some(player), Some(mv)) = (self.lockstep.turn(), mv) else { return Ok(()) };
        if self.lockstep.step(player, &mv, duplicate)?
            && let (Some(feature_counters), Some((before, after))) =
                (self.feature_counters, self.lockstep.shown())
        {
            feature_counters.played(before, &mv, after);
            feature_counters.repeated(&mut self.lockstep.seen_earlier(), after);
        }
        Ok(())
    }

    /// Queries the move that is drawn with `number` as the seed.
    fn ask(&mut self, number: u16) -> Checked {
        let Some((player, mv)) = question(self.lockstep, &mut Dice::new(number.into())) else {
            return Ok(());
        };
        let answer = self.lockstep.ask(player, &mv)?;
        if let (Some(feature_counters), Some(Err(Some(reason)))) = (self.feature_counters, answer)
            && let Some(event) = reason.event()
        {
            feature_counters.event(event);
        }
        Ok(())
    }

    /// Makes one of the slow checks, selected by `which`.
    fn check(&mut self, which: usize) -> Checked {
        match which % 5 {
            0 => self.lockstep.list(),
            1 => self.lockstep.text(),
            2 => self.lockstep.laws(Symmetries::Chosen((which / 5) as u32)),
            3 => self.lockstep.count(),
            _ => self.lockstep.walk(),
        }
    }
}

/// Returns a move to query, mostly for the player to move.
pub(super) fn question(lockstep: &Lockstep<'_>, dice: &mut Dice) -> Option<(Player, Move)> {
    let anyone = *dice.pick(lockstep.rules().players());
    let player = if dice.one_in(8) { anyone } else { lockstep.turn().unwrap_or(anyone) };
    Some((player, lockstep.proposal(&mut |n| dice.below(n))?))
}
