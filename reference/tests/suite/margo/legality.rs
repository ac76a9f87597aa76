//! Placement, legality and the end.

use bustan_reference::margo::ReferenceEngine;
use bustan_vocabulary::margo::{Margo, Move, Player, Reason};
use bustan_vocabulary::{Engine, Game, Record, Ruling};

use super::{after, at, captured, play, seen, verdict};

#[test]
fn a_ball_goes_on_the_lowest_free_level() {
    // [margo 2.2]
    let engine = after("3 BA1:0 BC1:0 WA3:0 WC3:0", "B2");
    assert_eq!(seen(&engine).board.get(&"B2:1".parse().unwrap()), Some(&Player::White));
    let engine =
        after("4 WA1:0 BC1:0 WE1:0 BA3:0 WC3:0 BE3:0 WA5:0 BC5:0 WE5:0 BB2:1 WD2:1 BB4:1 WD4:1", "C3");
    assert_eq!(seen(&engine).board.get(&"C3:2".parse().unwrap()), Some(&Player::Black));
}

#[test]
fn every_reason_is_given() {
    for (position, mv, reason) in [
        ("3 white 4 over WA1:0 BC1:0", "A5", Reason::GameOver),
        ("3", "A2", Reason::OffBoard),
        ("3", "B1", Reason::OffBoard),
        ("3", "A6", Reason::OffBoard),
        ("3", "G1", Reason::OffBoard),
        ("3", "F6", Reason::OffBoard),
        ("3", "CU99", Reason::OffBoard),
        ("3", "B2", Reason::Unsupported),
        ("3 WA1:0", "A1", Reason::Unsupported),
        ("3 WC3:0", "C3", Reason::Unsupported),
        ("3 WA1:0 BA3:0 WC1:0", "B2", Reason::Unsupported),
        ("3 WA1:0 BA3:0 WC1:0 BC3:0 WB2:1", "B2", Reason::Unsupported),
        ("3 black WC1:0 WA3:0 BA5:0", "A1", Reason::Suicide),
    ] {
        assert_eq!(verdict(&at(position), mv), Err(reason), "{position}, {mv}");
    }
    assert_eq!(at("3").play(Player::Black, &"A1".parse().unwrap()), Err(Some(Reason::NotYourTurn)));
    assert_eq!(verdict(&after("3", "C3 C1 E1 A3 A1"), "C1"), Err(Reason::Repetition));
}

#[test]
fn the_first_reason_that_applies_is_given() {
    // [margo 6.6]
    let over = at("3 white 4 over WA1:0 BC1:0");
    assert_eq!(over.verdict(Player::Grey, &"A2".parse().unwrap()), Ruling::Illegal(Reason::GameOver));
    let open = at("3 WA1:0");
    for player in [Player::White, Player::Grey] {
        assert_eq!(open.verdict(player, &"A2".parse().unwrap()), Ruling::Illegal(Reason::NotYourTurn));
        assert_eq!(open.verdict(player, &Move::Swap), Ruling::Illegal(Reason::NotYourTurn));
    }
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut engine = after("3", "C1 A5 A3");
    let before = (seen(&engine), engine.hash());
    assert_eq!(engine.play(Player::Black, &"A1".parse().unwrap()), Err(Some(Reason::Suicide)));
    assert_eq!((seen(&engine), engine.hash()), before);
}

#[test]
fn a_ball_without_freedom_of_its_own_may_join_a_group_that_has_some() {
    // [margo 6.1]
    assert_eq!(verdict(&at("3 black WC1:0 BA3:0"), "A1"), Ok(()));
    // Also from above: B2:1 lies beside no hole, but rests on C3.
    assert_eq!(verdict(&at("3 black WA1:0 WA3:0 WC1:0 BC3:0"), "B2"), Ok(()));
    assert_eq!(verdict(&at("3 black WA1:0 WA3:0 WC1:0 WC3:0"), "B2"), Err(Reason::Suicide));
}

