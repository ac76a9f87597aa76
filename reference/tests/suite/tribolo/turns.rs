//! Whose turn it is.

use bustan_vocabulary::Engine;
use bustan_vocabulary::tribolo::Player;

use super::{after, at, play, seen};

#[test]
fn the_first_asked_who_has_a_move_starts() {
    // [tribolo 1.7]
    for (asked, starts) in [("blue", Player::Blue), ("red", Player::Green), ("green", Player::Green)] {
        assert_eq!(at(&format!("8x1 .RRB#GR. {asked}")).turn(), Some(starts));
    }
    for asked in ["blue", "red", "green"] {
        assert_eq!(at(&format!("3x1 .RB {asked}")).turn(), Some(Player::Blue), "only blue has a move");
    }
}

#[test]
fn who_has_no_move_is_skipped() {
    // [tribolo 3.2]
    assert_eq!(after("8x1 .RRB#GR. blue", "a1"), "8x1 BBBB#GR. green 1");
}

#[test]
fn the_mover_goes_on_when_neither_of_the_others_can() {
    // [tribolo 3.1]
    let position = "7x1 .RB#BR. red";
    assert_eq!(after(position, "a1"), "7x1 BBB#BR. blue 1");
    assert_eq!(after(position, "a1 g1"), "7x1 BBB#BBB red 2");
}

#[test]
fn skips_are_taken_back_with_the_move_that_caused_them() {
    // [tribolo 3.7]
    let mut engine = at("8x1 .RRB#GR. red");
    let start = (seen(&engine), engine.position(), engine.hash());
    play(&mut engine, "h1");
    assert_eq!(engine.turn(), Some(Player::Blue));
    play(&mut engine, "a1");
    assert_eq!((engine.turn(), engine.undo(), engine.turn()), (None, Some(true), Some(Player::Blue)));
    assert_eq!(engine.undo(), Some(true));
    assert_eq!((seen(&engine), engine.position(), engine.hash()), start);
    assert_eq!(engine.undo(), Some(false));
    assert_eq!((seen(&engine), engine.position(), engine.hash()), start);
}

#[test]
fn a_position_names_the_player_on_turn_or_the_one_asked_in_vain() {
    // [tribolo 4.4]
    assert_eq!(at("8x1 .RRB#GR. red").position().unwrap().to_string(), "8x1 .RRB#GR. green 0");
    for asked in ["blue", "red", "green"] {
        let position = format!("2x2 R#.B {asked} 2");
        assert_eq!(at(&position).position().unwrap().to_string(), position);
    }
    assert_eq!(after("3x1 .RB green", "a1"), "3x1 BBB red 1");
}
