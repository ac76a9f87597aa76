//! What further engines say about the games on which two engines differ: which of all is the odd one out.

use bustan_games::compiled::Compiled;
use bustan_harness::compare::divergence::Signature;
use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::generate::Stop;
use bustan_harness::protocol::foreign::Program;
use bustan_harness::report::finding::Finding;
use bustan_harness::run::audit::Audit;

/// Which side a further engine takes in the game of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Subject,
    Oracle,
    /// It differs from both.
    Neither,
    /// It does not tell what they differ in, differs in something else, or cannot play the game.
    Open,
}

/// For a finding, a sentence about which engine is the odd one out, as further engines see it.
pub(crate) fn opinion<G: Compiled>(
    factories: Factories<'_, G>,
    others: &[(String, Program)],
    home: &G::Position,
    finding: &Finding<G>,
    stop: Stop<'_>,
) -> Option<String> {
    if others.is_empty() {
        return None;
    }
    let best = finding.best();
    let [subject, oracle] = &best.engines;
    // Who is under test and who is not is another question here.
    let same = |found: &Signature| found.kind() == best.signature.kind();
    let mut sides = Vec::new();
    for (name, other) in others {
        if stop.now() {
            return Some("There was no time to ask which engine is the odd one out.".into());
        }
        let made = G::program(other, Some(home.clone()));
        let differs = |factory: &dyn Factory<G>| {
            let two = Factories { subject: factory, oracle: &*made };
            match G::audit(two, &mut best.known.clone(), &best.record, &mut |_| {}) {
                Audit::Diverged(found) if same(&found.signature) => Some(true),
                Audit::Agreed => Some(false),
                Audit::Unplayable(ply, _) if ply == best.record.moves.len() => Some(false),
                Audit::Diverged(_) | Audit::Unplayable(..) | Audit::Unstartable(_) => None,
            }
        };
        let side = match (differs(factories.subject), differs(factories.oracle)) {
            (Some(true), Some(false)) => Side::Oracle,
            (Some(false), Some(true)) => Side::Subject,
            (Some(true), Some(true)) => Side::Neither,
            _ => Side::Open,
        };
        sides.push((name, side));
    }
    let told: Vec<String> = sides
        .iter()
        .map(|(name, side)| match side {
            Side::Subject => format!("{name} agrees with {subject}"),
            Side::Oracle => format!("{name} agrees with {oracle}"),
            Side::Neither => format!("{name} differs from both"),
            Side::Open => format!("{name} tells nothing that decides it"),
        })
        .collect();
    let decided: Vec<Side> = sides.iter().map(|(_, side)| *side).filter(|side| *side != Side::Open).collect();
    let all = |side: Side| decided.iter().all(|other| *other == side);
    let odd = if decided.is_empty() {
        "It is open which engine is the odd one out".into()
    } else if all(Side::Oracle) {
        format!("The odd one out is {subject}")
    } else if all(Side::Subject) {
        format!("The odd one out is {oracle}")
    } else {
        "There is no odd one out".into()
    };
    Some(format!("{odd}: {}.", told.join("; ")))
}