#[test]
fn a_position_may_not_recur_with_the_same_player_next() {
    // [margo 6.3]
    // At once:
    let mut engine = after("3", "C3 C1 E1 A3 A1");
    assert_eq!((captured(&engine).as_str(), verdict(&engine, "C1")), ("C1:0", Err(Reason::Repetition)));
    play(&mut engine, "E5 C5");
    assert_eq!(verdict(&engine, "C1"), Ok(()), "other balls have been placed since");
    // After a long cycle: the position after three moves.
    assert_eq!(verdict(&after("2", "C3 C1 A3 A1 A3 C3 A3 C1"), "C3"), Err(Reason::Repetition));
}

#[test]
fn the_position_that_was_set_up_has_occurred_and_none_before_it() {
    // [margo 8.6]
    assert_eq!(verdict(&after("3 white 4 WC3:0 BC1:0 WE1:0 BA3:0", "A1"), "C1"), Err(Reason::Repetition));
    let engine = after("3", "C3 C1 E1 A3 A1");
    assert_eq!(verdict(&at(&engine.position().unwrap().to_string()), "C1"), Ok(()));
}

#[test]
fn a_position_may_recur_with_another_player_next() {
    // [margo 6.3]
    // C1 leads back to the balls that lay there after six moves, with White next; now Black is.
    let then = seen(&after("3", "C5 A3 C1 A1 E3 C3"));
    let now = seen(&after("3", "C5 A3 C1 A1 E3 C3 B2 E1 C1"));
    assert_eq!(
        (&now.board, then.to_move, now.to_move),
        (&then.board, Some(Player::White), Some(Player::Black))
    );
}

#[test]
fn buried_balls_make_a_difference_to_repetition() {
    // [margo 6.4]
    let buried = |ball: &str| {
        let rest = "WA1:0 BC1:0 WE1:0 BA3:0 BE3:0 WA5:0 BC5:0 WE5:0 BB2:1 WD2:1 BB4:1 WD4:1 WC3:2";
        at(&format!("4 {rest} {ball}C3:0")).hash()
    };
    assert_ne!(buried("W"), buried("B"));
}

#[test]
fn the_game_is_over_when_the_player_on_turn_has_no_legal_move() {
    // [margo 7.1]
    // Both A3 and C1 would be suicide.
    let engine = after("2", "A1 A3 C3");
    let end = seen(&engine);
    assert_eq!((end.over, end.to_move, end.winner), (true, None, Some(Player::White)));
    assert_eq!((engine.turn(), engine.legal_moves()), (None, Some(Vec::new())));
    assert_eq!(verdict(&engine, "A3"), Err(Reason::GameOver));
    assert_eq!(Margo::final_score(&end), "W+2");
    assert_eq!(engine.position().unwrap().to_string(), "2 black 3 over WA1:0 WC3:0");
}

#[test]
fn the_game_is_over_also_when_only_repetitions_are_left() {
    // [margo 7.1]
    let mut engine = after("2", "A1 C3 A3 C1 A1 A3");
    assert_eq!((engine.turn(), seen(&engine).winner), (None, Some(Player::Black)));
    let position = engine.position().unwrap().to_string();
    assert_eq!(position, "2 white 6 over BA3:0 BC1:0 BC3:0");
    assert_eq!(at(&position).turn(), None);
    assert_eq!(at("2 white 6 BA3:0 BC1:0 BC3:0").legal_moves(), Some(vec!["A1".parse().unwrap()]));
    assert_eq!((engine.undo(), engine.turn()), (Some(true), Some(Player::Black)));
}

