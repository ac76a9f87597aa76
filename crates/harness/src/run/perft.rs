//! Perft: counts the sequences of legal moves of a given length, in all and by first move.
//!
//! Two engines that agree on these numbers almost surely agree on what is legal. If they do not, the counts
//! by first move say which subtree to look in.

use std::collections::BTreeMap;

use bustan_vocabulary::Engine;

/// The number of sequences of exactly `depth` legal moves from here by the text of their first move, and so
/// in byte order; empty for depth 0. `None` if the engine cannot list, count or take back moves.
///
/// Leaves the engine as it was.
pub fn divide<E: Engine>(engine: &mut E, depth: u32) -> Option<BTreeMap<String, u64>> {
    let Some(below) = depth.checked_sub(1) else { return Some(BTreeMap::new()) };
    let Some(player) = engine.turn() else { return Some(BTreeMap::new()) };
    let moves = engine.legal_moves()?;
    let mut counts = BTreeMap::new();
    for mv in moves {
        engine.play(player, &mv).ok()?;
        let nodes = engine.perft(below);
        engine.undo()?;
        counts.insert(mv.to_string(), nodes?);
    }
    Some(counts)
}
