//! Groups, and who has won.

use bustan_vocabulary::abrobad::Player;

use super::{at, seen};

/// The groups, each as its colour and its cells.
fn groups(position: &str) -> Vec<String> {
    let seen = seen(&at(position));
    seen.groups.iter().map(|group| format!("{} {:?}", group.colour, group.cells)).collect()
}

#[test]
fn groups_are_the_adjacent_stones_of_one_colour() {
    // [abrobad 3.2]
    assert_eq!(groups("............"), Vec::<String>::new());
    assert_eq!(groups("xo.x.......o"), ["x [1, 4]", "o [2]", "o [12]"]);
    assert_eq!(groups("x.x..x...x.."), ["x [1, 3, 6, 10]"]);
    assert_eq!(groups("xxxooooooxxx"), ["x [1, 2, 3]", "o [4, 5, 6, 7, 8, 9]", "x [10, 11, 12]"]);
}

#[test]
fn the_player_on_turn_needs_fewer_groups_to_win() {
    // [abrobad 3.3]
    for (board, winner) in [
        // X has two groups, O one.
        ("xxxooooooxxx", [Player::O, Player::O]),
        // One each: who is on turn loses.
        ("xxxxxxoooooo", [Player::O, Player::X]),
        ("xxxxxxxxxxxx", [Player::O, Player::O]),
    ] {
        for (turn, winner) in ["x", "o"].into_iter().zip(winner) {
            let seen = seen(&at(&format!("{board} {turn} 12")));
            assert_eq!((seen.over, seen.to_move, seen.winner), (true, None, Some(winner)), "{board} {turn}");
            assert_eq!((seen.scores[&winner], seen.scores[&winner.opponent()]), (1, 0));
            assert!(!seen.must_place);
        }
    }
}

#[test]
fn nobody_has_won_while_there_is_an_empty_cell() {
    // [abrobad 3.1]
    let seen = seen(&at("xxxooooooxx. o 11"));
    assert_eq!((seen.over, seen.to_move, seen.winner), (false, Some(Player::O), None));
    assert!(seen.scores.values().all(|&score| score == 0));
}