#[test]
fn the_most_balls_win_and_equal_numbers_draw() {
    // [margo 7.3]
    for (position, winner, score) in [
        ("3 white 4 over WA1:0 BE1:0", None, "0"),
        ("3 white 4 over WA1:0 BE1:0 BE5:0", Some(Player::Black), "B+1"),
        ("3 white 4 over WA1:0 WC1:0 BE5:0", Some(Player::White), "W+1"),
        ("3 players 3 white 6 over WA1:0 WC1:0 BE5:0 GE1:0", Some(Player::White), "white 2 black 1 grey 1"),
        ("3 players 3 white 6 over WA1:0 BC1:0 GE5:0 GE1:0", Some(Player::Grey), "white 1 black 1 grey 2"),
        ("3 players 3 white 6 over WA1:0 GC1:0 GE1:0 BE5:0 BA5:0", None, "white 1 black 2 grey 2"),
    ] {
        let end = seen(&at(position));
        assert_eq!((end.winner, Margo::final_score(&end).as_str()), (winner, score), "{position}");
    }
    assert_eq!(seen(&at("3 white 4 WA1:0 WC1:0 BE5:0")).winner, None, "nobody has won a game that goes on");
}

#[test]
fn undo_goes_back_to_the_start_and_no_further() {
    let mut engine = at("4");
    let mut states = Vec::new();
    for mv in "C3 C7 A7 E7 E5 A5 G3 C5 A3 E3 D6 G7 D4 G5 F6 C1 F4 G1 E5 A1".split(' ') {
        states.push((engine.observe(), engine.hash(), engine.legal_moves()));
        play(&mut engine, mv);
    }
    while let Some(state) = states.pop() {
        assert_eq!(engine.undo(), Some(true));
        assert_eq!((engine.observe(), engine.hash(), engine.legal_moves()), state);
    }
    assert_eq!(engine.undo(), Some(false));
    assert_eq!(engine.observe(), at("4").observe());
}

#[test]
fn undo_takes_a_position_out_of_the_history() {
    let mut engine = after("3", "C3 C1 E1 A3 A1");
    assert_eq!(verdict(&engine, "C1"), Err(Reason::Repetition));
    engine.undo();
    engine.undo();
    // The same balls as before, but Black's came in another order; what was forbidden before now is not.
    play(&mut engine, "A5 A1 A3");
    assert_eq!(captured(&engine), "");
    assert_eq!((engine.undo(), engine.undo(), engine.undo()), (Some(true), Some(true), Some(true)));
    play(&mut engine, "A3 A1");
    assert_eq!(verdict(&engine, "C1"), Err(Reason::Repetition));
}

#[test]
fn a_duplicate_shares_nothing() {
    let engine = after("3", "C3 C1 E1 A3 A1");
    let before = seen(&engine);
    let mut copy = engine.duplicate().unwrap();
    assert_eq!(verdict(&copy, "C1"), Err(Reason::Repetition), "the history is copied");
    play(&mut copy, "E5 C5");
    assert_eq!(seen(&engine), before);
    for _ in 0..7 {
        assert_eq!(copy.undo(), Some(true));
    }
    assert_eq!((copy.undo(), copy.observe(), seen(&engine)), (Some(false), at("3").observe(), before));
}

#[test]
fn records_in_the_form_of_the_book_and_the_shared_one_play_alike() {
    let end = |text: &str| {
        let record: Record<Margo> = text.parse().unwrap();
        let mut engine = ReferenceEngine::default();
        engine.setup(&record.start).unwrap();
        for (player, mv) in &record.moves {
            assert_eq!(engine.play(*player, mv), Ok(()), "{mv}");
        }
        (engine.position().unwrap().to_string(), Margo::print_record(&record, Some(&seen(&engine))))
    };
    for (book, shared, position) in [
        (
            "Start[2 white 0]\n1 A1 2 A3 3 C3\nResult: W+2\n",
            "Start[2];W[A1];B[A3];W[C3]",
            "2 black 3 over WA1:0 WC3:0",
        ),
        (
            "Start[3 swap white 0]\n1 A1* 2 C3 3 E5\n",
            "Start[3 swap];W[A1];B[swap];B[C3];W[E5]",
            "3 swap black 4 WA1:0 BC3:0 WE5:0",
        ),
        ("1 C5 2 E5\n", "W[C5];B[E5]", "7 white 2 WC5:0 BE5:0"),
    ] {
        assert_eq!(end(book), (position.to_string(), Some(book.to_string())));
        assert_eq!(end(shared), end(book));
    }
}
