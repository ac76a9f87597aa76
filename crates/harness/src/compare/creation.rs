//! Creates engines. An engine that cannot be created is replaced by a participant that panics when a game
//! starts.

use bustan_vocabulary::{Draw, Playout};

use crate::compare::divergence::Role;
use crate::compare::lockstep::Factory;
use crate::compare::panics::{EnginePanic, catching, watched};
use crate::compare::participant::{Participant, Unset, Verdict};
use crate::erased::{Move, Player, Position};

/// Creates a new engine. If that panics, returns a replacement that repeats the panic whenever a game is to
/// start: a panic is a finding, and a finding needs a game.
pub(crate) fn make_engine(role: Role, factory: &(impl Factory + ?Sized)) -> Box<dyn Participant> {
    let engine = catching(|| watched(role, "default", || factory.make()));
    engine.unwrap_or_else(|caught| Box::new(FailedEngine(caught)))
}

/// An engine that could not be created. Repeats the panic.
struct FailedEngine(EnginePanic);

impl Participant for FailedEngine {
    fn name(&self) -> String {
        "an engine that cannot be made".into()
    }

    fn setup(&mut self, _: &Position) -> Result<(), Unset> {
        self.0.again()
    }

    fn play(&mut self, _: Player, _: &Move) -> Verdict {
        self.0.again()
    }

    fn turn(&self) -> Option<Player> {
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
    use bustan_vocabulary::tictactoe::TicTacToe;

    use super::*;
    use crate::compare::lockstep::{Checks, Factories, Lockstep};
    use crate::erased::rules;

    fn unmakeable() -> FastEngine {
        panic!("out of ink")
    }

    #[test]
    fn an_engine_that_panics_while_it_is_made_panics_whatever_it_is_asked() {
        let engine = || make_engine(Role::Oracle, &unmakeable);
        assert_eq!(engine().name(), "an engine that cannot be made");
        let rules = rules::<TicTacToe>();
        let (start, x, mv) =
            (rules.initial(&[]).unwrap(), rules.player("x").unwrap(), rules.mv("b2").unwrap());
        let asked: [Result<bool, EnginePanic>; 5] = [
            catching(|| engine().setup(&start).is_ok()),
            catching(|| engine().play(x, &mv).is_ok()),
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
        let start = rules::<TicTacToe>().initial(&[]).unwrap();
        let factories = Factories { subject: &unmakeable, oracle: &FastEngine::default };
        let mut lockstep = Lockstep::new(factories, Checks::ALL, start.clone());
        let found = lockstep.begin(&start).unwrap_err();
        assert_eq!(found.signature.to_string(), "panic-subject-default-out-of-ink");
        assert_eq!(found.engines[0], "an engine that cannot be made");
    }
}
