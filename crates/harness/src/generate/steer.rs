//! Chooses moves by the weights of a policy, for games played by a single engine.

use crate::base::Dice;

/// Chooses one of the legal moves of the player to move, by the weights that `weigh` assigns to the sorted
/// moves. If there are no weights, all moves are equally likely. `avoided` is chosen only if no other move is
/// legal. Returns the sorted moves to choose from, with the index of the chosen one; `None` if there are no
/// moves.
pub(crate) fn steer<M: Ord>(
    mut moves: Vec<M>,
    avoided: Option<&M>,
    weigh: impl FnOnce(&[M], &mut Vec<u32>),
    dice: &mut Dice,
) -> Option<(Vec<M>, usize)> {
    if moves.len() > 1 {
        moves.retain(|mv| Some(mv) != avoided);
    }
    if moves.is_empty() {
        return None;
    }
    moves.sort_unstable();
    let mut weights = Vec::new();
    weigh(&moves, &mut weights);
    weights.resize(moves.len(), 1);
    let index = dice.weighted(&weights);
    Some((moves, index))
}
