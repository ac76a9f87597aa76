//! Replays a given game on both engines, with every check at every ply.
//!
//! Test games sample the expensive checks; an audit makes all of them. [`audit`] reproduces a recorded game's
//! divergence, if it has one. It queries every move before it is played on the engines and on their
//! duplicates. At every ply, it writes and reads back texts and counts legal moves. At the end, it undoes the
//! whole game, replays it, and plays random games from the final position. Then it plays the game once more,
//! and undoes and replays every move. It also compares the hashes of neighbouring positions, and checks each
//! engine against the invariants that need no second engine.

use bustan_vocabulary::NoStart;

use crate::base::Stop;
use crate::compare::divergence::{Divergence, Kind};
use crate::compare::known::KnownDifferences;
use crate::compare::laws::Symmetries;
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep};
use crate::erased::{Invalid, Move, Player, Reason, Record};

/// The number of random games played from a position to detect errors in them.
pub(crate) const PLAYOUTS: u64 = 4;

/// A move to query: the ply, the player and the move.
pub type Asked = (usize, Player, Move);

/// The result of a recorded game on two engines.
#[derive(Clone, Debug)]
pub enum Audit {
    /// Both engines play the game to its end and agree on everything.
    Agreed,
    /// Both engines refuse the starting position, or one of them cannot be set up there. Holds the reason.
    Unstartable(NoStart<Invalid>),
    /// Both engines refuse a move of the game. Holds the ply of the move, counted from 1, and the reason if
    /// the engines give one.
    Unplayable(usize, Option<Reason>),
    /// The engines differ.
    Diverged(Box<Divergence>),
}

/// Plays a record on new engines with every check at every ply. Calls `reached` with both engines at the
/// start and after every move on which they agree.
///
/// A last move that only one engine accepts, or that the engines refuse for different reasons, is a
/// divergence about the move. Only a move that both refuse alike is [`Unplayable`](Audit::Unplayable).
///
/// ```
/// use bustan_vocabulary::dominions::Dominions;
/// use bustan_core::dominions::FastEngine;
/// use bustan_harness::compare::lockstep::Factories;
/// use bustan_harness::compare::audit::{Audit, audit};
/// use bustan_harness::erased::rules;
/// use bustan_reference::dominions::ReferenceEngine;
///
/// let rules = rules::<Dominions>();
/// let record = rules.record("W[P63i9];B[P55i9]")?;
/// let factories = Factories { subject: &FastEngine::default, oracle: &ReferenceEngine::default };
/// let mut plies = Vec::new();
/// let audit = audit(factories, &record, |lockstep| plies.push(lockstep.plies()));
/// assert!(matches!(audit, Audit::Unplayable(2, why) if why == rules.reason("occupied") && why.is_some()));
/// assert_eq!(plies, [0, 1]);
/// # Ok::<(), bustan_vocabulary::RecordError>(())
/// ```
pub fn audit(factories: Factories<'_>, record: &Record, reached: impl FnMut(&Lockstep<'_>)) -> Audit {
    audit_passing(factories, &mut KnownDifferences::default(), record, reached)
}

