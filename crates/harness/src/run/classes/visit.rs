//! Visits positions of classes one by one.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use bustan_vocabulary::NoStart;

use super::{Plan, Progress, Tally};
use crate::compare::creation::make_engine;
use crate::compare::divergence::{Divergence, Kind, Role, Signature, Violation};
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep, alike};
use crate::compare::panics::{catching, watched};
use crate::compare::participant::{End, Observed, Participant, Unset};
use crate::erased::{Observation, Position};

/// The common answer of two engines at a position.
#[derive(Debug, PartialEq, Eq)]
enum PositionAnswer {
    /// Both engines refuse the position.
    Refused,
    /// Both engines accept the position. Holds the result, if the game is over, and the number of legal
    /// moves.
    Compared(Option<String>, u64),
    /// The engines differ in an accepted way, and nothing more was compared.
    Accepted,
}

/// The reason why a position is visited again, more closely.
enum Doubt {
    /// The engines differ.
    Differ,
    /// An engine does not report everything.
    Untold,
}

/// The reason why a block was not completed.
pub(super) enum Halt {
    /// The run was stopped, or an earlier block has ended it.
    Stopped,
    /// The engines differ.
    Found(Box<Divergence>),
    /// An engine cannot be set up at positions, or is lost. Holds a description.
    Unable(String),
}

/// Two engines that are set up at one position after another.
pub(super) struct Visitor<'m> {
    factories: Factories<'m>,
    depth: u32,
    /// The bare engines, which are compared without recording a difference. There are none if an engine is an
    /// external program, or if an engine does not report everything.
    quick: Option<[Box<dyn Participant>; 2]>,
    /// The engines with all data that is needed to determine a difference.
    lockstep: Lockstep<'m>,
}

impl<'m> Visitor<'m> {
    pub(super) fn new(factories: Factories<'m>, plan: &Plan) -> Self {
        let mut lockstep = Lockstep::new(factories, Checks::ALL, plan.start.clone());
        let accepts = !plan.known.is_empty() || !plan.known.ignored().is_empty();
        let quick = if lockstep.is_costly() || accepts { None } else { pair(factories) };
        lockstep.pass_over(plan.known.clone());
        // A program that merely differs is set up again at the next position. Findings are confirmed on new
        // programs.
        lockstep.keep_costly();
        Self { factories, depth: plan.depth, quick, lockstep }
    }

