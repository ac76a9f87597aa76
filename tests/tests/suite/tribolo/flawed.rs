//! The engine of Tribolo in which flaws can be planted must play by the rules if no flaw is planted.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bustan_guide::{Explore, Symmetric};
use bustan_harness::compare::audit::{Audit, audit};
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::erased::rules;
use bustan_reference::tribolo::ReferenceEngine;
use bustan_tests::flawed_tribolo::{FlawedTribolo, TriboloFlaw};
use bustan_vocabulary::tribolo::{Cell, Invalid, Lot, Move, Observation, Player, Position, Reason, Tribolo};
use bustan_vocabulary::{Engine, Game, NoStart};

fn assert_agreement(flawed: &FlawedTribolo, reference: &ReferenceEngine) {
    let position = reference.position();
    let name = || position.as_ref().map(ToString::to_string).unwrap_or_default();
    assert_eq!(flawed.observe(), reference.observe(), "{}", name());
    assert_eq!(flawed.turn(), reference.turn(), "{}", name());
    assert_eq!(flawed.legal_moves(), reference.legal_moves(), "{}", name());
    assert_eq!(flawed.position(), position);
}

fn play_and_compare(start: &Position, lot: &mut Lot) {
    let (mut flawed, mut reference) = (FlawedTribolo::new(TriboloFlaw::None), ReferenceEngine::default());
    flawed.setup(start).expect("every position will do");
    reference.setup(start).expect("every position will do");
    let mut identities = HashMap::new();
    let mut plies = 0;
    loop {
        assert_agreement(&flawed, &reference);
        let identity = Tribolo::identity(&reference.observe().unwrap());
        assert_eq!(identities.entry(flawed.hash()).or_insert_with(|| identity.clone()), &identity);
        for player in Player::ALL {
            let (width, height) = (u32::from(start.size().width()), u32::from(start.size().height()));
            let mv = Move(Cell::new(lot.below(width) as u8, lot.below(height + 1) as u8).unwrap());
            assert_eq!(flawed.verdict(player, &mv), reference.verdict(player, &mv), "{player} {mv}");
        }
        let Some(player) = reference.turn() else { break };
        let moves = reference.legal_moves().unwrap();
        let mv = moves[lot.below(moves.len() as u32) as usize];
        assert_eq!(flawed.play(player, &mv), Ok(()), "{mv}");
        assert_eq!(reference.play(player, &mv), Ok(()));
        plies += 1;
    }
    for _ in 0..lot.below(plies + 1) {
        assert_eq!((flawed.undo(), reference.undo()), (Some(true), Some(true)));
    }
    assert_agreement(&flawed, &reference);
}

#[test]
fn without_a_flaw_it_agrees_with_the_reference() {
    let mut lot = Lot::new(6);
    for _ in 0..300 {
        let start = Tribolo::start(&mut |n| lot.below(n));
        play_and_compare(&start, &mut lot);
    }
}

#[test]
fn equal_cells_on_another_board_may_have_another_hash() {
    // A quarter turn exchanges the width and the height of the board. This engine hashes both, the reference
    // engine neither.
    let record = rules::<Tribolo>().record("Start[2x1 .. blue 0]").expect("a position");
    let subject = || FlawedTribolo::new(TriboloFlaw::None);
    let audited = audit(Factories { subject: &subject, oracle: &ReferenceEngine::default }, &record, |_| {});
    assert!(matches!(audited, Audit::Agreed), "{audited:?}");
}

/// The reference engine with a hash that is equal for symmetric positions.
#[derive(Default)]
struct Blind(ReferenceEngine);

impl Engine for Blind {
    type Game = Tribolo;
    type Observation = Observation;

    fn name(&self) -> String {
        "blind".into()
    }

    fn setup(&mut self, position: &Position) -> Result<(), NoStart<Invalid>> {
        self.0.setup(position)
    }

    fn play(&mut self, player: Player, mv: &Move) -> Result<(), Option<Reason>> {
        self.0.play(player, mv)
    }

    fn turn(&self) -> Option<Player> {
        self.0.turn()
    }

    fn legal_moves(&self) -> Option<Vec<Move>> {
        self.0.legal_moves()
    }

    fn observe(&self) -> Option<Observation> {
        self.0.observe()
    }

    fn position(&self) -> Option<Position> {
        self.0.position()
    }

    fn hash(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        Tribolo::canonical(&self.position()?).to_string().hash(&mut hasher);
        Some(hasher.finish())
    }
}

#[test]
fn images_on_one_board_have_different_hashes() {
    let record = rules::<Tribolo>().record("Start[3x1 .RB blue 0]").expect("a position");
    let factories = Factories { subject: &Blind::default, oracle: &ReferenceEngine::default };
    let Audit::Diverged(divergence) = audit(factories, &record, |_| {}) else { panic!("it is not seen") };
    assert!(divergence.headline.ends_with("the hashes are equal"), "{}", divergence.headline);
}
