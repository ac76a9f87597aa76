//! [proptest](mod@proptest) strategies that play games of any engine.
//!
//! A game is made of numbers that are turned into legal moves. One of the policies that the check itself uses
//! steers it, so that the hard parts of a game come up often. If a property fails, proptest drops numbers and
//! makes them smaller: the game gets shorter, its moves come earlier in their order, and it begins where the
//! simplest game does if that suffices.
//!
//! ```
//! use bustan_vocabulary::Engine;
//! use bustan_harness::generate::strategies::game;
//! use bustan_reference::tictactoe::ReferenceEngine;
//! use proptest::prelude::*;
//!
//! proptest! {
//!     # #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20) })]
//!     # /*
//!     #[test]
//!     # */
//!     fn players_take_turns(record in game::<ReferenceEngine>(0..=20)) {
//!         let players: Vec<_> = record.moves.iter().map(|(player, _)| player).collect();
//!         prop_assert!(players.windows(2).all(|two| two[0] != two[1]));
//!     }
//! }
//! # players_take_turns();
//! ```

use bustan_guide::Explore;
use bustan_vocabulary::{Engine, Game, Record};
use proptest::collection::{SizeRange, vec};
use proptest::prelude::*;

use crate::compare::participant::Observed;
use crate::generate::dice::Dice;

/// Legal games of engine `E` from any of the positions where test games start, of a number of moves in the
/// given range, or fewer if they end before that.
///
/// Policies steer a game if the engine observes everything; otherwise all legal moves are alike.
pub fn game<E>(moves: impl Into<SizeRange>) -> impl Strategy<Value = Record<E::Game>>
where
    E: Engine<Game: Explore> + Default,
{
    let simplest = Just(E::Game::start(&mut |_| 0));
    let drawn = any::<u64>().no_shrink().prop_map(|seed| {
        let mut dice = Dice::new(seed);
        E::Game::start(&mut |n| dice.below(n))
    });
    // Of several, proptest takes the first for the simplest.
    let start = prop_oneof![1 => simplest, 15 => drawn];
    game_from::<E>(start, moves)
}

/// The same from the given positions; a single one is [`Just`] that.
///
/// If the engine cannot be set up, the result is a game without moves.
pub fn game_from<E>(
    starts: impl Strategy<Value = <E::Game as Game>::Position>,
    moves: impl Into<SizeRange>,
) -> impl Strategy<Value = Record<E::Game>>
where
    E: Engine<Game: Explore> + Default,
{
    let policies = 0..E::Game::POLICIES.len();
    (vec(any::<u32>(), moves), starts, policies, any::<bool>())
        .prop_map(|(choices, start, policy, passes)| play::<E>(Record::new(start), policy, passes, &choices))
}

/// Plays the moves that numbers choose. Unless `passes`, it passes only where nothing else is legal.
fn play<E>(mut record: Record<E::Game>, policy: usize, passes: bool, choices: &[u32]) -> Record<E::Game>
where
    E: Engine<Game: Explore> + Default,
{
    let mut engine = E::default();
    if engine.setup(&record.start).is_err() {
        return record;
    }
    let pass = E::Game::pass();
    let mut weights = Vec::new();
    for &choice in choices {
        let (Some(player), Some(mut moves)) = (engine.turn(), engine.legal_moves()) else { break };
        if !passes && moves.len() > 1 {
            moves.retain(|mv| Some(mv) != pass.as_ref());
        }
        moves.sort_unstable();
        weights.clear();
        if let Some(seen) = engine.observe().map(Observed::<E::Game>::new).as_ref().and_then(Observed::own) {
            E::Game::weigh(policy, seen, &moves, &mut weights);
        }
        let Some(mv) = moves.get(weighted(&weights, choice, moves.len())) else { break };
        if engine.play(player, mv).is_err() {
            break;
        }
        record.moves.push((player, mv.clone()));
    }
    record
}

/// The index below `count` that a number chooses: each as often as its weight says, or all alike if none has
/// weight.
fn weighted(weights: &[u32], choice: u32, count: usize) -> usize {
    let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    if sum == 0 {
        return choice as usize % count.max(1);
    }
    let mut left = u64::from(choice) % sum;
    for (index, &weight) in weights.iter().enumerate() {
        match left.checked_sub(u64::from(weight)) {
            Some(less) => left = less,
            None => return index,
        }
    }
    0
}
