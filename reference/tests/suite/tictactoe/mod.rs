//! Tests of the reference engine of Tic-Tac-Toe with known facts about the game. Positions judged by hand are
//! data in `tests/cases`, for all engines.

use std::collections::{BTreeMap, HashMap, HashSet};

use bustan_guide::Symmetric;
use bustan_reference::tictactoe::ReferenceEngine;
use bustan_vocabulary::Engine;
use bustan_vocabulary::tictactoe::{Cell, Move, Observation, Player, Position, TicTacToe};

fn at(position: &str) -> ReferenceEngine {
    let mut engine = ReferenceEngine::default();
    engine.setup(&position.parse().unwrap()).unwrap();
    engine
}

fn seen(engine: &ReferenceEngine) -> Observation {
    engine.observe().unwrap()
}

/// All positions that can be reached from `start`, by their texts, with their observations.
fn reachable(start: &str) -> HashMap<String, Observation> {
    let mut engine = ReferenceEngine::default();
    let mut known = HashMap::new();
    let mut open: Vec<Position> = vec![start.parse().unwrap()];
    while let Some(position) = open.pop() {
        engine.setup(&position).unwrap();
        if known.insert(position.to_string(), seen(&engine)).is_some() {
            continue;
        }
        for mv in engine.legal_moves().unwrap() {
            engine.play(position.turn(), &mv).unwrap();
            open.push(engine.position().unwrap());
            engine.undo();
        }
    }
    known
}

#[test]
fn counts_of_move_sequences_are_the_known_ones() {
    let counts = [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872, 0];
    for start in ["......... x", "......... x misere"] {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(at(start).perft(depth), Some(count), "{start}, depth {depth}");
        }
    }
}

#[test]
fn as_many_positions_can_be_reached_as_are_known_of() {
    let known = reachable("......... x");
    assert_eq!(known.len(), 5478);
    let classes: HashSet<u32> = known.values().map(|seen| seen.canonical).collect();
    assert_eq!(classes.len(), 765);
    let mut ends = BTreeMap::new();
    for seen in known.values().filter(|seen| seen.over) {
        *ends.entry(seen.winner).or_insert(0) += 1;
    }
    assert_eq!(ends, BTreeMap::from([(Some(Player::X), 626), (Some(Player::O), 316), (None, 16)]));
}

#[test]
fn the_positions_that_can_be_set_up_are_those_that_can_be_reached() {
    // [tictactoe 3.1]
    for option in ["", " misere"] {
        let known = reachable(&["......... x", option].concat());
        let mut accepted = 0;
        for number in 0..3_usize.pow(9) {
            let board: String = (0..9).map(|i| ['.', 'o', 'x'][number / 3_usize.pow(i) % 3]).collect();
            for turn in ["x", "o"] {
                let text = format!("{board} {turn}{option}");
                let valid = ReferenceEngine::default().setup(&text.parse().unwrap()).is_ok();
                assert_eq!(valid, known.contains_key(&text), "{text}");
                accepted += u32::from(valid);
            }
        }
        assert_eq!(accepted, 5478);
    }
}

#[test]
fn the_canonical_number_is_the_least_and_the_same_for_all_images() {
    // [tictactoe 2.3]
    for (position, seen) in reachable("......... x") {
        let position: Position = position.parse().unwrap();
        let images: Vec<u32> = (0..8)
            .map(|symmetry| TicTacToe::image(&position, symmetry))
            .map(|it| self::seen(&at(&it.to_string())))
            .map(|image| {
                assert_eq!(image.canonical, seen.canonical, "{position}");
                image.hash
            })
            .collect();
        assert_eq!(images.iter().min(), Some(&seen.canonical));
    }
}

#[test]
fn play_and_undo_answer_as_verdict_does_everywhere() {
    let beyond = ["d1", "a4", "b0"].map(|cell| cell.parse().unwrap());
    let moves: Vec<Move> = Cell::BOARD.into_iter().chain(beyond).map(Move).collect();
    for position in reachable("......... x").keys() {
        let mut engine = at(position);
        let listed = engine.legal_moves().unwrap();
        for player in Player::ALL {
            for mv in &moves {
                let verdict = engine.verdict(player, mv).answer().unwrap();
                assert_eq!(verdict.is_ok(), engine.turn() == Some(player) && listed.contains(mv));
                let before = (seen(&engine), engine.hash(), engine.position());
                assert_eq!(engine.play(player, mv), verdict);
                assert_eq!(engine.undo(), Some(verdict.is_ok()));
                assert_eq!((seen(&engine), engine.hash(), engine.position()), before);
            }
        }
    }
}
