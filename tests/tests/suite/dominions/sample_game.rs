//! The sample game of the MindSports page with both engines, including the territory that the official applet
//! displays.

use bustan_guide::{Overlay, Picture};
use bustan_tests::dominions::pair::Pair;
use bustan_tests::golden;
use bustan_vocabulary::dominions::{Dominions, Observation, Player};
use bustan_vocabulary::{Game, Record};

const TEXT: &str = include_str!("../../../golden/dominions-sample.txt");

fn sample() -> Record<Dominions> {
    TEXT.parse().unwrap()
}

/// The engines after the first `plies` moves of the sample game.
fn after(plies: usize) -> Pair {
    let record = sample();
    let mut pair = Pair::at(&record.start).unwrap();
    for &(player, mv) in &record.moves[..plies] {
        assert_eq!(pair.turn(), Some(player), "{mv}");
        assert_eq!(pair.verdict(player, mv), Ok(()), "{mv}");
        assert!(pair.legal().contains(&mv), "{mv}");
        assert_eq!(pair.play(mv), Ok(()));
        pair.seen();
    }
    pair
}

/// The number of tiles on the board by controller, with White's first.
fn tiles(seen: &Observation) -> [usize; 2] {
    Player::ALL.map(|player| seen.board.values().filter(|piece| piece.controller == player).count())
}

#[test]
fn the_record_is_read_and_written_as_it_stands() {
    let record = sample();
    assert_eq!(record.start, Dominions::initial(&[]).unwrap());
    assert_eq!(record.moves.len(), 62);
    assert_eq!(record.to_string(), TEXT.trim_end());
}

#[test]
fn after_61_moves_the_territory_is_the_applets() {
    let pair = after(61);
    let seen = pair.seen();
    assert_eq!(Player::ALL.map(|player| seen.scores.get(player) + 63), [49, 73]);
    assert_eq!(Player::ALL.map(|player| pair.fast.board().territory(player)), [49, 73]);
    assert_eq!(tiles(&seen), [18, 43]);
    assert_eq!(Player::ALL.map(|player| seen.hands.get(player).len()), [32, 33]);
}

#[test]
fn at_the_end_black_leads_by_26() {
    let mut pair = after(62);
    let seen = pair.seen();
    assert_eq!(tiles(&seen), [18, 44]);
    assert_eq!(Player::ALL.map(|player| seen.hands.get(player).len()), [32, 32]);
    assert_eq!((seen.scores.white, seen.scores.black), (-14, 12));
    assert_eq!((seen.groups.len(), seen.sections.len()), (11, 3));
    assert_eq!((seen.over, seen.winner), (false, None));
    assert_eq!(Dominions::final_score(&seen), "B+26");
    for _ in 0..2 {
        pair.play("pass".parse().unwrap()).unwrap();
    }
    let end = pair.seen();
    assert_eq!((end.over, end.winner, end.to_move), (true, Some(Player::Black), None));
}

#[test]
fn taking_back_leads_to_the_start() {
    let mut pair = after(62);
    for plies in (0..62).rev() {
        assert!(pair.undo());
        assert_eq!(pair.seen().ply, plies);
    }
    assert!(!pair.undo());
    assert_eq!(pair.snapshot(), Pair::at(&sample().start).unwrap().snapshot());
}

/// After an intended change to the pictures, run `BUSTAN_BLESS=1 cargo test -p bustan-tests sample_game`.
#[test]
fn its_picture_is_well_formed_and_stays_as_it_is() {
    let seen = after(62).seen();
    let record = sample();
    let overlay = Overlay { last: record.moves.last().map(|(_, mv)| mv), ..Overlay::default() };
    let svg = Dominions::svg(&seen, &overlay);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")) && root.has_attribute("viewBox"));
    golden::check("dominions-sample.svg", &svg);
}
