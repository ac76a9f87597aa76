//! Plays a game several times on engines made in the same way, which must always give the same answers.

use std::time::{Duration, Instant};

use crate::base::Stop;
use crate::compare::divergence::{Aspect, Divergence, Kind, Role, Signature};
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep};
use crate::shrink::replay::{Line, Replayer};

/// The minimum number of times that a game is played, two runs at a time.
const TIMES: usize = 3;

/// The minimum number of times that a game is played on new engines, to determine whether a divergence always
/// occurs.
const REPLAYS: usize = 2;

/// The maximum number of times that a game is played. More than the minimum must not take longer than
/// [`PATIENCE`].
const MOST_TIMES: usize = 6;

/// The maximum time for playing a game more often than necessary.
const PATIENCE: Duration = Duration::from_secs(1);

/// Returns the first difference between two runs of a divergence's game on new engines made in the same way,
/// if there is one in the same parts of their observations. Ends the search when `stop` is due.
pub(crate) fn nondeterminism(
    factories: Factories<'_>,
    divergence: &Divergence,
    stop: Stop<'_>,
) -> Option<Box<Divergence>> {
    let alike = [
        (Role::Subject, Factories { subject: factories.subject, oracle: factories.subject }),
        (Role::Oracle, Factories { subject: factories.oracle, oracle: factories.oracle }),
    ];
    alike.into_iter().zip(&divergence.engines).find_map(|((role, factories), name)| {
        let differ = |_| play(factories, divergence).err().filter(|differ| counts(differ, divergence));
        let begun = Instant::now();
        let more = |&time: &usize| !stop.now() && (time < TIMES || begun.elapsed() < PATIENCE);
        let differ = (0..MOST_TIMES).take_while(more).find_map(differ)?;
        let headline = format!("{name} is not deterministic; two runs of one game: {}", differ.headline);
        let signature = Signature::new(Kind::Chance, &[role.side()]);
        Some(Box::new(Divergence { signature, headline, ..*differ }))
    })
}

/// Whether a divergence occurs only in some runs of its game on new engines. `shown` is the number of runs in
/// which it has already occurred. Returns `false` if the run is stopped in the meantime, or if an engine
/// fails in another way.
pub(crate) fn is_intermittent(
    factories: Factories<'_>,
    divergence: &Divergence,
    shown: usize,
    stop: Stop<'_>,
) -> bool {
    let begun = Instant::now();
    for time in shown..MOST_TIMES {
        if time >= REPLAYS && (begun.elapsed() >= PATIENCE || stop.now()) {
            break;
        }
        let mut replayer = Replayer::new(factories, divergence);
        if replayer.run(&Line::of(&divergence.record)).is_none() {
            // Engines that were stopped from outside prove nothing.
            return !stop.is_requested() && !replayer.has_met_an_end();
        }
    }
    false
}

/// Returns the report of a divergence that occurs only in some runs, if no two runs of one engine were
/// observed to differ.
pub(crate) fn at_times(divergence: &Divergence) -> Divergence {
    let begins = |name: &&String| divergence.headline.starts_with(&format!("{name}: "));
    let [subject, oracle] = &divergence.engines;
    // Either engine may have caused a difference between the observations of both.
    let own = divergence.signature.kind().is_about_one();
    let (side, who) = match () {
        () if own && begins(&subject) => (Role::Subject.side(), format!("{subject} is")),
        () if own && begins(&oracle) => (Role::Oracle.side(), format!("{oracle} is")),
        () => ("either", format!("one of {subject} and {oracle} is")),
    };
    let headline = format!("{who} not deterministic; only in some runs of one game: {}", divergence.headline);
    Divergence { signature: Signature::new(Kind::Chance, &[side]), headline, ..divergence.clone() }
}

/// Whether a difference between two runs may be the cause of a divergence.
fn counts(differ: &Divergence, divergence: &Divergence) -> bool {
    let signature = &differ.signature;
    match (signature.kind(), signature.aspect(), divergence.signature.aspect()) {
        // A key that varies between runs by nature, such as a time, does not cause a difference in another
        // key.
        (Kind::Observation, Aspect::Parts(now), Aspect::Parts(then)) => {
            now.iter().any(|key| then.contains(key))
        }
        // The comparison undoes a move only if just one of the runs lists it.
        (Kind::Turn | Kind::Observation | Kind::Verdict | Kind::Undo, ..) => true,
        // Anything else is an invariant that one run violates by itself.
        (_, aspect, _) => *aspect == Aspect::Listed,
    }
}

fn play(factories: Factories<'_>, divergence: &Divergence) -> Checked {
    let record = &divergence.record;
    let mut lockstep = Lockstep::new(factories, Checks::ALL, record.start.clone());
    lockstep.pass_over(divergence.known.clone());
    let mut going = lockstep.begin(&record.start)?;
    let mut moves = record.moves.iter();
    while let (true, Some((player, mv))) = (going, moves.next()) {
        going = lockstep.step(*player, mv, false)?;
    }
    Ok(())
}
