//! The chess engine in which flaws can be planted must play by the Laws if no flaw is planted.

use bustan_guide::Explore;
use bustan_reference::chess::ReferenceEngine;
use bustan_tests::flawed_chess::{ChessFlaw, FlawedChess};
use bustan_vocabulary::Engine;
use bustan_vocabulary::chess::{Chess, Move, Observation, Player, Position};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The maximum number of moves of a game.
const MOST_MOVES: u32 = 60;

/// All results of queries at a position: the observation, the legal moves, and the position.
type Said = (Option<Observation>, Vec<Move>, Option<Position>);

fn said(engine: &impl Engine<Game = Chess, Observation = Observation>) -> Said {
    let mut moves = engine.legal_moves().unwrap();
    moves.sort();
    (engine.observe(), moves, engine.position())
}

/// Plays a random game. At each position, compares the verdicts on a random move.
fn play_and_compare(start: &Position, draw: &mut dyn FnMut(u32) -> u32) {
    let (mut flawed, mut reference) = (FlawedChess::new(ChessFlaw::None), ReferenceEngine::default());
    flawed.setup(start).unwrap_or_else(|error| panic!("{start}: {error}"));
    reference.setup(start).unwrap_or_else(|error| panic!("{start}: {error}"));
    let mut plies = 0;
    loop {
        assert_eq!(said(&flawed), said(&reference), "{start}");
        let seen = reference.observe().unwrap();
        if let Some(mv) = Chess::proposal(&seen, draw) {
            for player in Player::ALL {
                let verdicts = [flawed.verdict(player, &mv), reference.verdict(player, &mv)];
                assert_eq!(verdicts[0], verdicts[1], "{start}: {player} {mv}");
            }
        }
        let (Some(player), true) = (reference.turn(), plies < MOST_MOVES) else { break };
        let moves = reference.legal_moves().unwrap();
        let mv = moves[draw(moves.len() as u32) as usize];
        assert_eq!((flawed.play(player, &mv), reference.play(player, &mv)), (Ok(()), Ok(())), "{mv}");
        plies += 1;
    }
    for _ in 0..draw(plies + 1) {
        assert_eq!((flawed.undo(), reference.undo()), (Some(true), Some(true)));
    }
    assert_eq!(said(&flawed), said(&reference), "{start}");
}

#[test]
fn without_a_flaw_it_agrees_with_the_reference() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut draw = |n| dice.random_range(0..n);
    for _ in 0..40 {
        let start = Chess::start(&mut draw);
        play_and_compare(&start, &mut draw);
    }
}
