//! Plays one game several times on engines made in the same way, which must always give the same answers.

use std::time::{Duration, Instant};

use crate::base::Stop;
use crate::compare::divergence::{Aspect, Divergence, Kind, Role, Signature};
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep};
use crate::shrink::replay::{Line, Replayer};

/// The least number of times that a game is played, two runs at a time.
const TIMES: usize = 3;

/// The least number of times that a game is played on new engines, to see whether a divergence shows every
/// time.
const REPLAYS: usize = 2;

/// The greatest number, as long as it takes no longer than [`PATIENCE`].
const MOST_TIMES: usize = 6;

/// The most time for playing it more often than necessary.
const PATIENCE: Duration = Duration::from_secs(1);

/// Returns the first difference between two runs of the game of a divergence on new engines made in the same
/// way, if there is one in the same parts of their observations. Searches no further when `stop` is due.
pub(crate) fn unsteady(
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

/// Whether a divergence shows only in some runs of its game on new engines; it has already shown in `shown`
/// runs. `false` if the run is stopped in the meantime, or an engine breaks down in another way.
pub(crate) fn comes_and_goes(
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
            // Engines that were stopped from outside show nothing.
            return !stop.is_told() && !replayer.has_met_an_end();
        }
    }
    false
}

/// Returns the report of a divergence that comes and goes, if no two runs of one engine were seen to differ.
pub(crate) fn at_times(divergence: &Divergence) -> Divergence {
    let begins = |name: &&String| divergence.headline.starts_with(&format!("{name}: "));
    let [subject, oracle] = &divergence.engines;
    // A difference between the observations of two engines may be caused by either of them.
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
        // A key that varies between runs by nature, such as a time, is not the cause of a difference in
        // another key.
        (Kind::Observation, Aspect::Parts(now), Aspect::Parts(then)) => {
            now.iter().any(|key| then.contains(key))
        }
        // The only move that is undone is one that only one run lists.
        (Kind::Turn | Kind::Observation | Kind::Verdict | Kind::Undo, ..) => true,
        // Anything else is a law that one run breaks on its own.
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