    /// Visits a block of a class.
    pub(super) fn block(
        &mut self,
        plan: &Plan,
        (class, block): (usize, u64),
        progress: &Progress,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Tally, Halt> {
        let (mut tally, mut halted) = (Tally::default(), None);
        let _ = plan.classes.block(class, block, &mut |position| {
            if stopped() {
                halted = Some(Halt::Stopped);
                return ControlFlow::Break(());
            }
            match self.visit(position, progress, &mut tally) {
                Ok(PositionAnswer::Refused) => tally.refused += 1,
                Ok(seen) => {
                    progress.positions.fetch_add(1, Ordering::Relaxed);
                    match seen {
                        PositionAnswer::Compared(ended, moves) => tally.note(ended, moves),
                        _ => tally.positions += 1,
                    }
                }
                Err(halt) => {
                    halted = Some(halt);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        halted.map_or(Ok(tally), Err)
    }

    /// Visits a position, and adds the compared parts and the accepted differences to the tally.
    fn visit(
        &mut self,
        position: &Position,
        progress: &Progress,
        tally: &mut Tally,
    ) -> Result<PositionAnswer, Halt> {
        let differed = match self.quickly(position) {
            Some(Ok(seen)) => return Ok(seen),
            Some(Err(Doubt::Differ)) => true,
            Some(Err(Doubt::Untold)) | None => false,
        };
        let mut seen = self.once_more(position, progress);
        if let Err(Halt::Found(found)) = &seen
            && self.lockstep.known().accepts(&found.signature)
        {
            self.lockstep.known_mut().notice(&found.signature);
            seen = Ok(PositionAnswer::Accepted);
        }
        let known = self.lockstep.known();
        for signature in known.seen() {
            *tally.accepted.entry(known.accepted_as(signature)).or_default() += 1;
        }
        self.lockstep.known_mut().forget();
        tally.compared.add(&self.lockstep.take_compared());
        if differed && seen.is_ok() { Err(Halt::Found(self.once(position))) } else { seen }
    }

    /// Returns the common answer of the bare engines; `None` if there are none.
    fn quickly(&mut self, position: &Position) -> Option<Result<PositionAnswer, Doubt>> {
        let [subject, oracle] = self.quick.as_mut()?;
        let depth = self.depth;
        let agree = || agree(&mut **subject, &mut **oracle, position, depth);
        let seen = catching(|| watched(Role::Subject, "", agree)).unwrap_or(Err(Doubt::Differ));
        match seen {
            Ok(_) => {}
            Err(Doubt::Differ) => self.quick = pair(self.factories),
            Err(Doubt::Untold) => self.quick = None,
        }
        Some(seen)
    }

    /// Visits a position in lockstep. An engine that times out or is lost is replaced once.
    fn once_more(&mut self, position: &Position, progress: &Progress) -> Result<PositionAnswer, Halt> {
        let unset = |this: &Self| Halt::Unable(this.lockstep.unset());
        let found = match self.closely(position) {
            Ok(seen) => return seen.map_err(|_| unset(self)),
            Err(found) => found,
        };
        match found.signature.end() {
            Some(End::Interruption) => Err(Halt::Stopped),
            Some(End::Untold) => Err(Halt::Unable(found.headline.to_string())),
            Some(End::Silence | End::Killed | End::Unstarted) => match self.closely(position) {
                Ok(seen) => {
                    progress.warn(format!("{}; a new process answered", found.headline));
                    seen.map_err(|_| unset(self))
                }
                Err(again) if again.is_loss() => Err(Halt::Unable(again.headline.to_string())),
                Err(again) if again.is_interruption() => Err(Halt::Stopped),
                Err(again) => Err(Halt::Found(again)),
            },
            _ => Err(Halt::Found(found)),
        }
    }

    /// Visits a position in lockstep, recording all data that is needed to determine a difference.
    fn closely(&mut self, position: &Position) -> Checked<Result<PositionAnswer, Unset>> {
        match self.lockstep.setup(position)? {
            Ok(()) => {}
            Err(NoStart::Unable) => return Ok(Err(NoStart::Unable)),
            Err(_) => return Ok(Ok(PositionAnswer::Refused)),
        }
        let legal = self.lockstep.legal().to_vec();
        let moves = legal.len() as u64;
        let Some(player) = self.lockstep.turn() else {
            let ended = self.lockstep.seen().map(Observation::final_score);
            return Ok(Ok(PositionAnswer::Compared(Some(ended.unwrap_or_default()), moves)));
        };
        for mv in legal.iter().filter(|_| self.depth > 0) {
            if self.lockstep.step(player, mv, false)? {
                self.lockstep.back()?;
            }
        }
        Ok(Ok(PositionAnswer::Compared(None, moves)))
    }

    /// Returns a divergence for engines that differed at a position where new engines do not differ.
    fn once(&mut self, position: &Position) -> Box<Divergence> {
        let words = format!(
            "the engines differ at the position {:?}, but not when new instances are set up there: one of \
             them keeps state from earlier positions, or is not deterministic",
            position.to_string()
        );
        let signature = Signature::new(Kind::Setup, &["only once"]);
        self.lockstep.about(position, Violation::of(signature, words))
    }
}

/// Makes the two engines. Returns `None` if one panics.
fn pair(factories: Factories<'_>) -> Option<[Box<dyn Participant>; 2]> {
    let make =
        || [make_engine(Role::Subject, factories.subject), make_engine(Role::Oracle, factories.oracle)];
    catching(make).ok()
}

/// Sets two engines up at a position. Returns their common answer, which also covers the positions one move
/// later if `depth` is not 0.
///
/// # Errors
/// When the engines report different answers, or do not report everything.
fn agree(
    one: &mut dyn Participant,
    other: &mut dyn Participant,
    position: &Position,
    depth: u32,
) -> Result<PositionAnswer, Doubt> {
    match (one.setup(position), other.setup(position)) {
        (Ok(()), Ok(())) => {}
        (Err(NoStart::Unable), _) | (_, Err(NoStart::Unable)) => return Err(Doubt::Untold),
        (Err(one), Err(other)) if alike(&one, &other) => return Ok(PositionAnswer::Refused),
        _ => return Err(Doubt::Differ),
    }
    let seen = same(one, other)?;
    let [Some(mut moves), Some(mut others)] = [one.legal_moves(), other.legal_moves()] else {
        return Err(Doubt::Untold);
    };
    moves.sort_unstable();
    others.sort_unstable();
    let twice = moves.windows(2).any(|pair| pair[0] == pair[1]);
    let turn = seen.to_move();
    if moves != others || twice || moves.is_empty() != turn.is_none() {
        return Err(Doubt::Differ);
    }
    let Some(player) = turn else {
        return Ok(PositionAnswer::Compared(Some(seen.final_score()), moves.len() as u64));
    };
    for mv in moves.iter().filter(|_| depth > 0) {
        if (one.play(player, mv), other.play(player, mv)) != (Ok(()), Ok(())) {
            return Err(Doubt::Differ);
        }
        same(one, other)?;
        match (one.undo(), other.undo()) {
            (Some(true), Some(true)) => {}
            (None, _) | (_, None) => return Err(Doubt::Untold),
            _ => return Err(Doubt::Differ),
        }
        if same(one, other)? != seen {
            return Err(Doubt::Differ);
        }
    }
    Ok(PositionAnswer::Compared(None, moves.len() as u64))
}

/// Returns the observation of two engines, if both report the same one in the terms of the game.
fn same(one: &dyn Participant, other: &dyn Participant) -> Result<Observation, Doubt> {
    match (one.observe(), other.observe()) {
        (Some(Observed::Own(seen)), Some(Observed::Own(shown))) => {
            // The observations include the player to move. Querying it from the reference engine, too, would
            // take as long as everything else.
            if seen == shown && one.turn() == seen.to_move() { Ok(seen) } else { Err(Doubt::Differ) }
        }
        _ => Err(Doubt::Untold),
    }
}
