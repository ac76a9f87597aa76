//! The engines of a run, and replays of its findings on new engines.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::Stop;
use crate::compare::audit::{Asked, Audit, audit_until};
use crate::compare::divergence::{Divergence, Kind, Role};
use crate::compare::lockstep::{Factories, Factory, Lockstep};
use crate::compare::panics::catching;
use crate::compare::participant::{End, Participant};
use crate::run::determinism::{at_times, is_intermittent, nondeterminism};
use crate::shrink::replay::{Line, Replayer};

/// The maximum length of the description of a lost engine, in characters.
const LONGEST: usize = 400;

/// The engines of a run, and facts that its workers have learned about them. No lock is held while an engine
/// is queried.
pub(super) struct Engines<'r> {
    pub(super) factories: Factories<'r>,
    /// Set when the run is stopped from outside.
    stop: &'r AtomicBool,
    /// The names of the engines, once they are known.
    names: OnceLock<[String; 2]>,
    /// Whether an engine is an external program.
    by_program: AtomicBool,
    /// The reason why no more games can be played, if an engine was lost for good.
    lost: OnceLock<String>,
}

/// Whether new engines reproduced a divergence, and the divergence that caused it, if it is a different one.
pub(super) type Confirmed = (Option<Divergence>, bool);

/// Makes engines with a longer time limit than those of a run.
struct PatientFactories<'f>(&'f dyn Factory);

impl Factory for PatientFactories<'_> {
    fn make(&self) -> Box<dyn Participant> {
        let mut engine = self.0.make();
        engine.wait_longer();
        engine
    }
}

impl<'r> Engines<'r> {
    pub(super) fn new(factories: Factories<'r>, stop: &'r AtomicBool) -> Self {
        let by_program = AtomicBool::new(false);
        Self { factories, stop, names: OnceLock::new(), by_program, lost: OnceLock::new() }
    }

    /// Records the engines of a worker. Returns the names of the engines, as reported to the first worker.
    pub(super) fn learn_names(&self, lockstep: &Lockstep<'_>) -> &[String; 2] {
        self.by_program.fetch_or(lockstep.is_costly(), Ordering::Relaxed);
        self.names.get_or_init(|| [Role::Subject, Role::Oracle].map(|role| lockstep.name(role).to_string()))
    }

    /// Returns the names of the engines, which are empty until a worker has made engines.
    pub(super) fn names(&self) -> [String; 2] {
        self.names.get().cloned().unwrap_or_default()
    }

    /// Whether an engine is an external program.
    pub(super) fn are_by_program(&self) -> bool {
        self.by_program.load(Ordering::Relaxed)
    }

