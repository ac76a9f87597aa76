//! The verdicts of additional engines on games in which two engines differ, to find the odd one out.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::Stop;
use crate::compare::audit::{Audit, audit_until};
use crate::compare::divergence::{Divergence, Signature};
use crate::compare::engine_participant::FactoryFn;
use crate::compare::lockstep::{Factories, Factory};
use crate::compare::participant::Participant;
use crate::erased::Position;
use crate::protocol::foreign::{Foreign, Program};

/// The time limit for querying additional engines about the findings of a run.
pub(crate) const TIME: Duration = Duration::from_secs(20);

/// A program that is queried about the games of findings.
#[derive(Clone, Debug)]
pub struct Other {
    /// The name of the program.
    pub name: String,
    /// The command line that starts the program.
    pub program: Program,
    /// The position that `clear_board` sets up, if it is not the standard initial position.
    pub home: Option<Position>,
}

/// The side that an additional engine takes in the game of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The engine agrees with the engine under test, and not with the reference.
    Subject,
    /// The engine agrees with the reference, and not with the engine under test.
    Oracle,
    /// The engine differs from both.
    Neither,
    /// The engine does not report the disputed part, differs in something else, or cannot play the game.
    Open,
    /// There was no time to query the engine.
    Unasked,
    /// The engine does not start, or was killed.
    Lost,
}

impl Side {
    /// Returns the word for the side in JSON; `None` if no side was taken.
    const fn word(self) -> Option<&'static str> {
        match self {
            Self::Subject => Some("subject"),
            Self::Oracle => Some("oracle"),
            Self::Neither => Some("neither"),
            Self::Open | Self::Unasked | Self::Lost => None,
        }
    }
}

/// The verdicts of additional engines on a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinions {
    /// The names of the two engines that differ.
    engines: [String; 2],
    /// The names of the additional engines, each with the side that it takes.
    sides: Vec<(String, Side)>,
}

impl Opinions {
    /// Returns the sides taken by engines that take one.
    fn decided(&self) -> impl Iterator<Item = Side> {
        self.sides.iter().map(|(_, side)| *side).filter(|side| side.word().is_some())
    }

    /// Whether at least one engine takes a side, and all engines that take one take `side`.
    fn all(&self, side: Side) -> bool {
        self.decided().next().is_some() && self.decided().all(|other| other == side)
    }

    /// Returns the name of the engine with which no other engine agrees, if it is one of the two that differ.
    pub fn odd_one_out(&self) -> Option<&str> {
        let [subject, oracle] = &self.engines;
        let odd = self.all(Side::Oracle).then_some(subject);
        odd.or_else(|| self.all(Side::Subject).then_some(oracle)).map(String::as_str)
    }

    /// Returns the verdicts in a sentence.
    pub fn words(&self) -> String {
        let [subject, oracle] = &self.engines;
        let told = self.sides.iter().map(|(name, side)| match side {
            Side::Subject => format!("{name} agrees with {subject}"),
            Side::Oracle => format!("{name} agrees with {oracle}"),
            Side::Neither => format!("{name} differs from both"),
            Side::Open => format!("{name} reports nothing that decides it"),
            Side::Unasked => format!("there was no time to ask {name}"),
            Side::Lost => format!("{name} does not start or was killed"),
        });
        let odd = match self.odd_one_out() {
            Some(name) => format!("The odd one out is {name}"),
            None if self.decided().next().is_none() => {
                "It is undecided which engine is the odd one out".into()
            }
            None => "There is no odd one out".into(),
        };
        format!("{odd}: {}.", told.collect::<Vec<_>>().join("; "))
    }

    /// Returns the verdicts for programs.
    pub(crate) fn data(&self) -> OpinionsData {
        let asked = |(name, side): &(String, Side)| Answer {
            engine: name.clone(),
            agrees_with: side.word().map(String::from),
        };
        OpinionsData {
            odd_one_out: self.odd_one_out().map(String::from),
            words: self.words(),
            asked: self.sides.iter().map(asked).collect(),
        }
    }
}

