//! How a game ends and who has won it.

use bustan_vocabulary::tribolo::{Player, Tribolo};
use bustan_vocabulary::{Engine, Game};

use super::{at, play, seen};

#[test]
fn a_game_is_over_when_nobody_has_a_move_though_the_board_is_not_full() {
    // [tribolo 3.3]
    let mut engine = at("8x1 .RRB#GR. blue");
    play(&mut engine, "a1 h1");
    let seen = seen(&engine);
    assert_eq!((seen.over, seen.to_move, seen.ply), (true, None, 2));
    assert_eq!(engine.legal_moves(), Some(Vec::new()));
    assert_eq!(Tribolo::final_score(&seen), "blue 4 red 0 green 3");
    assert_eq!(seen.winner, Some(Player::Blue));
    assert!(seen.jumps.is_empty() && seen.moves.values().all(Vec::is_empty) && seen.moves.len() == 3);
}

#[test]
fn a_move_gives_one_and_what_it_takes_from_each() {
    // [tribolo 2.5] [tribolo 3.4]
    let mut engine = at("6x1 BRR.GB blue");
    let scores = |engine: &_| Player::ALL.map(|player| seen(engine).scores[&player]);
    assert_eq!(scores(&engine), [2, 2, 1]);
    play(&mut engine, "d1");
    assert_eq!(scores(&engine), [6, 0, 0]);
}

#[test]
fn the_most_cells_win_and_shared_they_do_not() {
    // [tribolo 3.5]
    for (cells, winner) in [
        ("BBRG", Some(Player::Blue)),
        ("BRRG", Some(Player::Red)),
        ("BRGG", Some(Player::Green)),
        ("BBRR", None),
    ] {
        assert_eq!(seen(&at(&format!("2x2 {cells} blue"))).winner, winner);
    }
    assert_eq!(seen(&at("3x1 BRG blue")).winner, None);
    assert_eq!(seen(&at("3x1 ... blue")).winner, None, "nobody owns anything");
}

#[test]
fn nobody_has_won_before_the_end() {
    assert_eq!(seen(&at("8x1 .RRB#GR. blue")).winner, None);
}
