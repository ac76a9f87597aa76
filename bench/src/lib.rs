//! Code shared by the benchmarks of Bustan: random numbers and the games that are played.
//!
//! There are two kinds of measurements. Times, from `cargo bench -p bustan-bench`, compare the engines on one
//! machine. Instructions per ply, from `cargo run --release -p bustan-bench`, hardly depend on other work of
//! the machine, so they show whether a change has made an optimised engine faster at all.

pub mod table;

use bustan_harness::base::Dice;
use bustan_vocabulary::{Engine, Game, Record};

/// Returns a function that draws random numbers below a bound, reproducible from `seed`.
pub fn dice(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut dice = Dice::of_game(seed, 0);
    move |n| dice.below(n)
}

/// Returns an engine that is set up at a position.
///
/// # Panics
/// Panics if the engine refuses the position.
pub fn at<E: Engine + Default>(position: &<E::Game as Game>::Position) -> E {
    let mut engine = E::default();
    assert!(engine.setup(position).is_ok(), "a position of a game");
    engine
}

/// Returns a uniformly random game from `start`, with all of its positions, including the first and the last.
///
/// # Panics
/// Panics if the engine refuses its own moves, or does not list its legal moves or report its position.
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
        if moves.len() > 1 {
            moves.retain(|mv| Some(mv) != E::Game::pass().as_ref());
        }
        moves.sort_unstable();
        let mv = moves.swap_remove(draw(moves.len() as u32) as usize);
        assert!(engine.play(player, &mv).is_ok(), "a legal move is accepted");
        record.moves.push((player, mv));
        positions.push(engine.position().expect("the position"));
    }
    (record, positions)
}
