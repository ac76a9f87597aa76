//! What the benchmarks of Bustan share: where random numbers come from and which games are played.
//!
//! There are two kinds of figures. Times, from `cargo bench -p bustan-bench`, compare the engines on one machine. Instructions
//! per ply, from `cargo run --release -p bustan-bench`, hardly depend on what else the machine is doing, so they tell whether
//! a change made the optimised engine of Dominions faster at all.

use bustan_core::dominions::{Board, Dominions, Move, Position, Side};
use bustan_core::{Playout, Record};
use bustan_harness::dice::Dice;

/// Random numbers below what is asked for, reproducible from a seed.
pub fn dice(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut dice = Dice::of_game(seed, 0);
    move |n| dice.below(n)
}

/// Plays so many uniformly random games of Dominions to their end, on the empty standard board.
pub fn playouts(games: u32, seed: u64) -> Playout {
    let mut draw = dice(seed);
    let start = Board::new(Side::STANDARD);
    let mut done = Playout::default();
    for _ in 0..games {
        let Playout { plies, legal } = start.clone().playout(&mut draw);
        done.plies += plies;
        done.legal += legal;
    }
    done
}

/// A random game on a board of this side, a pass only where nothing else is legal, with the positions it goes through, the
/// first and the last included.
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
