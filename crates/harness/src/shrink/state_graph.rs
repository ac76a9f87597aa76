//! Records the states through which games of slow engines have passed, and finds the shortest known path
//! between two of them.
//!
//! A long game often returns to a state, or another game reaches one of its states sooner. The moves between
//! can then be removed together. Such a path is only a candidate, because a state may depend on more than an
//! engine reports.

use std::collections::{HashMap, VecDeque};

/// A hash of a state; equal states have equal hashes.
pub(crate) type Key = u64;

/// The moves that led from one state to another.
pub(crate) struct StateGraph<M> {
    moves: HashMap<Key, Vec<(M, Key)>>,
}

impl<M> Default for StateGraph<M> {
    fn default() -> Self {
        Self { moves: HashMap::new() }
    }
}

impl<M: Clone + PartialEq> StateGraph<M> {
    /// Records that a move led from one state to another.
    pub(crate) fn learn(&mut self, from: Key, mv: &M, to: Key) {
        let moves = self.moves.entry(from).or_default();
        if !moves.iter().any(|(known, there)| known == mv && *there == to) {
            moves.push((mv.clone(), to));
        }
    }

    /// Returns the shortest known path from one state to another.
    pub(crate) fn shortest(&self, from: Key, to: Key) -> Option<Vec<M>> {
        let mut before: HashMap<Key, Option<(Key, &M)>> = HashMap::from([(from, None)]);
        let mut ahead = VecDeque::from([from]);
        while let Some(here) = ahead.pop_front() {
            if here == to {
                break;
            }
            for (mv, there) in self.moves.get(&here).into_iter().flatten() {
                before.entry(*there).or_insert_with(|| {
                    ahead.push_back(*there);
                    Some((here, mv))
                });
            }
        }
        let (mut way, mut here) = (Vec::new(), to);
        while let Some((from, mv)) = *before.get(&here)? {
            way.push(mv.clone());
            here = from;
        }
        way.reverse();
        Some(way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_found_is_the_shortest() {
        let mut ways = StateGraph::default();
        for (from, mv, to) in [(0, 'a', 1), (1, 'b', 2), (2, 'c', 1), (2, 'd', 3), (0, 'e', 4), (4, 'f', 3)] {
            ways.learn(from, &mv, to);
        }
        assert_eq!(ways.shortest(0, 3), Some(vec!['e', 'f']));
        assert_eq!(ways.shortest(1, 3), Some(vec!['b', 'd']));
        assert_eq!(ways.shortest(0, 0), Some(Vec::new()));
        assert_eq!(ways.shortest(3, 0), None);
    }

    #[test]
    fn a_move_is_remembered_once_for_each_state_to_which_it_led() {
        let mut ways = StateGraph::default();
        for (mv, to) in [('a', 1), ('a', 2), ('b', 1), ('a', 1), ('b', 1), ('a', 2)] {
            ways.learn(0, &mv, to);
        }
        assert_eq!(ways.moves[&0], [('a', 1), ('a', 2), ('b', 1)]);
        assert_eq!(ways.shortest(0, 2), Some(vec!['a']));
    }
}
