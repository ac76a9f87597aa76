//! The start positions for games of other tools.

use bustan_guide::Explore;
use bustan_harness::base::Dice;
use bustan_vocabulary::{Engine, Game};

/// The number of start positions that a check draws for the list.
const DRAWN: usize = 64;

/// A start position of games.
#[derive(Clone, Debug)]
pub struct Start<G: Game> {
    /// The position.
    pub position: G::Position,
    /// All moves that can be named at the position.
    pub moves: Vec<G::Move>,
}

/// Returns the first start positions that a check draws, without duplicates. Positions on small boards are
/// first, because other tools simplify a choice by moving to the front of a list. Positions that games cannot
/// reach are last.
pub fn starts<G, E>(reference: fn() -> E) -> Vec<Start<G>>
where
    G: Explore,
    E: Engine<Game = G>,
{
    let mut positions: Vec<G::Position> = Vec::new();
    for seed in 0..DRAWN as u64 {
        let mut dice = Dice::new(seed);
        let position = G::start(&mut |n| dice.below(n));
        if !positions.contains(&position) && reference().setup(&position).is_ok() {
            positions.push(position);
        }
    }
    positions.sort_by_key(|position| (!G::is_start(position), G::area(position)));
    let with_moves = |position: G::Position| {
        let mut engine = reference();
        let legal = || engine.setup(&position).ok().and_then(|()| engine.legal_moves());
        let moves = G::nameable(&position).or_else(legal).unwrap_or_default();
        Start { position, moves }
    };
    positions.into_iter().map(with_moves).collect()
}
