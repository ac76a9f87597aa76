//! Positions survive being written and read, and an engine set up at its own position answers the same.

use std::collections::BTreeSet;

use bustan_vocabulary::NoStart;
use serde_json::Value;

use crate::compare::diff::Diff;
use crate::compare::divergence::{Kind, Violation};
use crate::compare::participant::Observed;
use crate::compare::recorder::Recorder;
use crate::compare::trail::PlyAnswers;
use crate::compare::{differing, differing_own};
use crate::erased::{Observation, Position};

/// The parts of an observation that need not be the same after a setup.
#[derive(Clone, Copy)]
pub(crate) struct Unrestored<'u> {
    /// The keys that a position does not restore; `None` if they are not known. For observations of the
    /// game's own type, the game itself determines the parts that are restored.
    pub(crate) fleeting: Option<&'u BTreeSet<String>>,
    /// The values by the rules for the keys that the engine writes by a convention. The engine need not read
    /// such a value: after a setup, it may report the value by the rules.
    pub(crate) by_rules: &'u [(String, Value)],
}

impl Recorder<'_> {
    /// Checks that the position survives being written and read, and that an engine set up at it answers the
    /// same, except for the `unrestored` parts. `same` returns whether an observation shows the same position
    /// in the sense of [`Game::identity`](bustan_vocabulary::Game::identity).
    pub(crate) fn text(
        &mut self,
        same: impl Fn(&Observed) -> bool,
        unrestored: Unrestored<'_>,
    ) -> Result<(), Violation> {
        if self.is_trusted() {
            return Ok(());
        }
        let Some(position) = self.engine.position() else { return Ok(()) };
        let text = position.to_string();
        self.is_read_back(&position, &text)?;
        let spare = match self.spare.setup(&position) {
            Err(NoStart::Unable) => return Ok(()),
            Err(error) => {
                let words = format!("{}: refuses its own position {text:?}: {error}", self.name);
                return Err(Violation::new(Kind::Text, &["position", "refused"], words));
            }
            Ok(spare) => spare.look(true),
        };
        let Some(now) = self.trail.last() else { return Ok(()) };
        if let (Some(was), Some(is)) = (now.observation(), spare.observation())
            && was != is
            && let Some(found) = self.differs_anew(was, is, &spare, unrestored)
        {
            let words =
                format!("{}: set up with its own position {text:?} it shows a different one", self.name);
            let mut what = vec!["position", "observation"];
            what.extend(found.signature());
            return Err(Violation::new(Kind::Text, &what, words).differing(&found));
        }
        if spare.hash != now.hash && spare.observation().is_some_and(same) {
            let words =
                format!("{}: set up with its own position {text:?} it has a different hash", self.name);
            return Err(Violation::new(Kind::Hash, &["equal", "positions"], words));
        }
        Ok(())
    }

    /// Checks that a position survives being written and read.
    fn is_read_back(&self, position: &Position, text: &str) -> Result<(), Violation> {
        let name = &self.name;
        match position.rules().position(text) {
            Err(error) => {
                let words = format!("{name}: the position {text:?} cannot be read back: {error}");
                Err(Violation::new(Kind::Text, &["position", "unreadable"], words))
            }
            Ok(read) if read != *position => {
                let words = format!(
                    "{name}: the position {text:?} is read back as a different one: {:?}",
                    read.to_string()
                );
                Err(Violation::new(Kind::Text, &["position", "changed"], words))
            }
            Ok(_) => Ok(()),
        }
    }

    /// Returns the difference between `was`, the observation in the game, and `is`, the observation of an
    /// engine set up at its position, without the `unrestored` parts.
    fn differs_anew(
        &self,
        was: &Observed,
        is: &Observed,
        spare: &PlyAnswers,
        unrestored: Unrestored<'_>,
    ) -> Option<Diff> {
        match (standing(was), standing(is)) {
            (Some(before), Some(after)) if before == after => None,
            (Some(before), Some(after)) => differing_own(&before, &after, self.trail.ignored()),
            _ => {
                let shown = if unrestored.by_rules.is_empty() { None } else { spare.shown() };
                let is_by_rules = |(key, value): &&(String, Value)| {
                    shown.as_ref().and_then(|is| is.get(key)) == Some(value)
                };
                let unread = unrestored.by_rules.iter().filter(is_by_rules).map(|(key, _)| key);
                let left_out = unrestored.fleeting?.union(self.trail.ignored()).chain(unread);
                differing(was, is, &left_out.cloned().collect())
            }
        }
    }
}

/// Returns the part of an observation of the game's own type that does not depend on earlier moves.
fn standing(seen: &Observed) -> Option<Observation> {
    seen.own().filter(|seen| !seen.rules().is_opaque()).map(Observation::without_history)
}
