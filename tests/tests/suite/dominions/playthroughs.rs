//! Games of Dominions.

use bustan_core::dominions::FastEngine;
use bustan_reference::dominions::ReferenceEngine;
use bustan_vocabulary::Record;
use bustan_vocabulary::dominions::{Dominions, Move};

use bustan_tests::playthrough::Playthrough;

use crate::playthroughs::random_game;

fn check(name: &str, game: &Playthrough<Dominions>) {
    crate::playthroughs::check::<FastEngine, ReferenceEngine>(name, game);
}

#[test]
fn a_pass_as_first_move_leaves_the_game_open() {
    check(
        "first-pass",
        &Playthrough::new("A pass as the first move; two in a row end it.", "2", "pass P63b2 pass pass"),
    );
}

#[test]
fn a_game_that_is_only_passed_ends_on_the_empty_board() {
    check("only-passes", &Playthrough::new("Two passes and no tile.", "3", "pass pass"));
}

#[test]
fn a_capture_flips_a_group() {
    check("capture", &Playthrough::new("Black takes the last liberty of b2.", "2", "P1b2 P12c3 pass pass"));
}

#[test]
fn two_groups_are_captured_at_once() {
    check(
        "double-capture",
        &Playthrough::new(
            "One tile takes the last liberties of b1 and b3.",
            "2 black 0 2 W32b1 W4b3",
            "P37b2 pass",
        ),
    );
}

#[test]
fn captured_tiles_unite_the_captors_groups() {
    check(
        "capture-unites",
        &Playthrough::new(
            "The captured b2 links c3 with a1, and a1's liberty saves all.",
            "2",
            "P9b2 P33a1 pass P8c3",
        ),
    );
}

#[test]
fn a_suicide_hands_the_tile_over() {
    check("suicide", &Playthrough::new("Black's c3 has no liberty and flips.", "2", "P3b2 P8c3 pass pass"));
}

#[test]
fn a_capture_that_opens_no_liberty_is_a_suicide_too() {
    check(
        "capture-then-suicide",
        &Playthrough::new(
            "Black's b2 captures b1, has no liberty all the same, and all goes to White.",
            "2 black 0 2 W32b1 W6b3",
            "P36b2 pass pass",
        ),
    );
}

#[test]
fn a_section_may_not_lose_its_last_liberty() {
    check(
        "oscillation",
        &Playthrough::new(
            "Tile 6 on b2 would leave the section of b1 and c2 without liberties; tile 7 keeps one.",
            "2 white 0 2 W33b1 B24c2",
            "!P6b2 P7b2 pass pass !pass",
        ),
    );
}

#[test]
fn a_whole_section_may_be_extended_until_the_opponent_attaches() {
    check(
        "extension",
        &Playthrough::new(
            "White extends b2, a whole section, where no black tile is near.",
            "2 white 0 1 W9b2",
            "P33a1 P24c3 pass pass",
        ),
    );
    check(
        "extension-refused",
        &Playthrough::new(
            "Black's c3 hangs on b2, which is no whole section any more.",
            "2",
            "P9b2 P24c3 !P33a1 P8c2",
        ),
    );
}

#[test]
fn every_reason_but_the_turn_is_given_in_order() {
    check(
        "reasons",
        &Playthrough::new(
            "One refusal of each kind.",
            "2",
            "P1b2 !P1a3 !P1b2 !P2c3 !P8c3 P16b1 !P1a1 !P4a2 pass pass !pass",
        ),
    );
}

#[test]
fn a_random_game_on_side_3() {
    let record = random_game::<ReferenceEngine>("3", 3);
    check(
        "random-3",
        &Playthrough::end_of("A random game on side 3, drawn with seed 3.", &record, record.moves.len()),
    );
}

#[test]
fn the_end_of_the_sample_game() {
    let mut record: Record<Dominions> = include_str!("../../../golden/dominions-sample.txt").parse().unwrap();
    let (white, black) = (record.moves[0].0, record.moves[1].0);
    record.moves.extend([(white, Move::Pass), (black, Move::Pass)]);
    check("sample-end", &Playthrough::end_of("The end of the sample game, with two passes.", &record, 5));
}