    /// Returns conditions without a deadline that stop when the run is stopped from outside.
    pub(super) fn until_stopped(&self) -> Stop<'_> {
        Stop { flag: Some(self.stop), ..Stop::default() }
    }

    /// Records that an engine is lost. `words` describes the loss.
    pub(super) fn lose(&self, words: String) {
        self.lost.get_or_init(|| words);
    }

    /// Returns the reason why no more games can be played, if an engine is lost.
    pub(super) fn lost(&self) -> Option<&String> {
        self.lost.get()
    }

    /// Whether an engine is lost, so that no more games can be played.
    pub(super) fn are_lost(&self) -> bool {
        self.lost.get().is_some()
    }

    /// Whether an engine is lost. If that is not known, makes new engines to find out, because replays on
    /// lost engines are meaningless.
    pub(super) fn prove_lost(&self) -> bool {
        let lost = |factory: &dyn Factory| {
            let fault = catching(|| factory.make().fault()).ok().flatten();
            fault.filter(|fault| fault.end.is_loss()).map(|fault| fault.line(LONGEST))
        };
        if self.are_by_program() && !self.are_lost() {
            let Factories { subject, oracle } = self.factories;
            for (name, factory) in self.names().iter().zip([subject, oracle]) {
                if let Some(line) = lost(factory) {
                    self.lose(format!("{name} does not start: {line}"));
                }
            }
        }
        self.are_lost()
    }

    /// Whether new engines reproduce the divergence; `None` if the run was stopped before that was known.
    ///
    /// If replaying the moves alone does not reproduce it, all checks are made at every ply and all queries
    /// are repeated. This often reveals the cause earlier and as another divergence, which is then part of
    /// the result. Engines that timed out get more time to answer.
    pub(super) fn confirm(&self, divergence: &Divergence, asked: &[Asked]) -> Option<Confirmed> {
        let Factories { subject, oracle } = self.factories;
        match divergence.signature.end() {
            Some(End::Silence) => {
                let [subject, other] = [subject, oracle].map(PatientFactories);
                let oracle = if self.factories.are_one() { &subject } else { &other };
                self.confirm_on(Factories { subject: &subject, oracle }, divergence, asked)
            }
            _ => self.confirm_on(self.factories, divergence, asked),
        }
    }

    /// Does the work of [`confirm`](Self::confirm) on engines of `factories`.
    fn confirm_on(
        &self,
        factories: Factories<'_>,
        divergence: &Divergence,
        asked: &[Asked],
    ) -> Option<Confirmed> {
        if shows(factories, divergence) {
            return Some((None, true));
        }
        let shown = audit_until(
            self.until_stopped(),
            factories,
            &mut divergence.known.clone(),
            &divergence.record,
            asked,
            &mut |_| {},
        );
        // Engines that were stopped from outside prove nothing.
        match shown.filter(|_| !self.stop.load(Ordering::Relaxed))? {
            Audit::Diverged(cause) if cause.is_interruption() && !cause.is_untold() => None,
            Audit::Diverged(cause)
                if !cause.is_untold()
                    && !divergence.known.has(&cause.signature)
                    && shows(factories, &cause) =>
            {
                Some((Some(*cause), true))
            }
            _ => Some((self.nondeterminism(divergence, self.until_stopped()), false)),
        }
    }

    /// Returns the difference between two runs of a game whose divergence is not reproducible, if an engine
    /// is not deterministic.
    pub(super) fn nondeterminism(&self, divergence: &Divergence, stop: Stop<'_>) -> Option<Divergence> {
        let mut differ = *nondeterminism(self.factories, divergence, stop)?;
        differ.details.push(format!("in the run: {}", divergence.headline));
        Some(differ)
    }

    /// Whether new programs reproduce a divergence that did not occur when it was about to be shrunk, perhaps
    /// because a program was slow once.
    pub(super) fn show_again(&self, divergence: &Divergence, stop: Stop<'_>) -> bool {
        self.are_by_program()
            && !stop.is_requested()
            && !self.prove_lost()
            && shows(self.factories, divergence)
    }

    /// Returns the difference between two runs of a short game, if a program answers at random. Such a
    /// program may show any divergence, and replaying a short game is cheap. A clock in the program's state
    /// shows in every run, as a difference after an undone or refused move.
    ///
    /// `runs` is the number of replays of the same game that have already reproduced the divergence. Replays
    /// beyond the minimum number end at `stop`; the search for the difference between runs ends at `limit`.
    pub(super) fn by_chance(
        &self,
        shown: &Divergence,
        runs: usize,
        stop: Stop<'_>,
        limit: Stop<'_>,
    ) -> Option<Divergence> {
        if !self.are_by_program() {
            return None;
        }
        if is_intermittent(self.factories, shown, runs, stop) {
            return Some(self.nondeterminism(shown, limit).unwrap_or_else(|| at_times(shown)));
        }
        let may_be_a_clock = matches!(shown.signature.kind(), Kind::Undo | Kind::Refusal);
        may_be_a_clock.then(|| self.nondeterminism(shown, limit))?
    }
}

/// Whether new engines of `factories` reproduce a divergence when its moves are replayed.
fn shows(factories: Factories<'_>, divergence: &Divergence) -> bool {
    Replayer::new(factories, divergence).run(&Line::of(&divergence.record)).is_some()
}
