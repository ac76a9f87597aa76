//! From what a check runs into to a divergence: broken laws, panics and faults of engines.

use bustan_core::{Engine, Game};
use serde::Serialize;

use super::{Checked, Found, Lockstep, View};
use crate::compare::same_type;
use crate::diff::json;
use crate::divergence::{Breach, Divergence, Kind, Role, Signature, gist, plain};
use crate::watch::{Caught, catching};

/// The longest fault told, in characters.
const LONGEST: usize = 400;

impl<A, B> Lockstep<'_, A, B>
where
    A: Engine,
    B: Engine<Game = A::Game>,
{
    /// Runs a check; what it finds, panics and faults included, becomes a divergence.
    pub(super) fn guard<T>(&mut self, check: impl FnOnce(&mut Self) -> Result<T, Found<A>>) -> Checked<A::Game, T> {
        let outcome = catching(|| check(self));
        let faults = [(Role::Subject, self.subject.fault()), (Role::Oracle, self.oracle.fault())];
        if let Some((role, Some(fault))) = faults.into_iter().find(|(_, fault)| fault.is_some()) {
            let mut lines = fault.lines();
            let words = format!("{}: {}", self.name(role), plain(lines.next().unwrap_or_default(), LONGEST));
            let breach = Breach::new(Kind::Fault, &[side(role), &gist(&fault)], words);
            let breach = breach.with((lines.map(String::from).collect(), Vec::new()));
            return Err(self.divergence(self.about_pending(breach)));
        }
        let outcome = match outcome {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(found)) => Err(self.divergence(found)),
            Err(caught) => Err(self.divergence(self.about_pending(self.panicked(&caught)))),
        };
        self.pending = None;
        outcome
    }

    pub(super) fn about_pending(&self, breach: Breach) -> Found<A> {
        Found { breach, question: self.pending.clone(), view: View::Kept }
    }

    /// The name of an engine.
    pub(crate) fn name(&self, role: Role) -> &str {
        match role {
            Role::Subject => &self.subject.name,
            Role::Oracle => &self.oracle.name,
        }
    }

    pub(super) fn panicked(&self, caught: &Caught) -> Breach {
        let name = self.name(caught.role);
        let words = format!("{name}: panics in {}: {}", caught.call, caught.message);
        Breach::panic(Signature::panic(side(caught.role), caught.call, &caught.gist), words)
    }

    pub(super) fn divergence(&mut self, found: Found<A>) -> Box<Divergence<A::Game>> {
        self.broken = true;
        self.unusable = matches!(found.breach.signature.kind(), Kind::Panic | Kind::Fault);
        let Found { breach, question, view } = found;
        let mut record = self.record();
        let asks = question.is_some();
        record.moves.extend(question);
        let setup = breach.signature.kind() == Kind::Setup;
        let (shown, seen) = if setup { (0, [None, None]) } else { self.boards(view) };
        let drawings = if setup { [None, None] } else { self.drawings(view) };
        let engines = [self.subject.name.clone(), self.oracle.name.clone()];
        let Breach { signature, headline, details, marked } = breach;
        let question = asks;
        Box::new(Divergence { signature, headline, details, record, question, marked, engines, shown, seen, drawings })
    }

    /// What both engines believe, and after how many moves.
    fn boards(&self, view: View) -> (usize, [Option<<A::Game as Game>::Observation>; 2]) {
        let now = self.moves.len();
        let (ply, back) = match view {
            View::Now => (now, [true, true]),
            View::Back(Role::Subject, ply) => (ply, [true, false]),
            View::Back(Role::Oracle, ply) => (ply, [false, true]),
            View::Kept if self.begun => {
                let looks = self.subject.looks().min(self.oracle.looks());
                (looks.saturating_sub(1), [false, false])
            }
            View::Kept => return (0, [None, None]),
        };
        let then = |back: bool| if back { None } else { Some(ply) };
        let oracle = self.oracle.told(then(back[1]), |seen| same_type(seen).cloned());
        let subject = self.subject.told(then(back[0]), |seen| in_own_terms::<A::Game>(seen, oracle.as_ref()));
        (ply, [subject, oracle])
    }

    /// The boards as engines draw them that are where they should be.
    fn drawings(&self, view: View) -> [Option<String>; 2] {
        let subject = || self.subject.drawing();
        let oracle = || self.oracle.drawing();
        match view {
            View::Now => [subject(), oracle()],
            View::Back(Role::Subject, _) => [subject(), None],
            View::Back(Role::Oracle, _) => [None, oracle()],
            View::Kept => [None, None],
        }
    }
}

/// An observation in the game's own terms. What it does not tell is as in `like`.
fn in_own_terms<G: Game>(seen: &(impl Serialize + 'static), like: Option<&G::Observation>) -> Option<G::Observation> {
    if let Some(seen) = same_type(seen) {
        return Some(G::Observation::clone(seen));
    }
    let like = like?;
    let mut whole = json(like);
    let parts = json(seen);
    whole.as_object_mut()?.extend(parts.as_object()?.clone());
    G::read_observation(whole, like)
}

fn side(role: Role) -> &'static str {
    match role {
        Role::Subject => "subject",
        Role::Oracle => "oracle",
    }
}
