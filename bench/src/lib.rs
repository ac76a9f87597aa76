//! Shared by the benchmarks of Bustan: random numbers and the games that are played.
//!
//! There are two kinds of figures. Times, from `cargo bench -p bustan-bench`, compare the engines on one
//! machine. Instructions per ply, from `cargo run --release -p bustan-bench`, hardly depend on what else the
//! machine is doing, so they show whether a change made an optimised engine faster at all.

use bustan_core::dominions::Board;
use bustan_harness::dice::Dice;
use bustan_vocabulary::dominions::{Dominions, Move, Position, Side};
use bustan_vocabulary::{Engine, Game, Record};

/// Random numbers below a bound, reproducible from a seed.
pub fn dice(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut dice = Dice::of_game(seed, 0);
    move |n| dice.below(n)
}

/// An engine at a position.
///
/// # Panics
/// When it refuses the position.
pub fn at<E: Engine + Default>(position: &<E::Game as Game>::Position) -> E {
    let mut engine = E::default();
    assert!(engine.setup(position).is_ok(), "a position of a game");
    engine
}

/// A uniformly random game from a start, with its positions, the first and the last included.
///
/// # Panics
/// When the engine refuses its own moves, or does not list its legal moves or its position.
pub fn random_play<E: Engine + Default>(
    start: &<E::Game as Game>::Position,
    seed: u64,
) -> (Record<E::Game>, Vec<<E::Game as Game>::Position>) {
    let mut draw = dice(seed);
    let mut engine = at::<E>(start);
    let mut record = Record::new(start.clone());
    let mut positions = vec![start.clone()];
    while let Some(player) = engine.turn() {
        let mut moves = engine.legal_moves().expect("the legal moves");
        moves.sort_unstable();
        let mv = moves.swap_remove(draw(moves.len() as u32) as usize);
        assert!(engine.play(player, &mv).is_ok(), "a legal move is accepted");
        record.moves.push((player, mv));
        positions.push(engine.position().expect("the position"));
    }
    (record, positions)
}

/// A random game of Dominions on a board of this side, a pass only where nothing else is legal, with its
/// positions, the first and the last included.
///
/// # Panics
/// When the optimised engine refuses its own moves.
pub fn random_game(side: Side, seed: u64) -> (Record<Dominions>, Vec<Position>) {
    let mut draw = dice(seed);
    let mut board = Board::new(side);
    let mut record = Record::new(board.position());
    let mut positions = vec![board.position()];
    while let Some(player) = board.turn() {
        let count = board.legal_count();
        let mv = if count > 0 { board.nth_legal(draw(count)) } else { None };
        let mv = mv.unwrap_or(Move::Pass);
        board.play(mv).expect("a move chosen from the legal ones is legal");
        record.moves.push((player, mv));
        positions.push(board.position());
    }
    (record, positions)
}
