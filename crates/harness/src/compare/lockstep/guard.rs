//! Turns the outcome of a check (a broken invariant, a panic or a fault of an engine) into a divergence.

use super::{BoardMoment, Checked, LocatedViolation, Lockstep};
use crate::compare::divergence::{
    Aspect, Call, Divergence, Kind, Role, Signature, Violation, normalised, reason,
};
use crate::compare::panics::{EnginePanic, catching};
use crate::compare::participant::{Drawing, End};
use crate::compare::recorder::Recorder;
use crate::compare::reported_state::ReportedState;
use crate::erased::{Position, Record};

/// The longest description of a fault, in characters.
const LONGEST: usize = 400;

impl Lockstep<'_> {
    /// Runs a check and turns any violation, panic or fault into a divergence.
    pub(super) fn guard<T>(
        &mut self,
        check: impl FnOnce(&mut Self) -> Result<T, LocatedViolation>,
    ) -> Checked<T> {
        let outcome = catching(|| check(self));
        if let Some(violation) = self.faulty() {
            return Err(self.divergence(self.about_pending(violation)));
        }
        let outcome = match outcome {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(found)) => Err(self.divergence(found)),
            Err(caught) => Err(self.divergence(self.about_pending(self.panicked(&caught)))),
        };
        self.pending = None;
        outcome
    }

    /// Returns the violation that an engine can no longer be used, if that is the case.
    pub(super) fn faulty(&self) -> Option<Violation> {
        let faults = [(Role::Subject, self.subject.fault()), (Role::Oracle, self.oracle.fault())];
        let (role, fault) = faults.into_iter().find_map(|(role, fault)| Some((role, fault?)))?;
        let (name, line) = (self.name(role), fault.line(LONGEST));
        let words = match fault.end {
            End::Unstarted => format!("{name} does not start: {line}"),
            _ => format!("{name}: {line}"),
        };
        let signature = match fault.cause.is_empty() {
            true => Signature::new(Kind::Fault, &[role.side(), &normalised(&fault.words)]),
            false => Signature::of_end(role.side(), &fault.command, &reason(&fault.cause)),
        };
        let aspect = Aspect::Ended(fault.end, Call::of(&fault.command));
        let violation = Violation::of(signature, words).about(aspect);
        let more = fault.words.lines().skip(1);
        Some(violation.with((more.map(String::from).collect(), Vec::new())))
    }

    pub(super) fn about_pending(&self, violation: Violation) -> LocatedViolation {
        let walking =
            [&self.subject, &self.oracle].into_iter().find_map(|engine| engine.walking(&self.moves));
        let violation = violation.with((walking.into_iter().collect(), Vec::new()));
        LocatedViolation { violation, question: self.pending.clone().map(Box::new), view: BoardMoment::Kept }
    }

    /// Returns the name of an engine.
    pub(crate) fn name(&self, role: Role) -> &str {
        match role {
            Role::Subject => &self.subject.name,
            Role::Oracle => &self.oracle.name,
        }
    }

    pub(super) fn panicked(&self, caught: &EnginePanic) -> Violation {
        let name = self.name(caught.role);
        let words = format!("{name}: panics in {}: {}", caught.call, caught.message);
        Violation::of(Signature::panic(caught.role.side(), caught.call, &caught.normalised), words)
    }

    pub(super) fn divergence(&mut self, found: LocatedViolation) -> Box<Divergence> {
        self.phase = match found.violation.signature.kind() {
            Kind::Panic | Kind::Fault => self.phase.unusable(),
            _ => self.phase.differing(),
        };
        let LocatedViolation { violation, question, view } = found;
        let mut record = self.record();
        let asks = question.is_some();
        record.moves.extend(question.map(|question| *question));
        let setup = violation.signature.kind() == Kind::Setup;
        let said = [self.subject.transcript(), self.oracle.transcript()];
        let (shown, seen, drawings) = match self.moment(view).filter(|_| !setup) {
            Some((ply, now)) => (ply, self.boards(ply, now), self.drawings(now)),
            None => (0, [None, None], [None, None]),
        };
        let engines = [self.subject.name.clone(), self.oracle.name.clone()];
        let mut known = self.known.clone();
        if setup {
            // No game led to the position.
            known.restart();
        }
        let Violation { signature, headline, details, found } = violation;
        let question = asks;
        Box::new(Divergence {
            signature,
            headline: headline.into(),
            details,
            record,
            question,
            marked: found.marked,
            parts: found.parts,
            rule: found.rule,
            engines,
            shown,
            seen,
            drawings,
            known,
            said,
        })
    }

    /// Returns a divergence about a position, regardless of the current game. Both engines are then replaced.
    pub(crate) fn about(&mut self, position: &Position, violation: Violation) -> Box<Divergence> {
        self.mark_stale();
        let Violation { signature, headline, details, found } = violation;
        Box::new(Divergence {
            signature,
            headline: headline.into(),
            details,
            record: Record::new(position.clone()),
            question: false,
            marked: found.marked,
            parts: found.parts,
            rule: found.rule,
            engines: [Role::Subject, Role::Oracle].map(|role| self.name(role).into()),
            shown: 0,
            seen: [None, None],
            drawings: [None, None],
            known: Default::default(),
            said: Default::default(),
        })
    }

    /// Returns the number of moves after which boards are shown, and which engines are currently at this ply.
    /// For the other engine, the recorded answers are used.
    fn moment(&self, view: BoardMoment) -> Option<(usize, [bool; 2])> {
        match view {
            BoardMoment::Now => Some((self.moves.len(), [true, true])),
            BoardMoment::Played(played) => Some((self.moves.len(), played.map(|played| !played))),
            BoardMoment::Back(role, ply) => Some((ply, [role == Role::Subject, role == Role::Oracle])),
            BoardMoment::Kept if self.phase.has_looks() => {
                let looks = self.subject.trail.looks().min(self.oracle.trail.looks());
                Some((looks.saturating_sub(1), [false, false]))
            }
            BoardMoment::Kept => None,
        }
    }

    /// Returns both engines' reports on the position after `ply` moves. `now` says which engines are
    /// currently at this ply.
    fn boards(&self, ply: usize, now: [bool; 2]) -> [Option<ReportedState>; 2] {
        let report = |engine: &Recorder<'_>, now: bool| match engine.report(Some(ply).filter(|_| !now)) {
            // The engine might have reported a board if it had been queried at this ply.
            Some(None) if self.rules().is_opaque() && !now => None,
            report => report,
        };
        ReportedState::pair([report(&self.subject, now[0]), report(&self.oracle, now[1])])
    }

    /// Returns the current boards as drawn by the selected engines.
    pub(crate) fn drawings(&self, [subject, oracle]: [bool; 2]) -> [Option<Drawing>; 2] {
        [subject.then(|| self.subject.drawing()).flatten(), oracle.then(|| self.oracle.drawing()).flatten()]
    }
}
