//! Games that are undone, copied and written as records.

use bustan_reference::margo::ReferenceEngine;
use bustan_vocabulary::margo::{Margo, Reason};
use bustan_vocabulary::{Engine, Game, Record};

use super::{after, at, play, seen, verdict};

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
