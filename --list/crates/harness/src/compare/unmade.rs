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

#[cfg(test)]
mod tests {
    use bustan_core::tictactoe::FastEngine;
    use bustan_vocabulary::tictactoe::{Player, TicTacToe};

    use super::*;
    use crate::compare::lockstep::{Checks, Factories, Lockstep};

    fn unmakeable() -> FastEngine {
        panic!("out of ink")
    }

    #[test]
    fn an_engine_that_panics_while_it_is_made_panics_whatever_it_is_asked() {
        let engine = || made::<TicTacToe>(Role::Oracle, &unmakeable);
        assert_eq!(engine().name(), "an engine that cannot be made");
        let start = TicTacToe::initial(&[]).unwrap();
        let asked: [Result<bool, Caught>; 5] = [
            catching(|| engine().setup(&start).is_ok()),
            catching(|| engine().play(Player::X, &"b2".parse().unwrap()).is_ok()),
            catching(|| engine().turn().is_some()),
            catching(|| engine().perft(1).is_some()),
            catching(|| engine().playout(&mut |_| 0).is_some()),
        ];
        for caught in asked {
            let caught = caught.unwrap_err();
            assert_eq!((caught.role, caught.call), (Role::Oracle, "default"));
            assert!(caught.message.starts_with("out of ink (at "), "{}", caught.message);
            assert_eq!(caught.normalised, "out of ink");
        }
    }

    #[test]
    fn a_game_that_cannot_begin_for_want_of_an_engine_shows_that() {
        let start = TicTacToe::initial(&[]).unwrap();
        let factories = Factories::<TicTacToe> { subject: &unmakeable, oracle: &FastEngine::default };
        let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
        let found = lockstep.begin(&start).unwrap_err();
        assert_eq!(found.signature.to_string(), "panic-subject-default-out-of-ink");
        assert_eq!(found.engines[0], "an engine that cannot be made");
    }
}
