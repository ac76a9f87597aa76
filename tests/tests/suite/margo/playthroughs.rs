//! Games of Margo.

use bustan_core::margo::FastEngine;
use bustan_reference::margo::ReferenceEngine;
use bustan_vocabulary::margo::Margo;

use bustan_tests::playthrough::Playthrough;

use crate::playthroughs::random_game;

fn check(name: &str, game: &Playthrough<Margo>) {
    crate::playthroughs::check::<FastEngine, ReferenceEngine>(&format!("margo-{name}"), game);
}

#[test]
fn a_ball_that_a_captured_pyramid_had_buried_stays() {
    let moves = "E1 E5 C3 C5 E3 A3 D4 A5 B4 C1 D2 A1 B2 G3 C3 G1";
    check(
        "uncovered",
        &Playthrough::new("Black's G1 captures; C3:0, uncovered, has freedom and stays.", "4", moves)
            .from(13),
    );
}

#[test]
fn a_buried_ball_without_freedom_is_lifted_in_the_third_iteration() {
    let moves = "C3 C7 A7 E7 E5 A5 G3 C5 A3 E3 D6 G7 D4 G5 F6 C1 F4 G1 E5 A1";
    check(
        "third-iteration",
        &Playthrough::new("Black's A1 captures; E5:0 is uncovered and lifted, too.", "4", moves).from(17),
    );
}

#[test]
fn own_zombies_are_lifted_in_the_second_iteration() {
    let moves = "A1 A3 C1 C3 A5 G7 C5 B2 B4 E1 G5 E7 E3";
    check(
        "second-iteration",
        &Playthrough::new("White's E3 captures B2:1, which held A1:0 and C1:0 down.", "4", moves).from(9),
    );
}

#[test]
fn a_bridge_cuts_a_group() {
    let moves = "E3 C3 E5 C5 A1 G3 A3 G5 A5 D4 A7 F4";
    check("bridge", &Playthrough::new("Black's D4 and F4 cut E3 from E5.", "4", moves).from(9));
}

#[test]
fn cutting_off_lets_no_bridge_cut() {
    let moves = "E3 C3 E5 C5 A1 G3 A3 G5 A5 D4 A7 F4";
    check(
        "cutting-off",
        &Playthrough::new("The bridge of D4 and F4 cuts nothing.", "4 cutting off", moves).from(11),
    );
}

#[test]
fn the_second_player_may_swap() {
    check(
        "swap",
        &Playthrough::new(
            "A swap counts as a move; there is one chance.",
            "2 swap",
            "!swap A1 swap !swap C1",
        ),
    );
    check(
        "swap-declined",
        &Playthrough::new("After a second ball there is no swap.", "2 swap", "A1 C1 !swap A3"),
    );
}

#[test]
fn the_first_capture_wins() {
    check("atari", &Playthrough::new("White's C1 takes A1 and wins.", "3 atari", "A3 A1 C1 !E5"));
}

#[test]
fn three_players_share_a_board() {
    check(
        "three",
        &Playthrough::new(
            "Grey's A3 takes the last freedom of A1.",
            "3 players 3",
            "A1 C1 E5 C5 C3 A3 E1 A5",
        ),
    );
}

#[test]
fn suicide_is_refused_unless_it_captures() {
    check(
        "suicide",
        &Playthrough::new("Black's A1 is suicide until it captures.", "3", "A3 C3 C1 !A1 A5 E5 A1"),
    );
}

#[test]
fn refusals_have_reasons() {
    check(
        "reasons",
        &Playthrough::new("One refusal of each kind.", "2", "!A2 !E5 !B2 !swap A1 !A1 C1 A3 C3"),
    );
}

#[test]
fn positions_may_not_come_back() {
    check("ko", &Playthrough::new("Black may not retake C1 at once.", "3", "C3 C1 A1 E3 E1 !C1 A3").from(4));
    check(
        "superko",
        &Playthrough::new(
            "White's A5 would lead back to the position after the seventh move.",
            "3",
            "A5 E1 C3 C5 C1 E5 A1 A3 E3 B2 D4 E1 !A5 E3",
        )
        .from(6),
    );
    check(
        "superko-end",
        &Playthrough::new(
            "White's C3 would repeat a position, so the game is over.",
            "2",
            "C3 A1 A3 C1 C3 A3 !C3",
        ),
    );
}

#[test]
fn a_random_game_on_size_3() {
    let record = random_game::<ReferenceEngine>("3", 3);
    check(
        "random-3",
        &Playthrough::end_of("A random game on size 3, drawn with seed 3.", &record, record.moves.len()),
    );
}
