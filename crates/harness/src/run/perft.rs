//! Perft: counts the sequences of legal moves of a given length, subtree by subtree.
//!
//! Two engines that agree on these counts almost certainly agree on which moves are legal. If they do not
//! agree, the counts of the subtrees show where they differ.

use std::collections::BTreeMap;

use crate::erased::{ErasedEngine, Move, Player};

/// The minimum number of subtrees into which a deep tree is divided.
const FEWEST: usize = 256;

/// A sequence of moves, each with its player.
pub type Sequence = Vec<(Player, Move)>;

/// A cut of the tree of all sequences: the sequences of `moves` moves, each of which is the root of a
/// subtree. They are sorted by their texts in byte order.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The length of the sequences.
    pub moves: u32,
    /// The sequences, by their texts.
    pub roots: BTreeMap<String, Sequence>,
}

/// Cuts the tree of all sequences of `depth` legal moves at the smallest number of moves that yields a few
/// hundred subtrees, or at `depth`. Returns `None` if the engine cannot list or undo moves.
///
/// The engine is unchanged afterwards.
pub fn cut(engine: &mut ErasedEngine, depth: u32) -> Option<Cut> {
    let mut roots: Vec<Sequence> = vec![Vec::new()];
    let mut moves = 0;
    while moves < depth && roots.len() < FEWEST && !roots.is_empty() {
        let mut longer = Vec::new();
        for root in &roots {
            led(engine, root, |engine| {
                let Some(player) = engine.turn() else { return Some(()) };
                longer.extend(
                    engine.legal_moves()?.into_iter().map(|mv| [&root[..], &[(player, mv)]].concat()),
                );
                Some(())
            })?;
        }
        roots = longer;
        moves += 1;
    }
    let text = |root: &Sequence| root.iter().map(|(_, mv)| mv.to_string()).collect::<Vec<_>>().join(" ");
    Some(Cut { moves, roots: roots.into_iter().map(|root| (text(&root), root)).collect() })
}

/// Plays a sequence of moves, runs `work` on the resulting position, and undoes the moves.
pub fn led<T>(
    engine: &mut ErasedEngine,
    root: &Sequence,
    work: impl FnOnce(&mut ErasedEngine) -> Option<T>,
) -> Option<T> {
    for (player, mv) in root {
        engine.play(*player, mv).ok()?;
    }
    let done = work(engine);
    for _ in root {
        engine.undo()?;
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::tictactoe::FastEngine;

    #[test]
    fn the_subtrees_hold_every_sequence_once() {
        let mut engine = ErasedEngine::new(FastEngine::default());
        for (depth, moves, roots) in [(0, 0, 1), (1, 1, 9), (2, 2, 72), (3, 3, 504), (6, 3, 504)] {
            let cut = cut(&mut engine, depth).unwrap();
            assert_eq!((cut.moves, cut.roots.len()), (moves, roots), "depth {depth}");
            let below = |root| led(&mut engine, root, |engine| engine.perft(depth - moves)).unwrap();
            let counts: Vec<u64> = cut.roots.values().map(below).collect();
            assert_eq!(Some(counts.iter().sum()), engine.perft(depth));
        }
    }
}
