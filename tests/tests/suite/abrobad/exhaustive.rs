//! Compares the two engines at positions of Abrobad: at all positions up to a certain depth, and at many
//! others that consist of random stones.

use std::collections::HashSet;

use bustan_core::abrobad::FastEngine;
use bustan_harness::base::Dice;
use bustan_reference::abrobad::ReferenceEngine;
use bustan_vocabulary::Engine;
use bustan_vocabulary::abrobad::{Abrobad, Move, Observation, Player, Position};

fn at<E: Engine<Game = Abrobad> + Default>(position: &Position) -> E {
    let mut engine = E::default();
    engine.setup(position).expect("every position will do");
    engine
}

fn said<E: Engine<Game = Abrobad, Observation = Observation>>(
    engine: &E,
) -> (Option<Observation>, Vec<Move>) {
    let mut moves = engine.legal_moves().unwrap();
    moves.sort_unstable();
    (engine.observe(), moves)
}

/// Compares the engines at a position and after each move. Returns the positions after the moves.
fn compare(position: &Position) -> Vec<Position> {
    let (mut fast, mut reference): (FastEngine, ReferenceEngine) = (at(position), at(position));
    let here = said(&reference);
    assert_eq!(said(&fast), here, "{position}");
    let mut next = Vec::new();
    for mv in here.1 {
        let player = reference.turn().unwrap();
        assert_eq!(
            (fast.play(player, &mv), reference.play(player, &mv)),
            (Ok(()), Ok(())),
            "{position}, {mv}"
        );
        assert_eq!(fast.observe(), reference.observe(), "{position}, {mv}");
        next.push(fast.position().unwrap());
        assert_eq!((fast.undo(), reference.undo()), (Some(true), Some(true)));
        assert_eq!(fast.observe(), here.0, "{position}, {mv}");
    }
    next
}

#[test]
fn all_positions_of_the_first_five_plies_are_the_same_on_both_engines() {
    let mut known = HashSet::from([Position::initial()]);
    let mut ahead = vec![Position::initial()];
    let mut counts = Vec::new();
    for _ in 0..=5 {
        counts.push(ahead.len());
        let next: Vec<Position> = ahead.iter().flat_map(compare).collect();
        ahead = next.into_iter().filter(|position| known.insert(position.clone())).collect();
    }
    // An independent implementation in another language yields the same numbers.
    assert_eq!(counts, [1, 12, 132, 420, 1200, 1131]);
}

#[test]
fn random_positions_are_the_same_on_both_engines() {
    let mut dice = Dice::new(12);
    for _ in 0..3000 {
        let empty = 1 + dice.below(4);
        let stones = std::array::from_fn(|_| match dice.below(empty + 2) {
            0 => Some(Player::X),
            1 => Some(Player::O),
            _ => None,
        });
        let turn = *dice.pick(&Player::ALL);
        if let Ok(position) = Position::new(stones, turn, 40) {
            compare(&position);
        }
    }
}
