//! Chooses moves as a policy wants them, for games that one engine plays by itself.

use crate::base::Dice;

/// Chooses one of the legal moves of the player on turn, as `weigh` weighs them after they were sorted; any if it weighs
/// none. Chooses `avoided` only where nothing else is legal. Returns the sorted moves to choose from, with the index of
/// the one that is chosen; `None` if there is nothing to choose from.
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
