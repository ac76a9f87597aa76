//! Connection and freedom.

use super::{at, groups, names, seen};

#[test]
fn neighbours_on_a_level_are_connected() {
    // [margo 3.2]
    assert_eq!(
        groups(&at("3 WA1:0 WC1:0 WE3:0 BA3:0")),
        ["W A1:0 C1:0 | C3:0 E1:0", "B A3:0 | A5:0 C3:0", "W E3:0 | C3:0 E1:0 E5:0"]
    );
}

#[test]
fn a_ball_is_connected_to_those_it_rests_on() {
    // [margo 3.2]
    // White's B2:1 joins A1 to C3, which do not touch.
    assert_eq!(
        groups(&at("3 WA1:0 WC3:0 BA3:0 BC1:0 WB2:1")),
        ["W A1:0 B2:1 C3:0 | C5:0 E3:0", "B A3:0 | A5:0", "B C1:0 | E1:0"]
    );
}

#[test]
fn a_freedom_is_an_empty_hole_and_listed_once() {
    // [margo 4.1]
    // A1 and C3 both lie beside A3. The empty points of level 1 beside B2:1 are no freedoms.
    assert_eq!(
        groups(&at("3 WA3:0 WC1:0 WC3:0 WA1:0 BE1:0 BE3:0 WB2:1")),
        ["W A1:0 A3:0 B2:1 C1:0 C3:0 | A5:0 C5:0", "B E1:0 E3:0 | E5:0"]
    );
    // Black's group on level 1 rests on white balls only: it has no freedom, although it can spread on its
    // level.
    let pinned = "4 WA1:0 WC1:0 WE1:0 WA3:0 WC3:0 WE3:0 WA5:0 WC5:0 WE5:0 BB2:1 WD2:1 WB4:1 WD4:1 WC3:2";
    assert!(groups(&at(pinned)).contains(&"B B2:1 | ".to_string()));
}

/// Two white balls in the middle of size 4 over which Black can build a bridge from D2 to D4.
const CONTACT: &str = "WC3:0 WE3:0 BC1:0 BE1:0 BC5:0 BE5:0";

/// Whether C3 and E3 are in one group.
fn linked(position: &str) -> bool {
    let groups = seen(&at(position)).groups;
    groups.iter().any(|group| names(&group.balls).contains("C3:0") && names(&group.balls).contains("E3:0"))
}

#[test]
fn two_opposing_balls_over_a_contact_cut_it() {
    // [margo 3.3]
    assert!(!linked(&format!("4 {CONTACT} BD2:1 BD4:1")));
    assert_eq!(
        groups(&at(&format!("4 {CONTACT} BD2:1 BD4:1"))),
        ["B C1:0 C5:0 D2:1 D4:1 E1:0 E5:0 | A1:0 A5:0 C7:0 E7:0 G1:0 G5:0", "W C3:0 | A3:0", "W E3:0 | G3:0"]
    );
}

#[test]
fn a_cut_needs_both_balls_and_both_of_the_opponent() {
    // [margo 3.3]
    assert!(linked(&format!("4 {CONTACT}")));
    assert!(linked(&format!("4 {CONTACT} BD2:1")));
    assert!(linked(&format!("4 {CONTACT} BD4:1")));
    assert!(linked(&format!("4 {CONTACT} BD2:1 WD4:1")));
}

#[test]
fn contacts_across_the_board_are_cut_like_those_along_it() {
    // [margo 3.3]
    let contact = "WC3:0 WC5:0 BA3:0 BA5:0 BE3:0 BE5:0 BB4:1 BD4:1";
    assert_eq!(groups(&at(&format!("4 {contact}")))[1..], ["W C3:0 | C1:0", "W C5:0 | C7:0"]);
}

#[test]
fn a_contact_at_the_edge_cannot_be_cut() {
    // [margo 3.3]
    // Over C1 and E1 there is only D2, over C7 and E7 only D6, over A3 and A5 only B4, over G3 and G5 only
    // F4.
    for (contact, bridge) in [
        ("WC1:0 WE1:0", "BC3:0 BE3:0 BD2:1"),
        ("WC7:0 WE7:0", "BC5:0 BE5:0 BD6:1"),
        ("WA3:0 WA5:0", "BC3:0 BC5:0 BB4:1"),
        ("WG3:0 WG5:0", "BE3:0 BE5:0 BF4:1"),
    ] {
        let groups = groups(&at(&format!("4 {contact} {bridge}")));
        assert_eq!(groups.iter().filter(|group| group.starts_with('W')).count(), 1, "{contact}");
    }
}

#[test]
fn contacts_above_the_board_are_cut_like_those_on_it() {
    // [margo 3.3]
    // White's D4 and F4 on level 1, Black's E3 and E5 on level 2 over both. They carry the bridge and so
    // cannot be lifted.
    let holes = "BC1:0 BE1:0 BG1:0 BC3:0 BE3:0 BG3:0 BC5:0 BE5:0 BG5:0 BC7:0 BE7:0 BG7:0";
    let level = "BD2:1 BF2:1 WD4:1 WF4:1 BD6:1 BF6:1";
    let position = format!("4 {holes} {level} BE3:2 BE5:2");
    let groups = groups(&at(&position));
    assert_eq!(groups.len(), 3);
    assert!(groups.contains(&"W D4:1 | ".to_string()) && groups.contains(&"W F4:1 | ".to_string()));
    assert_eq!(names(&seen(&at(&position)).buried), "E3:0 E5:0");
}

#[test]
fn a_ball_straight_above_buries_and_a_buried_ball_connects_nothing() {
    // [margo 3.1] [margo 3.5]
    // C3:0 links C1 to E3. Overpasses do not cut here; so it is C3:2 alone that parts them.
    let balls = "BA1:0 WC1:0 BE1:0 BA3:0 WC3:0 WE3:0 BA5:0 BC5:0 BE5:0 BB2:1 BD2:1 BB4:1 BD4:1";
    let open = at(&format!("4 cutting off {balls}"));
    assert!(seen(&open).buried.is_empty());
    assert!(groups(&open).contains(&"W C1:0 C3:0 E3:0 | G3:0".to_string()));
    let buried = at(&format!("4 cutting off {balls} BC3:2"));
    assert_eq!(names(&seen(&buried).buried), "C3:0");
    assert_eq!(groups(&buried)[1..], ["W C1:0 | ", "W E3:0 | G3:0"]);
    assert_eq!(seen(&buried).scores.values().copied().collect::<Vec<_>>(), [3, 11]);
}
