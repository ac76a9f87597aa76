//! Plays a record, on one engine or on both.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use bustan_bridges::NOT_YOUR_TURN;
use bustan_harness::compare::audit::{Audit, audit_passing};
use bustan_harness::compare::divergence::Divergence;
use bustan_harness::compare::known::KnownDifferences;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::compare::panics::answer;
use bustan_harness::compare::participant::End;
use bustan_harness::erased::{ErasedEngine, Observation, Position, Reason, Record};
use bustan_vocabulary::NoStart;

use crate::divergence::ended_once;
use crate::failure::Failure;
use crate::notation;

/// The result of a replay.
#[derive(Debug)]
pub(super) struct Replayed {
    /// The engine or engines that replayed.
    pub(super) engine: String,
    /// The requested plies that were reached, with their observations.
    pub(super) shown: Vec<(usize, Observation)>,
    /// For each entry of `shown`, the name of the engine that made the observation; `None` if both engines
    /// report the same.
    pub(super) seen_by: Vec<Option<String>>,
    /// The number of moves that were played.
    pub(super) plies: usize,
    /// The last ply at which an observation was made. Programs of an unknown game make no observations in
    /// terms of a known game.
    pub(super) last: Option<(usize, Observation)>,
    /// The position at the last ply, from an engine that can report it.
    pub(super) position: Option<Position>,
    /// The divergence, if the engines differ.
    pub(super) divergence: Option<Box<Divergence>>,
    /// `Some` if both engines refuse the last move of the record, with the reason if they give one.
    pub(super) refused: Option<Option<Reason>>,
    /// The ignored differences between the start and the last ply.
    pub(super) passed: BTreeSet<String>,
    /// The number of moves after which an ignored difference ended the comparison, if one did.
    pub(super) cut: Option<usize>,
    /// The parts that were compared in an unknown game, in words. Its board may be missing.
    pub(super) compared: Option<String>,
    /// The description of an engine that ended on its own, if fresh engines did not.
    pub(super) once: Option<String>,
}

impl Replayed {
    fn by(engine: String) -> Self {
        Self {
            engine,
            shown: Vec::new(),
            seen_by: Vec::new(),
            plies: 0,
            last: None,
            position: None,
            divergence: None,
            refused: None,
            passed: BTreeSet::new(),
            cut: None,
            compared: None,
            once: None,
        }
    }

    /// Whether the engines differ, or one of them ended on its own.
    pub(super) fn differs(&self) -> bool {
        self.divergence.is_some() || self.once.is_some()
    }

    /// Records that a ply was reached, and which engine observed it if only one did.
    fn reach(&mut self, ply: usize, shown: bool, seen: Observation, by: Option<String>) {
        if shown {
            self.shown.push((ply, seen.clone()));
            self.seen_by.push(by);
        }
        self.last = Some((ply, seen));
    }
}

/// Plays a record to the end of `range` on one engine.
pub(super) fn alone(
    file: &str,
    record: &Record,
    range: RangeInclusive<usize>,
    mut engine: ErasedEngine,
) -> Result<Replayed, Failure> {
    let mut replayed = Replayed::by(engine.name());
    for ply in 0..=*range.end() {
        let mut enter = || {
            match ply.checked_sub(1).map(|i| &record.moves[i]) {
                None => engine.setup(&record.start).map_err(|invalid| unstartable(file, &invalid))?,
                Some((player, mv)) => {
                    engine.play(*player, mv).map_err(|reason| unplayable(file, record, ply, reason))?
                }
            }
            replayed.position = engine.position();
            Ok(engine.observe())
        };
        let seen = answer(&mut enter).map_err(|message| Failure::Panicked {
            engine: replayed.engine.clone(),
            doing: format!("at ply {ply}, {}", in_words(record, ply)),
            message,
        })??;
        let seen = seen.ok_or_else(|| Failure::Unanswered(replayed.engine.clone(), "the position"))?;
        replayed.plies = ply;
        let by = Some(replayed.engine.clone());
        replayed.reach(ply, range.contains(&ply), seen, by);
    }
    Ok(replayed)
}

/// The engines that judge the moves of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judges {
    /// Both built-in engines.
    Own,
    /// At least one program.
    Programs,
    /// Two programs that run through bridges, which do not query them about moves out of turn.
    Bridged,
}

