//! The engine of Tribolo with planted flaws: without one it plays by the rules.

use std::collections::HashMap;

use bustan_guide::Explore;
use bustan_harness::compare::lockstep::Factories;
use bustan_harness::run::audit::{Audit, audit};
use bustan_reference::tribolo::ReferenceEngine;
use bustan_tests::flawed_tribolo::{FlawedTribolo, TriboloFlaw};
use bustan_vocabulary::tribolo::{Cell, Lot, Move, Player, Position, Tribolo};
use bustan_vocabulary::{Engine, Game, Record};

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
    // Turned by a quarter, the board is as high as it was wide. This engine hashes both, the reference neither.
    let record: Record<Tribolo> = "Start[2x1 .. blue 0]".parse().expect("a position");
    let subject = || FlawedTribolo::new(TriboloFlaw::None);
    let audited = audit(Factories { subject: &subject, oracle: &ReferenceEngine::default }, &record, |_| {});
    assert!(matches!(audited, Audit::Agreed), "{audited:?}");
}
