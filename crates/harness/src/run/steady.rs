//! Plays one game several times on engines that are made alike. They must always answer alike.

use bustan_guide::Explore;

use crate::compare::divergence::{Aspect, Divergence, Kind, Role, Signature};
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep};

/// How often the game is played, two runs at a time.
const TIMES: usize = 3;

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
        let differ = (0..TIMES).find_map(differ)?;
        let headline =
            format!("{} is not deterministic; two runs of one game: {}", differ.engines[0], differ.headline);
        let signature = Signature::new(Kind::Chance, &[role.side()]);
        Some(Box::new(Divergence { signature, headline, ..*differ }))
    })
}

/// Whether a difference between two runs may be the reason of a divergence.
fn counts<G: Explore>(differ: &Divergence<G>, divergence: &Divergence<G>) -> bool {
    let signature = &differ.signature;
    match (signature.kind(), signature.aspect(), divergence.signature.aspect()) {
        // A key that changes from run to run by nature, such as a time, is no reason for another.
        (Kind::Observation, Aspect::Parts(now), Aspect::Parts(then)) => {
            now.iter().any(|key| then.contains(key))
        }
        (Kind::Turn | Kind::Observation | Kind::Verdict, ..) => true,
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
