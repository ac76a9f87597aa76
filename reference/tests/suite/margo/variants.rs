//! The variants `swap`, `atari`, `cutting off` and `players 3`.

use bustan_vocabulary::margo::{Margo, Move, Player, Reason};
use bustan_vocabulary::{Engine, Game};

use super::{after, at, captured, groups, play, seen, verdict};

#[test]
fn the_second_player_may_swap_in_reply_to_the_first_ball_and_only_then() {
    // [margo 9.1] [margo 9.3]
    for (position, verdict) in [
        ("3 swap black 1 WA1:0", Ok(())),
        ("3 swap players 3 black 1 WA1:0", Ok(())),
        ("3 swap", Err(Reason::Unsupported)),
        ("3 swap white 2 WA1:0 BC3:0", Err(Reason::Unsupported)),
        ("3 swap black 2 WA1:0", Err(Reason::Unsupported)),
        ("3 swap black 3 WA1:0", Err(Reason::Unsupported)),
        ("3 black 1 WA1:0", Err(Reason::Unsupported)),
    ] {
        assert_eq!(super::verdict(&at(position), "swap"), verdict, "{position}");
    }
    let moves = at("3 swap black 1 WA1:0").legal_moves().unwrap();
    assert_eq!((moves.len(), moves.contains(&Move::Swap)), (9, true));
}

#[test]
fn a_swap_counts_as_a_move_and_leaves_board_and_turn_as_they_are() {
    // [margo 9.1] [margo 9.2]
    let mut engine = after("3 swap", "A1");
    let (before, hash) = (seen(&engine), engine.hash());
    play(&mut engine, "swap");
    let after = seen(&engine);
    assert_eq!((after.ply, after.to_move, captured(&engine).as_str()), (2, Some(Player::Black), ""));
    assert_eq!((&after.board, engine.hash()), (&before.board, hash));
    assert_eq!(engine.position().unwrap().to_string(), "3 swap black 2 WA1:0");
    play(&mut engine, "C3 E5");
    assert_eq!(engine.position().unwrap().to_string(), "3 swap black 4 WA1:0 BC3:0 WE5:0");
    assert_eq!((engine.undo(), engine.undo(), engine.undo()), (Some(true), Some(true), Some(true)));
    assert_eq!(seen(&engine), before);
}

#[test]
fn with_atari_the_first_capture_wins() {
    // [margo 10.1]
    let engine = after("3 atari white WE1:0 WC3:0 BC1:0 BA3:0", "A1");
    let end = seen(&engine);
    assert_eq!((end.over, end.winner, end.by_capture), (true, Some(Player::White), true));
    assert_eq!((engine.turn(), engine.legal_moves()), (None, Some(Vec::new())));
    assert_eq!(verdict(&engine, "E5"), Err(Reason::GameOver));
    assert_eq!((captured(&engine).as_str(), Margo::final_score(&end).as_str()), ("C1:0", "W+2"));
    let position = engine.position().unwrap().to_string();
    assert_eq!(position, "3 atari black 5 won WA1:0 BA3:0 WC3:0 WE1:0");
    let again = at(&position);
    assert_eq!((seen(&again).winner, again.hash()), (end.winner, engine.hash()));
    assert!(!seen(&after("3 white WE1:0 WC3:0 BC1:0 BA3:0", "A1")).over, "elsewhere play goes on");
}

#[test]
fn with_atari_the_captor_wins_with_fewer_balls_too() {
    // [margo 10.1]
    let engine = after("3 atari white WC1:0 BA1:0 BE5:0 BE3:0 BC5:0", "A3");
    let end = seen(&engine);
    assert_eq!(
        (end.winner, end.scores[&Player::White], end.scores[&Player::Black]),
        (Some(Player::White), 2, 3)
    );
}

#[test]
fn with_atari_a_capture_of_three_players_is_won_by_the_one_who_moved() {
    // [margo 10.1]
    for (mover, victim, other) in [("W", "B", "G"), ("B", "G", "W"), ("G", "W", "B"), ("W", "G", "B")] {
        let turn: Player = mover.parse().unwrap();
        let position = format!("3 atari players 3 {turn} {mover}C1:0 {victim}A1:0 {other}E5:0");
        assert_eq!(seen(&after(&position, "A3")).winner, Some(turn), "{position}");
    }
}

