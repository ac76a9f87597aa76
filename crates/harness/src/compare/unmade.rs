//! Makes engines, and keeps those that cannot be made for the moment when a game is to show it.

use bustan_vocabulary::{Draw, Game, Playout};

use crate::compare::divergence::Role;
use crate::compare::lockstep::Factory;
use crate::compare::participant::{Participant, Unset, Verdict};
use crate::compare::watch::{Caught, catching, watched};

/// A new engine. If it panics while it is made, then it panics anew whenever a game is to begin: a panic is a
/// finding, and a finding has a game.
pub(crate) fn made<G: Game>(role: Role, factory: &(impl Factory<G> + ?Sized)) -> Box<dyn Participant<G>> {
    let engine = catching(|| watched(role, "default", || factory.make()));
    engine.unwrap_or_else(|caught| Box::new(Unmade(caught)))
}

/// An engine that could not be made.
struct Unmade(Caught);

impl<G: Game> Participant<G> for Unmade {
    fn name(&self) -> String {
        "an engine that cannot be made".into()
    }

    fn setup(&mut self, _: &G::Position) -> Result<(), Unset<G>> {
        self.0.again()
    }

    fn play(&mut self, _: G::Player, _: &G::Move) -> Verdict<G> {
        self.0.again()
    }

    fn turn(&self) -> Option<G::Player> {
        self.0.again()
    }

    fn perft(&mut self, _: u32) -> Option<u64> {
        self.0.again()
    }

    fn playout(&mut self, _: &mut Draw<'_>) -> Option<Playout> {
        self.0.again()
    }
}
