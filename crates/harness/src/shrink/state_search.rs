//! Visits states from a start, each once, until a move shows the wanted divergence.
//!
//! Every second state is taken in the order of the distance from the start, so that short games are not
//! missed. The others are taken by their similarity to the state before the last move of the best game, so
//! that long paths are found as well.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};

use serde_json::Value;

use super::replay::Replayer;
use super::state_graph::Key;
use crate::base::Stop;
use crate::compare::divergence::Divergence;
use crate::erased::{Move, Player, Position};

/// The states visited so far.
#[derive(Default)]
pub(crate) struct Visited {
    states: HashMap<Key, State>,
}

struct State {
    /// The part of the state that is shown.
    shown: Value,
    /// The moves of the state and the states to which they lead, if all of them have been played.
    moves: Option<Vec<(Step, Key)>>,
}

/// A player and the move that the player makes.
type Step = (Player, Move);

/// A state to visit: its key, and the moves that lead to it.
type Ahead = (Key, Vec<Step>);

/// The states to visit, in two queues: first in, first out (`near`), and by path length and difference from
/// the goal (`like`). `pop` alternates between the queues.
struct Agenda {
    paths: Vec<Option<Ahead>>,
    near: VecDeque<usize>,
    like: BinaryHeap<Reverse<(u64, usize)>>,
    turn: bool,
}

impl Agenda {
    fn push(&mut self, ahead: Ahead, apart: u64) {
        let (at, length) = (self.paths.len(), ahead.1.len() as u64);
        self.near.push_back(at);
        self.like.push(Reverse((apart + length * EACH, at)));
        self.paths.push(Some(ahead));
    }

    fn pop(&mut self) -> Option<Ahead> {
        loop {
            self.turn = !self.turn;
            let at = if self.turn { self.near.pop_front()? } else { self.like.pop()?.0.1 };
            if let Some(ahead) = self.paths[at].take() {
                return Some(ahead);
            }
        }
    }
}

impl Replayer<'_> {
    /// Visits states from the start of the best game until a move shows the wanted divergence in a shorter
    /// game.
    pub(crate) fn search_states(
        &mut self,
        best: &Divergence,
        visited: &mut Visited,
        counters: &BTreeSet<String>,
        stop: Stop<'_>,
    ) -> Option<Box<Divergence>> {
        let (start, length) = (&best.record.start, best.record.moves.len());
        let goal = self.before_the_end(best, counters);
        let mut agenda: Agenda =
            Agenda { paths: Vec::new(), near: VecDeque::new(), like: BinaryHeap::new(), turn: false };
        if !matches!(self.bring(start, &[]), Ok(true)) {
            return None;
        }
        let first = self.lockstep.key(0, counters)?;
        visited.note(first, || self.lockstep.shown_at(0, counters));
        let mut seen = HashSet::from([first]);
        agenda.push((first, Vec::new()), 0);
        while let Some((key, path)) = agenda.pop() {
            if path.len() + 1 >= length {
                continue;
            }
            let known = visited.states.get(&key).and_then(|state| state.moves.clone());
            let moves = match known {
                Some(moves) => moves,
                None => match self.expand(start, &path, length, visited, counters, stop) {
                    Expanded::Found(found) => return Some(found),
                    Expanded::Stopped => return None,
                    Expanded::To(moves) => {
                        if let Some(state) = visited.states.get_mut(&key) {
                            state.moves = Some(moves.clone());
                        }
                        moves
                    }
                },
            };
            for (step, after) in moves {
                if seen.insert(after) {
                    let like = visited.states.get(&after).zip(goal.as_ref());
                    let apart = like.map_or(0, |(state, goal)| apart(&state.shown, goal));
                    agenda.push((after, [&path[..], &[step]].concat()), apart);
                }
            }
        }
        None
    }

    /// Returns the observation before the last move of a game, without the player to move.
    pub(crate) fn before_the_end(&mut self, best: &Divergence, counters: &BTreeSet<String>) -> Option<Value> {
        let (_, before) = best.record.moves.split_last()?;
        let there = matches!(self.bring(&best.record.start, before), Ok(true));
        let mut shown = there.then(|| self.lockstep.shown_at(before.len(), counters))??;
        // In every second state, another player is to move, although the state is equally near.
        shown.as_object_mut()?.remove(TURN);
        Some(shown)
    }

    /// Plays all moves of the state to which `path` leads.
    fn expand(
        &mut self,
        start: &Position,
        path: &[Step],
        length: usize,
        visited: &mut Visited,
        counters: &BTreeSet<String>,
        stop: Stop<'_>,
    ) -> Expanded {
        let mut moves = Vec::new();
        if !matches!(self.bring(start, path), Ok(true)) {
            return Expanded::To(moves);
        }
        // Reaching the state has already compared the lists of legal moves.
        for mv in self.lockstep.ensure_legal().unwrap_or_default() {
            if self.cost >= self.most || stop.now() {
                return Expanded::Stopped;
            }
            if !matches!(self.bring_unlisted(start, path), Ok(true)) {
                break;
            }
            self.cost += 1;
            let Some(player) = self.lockstep.turn() else { break };
            match self.lockstep.step(player, &mv, false) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(divergence) => {
                    if !self.wanted.covers(&divergence.signature) {
                        self.meet(&divergence);
                    } else if let Some(again) = self.confirm(&divergence)
                        && again.record.moves.len() < length
                    {
                        return Expanded::Found(again);
                    }
                    continue;
                }
            }
            self.explored_last(counters);
            let ply = path.len() + 1;
            let Some(after) = self.lockstep.key(ply, counters) else { return Expanded::Stopped };
            visited.note(after, || self.lockstep.shown_at(ply, counters));
            moves.push(((player, mv), after));
        }
        Expanded::To(moves)
    }
}

