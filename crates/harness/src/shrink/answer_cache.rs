//! Remembers the engines' answers to moves, so that slow engines need not be queried again.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::replay::Line;
use super::state_graph::Key;
use crate::erased::Player;

/// The engines' answers to the moves of lines.
#[derive(Default)]
pub(crate) struct AnswerCache {
    /// For each hash of a start and moves, the answer to the last of these moves.
    answers: HashMap<u64, CachedAnswer>,
    /// The states at starts, by the hash of the start.
    starts: HashMap<u64, Key>,
}

/// The answer of both engines to a move.
#[derive(Clone)]
pub(crate) enum CachedAnswer {
    /// Both engines refused the move.
    Refused,
    /// Both engines accepted the move of `player`.
    Accepted {
        /// The player that moved.
        player: Player,
        /// Whether the engines were compared after every move up to this one, without a difference.
        compared: bool,
        /// The state after the move, if it is known.
        state: Option<Key>,
    },
}

impl AnswerCache {
    /// Returns the known players of the first moves of a line, and the number of moves that are known not to
    /// show a divergence.
    pub(crate) fn along(&self, line: &Line) -> (Vec<Player>, usize) {
        let (mut players, mut compared) = (Vec::new(), None);
        for (at, key) in keys(line).skip(1).enumerate() {
            let Some(&CachedAnswer::Accepted { player, compared: closely, .. }) = self.answers.get(&key)
            else {
                break;
            };
            players.push(player);
            if !closely {
                compared.get_or_insert(at);
            }
        }
        let compared = compared.unwrap_or(players.len());
        (players, compared)
    }

    /// Removes the moves of a line that are known to be refused. Returns `false` if its last move is one of
    /// them.
    pub(crate) fn repair(&self, line: &mut Line) -> bool {
        let mut hasher = start(line);
        let last = line.moves.len();
        let mut kept = Vec::with_capacity(last);
        for (at, mv) in std::mem::take(&mut line.moves).into_iter().enumerate() {
            let mut with = hasher.clone();
            mv.hash(&mut with);
            let refused = matches!(self.answers.get(&with.finish()), Some(CachedAnswer::Refused));
            if refused && at + 1 == last {
                return false;
            }
            if !refused {
                hasher = with;
                kept.push(mv);
            }
        }
        line.moves = kept;
        true
    }

    /// Records the state at the start of a line.
    pub(crate) fn begin(&mut self, line: &Line, state: Option<Key>) {
        self.starts.extend(state.map(|state| (start(line).finish(), state)));
    }

    /// Records the answer to the move at index `at` of a line, whose earlier moves were accepted. Returns the
    /// key of the answer.
    pub(crate) fn learn(&mut self, line: &Line, at: usize, answer: CachedAnswer) -> Option<u64> {
        let key = keys(line).nth(at + 1)?;
        self.note(key, answer);
        Some(key)
    }

    /// Records an answer under its key.
    pub(crate) fn note(&mut self, key: u64, answer: CachedAnswer) {
        match (self.answers.get(&key), &answer) {
            // A move that has been compared once stays compared.
            (Some(CachedAnswer::Accepted { compared: true, .. }), CachedAnswer::Accepted { .. }) => {}
            _ => {
                self.answers.insert(key, answer);
            }
        }
    }

    /// Returns the state after `moves` moves of a line, if it is known.
    pub(crate) fn state(&self, line: &Line, moves: usize) -> Option<Key> {
        let key = keys(line).nth(moves)?;
        match self.answers.get(&key) {
            Some(CachedAnswer::Accepted { state, .. }) => *state,
            _ => self.starts.get(&key).copied(),
        }
    }
}

/// Returns a hasher that contains the start of a line, to which moves can be added.
fn start(line: &Line) -> DefaultHasher {
    let mut hasher = DefaultHasher::new();
    line.start.to_string().hash(&mut hasher);
    hasher
}

/// Returns a key for the start of a line and one for each move: a hash of the start and the moves up to and
/// including that move.
fn keys(line: &Line) -> impl Iterator<Item = u64> {
    let mut hasher = start(line);
    let first = hasher.finish();
    let moves = line.moves.iter().map(move |mv| {
        mv.hash(&mut hasher);
        hasher.finish()
    });
    std::iter::once(first).chain(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::erased::{rules, shared_player};
    use bustan_vocabulary::tictactoe::{Player, TicTacToe};

    fn line(moves: &str) -> Line {
        Line::of(&rules::<TicTacToe>().record(moves).unwrap())
    }

    #[test]
    fn a_move_refused_once_is_left_out_of_every_line_that_begins_alike() {
        let mut reached = AnswerCache::default();
        assert!(reached.repair(&mut line("X[a1];O[a1]")), "nothing is known yet");
        reached.learn(&line("X[a1];O[a1]"), 1, CachedAnswer::Refused);
        assert!(!reached.repair(&mut line("X[a1];O[a1]")), "its last move is refused");
        let mut longer = line("X[a1];O[a1];O[b2];X[c3]");
        assert!(reached.repair(&mut longer));
        assert_eq!(longer, line("X[a1];O[b2];X[c3]"));
        // After other moves, the same move may be legal.
        let mut other = line("X[b1];O[a1];X[c3]");
        assert!(reached.repair(&mut other));
        assert_eq!(other, line("X[b1];O[a1];X[c3]"));
    }

    #[test]
    fn a_line_is_known_as_far_as_its_moves_were_accepted_and_compared() {
        let mut reached = AnswerCache::default();
        let whole = line("X[a1];O[b2];X[c3]");
        let [x, o] = [Player::X, Player::O].map(shared_player::<TicTacToe>);
        let accepted = |player, compared, state| CachedAnswer::Accepted { player, compared, state };
        assert_eq!(reached.along(&whole), (vec![], 0));
        reached.begin(&whole, Some(10));
        reached.learn(&whole, 0, accepted(x, true, Some(11)));
        assert_eq!(reached.along(&whole), (vec![x], 1));
        reached.learn(&whole, 1, accepted(o, false, None));
        assert!(reached.learn(&whole, 2, accepted(x, true, Some(13))).is_some());
        assert_eq!(reached.along(&whole), (vec![x, o, x], 1));
        assert_eq!(
            [0, 1, 2, 3, 4].map(|ply| reached.state(&whole, ply)),
            [Some(10), Some(11), None, Some(13), None]
        );
        assert_eq!(reached.state(&line("X[b1];O[b2]"), 1), None);
        // A compared move stays compared; a move that was not compared can be compared later.
        reached.learn(&whole, 0, accepted(x, false, None));
        reached.learn(&whole, 1, accepted(o, true, Some(12)));
        assert_eq!(reached.along(&whole), (vec![x, o, x], 3));
        assert_eq!(reached.state(&whole, 2), Some(12));
        assert_eq!(reached.learn(&whole, 3, CachedAnswer::Refused), None);
        // The state at an unknown start is unknown.
        let mut other = AnswerCache::default();
        other.begin(&whole, None);
        assert_eq!(other.state(&whole, 0), None);
    }
}
