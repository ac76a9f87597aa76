//! Tests of the engine with published counts, and of the facts that `cozy-chess` does not store.

use bustan_vocabulary::chess::{Player, Position, Reason};
use bustan_vocabulary::{Engine, NoStart};

use crate::FastEngine;

fn at(position: &str) -> FastEngine {
    let mut engine = FastEngine::default();
    let position: Position = position.parse().unwrap();
    engine.setup(&position).unwrap();
    engine
}

#[test]
fn published_numbers_of_sequences() {
    assert_eq!(FastEngine::default().perft(4), Some(197_281));
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!(at(kiwipete).perft(3), Some(97_862));
    assert_eq!(at(&std::format!("{kiwipete} draws auto")).perft(3), Some(97_862));
}

#[test]
fn moves_without_capture_are_counted_beyond_one_hundred() {
    let mut engine = at("4k3/8/8/8/8/8/4P3/4K3 w - - 120 200");
    engine.play(Player::White, &"e1d1".parse().unwrap()).unwrap();
    assert_eq!(engine.observe().unwrap().halfmoves, 121);
    engine.play(Player::Black, &"e8d8".parse().unwrap()).unwrap();
    assert_eq!(engine.observe().unwrap().fullmoves, 201);
    engine.play(Player::White, &"e2e3".parse().unwrap()).unwrap();
    assert_eq!(engine.observe().unwrap().halfmoves, 0);
    assert_eq!((engine.undo(), engine.observe().unwrap().halfmoves), (Some(true), 122));
}

#[test]
fn castling_is_named_as_the_game_names_it() {
    let standard = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let named = |engine: &FastEngine, mv: &str| {
        engine.verdict(Player::White, &mv.parse().unwrap()).answer().unwrap().map_err(Option::unwrap)
    };
    assert_eq!(named(&standard, "e1g1"), Ok(()));
    assert_eq!(named(&standard, "e1h1"), Err(Reason::Occupied));
    let chess960 = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 chess960");
    assert_eq!(named(&chess960, "e1h1"), Ok(()));
    assert_eq!(named(&chess960, "e1g1"), Err(Reason::NoMove));
}

#[test]
fn a_position_that_cannot_be_is_refused_in_words() {
    let mut engine = FastEngine::default();
    let position: Position = "4k3/8/8/8/8/8/8/K6K w - - 0 1".parse().unwrap();
    let Err(NoStart::Invalid(invalid)) = engine.setup(&position) else { panic!("two kings") };
    assert_eq!(std::format!("{invalid}"), "white has 2 kings, not one");
}