/// Plays a record to the end of `range` on both engines, with every check. Both programs may refuse the last
/// move of the record, which is then a move in question.
pub(super) fn together(
    file: &str,
    record: &Record,
    range: RangeInclusive<usize>,
    factories: Factories<'_>,
    mut known: KnownDifferences,
    judges: Judges,
) -> Result<Replayed, Failure> {
    let played = Record { start: record.start.clone(), moves: record.moves[..*range.end()].to_vec() };
    let mut replayed = Replayed::by("both".into());
    let audit = |replayed: &mut Replayed, known: &mut KnownDifferences| {
        audit_passing(factories, known, &played, |lockstep| {
            let ply = lockstep.plies();
            replayed.plies = ply;
            if let Some(seen) = lockstep.seen() {
                let by = lockstep.seen_by_one().map(String::from);
                replayed.reach(ply, range.contains(&ply), seen.clone(), by);
            }
            replayed.position = lockstep.position();
            if record.start.rules().is_opaque() {
                replayed.compared = lockstep.told_compared();
            }
        })
    };
    let before = known.clone();
    let mut audited = audit(&mut replayed, &mut known);
    if let Some(first) = ended(&audited) {
        let by_itself = first.signature.end() == Some(End::Failure) && !known.accepts(&first.signature);
        let (once, told) = (first.headline.to_string(), ended_once(&first.headline, &first.engines));
        // Retried once, because the machine may have been busy.
        (replayed, known) = (Replayed::by("both".into()), before);
        audited = audit(&mut replayed, &mut known);
        if ended(&audited).is_none() {
            eprintln!("warning: {once}; ended once, not reproducible on a new process");
            replayed.once = by_itself.then_some(told);
        }
    }
    replayed.passed = known.passed().map(ToString::to_string).collect();
    match audited {
        Audit::Agreed => Ok(replayed),
        Audit::Diverged(divergence) if known.accepts(&divergence.signature) => {
            let moves = divergence.record.moves.len() - usize::from(divergence.question);
            replayed.passed.insert(divergence.signature.to_string());
            Ok(Replayed { cut: Some(moves), ..replayed })
        }
        Audit::Diverged(divergence) if divergence.is_untold() || divergence.is_loss() => {
            Err(Failure::Usage(format!("{file}: {}", divergence.headline)))
        }
        Audit::Diverged(divergence) => Ok(Replayed { divergence: Some(divergence), ..replayed }),
        Audit::Unstartable(NoStart::Unable) => Err(Failure::Usage(format!(
            "{file}: one of the engines cannot be set up at the starting position"
        ))),
        Audit::Unstartable(invalid) => Err(unstartable(file, &invalid)),
        Audit::Unplayable(ply, Some(reason))
            if judges == Judges::Bridged && reason.to_string() == NOT_YOUR_TURN =>
        {
            Err(Failure::OutOfTurn { file: file.into(), ply, place: None, said: in_words(record, ply) })
        }
        Audit::Unplayable(ply, reason) if judges != Judges::Own && ply == record.moves.len() => {
            Ok(Replayed { refused: Some(reason), ..replayed })
        }
        Audit::Unplayable(ply, reason) => Err(unplayable(file, record, ply, reason)),
    }
}

/// The divergence in which an engine ended, if any.
fn ended(audit: &Audit) -> Option<&Divergence> {
    match audit {
        Audit::Diverged(found) if found.signature.has_ended() && !found.is_untold() => Some(found),
        _ => None,
    }
}

/// The move at `ply`, from 1, with its player, as the record writes it. Ply 0 is the start.
pub(super) fn in_words(record: &Record, ply: usize) -> String {
    match ply.checked_sub(1).and_then(|i| record.moves.get(i)) {
        Some((player, mv)) => player.describe_move(mv),
        None => "the start".into(),
    }
}

fn unstartable(file: &str, invalid: &impl ToString) -> Failure {
    Failure::Start(file.into(), invalid.to_string())
}

fn unplayable(file: &str, record: &Record, ply: usize, reason: Option<Reason>) -> Failure {
    let reason = reason.and_then(|reason| notation::refusal(record, ply, reason));
    Failure::IllegalMove { file: file.into(), ply, place: None, said: in_words(record, ply), reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::dominions::FastEngine;
    use bustan_harness::compare::engine_participant::EngineKind;
    use bustan_vocabulary::Engine;
    use bustan_vocabulary::dominions::{Dominions, Invalid, Move, Observation, Player, Position, Reason};

    /// An engine that panics when it is queried about a pass.
    #[derive(Clone, Default)]
    struct Panicking(FastEngine);

    impl Engine for Panicking {
        type Game = Dominions;
        type Observation = Observation;

        fn name(&self) -> String {
            "panicking".into()
        }
        fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
            self.0.setup(position)
        }
        fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
            assert_ne!(*mv, Move::Pass, "no pass");
            self.0.play(player, mv)
        }
        fn turn(&self) -> Option<Player> {
            self.0.turn()
        }
        fn observe(&self) -> Option<Observation> {
            self.0.observe()
        }
    }

    #[test]
    fn a_panic_of_the_engine_is_reported_with_its_ply() {
        let rules = bustan_games::find("dominions").unwrap().rules;
        let record = rules.record("W[P63i9];B[pass];W[P55h8]").unwrap();
        let panicking = EngineKind::new::<Panicking>();
        assert!(alone("file", &record, 0..=1, panicking.engine()).is_ok());
        let failure = alone("file", &record, 0..=3, panicking.engine()).unwrap_err();
        let told = failure.to_string();
        assert!(
            told.starts_with("the engine panicking has a bug: it panicked at ply 2, B[pass]: "),
            "{told}"
        );
        assert!(told.contains("no pass"), "{told}");
    }
}
