//! Starts games: creates engines, and sets both up at one position.

use bustan_vocabulary::NoStart;

use super::phase::Phase;
use super::{Checked, Factories, LocatedViolation, Lockstep};
use crate::compare::conventions::FollowedConventions;
use crate::compare::divergence::{Kind, Role, Violation, constant, normalised};
use crate::compare::panics::catching;
use crate::compare::participant::Unset;
use crate::compare::watched::Watched;
use crate::erased::Position;

impl Lockstep<'_> {
    /// Starts a new game at `start`. Returns `false` if both engines refuse the position for the same reason;
    /// then the old game, if there is one, continues. Also returns `false` if an engine cannot be set up at
    /// the position; then there is no game until the next call.
    ///
    /// # Errors
    /// A divergence about the position, as a game without moves.
    pub fn begin(&mut self, start: &Position) -> Checked<bool> {
        Ok(self.setup(start)?.is_ok())
    }

    /// Starts a game as [`begin`](Self::begin) does, but does not compare legal moves.
    ///
    /// # Errors
    /// A divergence about the position.
    pub(crate) fn begin_unlisted(&mut self, start: &Position) -> Checked<bool> {
        let legal = std::mem::replace(&mut self.checks.legal, false);
        let begun = self.begin(start);
        self.checks.legal = legal;
        begun
    }

    /// Starts a game as [`begin`](Self::begin) does, and returns the reason for a refusal.
    pub(crate) fn setup(&mut self, start: &Position) -> Checked<Result<(), Unset>> {
        if self.phase.is_broken() {
            self.replace_engines();
        }
        if self.phase == Phase::Fresh
            && let Some(violation) = self.faulty()
        {
            self.start = start.clone();
            return Err(self.divergence(self.about_pending(violation)));
        }
        self.learn_conventions(start);
        let before = std::mem::replace(&mut self.start, start.clone());
        let moves = std::mem::take(&mut self.moves);
        let playing = std::mem::replace(&mut self.phase, Phase::Idle).is_playing();
        let answer = self.guard(|this| this.setup_inner())?;
        if answer.as_ref().is_err_and(NoStart::refuses) {
            if playing {
                self.phase = Phase::Playing;
            }
            (self.start, self.moves) = (before, moves);
        }
        Ok(answer)
    }

    /// Replaces both engines by new ones. Engines that are costly to create are kept if `keeps` is set and
    /// both engines can still be used.
    fn replace_engines(&mut self) {
        let sound = self.subject.fault().is_none()
            && self.oracle.fault().is_none()
            && !matches!(self.phase, Phase::Unusable(_));
        let keeps = self.keeps && sound;
        let kept = [self.subject.renew(keeps), self.oracle.renew(keeps)];
        self.kept |= kept.contains(&true);
        self.forget();
        self.phase = Phase::Fresh;
    }

    /// Detects the conventions that the engine under test follows, once for all processes of a program.
    fn learn_conventions(&mut self, like: &Position) {
        let factories =
            Factories { subject: self.subject.spare.factory(), oracle: self.oracle.spare.factory() };
        self.held = FollowedConventions::of(self.subject.engine.participant(), factories, like);
    }

    /// Sets both engines up. An engine that accepts every position is set up only if the other accepts the
    /// position; otherwise the answer of the other counts for both.
    fn set_up_both(&mut self, start: &Position) -> (Result<(), Unset>, Result<(), Unset>) {
        // The lists of both engines are requested together when they are compared.
        self.subject.engine.spare_list();
        self.oracle.engine.spare_list();
        let refused = |answer: &Result<(), Unset>| answer.as_ref().is_err_and(NoStart::refuses);
        if self.subject.engine.trusts_positions() {
            let answer = self.oracle.engine.setup(start);
            let subject = if refused(&answer) { answer.clone() } else { self.subject.engine.setup(start) };
            return (subject, answer);
        }
        let trusts = self.oracle.engine.trusts_positions();
        if !trusts {
            self.subject.engine.announce_setup(start);
            self.oracle.engine.announce_setup(start);
        }
        let answer = self.subject.engine.setup(start);
        let oracle =
            if trusts && refused(&answer) { answer.clone() } else { self.oracle.engine.setup(start) };
        (answer, oracle)
    }

    fn setup_inner(&mut self) -> Result<Result<(), Unset>, LocatedViolation> {
        let start = self.start.clone();
        if self.legal.is_empty() {
            self.note();
        }
        match self.set_up_both(&start) {
            (Ok(()), Ok(())) => {
                self.forget();
                self.note();
                self.phase = Phase::Playing;
                self.compare()?;
                Ok(Ok(()))
            }
            // One engine may have been set up nevertheless, so their current answers are not compared.
            (Err(NoStart::Unable), _) | (_, Err(NoStart::Unable)) => {
                self.forget();
                Ok(Err(NoStart::Unable))
            }
            (Err(a), Err(b)) if alike(&a, &b) => {
                let when = format!("after it refused the position {:?}", start.to_string());
                self.subject.still(0, Kind::Setup, &when)?;
                self.oracle.still(0, Kind::Setup, &when)?;
                Ok(Err(b))
            }
            (a, b) => Err(self.answers_to_setup_differ(&a, &b).into()),
        }
    }

    /// Returns the violation that only one engine starts at the position, or that the engines refuse it for
    /// different reasons.
    fn answers_to_setup_differ(&self, a: &Result<(), Unset>, b: &Result<(), Unset>) -> Violation {
        let words = |answer: &Result<(), Unset>| match answer {
            Ok(()) => "accepts the position".to_string(),
            Err(error) => format!("refuses the position, {error}"),
        };
        let text = self.start.to_string();
        let gist = |answer: &Result<(), Unset>| match answer {
            Err(NoStart::Refused(message)) => format!("refuses the position, {}", constant(message, &text)),
            answer => normalised(&words(answer)),
        };
        let headline = format!("{}: {}; {}: {}", self.oracle.name, words(b), self.subject.name, words(a));
        Violation::new(Kind::Setup, &[&gist(a), &gist(b)], headline)
    }
}

/// Returns why no game starts at a position: the oracle's reason, if new engines both refuse the position for
/// the same reason.
///
/// Returns `None` if one of them starts at the position, if their reasons differ, if one cannot be set up at
/// the position, or if one fails: a run finds these cases. The engine under test is created only if the
/// oracle refuses.
pub fn refused_by_both(factories: Factories<'_>, start: &Position) -> Option<Unset> {
    let refused = || {
        let reason = refusal(Watched::new(Role::Oracle, factories.oracle), start)?;
        let other = refusal(Watched::new(Role::Subject, factories.subject), start)?;
        alike(&other, &reason).then_some(reason)
    };
    catching(refused).unwrap_or(None)
}

/// Returns why an engine does not start at a position; `None` if it starts or fails.
fn refusal(mut engine: Watched, start: &Position) -> Option<Unset> {
    engine.setup(start).err().filter(|_| engine.fault().is_none())
}

/// Whether the reasons of two engines that do not start at a position agree, as far as both give reasons.
pub(crate) fn alike<I: PartialEq>(a: &NoStart<I>, b: &NoStart<I>) -> bool {
    match (a, b) {
        (NoStart::Invalid(a), NoStart::Invalid(b)) => a == b,
        _ => a.refuses() && b.refuses(),
    }
}
