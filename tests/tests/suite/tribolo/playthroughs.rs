//! Games of Tribolo.

use bustan_core::tribolo::FastEngine;
use bustan_reference::tribolo::ReferenceEngine;
use bustan_vocabulary::tribolo::{Position, Size, Tribolo};

use bustan_tests::playthrough::Playthrough;

use crate::playthroughs::random_game;

fn check(name: &str, game: &Playthrough<Tribolo>) {
    crate::playthroughs::check::<FastEngine, ReferenceEngine>(&format!("tribolo-{name}"), game);
}

#[test]
fn a_player_without_a_move_is_skipped() {
    check("skip", &Playthrough::new("Red has no move and is skipped.", "8x1 .RRB#GR. blue", "a1 h1"));
}

#[test]
fn the_mover_goes_on_when_neither_of_the_others_can() {
    check("second-turn", &Playthrough::new("Only blue can move, twice.", "7x1 .RB#BR. red", "a1 g1"));
}

#[test]
fn lines_are_closed_by_own_cells_only() {
    check(
        "lines",
        &Playthrough::new(
            "Of the lines from c3 one leads to blue; the others end at a wall, the edge, an empty cell, and green.",
            "5x5 #...B.R.R.GR.R...R....R.. blue",
            "c3",
        ),
    );
}

#[test]
fn a_move_jumps_in_many_directions_over_both_opponents() {
    let board = "B.G.B.RGR.BR.RG.GRG.B.R.B";
    check(
        "star",
        &Playthrough::new(
            "Blue's c3 jumps along every line that leads to blue.",
            &format!("5x5 {board} blue"),
            "c3",
        ),
    );
}

#[test]
fn every_reason_but_the_turn_is_given_in_order() {
    check("reasons", &Playthrough::new("One refusal of each kind.", "3x1 .RB blue", "!d1 !b1 a1 !a1"));
    check("no-jump", &Playthrough::new("No line from d1.", "6x1 .RB... blue", "!d1 !z99 !c1 a1"));
}

#[test]
fn a_tie_has_no_winner() {
    check("tie", &Playthrough::new("Blue and green end with three cells each.", "7x1 .RB#GGG blue", "a1"));
}

#[test]
fn a_random_game_on_a_small_board() {
    let record = random_game::<ReferenceEngine>("6x4 ..RB...GR#..BG..RB.R..G. green", 3);
    let moves = record.moves.len();
    check("random-6x4", &Playthrough::end_of("A random game on 6x4, drawn with seed 3.", &record, moves));
}

#[test]
fn the_end_of_a_standard_game() {
    let record = random_game::<ReferenceEngine>(&Position::from_seed(Size::STANDARD, 7).to_string(), 7);
    check(
        "standard-end",
        &Playthrough::end_of("The end of a random game on the setup of seed 7.", &record, 4),
    );
}
