//! Perft: how many sequences of legal moves of a given length there are, in all and by first move.
//!
//! Two engines that agree on these numbers agree on what is legal almost surely; where they do not, the
//! counts by first move say in which subtree to look.

use std::collections::BTreeMap;

use bustan_vocabulary::Engine;

/// The number of sequences of exactly `depth` legal moves from here by their first move's text, so in byte
/// order; nothing for depth 0. `None` when the engine cannot list, count or take back moves.
///
/// The engine is left as it was.
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
