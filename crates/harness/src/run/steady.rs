//! Plays one game several times on engines that are made alike. They must always answer alike.

use bustan_guide::Explore;
use bustan_vocabulary::Record;

use crate::compare::divergence::{Divergence, Kind, Role, Signature};
use crate::compare::lockstep::{Checked, Checks, Factories, Lockstep};

/// How often the game is played, two runs at a time.
const TIMES: usize = 3;

/// The first difference between two runs of a game on new engines that are made alike, if there is one.
pub(crate) fn unsteady<G: Explore>(
    factories: Factories<'_, G>,
    record: &Record<G>,
) -> Option<Box<Divergence<G>>> {
    let alike = [
        (Role::Subject, Factories { subject: factories.subject, oracle: factories.subject }),
        (Role::Oracle, Factories { subject: factories.oracle, oracle: factories.oracle }),
    ];
    alike.into_iter().find_map(|(role, factories)| {
        let differ = (0..TIMES).find_map(|_| play(factories, record).err())?;
        // Anything else is a law that one run breaks by itself.
        if !matches!(differ.signature.kind(), Kind::Turn | Kind::Observation | Kind::Verdict) {
            return None;
        }
        let side = match role {
            Role::Subject => "subject",
            Role::Oracle => "oracle",
        };
        let headline =
            format!("{} is not deterministic; two runs of one game: {}", differ.engines[0], differ.headline);
        let signature = Signature::new(Kind::Chance, &[side]);
        Some(Box::new(Divergence { signature, headline, ..*differ }))
    })
}

fn play<G: Explore>(factories: Factories<'_, G>, record: &Record<G>) -> Checked<G> {
    let mut lockstep = Lockstep::new(factories, Checks::ALL, record.start.clone());
    let mut going = lockstep.begin(&record.start)?;
    let mut moves = record.moves.iter();
    while let (true, Some((player, mv))) = (going, moves.next()) {
        going = lockstep.step(*player, mv, false)?;
    }
    Ok(())
}
