//! Tests how games of slow engines are made short: as short as those of quick ones, whatever a program
//! cannot do.

use bustan_harness::compare::divergence::Kind;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::run::check::{self, Plan, Progress};
use bustan_harness::shrink::Budget;

use crate::running::{FLAWS, of_game, plan};
use crate::strip::{Flaw, StripEngine};

/// The kinds of divergence that depend on a position alone, so that a replay may save work.
const BY_POSITION: [Kind; 6] =
    [Kind::Turn, Kind::Observation, Kind::Verdict, Kind::LegalSet, Kind::Panic, Kind::Fault];

#[test]
fn games_of_programs_become_as_short_as_those_of_engines() {
    let guises: [&[Flaw]; 3] = [&[Flaw::Unset], &[Flaw::Forward], &[Flaw::Unset, Flaw::Forward]];
    let mut tried = 0;
    for (flaw, kind, most) in FLAWS.into_iter().filter(|(_, kind, _)| BY_POSITION.contains(kind)) {
        for guise in guises {
            let subject = || StripEngine::with(&[&[flaw], guise].concat()).program();
            let quick = || StripEngine::new(Flaw::None);
            let slow = || StripEngine::with(&[&[Flaw::None], guise].concat()).program();
            for factories in [
                Factories { subject: &subject, oracle: &quick },
                Factories { subject: &subject, oracle: &slow },
            ] {
                let plan = Plan { budget: Budget::PROGRAMS, ..plan(1) };
                let outcome = check::run(&plan, factories, &Progress::default(), &|_| {});
                let finding = of_game(&outcome);
                let best = finding.best();
                assert!(finding.shrunk.is_some(), "{flaw:?} {guise:?}: {}", finding.length());
                assert_eq!(best.signature.kind(), kind, "{flaw:?} {guise:?}: {best}");
                assert!(best.record.moves.len() <= most, "{flaw:?} {guise:?}: {}\n{best}", best.record);
                tried += 1;
            }
        }
    }
    assert!(tried > 50, "{tried}");
}
