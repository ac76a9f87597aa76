//! Every position that games of Margo reach on boards of size 2 and 3, on both engines.
//!
//! The history is ignored here: a position is set up, and what leads on from it leads on whatever came before. That is more
//! than games with their superko reach. Positions are told apart by their balls and the player on turn: 43 on size 2 and 51,039 on
//! size 3.

use std::collections::{BTreeMap, HashSet};
use std::mem;

use bustan_core::Engine;
use bustan_core::margo::{FastEngine, Margo, Move, Observation, Player, Point, Position, Stage};
use bustan_reference::margo::ReferenceEngine;
use rayon::prelude::*;

/// What tells positions apart.
type Key = (BTreeMap<Point, Player>, Player);

fn key(position: &Position) -> Key {
    (position.balls().clone(), position.turn())
}

fn at<E: Engine<Game = Margo> + Default>(position: &Position) -> E {
    let mut engine = E::default();
    engine.setup(position).unwrap_or_else(|fault| panic!("{position}: {fault:?}"));
    engine
}

/// Everything said of a position: what is seen, who is on turn, what is legal.
fn said<E>(engine: &E) -> (Option<Observation>, Option<Player>, Vec<Move>)
where
    E: Engine<Game = Margo, Observation = Observation>,
{
    let mut moves = engine.legal_moves().unwrap();
    moves.sort_unstable();
    (engine.observe(), engine.turn(), moves)
}

/// Compares the engines at a position and after each move, and tells the positions one move on. Those that are over only
/// because of what came before are open again.
fn compare(position: &Position) -> Vec<Position> {
    let (mut fast, mut reference): (FastEngine, ReferenceEngine) = (at(position), at(position));
    let (_, turn, moves) = said(&reference);
    assert_eq!(said(&fast), said(&reference), "{position}");
    assert_eq!(fast.position(), reference.position(), "{position}");
    let mut next = Vec::new();
    for mv in moves {
        let player = turn.unwrap();
        assert_eq!((fast.play(player, &mv), reference.play(player, &mv)), (Ok(()), Ok(())), "{position}, {mv}");
        let after = fast.position().unwrap();
        assert_eq!(fast.observe(), reference.observe(), "{position}, {mv}");
        assert_eq!((fast.undo(), reference.undo()), (Some(true), Some(true)));
        let (setup, turn, ply) = (after.setup(), after.turn(), after.ply());
        let balls = after.balls().iter().map(|(&point, &ball)| (point, ball));
        next.push(Position::new(setup, turn, ply, Stage::Open, balls).unwrap());
    }
    next
}

/// The number of positions reached from the start.
fn reached(start: &str) -> usize {
    let start: Position = start.parse().unwrap();
    let mut known = HashSet::from([key(&start)]);
    let mut ahead = vec![start];
    while !ahead.is_empty() {
        let next: Vec<Vec<Position>> = mem::take(&mut ahead).par_iter().map(compare).collect();
        ahead.extend(next.into_iter().flatten().filter(|position| known.insert(key(position))));
    }
    known.len()
}

#[test]
fn all_positions_of_size_2_are_the_same_on_both_engines() {
    assert_eq!(reached("2"), 43);
}

#[test]
fn all_positions_of_size_3_are_the_same_on_both_engines() {
    assert_eq!(reached("3"), 51_039);
}
