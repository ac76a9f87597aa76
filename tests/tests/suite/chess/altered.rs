//! Altered positions of chess. Each rule about set-up positions is broken by some of them, and both engines
//! must give the same verdicts.

use std::collections::BTreeMap;

use bustan_chess::FastEngine;
use bustan_guide::Explore;
use bustan_reference::chess::ReferenceEngine;
use bustan_vocabulary::chess::{Chess, Invalid, Kind, Man, Parts, Player, Position};
use bustan_vocabulary::{Engine, NoStart};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The common verdict of both engines on a position, in a few words.
fn judged(position: &Position) -> String {
    let (mut fast, mut reference) = (FastEngine::default(), ReferenceEngine::default());
    let verdict = reference.setup(position);
    assert_eq!(fast.setup(position), verdict, "{position}");
    if verdict.is_ok() {
        assert_eq!(fast.observe(), reference.observe(), "{position}");
        let moves = [fast.legal_moves(), reference.legal_moves()].map(|moves| {
            let mut moves = moves.unwrap_or_default();
            moves.sort();
            moves
        });
        assert_eq!(moves[0], moves[1], "{position}");
    }
    match verdict {
        Ok(()) if position.parts().en_passant.is_some() => "accepted after a double step".into(),
        Ok(()) => "accepted".into(),
        Err(NoStart::Invalid(Invalid::EnPassant(_))) => {
            format!("no double step: {}", wrong_step(position.parts()))
        }
        Err(NoStart::Invalid(invalid)) => {
            let name = format!("{invalid:?}");
            name.split([' ', '(']).next().unwrap_or_default().into()
        }
        Err(other) => panic!("{position}: {other}"),
    }
}

/// A name for what is wrong with the three squares of a double step.
fn wrong_step(parts: &Parts) -> &'static str {
    let crossed = parts.en_passant.expect("a square is named");
    let player = parts.turn.opponent();
    let back = if player == Player::White { -8 } else { 8 };
    let at = |offset: isize| parts.board[crossed.place().strict_add_signed(offset)];
    let stands = at(-back) == Some(Man { player, kind: Kind::Pawn });
    match [stands, at(0).is_none(), at(back).is_none()] {
        [true, true, true] => "the king would have been in check",
        [false, true, true] => "no pawn",
        [true, false, true] => "a piece on the square",
        [true, true, false] => "a piece behind the square",
        _ => "several reasons",
    }
}

#[test]
fn altered_positions_break_each_rule_and_both_engines_judge_them_alike() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut draw = |n| dice.random_range(0..n);
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..4000 {
        let start = Chess::start(&mut draw);
        if let Some(position) = Chess::altered(&start, &mut draw) {
            *found.entry(judged(&position)).or_default() += 1;
        }
    }
    for wanted in [
        "accepted",
        "accepted after a double step",
        "Pieces",
        "Pawns",
        "Pawn",
        "InCheck",
        "Checks",
        "no double step: no pawn",
        "no double step: a piece on the square",
        "no double step: a piece behind the square",
        "no double step: the king would have been in check",
    ] {
        let count = found.get(wanted).copied().unwrap_or(0);
        assert!(count >= 10, "{wanted}: {count} times of {found:?}");
    }
}
