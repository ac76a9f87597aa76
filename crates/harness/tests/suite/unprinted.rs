//! Tests that fields of an observation are compared even if its JSON omits them.

use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::rules;
use bustan_harness::testing::{Trial, find};
use bustan_reference::tribolo::ReferenceEngine;
use bustan_vocabulary::tribolo::{Move, Observation, Player, Position, Reason, Tribolo};
use bustan_vocabulary::{Engine, Game, NoStart};

/// An engine that forgets the cells that the last move captured.
struct Forgetful {
    engine: ReferenceEngine,
    undone: bool,
    /// Whether the engine forgets them only after a move was taken back.
    only_undone: bool,
}

impl Engine for Forgetful {
    type Game = Tribolo;
    type Observation = Observation;

    fn name(&self) -> String {
        "forgetful".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<<Tribolo as Game>::Invalid>> {
        self.undone = false;
        self.engine.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.engine.play(player, mv)?;
        self.undone = false;
        Ok(())
    }

    fn undo(&mut self) -> Option<bool> {
        self.undone = true;
        self.engine.undo()
    }

    fn turn(&self) -> Option<Player> {
        self.engine.turn()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.engine.legal_moves()
    }

    fn observe(&self) -> Option<Observation> {
        let seen = self.engine.observe()?;
        let forgets = self.undone || !self.only_undone;
        Some(if forgets { Observation { taken: Vec::new(), ..seen } } else { seen })
    }
}

/// Returns the signature, the headline and the number of moves of the finding about the engine.
fn found(only_undone: bool) -> (String, String, usize) {
    let subject = move || Forgetful { engine: ReferenceEngine::default(), undone: false, only_undone };
    let factories = Factories { subject: &subject, oracle: &ReferenceEngine::default };
    let finding = find(rules::<Tribolo>(), factories, Trial { games: 20, seed: 0 }).expect("it differs");
    let best = finding.best();
    (best.signature.to_string(), best.headline.clone(), best.record.moves.len())
}

#[test]
fn between_engines() {
    let (signature, words, moves) = found(false);
    assert_eq!((&*signature, moves), ("observation-taken", 1), "{words}");
    assert!(words.starts_with("the engines differ in taken: taken: reference says ["), "{words}");
    assert!(words.ends_with("], forgetful says []"), "{words}");
}

#[test]
fn between_one_engine_and_itself() {
    let (signature, words, _) = found(true);
    assert_eq!(signature, "undo-observation-taken", "{words}");
}
