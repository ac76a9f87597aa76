//! Finds the moves of a game that have left a trace.
//!
//! In a game of placing stones, what matters is often only the stones that are on the board at the end. The
//! moves that placed captured stones, and the moves that captured them, can then be removed all at once.
//! Nothing is known about the game, but engines report its states. A move has left a trace if it was the last
//! to change something that differs from the start.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Shrinker;
use super::leave_out::rejoined;
use super::replay::Line;
use super::state_search::TURN;
use crate::erased::{Player, Record};

/// The numbers of moves at the end of a game that are kept even without a trace, because their captures may
/// matter.
const LAST: [usize; 3] = [1, 4, 8];

impl Shrinker<'_, '_> {
    /// Tries to keep only the moves that have left a trace, and the last moves.
    pub(super) fn keep_traces(&mut self, traces: &BTreeSet<usize>) {
        let record = self.best.record.clone();
        let lines: Vec<Line> = LAST.iter().map(|&last| with_traces(&record, traces, last)).collect();
        self.accept_first(lines.into_iter().filter(|line| line.moves.len() < record.moves.len()));
    }
}

/// Returns the moves of a game that have left a trace, and its `last` last moves. Adds further moves of
/// players who have fewer moves than others, so that players take turns.
fn with_traces(record: &Record, traces: &BTreeSet<usize>, last: usize) -> Line {
    let plies = record.moves.len();
    let mut kept: BTreeSet<usize> = traces.iter().copied().filter(|&ply| ply < plies).collect();
    kept.extend(plies.saturating_sub(last)..plies);
    let of = |player: Player| (0..plies).rev().filter(move |&ply| record.moves[ply].0 == player);
    let most = |kept: &BTreeSet<usize>| {
        let count = |&ply: &usize| of(record.moves[ply].0).filter(|ply| kept.contains(ply)).count();
        kept.iter().map(count).max().unwrap_or(0)
    };
    let most = most(&kept);
    let players: Vec<Player> = record.moves.iter().map(|(player, _)| *player).collect();
    for player in players {
        let count = of(player).filter(|ply| kept.contains(ply)).count();
        let added: Vec<usize> = of(player).filter(|ply| !kept.contains(ply)).take(most - count).collect();
        kept.extend(added);
    }
    rejoined(record, |ply| kept.contains(&ply))
}

/// Returns the plies of a game that have left a trace, given the observations at the start and after each
/// move.
pub(super) fn traces(shown: &[Value]) -> BTreeSet<usize> {
    let states: Vec<BTreeMap<String, String>> = shown.iter().map(flat).collect();
    let Some((first, last)) = states.first().zip(states.last()) else { return BTreeSet::new() };
    let mut writers: BTreeMap<&String, usize> = BTreeMap::new();
    for (ply, pair) in states.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        let changed = after.iter().filter(|(place, value)| before.get(*place) != Some(value));
        writers.extend(changed.map(|(place, _)| (place, ply)));
    }
    let stays = |place: &&String| last.get(*place).is_some_and(|value| first.get(*place) != Some(value));
    writers.into_iter().filter(|(place, _)| stays(place)).map(|(_, ply)| ply).collect()
}

/// Returns the individual values of a state by location. Each character of a text is a value.
pub(super) fn flat(state: &Value) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    let mut ahead = vec![(String::new(), state)];
    while let Some((place, value)) = ahead.pop() {
        match value {
            Value::Object(members) => {
                let members = members.iter().filter(|(key, _)| *key != TURN);
                ahead.extend(members.map(|(key, value)| (format!("{place}/{key}"), value)));
            }
            Value::Array(members) => {
                ahead.extend(members.iter().enumerate().map(|(at, value)| (format!("{place}/{at}"), value)));
            }
            Value::String(text) => {
                values.extend(
                    text.char_indices().map(|(at, char)| (format!("{place}/{at}"), char.to_string())),
                );
            }
            value => {
                values.insert(place, value.to_string());
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use bustan_vocabulary::tictactoe::TicTacToe;
    use serde_json::json;

    use super::*;
    use crate::erased::rules;

    #[test]
    fn a_move_leaves_a_trace_if_it_was_the_last_to_change_what_still_differs_from_the_start() {
        let shown =
            ["....", "x...", "xo..", ".o.x", ".oxx"].map(|board| json!({ "board": board, "to_move": board }));
        // The stone on the first cell was captured.
        assert_eq!(traces(&shown), BTreeSet::from([1, 2, 3]));
        let counts = [0, 1, 2].map(|taken| json!({ "taken": taken, "kings": [[0], [taken]] }));
        assert_eq!(traces(&counts), BTreeSet::from([1]));
        assert_eq!(traces(&[]), BTreeSet::new());
    }

    #[test]
    fn players_take_turns_in_what_is_left() {
        let record = rules::<TicTacToe>().record("X[a1];O[a2];X[b1];O[b2];X[c1];O[c3];X[c2]").unwrap();
        let words = |traces: &[usize], last| {
            let line = with_traces(&record, &traces.iter().copied().collect(), last);
            line.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words(&[0, 1], 1), "a1 a2 c2 c3");
        assert_eq!(words(&[0, 2], 1), "a1 a2 b1 b2 c2 c3");
        assert_eq!(words(&[], 3), "c1 b2 c2 c3");
    }
}