/// The result of playing all moves of a state.
enum Expanded {
    Found(Box<Divergence>),
    /// The time or the budget is exhausted.
    Stopped,
    /// The moves of the state and the states to which they lead.
    To(Vec<(Step, Key)>),
}

impl Visited {
    fn note(&mut self, key: Key, shown: impl FnOnce() -> Option<Value>) {
        self.states.entry(key).or_insert_with(|| State { shown: shown().unwrap_or_default(), moves: None });
    }
}

/// The key of the observation that names the player to move.
pub(super) const TURN: &str = "to_move";

/// `DIFFER`: The distance of values that differ, to which a small part is added for how much they differ.
/// `EACH`: The distance that each move on the path to a state adds.
const DIFFER: u64 = 8;
const EACH: u64 = 4;

/// Returns the distance between two states, which is smaller the less of their observations differs.
pub(super) fn apart(one: &Value, other: &Value) -> u64 {
    match (one, other) {
        _ if one == other => 0,
        (Value::Object(one), Value::Object(other)) => {
            let missing = one.keys().filter(|key| *key != TURN && !other.contains_key(*key)).count() as u64;
            let each =
                other.iter().map(|(key, value)| one.get(key).map_or(2 * DIFFER, |this| apart(this, value)));
            each.sum::<u64>() + missing * 2 * DIFFER
        }
        (Value::Array(one), Value::Array(other)) => {
            let each: u64 = one.iter().zip(other).map(|(one, other)| apart(one, other)).sum();
            each + one.len().abs_diff(other.len()) as u64 * 2 * DIFFER
        }
        (Value::String(one), Value::String(other)) if one.len() == other.len() => {
            let each = one.bytes().zip(other.bytes()).filter(|(one, other)| one != other);
            each.map(|(one, other)| DIFFER + u64::from(one.abs_diff(other)).min(DIFFER)).sum()
        }
        _ => 2 * DIFFER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::erased::unknown;
    use serde_json::json;

    #[test]
    fn things_that_differ_are_so_far_apart() {
        for (one, other, expected) in [
            (json!(1), json!(1), 0),
            (json!(1), json!(2), 16),
            (json!({ "a": 1 }), json!({ "a": 1, "b": 1 }), 16),
            (json!({ "a": 1, "b": 1 }), json!({ "a": 1 }), 16),
            (json!({ "a": 1, "to_move": "x" }), json!({ "a": 1 }), 0),
            (json!({ "a": 1, "to_move": "x" }), json!({ "a": 2 }), 16),
            (json!([1, 2, 3]), json!([1, 5]), 32),
            (json!([1]), json!([1, 2, 3]), 32),
            (json!("abc"), json!("abd"), 9),
            (json!("aba"), json!("abz"), 16),
            (json!("bbb"), json!("abd"), 19),
            (json!("ab"), json!("abc"), 16),
            (json!([]), json!({}), 16),
        ] {
            assert_eq!(apart(&one, &other), expected, "{one} {other}");
        }
    }

    #[test]
    fn states_are_taken_by_turns_in_their_order_and_by_how_near_they_are() {
        let mut agenda: Agenda =
            Agenda { paths: Vec::new(), near: VecDeque::new(), like: BinaryHeap::new(), turn: false };
        let step = || (unknown().players()[0], unknown().mv("a").unwrap());
        for (key, moves, apart) in [(0, 0, 90), (1, 0, 80), (2, 0, 9), (3, 2, 2), (4, 0, 1), (5, 1, 3)] {
            agenda.push((key, (0..moves).map(|_| step()).collect()), apart);
        }
        // A move counts half as much as a differing value.
        let taken: Vec<Key> = std::iter::from_fn(|| agenda.pop()).map(|(key, _)| key).collect();
        assert_eq!(taken, [0, 4, 1, 5, 2, 3]);
    }

    #[test]
    fn states_that_share_more_are_nearer() {
        let goal = json!({"white": "d4", "board": "..x.", "taken": [1, 2]});
        let near = json!({"white": "d3", "board": "..x.", "taken": [1, 2]});
        let far = json!({"white": "d1", "board": "..x.", "taken": [1, 2]});
        let farther = json!({"white": "d1", "board": "o.x.", "taken": [1]});
        let order = [&goal, &near, &far, &farther, &json!({})].map(|state| apart(state, &goal));
        assert!(order[0] == 0 && order.is_sorted_by(|one, other| one < other), "{order:?}");
    }
}
