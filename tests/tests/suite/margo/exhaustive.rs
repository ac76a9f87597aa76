//! Compares both engines at every position that games of Margo reach on boards of size 2 and 3.
//!
//! Histories are ignored: every position is set up, and all its moves count, regardless of earlier positions.
//! So more positions are reached than in games with superko. Positions are distinguished by their balls and
//! the player to move: there are 43 on size 2 and 51,039 on size 3.

use std::collections::{BTreeMap, HashSet};
use std::mem;

use bustan_core::margo::FastEngine;
use bustan_reference::margo::ReferenceEngine;
use bustan_tests::flawed_margo::{FlawedMargo, MargoFlaw};
use bustan_vocabulary::Engine;
use bustan_vocabulary::margo::{Margo, Move, Observation, Player, Point, Position, Stage};
use rayon::prelude::*;

/// The data that distinguishes positions.
type Key = (BTreeMap<Point, Player>, Player);

fn key(position: &Position) -> Key {
    (position.balls().clone(), position.turn())
}

/// All results at a position: the observation, the player to move, the legal moves.
fn said<E>(engine: &E) -> (Option<Observation>, Option<Player>, Vec<Move>)
where
    E: Engine<Game = Margo, Observation = Observation>,
{
    let mut moves = engine.legal_moves().unwrap();
    moves.sort_unstable();
    (engine.observe(), engine.turn(), moves)
}

/// A difference from the reference engine, at a position or after a move from it.
#[derive(Debug)]
#[expect(dead_code, reason = "what a failing test shows")]
struct Difference(String, Option<Move>);

/// Compares an engine with the reference engine at a position and after each move. Returns the positions
/// after the moves. A position that is over only because of earlier positions is returned as not over.
fn compare<E>(make: impl Fn() -> E, position: &Position) -> Result<Vec<Position>, Difference>
where
    E: Engine<Game = Margo, Observation = Observation>,
{
    let same = |alike: bool, mv| if alike { Ok(()) } else { Err(Difference(position.to_string(), mv)) };
    let (mut engine, mut reference) = (make(), ReferenceEngine::default());
    reference.setup(position).unwrap_or_else(|fault| panic!("{position}: {fault:?}"));
    same(engine.setup(position).is_ok(), None)?;
    same(said(&engine) == said(&reference) && engine.position() == reference.position(), None)?;
    let (_, turn, moves) = said(&reference);
    let mut next = Vec::new();
    for mv in moves {
        let player = turn.unwrap();
        assert_eq!(reference.play(player, &mv), Ok(()), "{position}, {mv}");
        same(engine.play(player, &mv).is_ok() && engine.observe() == reference.observe(), Some(mv))?;
        let after = reference.position().unwrap();
        assert_eq!(reference.undo(), Some(true));
        same(engine.undo() == Some(true), Some(mv))?;
        let (setup, turn, ply) = (after.setup(), after.turn(), after.ply());
        let balls = after.balls().iter().map(|(&point, &ball)| (point, ball));
        next.push(Position::new(setup, turn, ply, Stage::Open, balls).unwrap());
    }
    Ok(next)
}

/// Returns the number of positions that can be reached from `start`, or the first difference.
fn reached<E>(make: impl Fn() -> E + Sync, start: &str) -> Result<usize, Difference>
where
    E: Engine<Game = Margo, Observation = Observation>,
{
    let start: Position = start.parse().unwrap();
    let mut known = HashSet::from([key(&start)]);
    let mut ahead = vec![start];
    while !ahead.is_empty() {
        let now = mem::take(&mut ahead);
        let next: Vec<Vec<Position>> =
            now.par_iter().map(|position| compare(&make, position)).collect::<Result<_, _>>()?;
        ahead.extend(next.into_iter().flatten().filter(|position| known.insert(key(position))));
    }
    Ok(known.len())
}

#[test]
fn all_positions_of_size_2_are_the_same_on_both_engines() {
    assert_eq!(reached(FastEngine::default, "2").unwrap(), 43);
}

#[test]
fn all_positions_of_size_3_are_the_same_on_both_engines() {
    assert_eq!(reached(FastEngine::default, "3").unwrap(), 51_039);
}

#[test]
fn flaws_that_show_on_these_boards_are_found() {
    assert_eq!(reached(|| FlawedMargo::new(MargoFlaw::None), "2").unwrap(), 43);
    for (flaw, size) in [
        (MargoFlaw::EarlySuicide, "2"),
        (MargoFlaw::EdgeCut, "3"),
        (MargoFlaw::OneBallCut, "3"),
        (MargoFlaw::StaleSplit, "3"),
        (MargoFlaw::LevelOneFreedoms, "3"),
    ] {
        assert!(reached(|| FlawedMargo::new(flaw), size).is_err(), "{flaw}");
    }
}