/// Audits a record as [`audit`] does, but skips known differences. Records the skipped differences in
/// `known`, as [passed](KnownDifferences::passed).
pub fn audit_passing(
    factories: Factories<'_>,
    known: &mut KnownDifferences,
    record: &Record,
    mut reached: impl FnMut(&Lockstep<'_>),
) -> Audit {
    let audit = audit_until(Stop::default(), factories, known, record, &[], &mut reached);
    audit.expect("nothing breaks it off")
}

/// Audits a record as [`audit_passing`] does, but makes only the checks of the positions along the game.
pub(crate) fn audit_along(
    factories: Factories<'_>,
    known: &mut KnownDifferences,
    record: &Record,
    mut reached: impl FnMut(&Lockstep<'_>),
) -> Audit {
    let stop = Stop::default();
    let along = |lockstep: &mut Lockstep<'_>| along(lockstep, record, &[], &mut reached, stop);
    match on(stop, factories, Checks::ALL, known, record, along) {
        Ok(audit) => audit.expect("nothing breaks it off"),
        Err(divergence) => Audit::Diverged(divergence),
    }
}

/// Audits a record as [`audit_passing`] does, and also queries the moves in `asked`. Returns `None` if `stop`
/// was due before the end; after that, the engines are no longer queried.
pub(crate) fn audit_until(
    stop: Stop<'_>,
    factories: Factories<'_>,
    known: &mut KnownDifferences,
    record: &Record,
    asked: &[Asked],
    reached: &mut dyn FnMut(&Lockstep<'_>),
) -> Option<Audit> {
    let all = Checks::ALL;
    let along = |lockstep: &mut Lockstep<'_>| along(lockstep, record, asked, reached, stop);
    match on(stop, factories, all, known, record, along) {
        Ok(Some(Audit::Agreed)) => {}
        Ok(audit) => return audit,
        Err(divergence) => return Some(Audit::Diverged(divergence)),
    }
    // A difference in the game itself takes precedence over one at neighbouring positions.
    let phases: [(Checks, Phase); 3] =
        [(all, back_and_forth), (Checks::for_kind(Kind::Hash), beside), (all, lawful)];
    for (checks, phase) in phases {
        match on(stop, factories, checks, known, record, |lockstep| phase(lockstep, record, stop)) {
            Ok(Some(())) => {}
            Ok(None) => return None,
            // The verdicts on all moves of the game itself were reported.
            Err(divergence) if divergence.is_untold() => {}
            Err(divergence) => return Some(Audit::Diverged(divergence)),
        }
    }
    Some(Audit::Agreed)
}

/// A replay of the game with additional checks. Returns `None` if it was stopped before the end.
type Phase = fn(&mut Lockstep<'_>, &Record, Stop<'_>) -> Checked<Option<()>>;

/// Runs `check` on new engines, and adds the differences that it skipped to `known`. Returns `None` if
/// stopped.
fn on<'m, T>(
    stop: Stop<'_>,
    factories: Factories<'m>,
    checks: Checks,
    known: &mut KnownDifferences,
    record: &Record,
    check: impl FnOnce(&mut Lockstep<'m>) -> Checked<Option<T>>,
) -> Checked<Option<T>> {
    if stop.now() {
        return Ok(None);
    }
    let mut lockstep = Lockstep::new(factories, checks, record.start.clone());
    lockstep.pass_over(known.clone());
    let checked = check(&mut lockstep);
    known.adopt_passed(lockstep.known());
    checked
}

/// Plays the game and makes every check of the positions along it.
fn along(
    lockstep: &mut Lockstep<'_>,
    record: &Record,
    asked: &[Asked],
    reached: &mut dyn FnMut(&Lockstep<'_>),
    stop: Stop<'_>,
) -> Checked<Option<Audit>> {
    // If the engines list different moves, the next move of the record is the most informative example.
    let next = |ply: usize| record.moves.get(ply).map(|(_, mv)| mv.clone());
    lockstep.expect(next(0));
    if let Err(invalid) = lockstep.setup(&record.start)? {
        return Ok(Some(Audit::Unstartable(invalid)));
    }
    reached(lockstep);
    for (ply, (player, mv)) in record.moves.iter().enumerate() {
        if stop.now() {
            return Ok(None);
        }
        for (_, player, mv) in asked.iter().filter(|(at, ..)| *at == ply) {
            lockstep.forgiving(|lockstep| lockstep.ask(*player, mv))?;
        }
        lockstep.forgiving(|lockstep| lockstep.ask(*player, mv))?;
        lockstep.forgiving(Lockstep::text)?;
        lockstep.forgiving(Lockstep::count)?;
        lockstep.expect(next(ply + 1));
        if let Err(reason) = lockstep.play(*player, mv, true)? {
            return Ok(Some(Audit::Unplayable(ply + 1, reason)));
        }
        reached(lockstep);
    }
    if stop.now() {
        return Ok(None);
    }
    let behind = asked.iter().filter(|(at, ..)| *at >= record.moves.len());
    match at_the_end(lockstep, behind, stop) {
        // The queried move does not belong to the game.
        Err(divergence) if divergence.is_untold() => {}
        checked => checked?,
    }
    Ok((!stop.now()).then_some(Audit::Agreed))
}

/// Queries the moves in `asked` at the end of a game, and makes the checks of the final position.
fn at_the_end<'a>(
    lockstep: &mut Lockstep<'_>,
    asked: impl Iterator<Item = &'a Asked>,
    stop: Stop<'_>,
) -> Checked {
    for (_, player, mv) in asked {
        lockstep.forgiving(|lockstep| lockstep.ask(*player, mv))?;
    }
    lockstep.forgiving(Lockstep::text)?;
    lockstep.forgiving(Lockstep::count)?;
    lockstep.forgiving(Lockstep::walk)?;
    lockstep.forgiving(Lockstep::count_two)?;
    lockstep.forgiving(|lockstep| lockstep.playout(PLAYOUTS, stop))
}

/// Plays the game, and undoes and replays every move once. An undo may corrupt the state and cause a
/// different error later, so the game is played without this step first.
fn back_and_forth(lockstep: &mut Lockstep<'_>, record: &Record, stop: Stop<'_>) -> Checked<Option<()>> {
    let mut going = lockstep.begin(&record.start)?;
    for (player, mv) in &record.moves {
        if !going {
            break;
        }
        if stop.now() {
            return Ok(None);
        }
        lockstep.forgiving(|lockstep| lockstep.branch(mv))?;
        going = lockstep.step(*player, mv, false)?;
    }
    Ok(Some(()))
}

/// Plays the game and checks the invariants of [`laws`](crate::compare::laws) before every move, and at its
/// end with all symmetries.
fn lawful(lockstep: &mut Lockstep<'_>, record: &Record, stop: Stop<'_>) -> Checked<Option<()>> {
    let mut going = lockstep.begin(&record.start)?;
    for (ply, (player, mv)) in (0..).zip(&record.moves) {
        if !going {
            break;
        }
        if stop.now() {
            return Ok(None);
        }
        lockstep.forgiving(|lockstep| lockstep.laws(Symmetries::Chosen(ply)))?;
        going = lockstep.step(*player, mv, false)?;
    }
    if going {
        lockstep.forgiving(|lockstep| lockstep.laws(Symmetries::All))?;
    }
    Ok(Some(()))
}

/// The number of positions one move away from the game whose hashes are recorded, spread over its plies.
/// Shrunk games are short, so hardly any such position is omitted.
const BESIDE: usize = 2000;

/// Plays the game and compares the hashes of the positions that are one move away from it. This finds two
/// different positions with the same hash even if the game does not reach both.
fn beside(lockstep: &mut Lockstep<'_>, record: &Record, stop: Stop<'_>) -> Checked<Option<()>> {
    let few = BESIDE.div_ceil(record.moves.len() + 1);
    let mut going = lockstep.begin(&record.start)?;
    let mut moves = record.moves.iter();
    while going {
        for mv in lockstep.some_legal(few)? {
            if stop.now() {
                return Ok(None);
            }
            lockstep.forgiving(|lockstep| lockstep.branch(&mv))?;
        }
        going = match moves.next() {
            Some((player, mv)) => lockstep.step(*player, mv, false)?,
            None => false,
        };
    }
    Ok(Some(()))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use bustan_core::tictactoe::FastEngine;
    use bustan_vocabulary::tictactoe::TicTacToe;

    use super::*;
    use crate::erased::rules;

    #[test]
    fn nothing_more_is_asked_once_it_is_to_stop() {
        let record = rules::<TicTacToe>().record("X[a1];O[b2];X[c3];O[a2]").unwrap();
        let (made, flag) = (AtomicUsize::new(0), AtomicBool::new(false));
        let make = || {
            made.fetch_add(1, Ordering::Relaxed);
            FastEngine::default()
        };
        let factories = Factories { subject: &make, oracle: &make };
        let stop = Stop { flag: Some(&flag), ..Stop::default() };
        let audit = |last: usize| {
            flag.store(last == 0, Ordering::Relaxed);
            made.store(0, Ordering::Relaxed);
            let (mut plies, mut until) = (0, 0);
            let mut reached = |lockstep: &Lockstep<'_>| {
                plies = lockstep.plies();
                until = made.load(Ordering::Relaxed);
                flag.fetch_or(plies + 1 >= last, Ordering::Relaxed);
            };
            let audit =
                audit_until(stop, factories, &mut KnownDifferences::default(), &record, &[], &mut reached);
            (audit.is_some(), plies, made.load(Ordering::Relaxed) > until)
        };
        assert_eq!(audit(0), (false, 0, false));
        assert_eq!(audit(3), (false, 2, false));
        assert_eq!(audit(5), (false, 4, false));
        assert_eq!(audit(6), (true, 4, true));
    }
}