/// The verdicts of additional engines on a finding, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpinionsData {
    /// The name of the engine with which no other engine agrees, if there is one.
    pub odd_one_out: Option<String>,
    /// The verdicts in a sentence.
    pub words: String,
    /// The verdict of each additional engine.
    pub asked: Vec<Answer>,
}

/// The verdict of an additional engine on a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The name of the engine.
    pub engine: String,
    /// `subject` if the engine agrees with the engine under test, `oracle` for the reference, `neither` if it
    /// differs from both; `None` if that is undecided.
    pub agrees_with: Option<String>,
}

/// Queries additional engines about the game of a divergence. Returns `None` if there are none.
pub(crate) fn ask(
    factories: Factories<'_>,
    others: &[Other],
    divergence: &Divergence,
    stop: Stop<'_>,
) -> Option<Opinions> {
    let side = |other: &Other| {
        if stop.now() {
            return Side::Unasked;
        }
        let made = || Foreign::new(divergence.rules(), &other.program, other.home.clone());
        let differs = |factory| differs(factory, &FactoryFn(made), divergence, stop);
        match (differs(factories.subject), differs(factories.oracle)) {
            (Some(true), Some(false)) => Side::Oracle,
            (Some(false), Some(true)) => Side::Subject,
            (Some(true), Some(true)) => Side::Neither,
            _ if stop.now() => Side::Unasked,
            _ if made().fault().is_some_and(|fault| fault.end.is_loss()) => Side::Lost,
            _ => Side::Open,
        }
    };
    let sides: Vec<_> = others.iter().map(|other| (other.name.clone(), side(other))).collect();
    (!sides.is_empty()).then(|| Opinions { engines: divergence.engines.clone(), sides })
}

/// Whether an additional engine differs from one of the two engines in the same way as they differ from each
/// other; `None` if that is undecided.
fn differs(one: &dyn Factory, other: &dyn Factory, divergence: &Divergence, stop: Stop<'_>) -> Option<bool> {
    let Divergence { record, known, signature, .. } = divergence;
    // It does not matter which engine is under test, so only the kinds are compared.
    let same = |found: &Signature| found.kind() == signature.kind();
    let factories = Factories { subject: one, oracle: other };
    match audit_until(stop, factories, &mut known.clone(), record, &[], &mut |_| {})? {
        Audit::Diverged(found) if same(&found.signature) => Some(true),
        Audit::Agreed => Some(false),
        Audit::Unplayable(ply, _) if ply == record.moves.len() => Some(false),
        Audit::Diverged(_) | Audit::Unplayable(..) | Audit::Unstartable(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(sides: &[Side]) -> Opinions {
        let names = ["third", "fourth"].map(String::from);
        let engines = ["mine", "theirs"].map(String::from);
        Opinions { engines, sides: names.into_iter().zip(sides.iter().copied()).collect() }
    }

    #[test]
    fn only_engines_that_take_a_side_count() {
        let open = "It is undecided which engine is the odd one out: ";
        for (sides, odd, words) in [
            (&[Side::Oracle][..], Some("mine"), "The odd one out is mine: third agrees with theirs."),
            (&[Side::Neither], None, "There is no odd one out: third differs from both."),
            (
                &[Side::Subject, Side::Unasked],
                Some("theirs"),
                "The odd one out is theirs: third agrees with mine; there was no time to ask fourth.",
            ),
            (
                &[Side::Subject, Side::Oracle],
                None,
                "There is no odd one out: third agrees with mine; fourth agrees with theirs.",
            ),
            (&[Side::Unasked], None, &format!("{open}there was no time to ask third.")),
            (&[Side::Lost], None, &format!("{open}third does not start or was killed.")),
            (&[Side::Open], None, &format!("{open}third reports nothing that decides it.")),
        ] {
            let opinions = of(sides);
            assert_eq!((opinions.odd_one_out(), opinions.words().as_str()), (odd, words));
        }
    }
}
