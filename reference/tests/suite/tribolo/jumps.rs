//! What a jump is, where there is none, and what a move does.

use bustan_vocabulary::tribolo::{Player, Reason};

use super::{after, at, jumps, moves, verdict};

#[test]
fn a_jump_leads_over_one_opponent_to_an_own_cell() {
    // [tribolo 2.2]
    assert_eq!(jumps("3x1 .RB blue"), "a1: b1");
    assert_eq!(jumps("4x1 .RRB blue"), "a1: b1 c1");
    assert_eq!(jumps("4x1 BGG. blue"), "d1: b1 c1");
    assert_eq!(jumps("1x4 .GGR red"), "a1: a2 a3");
}

#[test]
fn every_direction_can_be_jumped_in() {
    // [tribolo 2.2]
    for ring in 0..8 {
        // The own cell two steps from the centre, the opponent's one step, in one of the directions.
        let (dx, dy) = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][ring];
        let mut cells = ['.'; 25];
        let mut put = |steps: i32, symbol| cells[(12 + steps * (dy * 5 + dx)) as usize] = symbol;
        put(1, 'R');
        put(2, 'G');
        let board: String = cells.iter().collect();
        let over = format!("{}{}", char::from(b"abcde"[(2 + dx) as usize]), 3 + dy);
        assert_eq!(jumps(&format!("5x5 {board} green")), format!("c3: {over}"));
    }
}

#[test]
fn a_line_over_two_colours_is_no_jump() {
    // [tribolo 2.2]
    // Green jumps over the red one; blue, who closes the line behind both, over nothing.
    assert_eq!(moves("4x1 .RGB blue"), ["", "", "a1"]);
    assert_eq!(moves("5x1 .RGRB blue"), ["", "", "a1"]);
}

#[test]
fn a_gap_a_wall_or_the_edge_closes_no_line() {
    // [tribolo 2.3]
    assert_eq!(moves("4x1 .R.B blue"), ["", "", ""]);
    assert_eq!(moves("4x1 .R#B blue"), ["", "", ""]);
    assert_eq!(moves("3x1 .RR blue"), ["", "", ""]);
    assert_eq!(moves("3x1 .R# blue"), ["", "", ""]);
    assert_eq!(moves("3x2 .RR...  blue"), ["", "", ""]);
    // The end of a row is not beside the beginning of the next.
    assert_eq!(moves("3x2 ..RB.. blue"), ["", "", ""]);
}

#[test]
fn the_cell_beside_the_destination_belongs_to_an_opponent() {
    // [tribolo 2.2]
    assert_eq!(moves("3x1 .BB blue"), ["", "", ""]);
    assert_eq!(moves("3x1 .#B blue"), ["", "", ""]);
    assert_eq!(moves("4x1 .BRB blue"), ["", "a1", ""], "over b1 red jumps, blue over nothing");
}

#[test]
fn all_jumps_of_a_move_happen_together_and_nothing_chains() {
    // [tribolo 2.5] [tribolo 2.6]
    let start = "5x3 BR.GB..R....B.. blue";
    assert_eq!(jumps(start), "c1: b1 c2 d1");
    assert_eq!(after(start, "c1"), "5x3 BBBBB..B....B.. red 1");
    // The red cell at b2 ends up between the blue ones at a2, taken, and c2, and stays red.
    assert_eq!(after("3x3 .RBGRBB.. blue", "a1"), "3x3 BBBBRBB.. blue 1");
}

#[test]
fn a_move_may_jump_over_both_opponents() {
    // [tribolo 2.5]
    assert_eq!(after("5x1 BR.GB blue", "c1"), "5x1 BBBBB red 1");
}

#[test]
fn walls_never_change() {
    // [tribolo 2.6]
    assert_eq!(after("3x2 .RB### blue", "a1"), "3x2 BBB### red 1");
}

#[test]
fn jumps_are_known_for_all_three_players() {
    assert_eq!(moves("8x1 .RRB#GR. blue"), ["a1", "", "h1"]);
    assert_eq!(moves("5x2 .RB..BG.RG green"), ["a1 c2", "d1", "c2"]);
}

#[test]
fn refusals_give_the_first_reason_that_applies() {
    // [tribolo 2.7]
    let engine = at("8x1 .RRB#GR. blue");
    let blue = |mv| verdict(&engine, Player::Blue, mv);
    assert_eq!(blue("a1"), Ok(()));
    assert_eq!(blue("h1"), Err(Reason::NoJump));
    assert_eq!(blue("e1"), Err(Reason::Occupied));
    assert_eq!(blue("d1"), Err(Reason::Occupied));
    assert_eq!(blue("a2"), Err(Reason::OffBoard));
    assert_eq!(blue("i1"), Err(Reason::OffBoard));
    for mv in ["a1", "h1", "e1", "z99"] {
        assert_eq!(verdict(&engine, Player::Green, mv), Err(Reason::NotYourTurn), "{mv}");
        assert_eq!(verdict(&engine, Player::Red, mv), Err(Reason::NotYourTurn), "{mv}");
        for player in Player::ALL {
            assert_eq!(verdict(&at("1x1 . red"), player, mv), Err(Reason::GameOver));
        }
    }
}
