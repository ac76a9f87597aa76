//! Chooses moves as a policy wants them, for games that one engine plays by itself.

use std::any::Any;

use bustan_guide::Explore;
use bustan_vocabulary::{Engine, Game};

use crate::base::Dice;

/// A player and the sorted moves to choose from, with the index of the one that is chosen.
type Choice<G> = (<G as Game>::Player, Vec<<G as Game>::Move>, usize);

/// Chooses a legal move as the policy wants it, or any if the engine does not observe everything. Chooses
/// `avoided` only where nothing else is legal. `None` if there is nothing to choose from.
pub(crate) fn steer<E: Engine<Game: Explore>>(
    engine: &E,
    policy: usize,
    avoided: Option<&<E::Game as Game>::Move>,
    dice: &mut Dice,
) -> Option<Choice<E::Game>> {
    let (player, mut moves) = (engine.turn()?, engine.legal_moves()?);
    if moves.len() > 1 {
        moves.retain(|mv| Some(mv) != avoided);
    }
    if moves.is_empty() {
        return None;
    }
    moves.sort_unstable();
    let mut weights = Vec::new();
    let seen = engine.observe();
    let seen = seen.as_ref().map(|seen| seen as &dyn Any);
    if let Some(seen) = seen.and_then(|seen| seen.downcast_ref::<<E::Game as Game>::Observation>()) {
        E::Game::weigh(policy, seen, &moves, &mut weights);
    }
    weights.resize(moves.len(), 1);
    let index = dice.weighted(&weights);
    Some((player, moves, index))
}
