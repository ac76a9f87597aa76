//! Checks that an engine is unchanged: it answers as it did at an earlier point of the game.

use serde_json::Value;

use crate::compare::compared::TURN;
use crate::compare::diff::{Diff, diff, unprinted};
use crate::compare::divergence::{Kind, Violation};
use crate::compare::participant::Observed;
use crate::compare::recorder::Recorder;
use crate::compare::trail::PlyAnswers;
use crate::compare::watched::Watched;
use crate::compare::{leave_out, who};
use crate::erased::{Move, Player};

/// The maximum number of moves that are named if two lists differ.
const NAMED: usize = 6;

impl Recorder<'_> {
    /// Checks that the engine's answers are the same as those recorded `back` positions before the last.
    pub(crate) fn still(&self, back: usize, kind: Kind, when: &str) -> Result<(), Violation> {
        if self.is_trusted() {
            return Ok(());
        }
        self.answers_alike(&self.engine, back, kind, when)
    }

    /// Checks cheaply, by the player to move and the hash, that the engine is unchanged since its last
    /// recorded answers.
    pub(crate) fn still_at_a_glance(&self, kind: Kind, when: &str) -> Result<(), Violation> {
        if self.is_trusted() {
            return Ok(());
        }
        match self.trail.last() {
            Some(before) => self.same(before, &self.engine.look(false), kind, when),
            None => Ok(()),
        }
    }

    /// Checks that the answers of `engine` are the same as those of the game's engine, recorded `back`
    /// positions before the last.
    pub(super) fn answers_alike(
        &self,
        engine: &Watched,
        back: usize,
        kind: Kind,
        when: &str,
    ) -> Result<(), Violation> {
        match self.trail.before(back) {
            Some(before) => self.same(before, &engine.look(before.observation().is_some()), kind, when),
            None => Ok(()),
        }
    }

    /// Checks that the answers `now` equal the answers `before`, as far as `now` contains them.
    fn same(&self, before: &PlyAnswers, now: &PlyAnswers, kind: Kind, when: &str) -> Result<(), Violation> {
        let name = &self.name;
        if let (Some(was), Some(is)) = (before.observation(), now.observation())
            && is != was
            && let Some(found) = self.differs(was, is)
        {
            let mut what = vec!["observation"];
            what.extend(found.signature());
            let words = format!("{name}: {when}, the observation differs");
            return Err(Violation::new(kind, &what, words).differing(&found));
        }
        if now.turn != before.turn && !self.trail.ignored().contains(TURN) {
            let tells = self.engine.reports_turn();
            let [is, was] = [now, before].map(|seen| seen.turn.flatten());
            let lists = |turn: Option<Player>| if turn.is_some() { "legal moves" } else { "no legal moves" };
            let words = match tells {
                true => format!("{name}: {when}, {} is to move, not {}", who(is), who(was)),
                // Without a reported player, the game is assumed to be over if no moves are listed.
                false => format!("{name}: {when}, it lists {}, and before {}", lists(is), lists(was)),
            };
            return Err(Violation::new(kind, &["turn"], words));
        }
        if now.hash != before.hash {
            return Err(Violation::new(kind, &["hash"], format!("{name}: {when}, the hash differs")));
        }
        Ok(())
    }

    /// Returns the difference between two unequal observations of this engine, without the ignored keys.
    pub(super) fn differs(&self, was: &Observed, is: &Observed) -> Option<Diff> {
        let unprinted = match (was.own(), is.own()) {
            (Some(a), Some(b)) => unprinted(("before", a), ("after", b), self.trail.ignored()),
            _ => Diff::default(),
        };
        let [was, is] = [was, is].map(|seen| self.without_ignored(seen));
        match was == is {
            true => unprinted.some(),
            false => Some(diff(("before", &was), ("after", &is)).and(unprinted)),
        }
    }

    /// Returns the JSON form of an observation without the ignored keys.
    fn without_ignored(&self, seen: &Observed) -> Value {
        let mut seen = seen.json();
        leave_out(&mut seen, self.trail.ignored());
        seen
    }

    /// Checks that the list of legal moves equals `expected`, which must be sorted.
    pub(crate) fn still_lists(&self, expected: &[Move], kind: Kind, when: &str) -> Result<(), Violation> {
        if self.is_trusted() {
            return Ok(());
        }
        let Some(mut moves) = self.engine.legal_moves() else { return Ok(()) };
        moves.sort_unstable();
        if moves == expected {
            return Ok(());
        }
        let words = format!("{}: {when}, the legal moves differ", self.name);
        let side = |mv: &Move| format!("{mv} is {}", if moves.contains(mv) { "new" } else { "missing" });
        let changed = moves.iter().filter(|mv| !expected.contains(mv));
        let changed = changed.chain(expected.iter().filter(|mv| !moves.contains(mv)));
        Err(Violation::new(kind, &["legal"], words)
            .with((changed.take(NAMED).map(side).collect(), Vec::new())))
    }
}
