//! Capture.

use bustan_vocabulary::Engine;
use bustan_vocabulary::margo::Reason;

use super::{after, at, captured, groups, names, seen, verdict};

#[test]
fn a_buried_ball_survives_the_capture_of_the_pyramid_over_it() {
    // [margo 5.5]
    let mut engine = after("4", "E1 E5 C3 C5 E3 A3 D4 A5 B4 C1 D2 A1 B2 G3 C3");
    assert_eq!(names(&seen(&engine).buried), "C3:0");
    super::play(&mut engine, "G1");
    assert_eq!(captured(&engine), "B2:1 B4:1 C3:2 D2:1 D4:1 E1:0 E3:0");
    assert_eq!(
        engine.position().unwrap().to_string(),
        "4 white 16 BA1:0 BA3:0 BA5:0 BC1:0 WC3:0 BC5:0 BE5:0 BG1:0 BG3:0"
    );
    assert!(seen(&engine).buried.is_empty());
    assert!(groups(&engine).contains(&"W C3:0 | E3:0".to_string()));
}

/// A game of which the next move, A1, uncovers a white ball without freedom: E5:0.
const REVEALING: &str = "C3 C7 A7 E7 E5 A5 G3 C5 A3 E3 D6 G7 D4 G5 F6 C1 F4 G1 E5";

#[test]
fn captures_go_on_through_an_iteration_that_lifts_nothing() {
    // [margo 5.4]
    let mut engine = after("4", REVEALING);
    assert_eq!(names(&seen(&engine).buried), "E5:0");
    super::play(&mut engine, "A1");
    assert_eq!(captured(&engine), "A3:0 C3:0 D4:1 D6:1 E5:0 E5:2 F4:1 F6:1 G3:0");
    assert_eq!(
        engine.position().unwrap().to_string(),
        "4 white 20 BA1:0 BA5:0 BC1:0 BC5:0 BC7:0 BE3:0 BE7:0 BG1:0 BG5:0 BG7:0"
    );
}

#[test]
fn of_three_players_captures_go_on_until_a_whole_round_lifts_nothing() {
    // [margo 12.4]
    // Grey has nothing to lose: between the iteration that uncovers E5:0 and the next over White lie Black's
    // and Grey's.
    let position = after("4", REVEALING).position().unwrap().to_string();
    let (_, balls) = position.split_once("black 19 ").unwrap();
    let engine = after(&format!("4 players 3 black {balls}"), "A1");
    assert_eq!(captured(&engine), "A3:0 C3:0 D4:1 D6:1 E5:0 E5:2 F4:1 F6:1 G3:0");
}

#[test]
fn own_balls_lost_in_a_revealed_capture_do_not_make_a_move_illegal() {
    // [margo 6.2]
    // Black takes the last hole. White's big group goes, but for the balls uncovered only then, and so
    // Black's D4:1, which had no freedom but carried a white ball, can be lifted as well.
    let balls = "BA3:0 WA5:0 WA7:0 WB6:1 BC1:0 WC3:0 WC5:0 WC7:0 BD4:1 WD6:1 WE3:0 WE5:0 WE5:2 WE7:0 WF4:1 WF6:1 \
                 WG1:0 WG3:0 WG5:0 WG7:0";
    let before = at(&format!("4 black {balls}"));
    assert!(groups(&before).contains(&"B D4:1 | ".to_string()));
    let engine = after(&format!("4 black {balls}"), "E1");
    assert_eq!(captured(&engine), "A5:0 A7:0 B6:1 C7:0 D4:1 D6:1 E5:2 E7:0 F4:1 F6:1 G1:0 G3:0 G5:0 G7:0");
    assert_eq!(names(&seen(&engine).board.keys().collect::<Vec<_>>()), "A3:0 C1:0 C3:0 C5:0 E1:0 E3:0 E5:0");
}

/// White's E5, D4 and D6 have one freedom, G5. D4 carries Black's C3:2, E5 carries D4, D6 carries nothing.
const PINNED: &str = "4 black WE5:0 WD4:1 WD6:1 BA1:0 BC1:0 BE1:0 BA3:0 BC3:0 BE3:0 BA5:0 BC5:0 BE7:0 BC7:0 \
                      BB2:1 BD2:1 BB4:1 BC3:2";

#[test]
fn a_ball_that_carries_one_that_stays_is_no_prisoner_but_a_zombie() {
    // [margo 5.3] [margo 7.2]
    let engine = after(PINNED, "G5");
    assert_eq!(captured(&engine), "D6:1");
    assert!(groups(&engine).contains(&"W D4:1 E5:0 | ".to_string()));
    assert_eq!(seen(&engine).scores.values().copied().collect::<Vec<_>>(), [2, 15]);
}

#[test]
fn a_zombie_is_a_normal_ball() {
    // [margo 5.3]
    // A ball at F4 joins the zombies to G3, and they live.
    let engine = after(&format!("{PINNED} WG3:0"), "G5 F4");
    assert!(groups(&engine).contains(&"W D4:1 E5:0 F4:1 G3:0 | G1:0".to_string()));
}

#[test]
fn opposing_balls_are_lifted_before_ones_own() {
    // [margo 5.1]
    // Without the capture of C1 the ball at A1 would have no freedom.
    assert_eq!(captured(&after("3 white WE1:0 WC3:0 BC1:0 BA3:0", "A1")), "C1:0");
}

#[test]
fn a_capture_that_opens_no_hole_does_not_save_the_captor() {
    // [margo 6.1]
    // Only D6:1 would be lifted, and White's balls around G5 live by other holes.
    let larger = PINNED.replace("4 black", "5 black");
    assert_eq!(captured(&after(&larger, "G5")), "D6:1");
    assert_eq!(verdict(&at(&format!("{larger} WG3:0 WG7:0 WI5:0")), "G5"), Err(Reason::Suicide));
}

#[test]
fn several_groups_are_lifted_at_once() {
    // [margo 5.2]
    let engine = after("3 black WA1:0 WE1:0 BA3:0 BE3:0", "C1");
    assert_eq!((captured(&engine).as_str(), groups(&engine).len()), ("A1:0 E1:0", 3));
}

#[test]
fn of_three_players_the_one_after_the_mover_loses_balls_first() {
    // [margo 12.4]
    // The groups at A1 and C1 share their last freedom, C3; when one is lifted, the other breathes again.
    for (position, lifted) in [
        ("3 players 3 white BA1:0 BA3:0 GC1:0 WA5:0 WE1:0", "A1:0 A3:0"),
        ("3 players 3 white GA1:0 GA3:0 BC1:0 WA5:0 WE1:0", "C1:0"),
        ("3 players 3 black WA1:0 WA3:0 GC1:0 BA5:0 BE1:0", "C1:0"),
        ("3 players 3 black GA1:0 GA3:0 WC1:0 BA5:0 BE1:0", "A1:0 A3:0"),
        ("3 players 3 grey WA1:0 WA3:0 BC1:0 GA5:0 GE1:0", "A1:0 A3:0"),
        ("3 players 3 grey BA1:0 BA3:0 WC1:0 GA5:0 GE1:0", "C1:0"),
    ] {
        assert_eq!(captured(&after(position, "C3")), lifted, "{position}");
    }
}

#[test]
fn the_captured_are_those_of_the_last_move_only() {
    let mut engine = after("3 white WE1:0 WC3:0 BC1:0 BA3:0", "A1");
    super::play(&mut engine, "E5");
    assert_eq!(captured(&engine), "");
    engine.undo();
    assert_eq!(captured(&engine), "C1:0");
    assert_eq!(captured(&at(&engine.position().unwrap().to_string())), "");
}
