//! Placing, sliding, ending.

use bustan_vocabulary::abrobad::{Player, Reason};
use bustan_vocabulary::{Engine, Ruling};

use super::{at, legal, play, seen, verdict};

#[test]
fn the_first_stone_goes_anywhere() {
    // [abrobad 2.1]
    assert_eq!(legal(&at("............")), "1 10 11 12 2 3 4 5 6 7 8 9");
    assert!(seen(&at("............")).must_place);
}

#[test]
fn a_stone_is_never_placed_beside_an_own_one() {
    // [abrobad 2.1]
    let mut engine = at("............");
    play(&mut engine, "7 8");
    assert_eq!(legal(&engine), "1 12 2 5 9");
    for (mv, reason) in [
        ("3", Reason::AdjacentOwn),
        ("8", Reason::Occupied),
        ("7", Reason::Occupied),
        ("13", Reason::OffBoard),
        ("7-3", Reason::MustPlace),
        ("7-8", Reason::Occupied),
        ("7-7", Reason::Occupied),
        ("8-9", Reason::MustPlace),
        ("13-3", Reason::OffBoard),
        ("7-13", Reason::OffBoard),
        ("0", Reason::MustPlace),
    ] {
        assert_eq!(verdict(&engine, mv), Err(reason), "{mv}");
    }
    assert_eq!(engine.verdict(Player::O, &"13".parse().unwrap()), Ruling::Illegal(Reason::NotYourTurn));
}

/// X at 1, 5, 7 and 12 leaves no empty cell that is beside none of them; O has stones at 2, 3 and 6.
const CLOSED: &str = "xoo.xox....x x 7";

#[test]
fn without_such_a_cell_one_slides_or_ends_the_game() {
    // [abrobad 2.2] [abrobad 2.3]
    let engine = at(CLOSED);
    assert!(!seen(&engine).must_place);
    // 5 slides left to 4, down to 8 and to 9; 7 to 4, 8, 10 and 11; 12 to 8, 9 and 11; 1 down to 4, while
    // over 2 and over 3 and 6 there is no cell.
    assert_eq!(legal(&engine), "0 1-4 12-11 12-8 12-9 5-4 5-8 5-9 7-10 7-11 7-4 7-8");
    for (mv, reason) in [
        ("4", Reason::AdjacentOwn),
        ("2-4", Reason::NotOwn),
        ("4-8", Reason::NotOwn),
        ("1-8", Reason::NoSlide),
        ("1-10", Reason::NoSlide),
        ("1-2", Reason::Occupied),
    ] {
        assert_eq!(verdict(&engine, mv), Err(reason), "{mv}");
    }
}

#[test]
fn a_slide_goes_over_stones_of_either_colour_to_the_first_empty_cell() {
    // [abrobad 2.2]
    let engine = at("xooxxox....x x 8");
    // From 1 over 4 to 8; from 5 over 4 and 3 there is no cell; from 7 over 4 and 2 neither.
    assert_eq!(verdict(&engine, "1-8"), Ok(()));
    assert_eq!(verdict(&engine, "1-12"), Err(Reason::Occupied));
    assert_eq!(verdict(&engine, "4-8"), Ok(()));
    let mut engine = at("x.o.xox....x x 7");
    play(&mut engine, "1-2");
    assert_eq!(engine.position().unwrap().to_string(), ".xo.xox....x o 8");
}

#[test]
fn a_slide_can_make_placing_possible_again() {
    // [abrobad 2.1]
    let mut engine = at(CLOSED);
    play(&mut engine, "7-8");
    assert_eq!(engine.turn(), Some(Player::O));
    // Cells 6 and 7 apart, X has none at 10 now: every other empty cell is beside 1, 5, 8 or 12.
    engine.setup(&engine.position().unwrap().to_string().replace(" o ", " x ").parse().unwrap()).unwrap();
    assert!(seen(&engine).must_place);
    assert_eq!(legal(&engine), "10");
}

#[test]
fn ending_fills_the_board_for_the_opponent() {
    // [abrobad 2.3]
    let mut engine = at(CLOSED);
    play(&mut engine, "0");
    assert_eq!(engine.position().unwrap().to_string(), "xoooxoxoooox o 8");
    assert_eq!((engine.turn(), legal(&engine).as_str()), (None, ""));
    let verdict = engine.verdict(Player::X, &"13".parse().unwrap());
    assert_eq!(verdict, Ruling::Illegal(Reason::GameOver));
}
