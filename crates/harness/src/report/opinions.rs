//! The verdicts of further engines on games in which two engines differ: which of all is the odd one out.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::base::Stop;
use crate::compare::audit::{Audit, audit_until};
use crate::compare::divergence::{Divergence, Signature};
use crate::compare::lockstep::{Factories, Factory};
use crate::compare::participant::Participant;
use crate::compare::taking::Making;
use crate::erased::Position;
use crate::protocol::foreign::{Foreign, Program};

/// The time for asking further engines about the findings of a run.
pub(crate) const TIME: Duration = Duration::from_secs(20);

/// A program that is asked about the games of findings.
#[derive(Clone, Debug)]
pub struct Other {
    /// Its name.
    pub name: String,
    /// How to start it.
    pub program: Program,
    /// The position that `clear_board` sets up, if it is not the standard board.
    pub home: Option<Position>,
}

/// The side that a further engine takes in the game of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// It agrees with the engine under test, not with the other.
    Subject,
    /// It agrees with the other, not with the engine under test.
    Oracle,
    /// It differs from both.
    Neither,
    /// It does not report the disputed part, differs in something else, or cannot play the game.
    Open,
    /// There was no time to ask it.
    Unasked,
    /// It does not start, or was killed.
    Lost,
}

impl Side {
    /// Returns the side as a word for programs, if it is taken.
    const fn word(self) -> Option<&'static str> {
        match self {
            Self::Subject => Some("subject"),
            Self::Oracle => Some("oracle"),
            Self::Neither => Some("neither"),
            Self::Open | Self::Unasked | Self::Lost => None,
        }
    }
}

/// The verdicts of further engines on a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opinions {
    /// The names of the two engines that differ.
    engines: [String; 2],
    /// The names of the further engines, each with the side it takes.
    sides: Vec<(String, Side)>,
}

impl Opinions {
    /// Returns the sides that were taken.
    fn decided(&self) -> impl Iterator<Item = Side> {
        self.sides.iter().map(|(_, side)| *side).filter(|side| side.word().is_some())
    }

    /// Whether at least one engine takes a side, and all that take one take this one.
    fn all(&self, side: Side) -> bool {
        self.decided().next().is_some() && self.decided().all(|other| other == side)
    }

    /// Returns the name of the engine with which none of the others agrees, if it is one of the two that
    /// differ.
    pub fn odd_one_out(&self) -> Option<&str> {
        let [subject, oracle] = &self.engines;
        let odd = self.all(Side::Oracle).then_some(subject);
        odd.or_else(|| self.all(Side::Subject).then_some(oracle)).map(String::as_str)
    }

    /// Returns all this in a sentence.
    pub fn words(&self) -> String {
        let [subject, oracle] = &self.engines;
        let told = self.sides.iter().map(|(name, side)| match side {
            Side::Subject => format!("{name} agrees with {subject}"),
            Side::Oracle => format!("{name} agrees with {oracle}"),
            Side::Neither => format!("{name} differs from both"),
            Side::Open => format!("{name} tells nothing that decides it"),
            Side::Unasked => format!("there was no time to ask {name}"),
            Side::Lost => format!("{name} does not start or was killed"),
        });
        let odd = match self.odd_one_out() {
            Some(name) => format!("The odd one out is {name}"),
            None if self.decided().next().is_none() => "It is open which engine is the odd one out".into(),
            None => "There is no odd one out".into(),
        };
        format!("{odd}: {}.", told.collect::<Vec<_>>().join("; "))
    }

    /// Returns the same for programs.
    pub(crate) fn told(&self) -> Told {
        let asked = |(name, side): &(String, Side)| Answer {
            engine: name.clone(),
            agrees_with: side.word().map(String::from),
        };
        Told {
            odd_one_out: self.odd_one_out().map(String::from),
            words: self.words(),
            asked: self.sides.iter().map(asked).collect(),
        }
    }
}

/// The verdicts of further engines on a finding, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// The name of the engine with which none of the others agrees, if there is one.
    pub odd_one_out: Option<String>,
    /// All this in a sentence.
    pub words: String,
    /// The verdict of each.
    pub asked: Vec<Answer>,
}

/// The verdict of a further engine on a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Its name.
    pub engine: String,
    /// `subject` if it agrees with the engine under test, `oracle` for the other, `neither`; `None` if that
    /// is undecided.
    pub agrees_with: Option<String>,
}

/// Asks further engines about the game of a divergence; `None` if there are none.
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
        let differs = |factory| differs(factory, &Making(made), divergence, stop);
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

/// Whether a further engine differs from one of the two in the same way as they do; `None` if that is
/// undecided.
fn differs(one: &dyn Factory, other: &dyn Factory, divergence: &Divergence, stop: Stop<'_>) -> Option<bool> {
    let Divergence { record, known, signature, .. } = divergence;
    // Here it does not matter which engine is under test.
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
        let open = "It is open which engine is the odd one out: ";
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
            (&[Side::Open], None, &format!("{open}third tells nothing that decides it.")),
        ] {
            let opinions = of(sides);
            assert_eq!((opinions.odd_one_out(), opinions.words().as_str()), (odd, words));
        }
    }
}
