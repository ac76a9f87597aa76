//! Compares the reference engine of chess with published perft counts. Positions judged by hand are data in
//! `tests/cases`, for all engines.

use bustan_reference::chess::ReferenceEngine;
use bustan_vocabulary::chess::{Move, Player, Position};
use bustan_vocabulary::{Engine, Ruling};

/// The engine, set up at a position.
fn at(position: &str) -> ReferenceEngine {
    let mut engine = ReferenceEngine::default();
    let position: Position = position.parse().unwrap_or_else(|error| panic!("{position}: {error}"));
    engine.setup(&position).unwrap_or_else(|error| panic!("{position}: {error}"));
    engine
}

/// Asserts the perft counts of a position, from depth 1.
#[track_caller]
fn expect(position: &str, counts: &[u64]) {
    let mut engine = at(position);
    for (depth, &expected) in (1..).zip(counts) {
        assert_eq!(engine.perft(depth), Some(expected), "{position}, depth {depth}");
    }
}

#[test]
fn the_standard_game_has_the_published_numbers() {
    expect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281]);
}

/// The position "Kiwipete" has castling, pins, captures en passant and promotions.
#[test]
fn kiwipete_has_the_published_numbers() {
    expect("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97_862]);
}

#[test]
fn the_other_positions_of_the_wiki_have_the_published_numbers() {
    expect("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238]);
    expect("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]);
    expect("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]);
    expect("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89_890]);
}

#[test]
fn positions_of_chess960_have_the_published_numbers() {
    expect("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 chess960", &[21, 528, 12_189]);
    expect("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9 chess960", &[21, 807, 18_002]);
    expect("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9 chess960", &[20, 479, 10_471]);
    expect("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9 chess960", &[22, 593, 13_440]);
}

/// Every move that can be named is listed if and only if it is not refused.
#[test]
fn the_moves_listed_are_exactly_those_not_refused() {
    for position in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 chess960",
        "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
    ] {
        let engine = at(position);
        let mut listed = engine.legal_moves().unwrap();
        let cells = || bustan_vocabulary::chess::Cell::BOARD.into_iter();
        let promotions = || [None].into_iter().chain(Move::PROMOTIONS.map(Some));
        let named = cells().flat_map(|from| {
            cells().flat_map(move |to| promotions().map(move |promotion| Move { from, to, promotion }))
        });
        let mut allowed: Vec<Move> = named
            .filter(|mv| Player::ALL.into_iter().any(|player| engine.verdict(player, mv) == Ruling::Legal))
            .collect();
        listed.sort();
        allowed.sort();
        assert_eq!(listed, allowed);
    }
}