#[test]
fn with_atari_suicide_stays_illegal() {
    // [margo 10.3]
    assert_eq!(verdict(&at("3 atari black WC1:0 WA3:0 BA5:0"), "A1"), Err(Reason::Suicide));
}

#[test]
fn with_atari_a_game_that_ends_without_a_capture_is_counted() {
    // [margo 10.2]
    let end = seen(&after("3 atari", "A5 C1 A3 E3 A1 C5"));
    assert_eq!((end.over, end.by_capture, end.winner), (true, false, None));
    assert_eq!(end.scores.values().copied().collect::<Vec<_>>(), [3, 3]);
    assert_eq!(Margo::final_score(&end), "0");
}

#[test]
fn without_cutting_overpasses_cut_nothing() {
    // [margo 11.1]
    let balls = "WC3:0 WE3:0 BC1:0 BE1:0 BC5:0 BE5:0 BD2:1 BD4:1";
    let whites = |position: &str| {
        groups(&at(position)).into_iter().filter(|group| group.starts_with('W')).collect::<Vec<_>>()
    };
    assert_eq!(whites(&format!("4 cutting off {balls}")), ["W C3:0 E3:0 | A3:0 G3:0"]);
    assert_eq!(whites(&format!("4 {balls}")), ["W C3:0 | A3:0", "W E3:0 | G3:0"]);
}

/// White's E3, D2 and F2 hang on the rest by E5:0, over which Black has built a bridge. E5:2 would bury it.
const HANGING: &str = "BA3:0 WA5:0 BC1:0 BC3:0 WC5:0 WC7:0 WD2:1 BD4:1 WD6:1 BE1:0 WE3:0 WE5:0 WE7:0 WF2:1 BF4:1 BF6:1 \
                       BG1:0 BG3:0 BG5:0 WG7:0";

#[test]
fn without_cutting_a_move_may_bury_its_own_link_and_lose_balls() {
    // [margo 11.1]
    let engine = after(&format!("4 cutting off white {HANGING}"), "E5");
    assert_eq!(captured(&engine), "D2:1 F2:1");
    assert!(groups(&engine).contains(&"W E3:0 | ".to_string()), "E3 carries the bridge");
}

#[test]
fn with_atari_own_balls_lost_win_nothing() {
    // [margo 10.3]
    let engine = after(&format!("4 atari cutting off white {HANGING}"), "E5");
    assert_eq!((captured(&engine).as_str(), seen(&engine).over), ("D2:1 F2:1", false));
}

#[test]
fn three_players_take_turns_in_order() {
    // [margo 12.1]
    let mut engine = at("4 players 3");
    for player in [Player::White, Player::Black, Player::Grey, Player::White] {
        assert_eq!(engine.turn(), Some(player));
        let mv = engine.legal_moves().unwrap()[0];
        engine.play(player, &mv).unwrap();
    }
    assert_eq!(seen(&engine).scores.keys().copied().collect::<Vec<_>>(), Player::ALL);
    assert_eq!(seen(&at("4")).scores.keys().copied().collect::<Vec<_>>(), Player::ALL[..2]);
}

#[test]
fn of_three_players_any_two_balls_of_other_colours_cut() {
    // [margo 12.3]
    let contact = "WC3:0 WE3:0 BC1:0 GE1:0 GC5:0 BE5:0";
    let whites = |bridge: &str| {
        let groups = groups(&at(&format!("4 players 3 {contact} {bridge}")));
        groups.into_iter().filter(|group| group.starts_with('W')).count()
    };
    assert_eq!((whites("BD2:1 BD4:1"), whites("GD2:1 BD4:1"), whites("BD2:1 GD4:1")), (2, 2, 2));
    assert_eq!((whites("WD2:1 GD4:1"), whites("GD4:1"), whites("")), (1, 1, 1));
}

#[test]
fn of_three_players_each_next_one_makes_a_position_another() {
    let hashes =
        ["white 3", "black 4", "grey 5"].map(|turn| at(&format!("4 players 3 {turn} WA1:0 BC1:0")).hash());
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2] && hashes[0] != hashes[2]);
}
