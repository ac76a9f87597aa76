//! Plays one game several times on engines that are made alike. They must always answer alike.

use std::time::{Duration, Instant};

use bustan_guide::Explore;

use crate::compare::divergence::{Aspect, Divergence, Kind, Role, Signature};
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep};
use crate::shrink::replay::{Line, Replayer};

/// How often a game is played at least, a short one and a long one.
const TIMES: [usize; 2] = [4, 2];

/// A game of more moves than this is long.
const LONG: usize = 40;

/// The same at most, as long as it takes no longer than [`PATIENCE`].
const MOST_TIMES: usize = 6;

/// How long it may be played more often than it must.
const PATIENCE: Duration = Duration::from_secs(1);

/// The first difference between two runs of the game of a divergence on new engines that are made alike, if
/// there is one of the same parts of what they show.
pub(crate) fn unsteady<G: Explore>(
    factories: Factories<'_, G>,
    divergence: &Divergence<G>,
) -> Option<Box<Divergence<G>>> {
    let alike = [
        (Role::Subject, Factories { subject: factories.subject, oracle: factories.subject }),
        (Role::Oracle, Factories { subject: factories.oracle, oracle: factories.oracle }),
    ];
    alike.into_iter().find_map(|(role, factories)| {
        let differ = |_| play(factories, divergence).err().filter(|differ| counts(differ, divergence));
        let begun = Instant::now();
        let least = TIMES[usize::from(divergence.record.moves.len() > LONG)];
        let more = |&time: &usize| time < least || begun.elapsed() < PATIENCE;
        let differ = (0..MOST_TIMES).take_while(more).find_map(differ)?;
        let headline =
            format!("{} is not deterministic; two runs of one game: {}", differ.engines[0], differ.headline);
        let signature = Signature::new(Kind::Chance, &[role.side()]);
        Some(Box::new(Divergence { signature, headline, ..*differ }))
    })
}

/// What is said of a divergence that shows in some runs of its game on new engines and not in others; `None` if
/// it shows in all of them.
pub(crate) fn at_times<G: Explore>(
    factories: Factories<'_, G>,
    divergence: &Divergence<G>,
) -> Option<Box<Divergence<G>>> {
    let shows = || Replayer::new(factories, divergence).run(&Line::of(&divergence.record)).is_some();
    let begun = Instant::now();
    let least = TIMES[usize::from(divergence.record.moves.len() > LONG)];
    let more = |&time: &usize| time < least || begun.elapsed() < PATIENCE;
    if (0..MOST_TIMES).take_while(more).all(|_| shows()) {
        return None;
    }
    let by_oracle = divergence.headline.starts_with(&format!("{}: ", divergence.engines[1]));
    let role = if by_oracle { Role::Oracle } else { Role::Subject };
    let name = &divergence.engines[usize::from(by_oracle)];
    let headline =
        format!("{name} is not deterministic; only in some runs of one game: {}", divergence.headline);
    let signature = Signature::new(Kind::Chance, &[role.side()]);
    Some(Box::new(Divergence { signature, headline, ..divergence.clone() }))
}

/// Whether a difference between two runs may be the reason of a divergence.
fn counts<G: Explore>(differ: &Divergence<G>, divergence: &Divergence<G>) -> bool {
    let signature = &differ.signature;
    match (signature.kind(), signature.aspect(), divergence.signature.aspect()) {
        // A key that changes from run to run by nature, such as a time, is no reason for another.
        (Kind::Observation, Aspect::Parts(now), Aspect::Parts(then)) => {
            now.iter().any(|key| then.contains(key))
        }
        // Nothing is taken back but a move that only one run lists.
        (Kind::Turn | Kind::Observation | Kind::Verdict | Kind::Undo, ..) => true,
        // Anything else is a law that one run breaks by itself.
        (_, aspect, _) => *aspect == Aspect::Listed,
    }
}

fn play<G: Explore>(factories: Factories<'_, G>, divergence: &Divergence<G>) -> Checked<G> {
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
