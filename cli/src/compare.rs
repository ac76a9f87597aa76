//! Two engines at the same point of a game: the first thing they tell differently.

use bustan_core::{Engine, Game};
use serde_json::Value;

use crate::failure::Failure;

/// In words, what the engines say differently about the position each is in; `None` when they agree on all of it.
pub(crate) fn difference<G, A, B>(a: &A, b: &B) -> Result<Option<String>, Failure>
where
    G: Game,
    A: Engine<Game = G, Observation = G::Observation>,
    B: Engine<Game = G, Observation = G::Observation>,
{
    let (ours, theirs) = (a.name(), b.name());
    let json = |seen: Option<G::Observation>| serde_json::to_value(seen).map_err(|error| Failure::Output(error.into()));
    if let Some((path, left, right)) = first_difference(&json(a.observe())?, &json(b.observe())?) {
        return Ok(Some(format!("{path}: {ours} says {left}; {theirs} says {right}")));
    }
    if a.turn() != b.turn() {
        return Ok(Some(format!("turn: {ours} says {:?}; {theirs} says {:?}", a.turn(), b.turn())));
    }
    let (left, right) = (sorted(a.legal_moves()), sorted(b.legal_moves()));
    for (one, only, other, missing) in [(&left, &ours, &right, &theirs), (&right, &theirs, &left, &ours)] {
        if let Some(mv) = one.iter().find(|mv| other.binary_search(mv).is_err()) {
            return Ok(Some(format!("legal moves: {only} has {mv}, {missing} has not")));
        }
    }
    if left != right {
        return Ok(Some(format!("legal moves: {ours} has {}, {theirs} has {}", left.len(), right.len())));
    }
    let (left, right) = (a.position(), b.position());
    Ok((left != right).then(|| {
        let text = |position: Option<G::Position>| position.map_or("none".into(), |position| position.to_string());
        format!("position: {ours} says {}; {theirs} says {}", text(left), text(right))
    }))
}

fn sorted<M: Ord>(moves: Option<Vec<M>>) -> Vec<M> {
    let mut moves = moves.unwrap_or_default();
    moves.sort_unstable();
    moves
}

/// Where two JSON values differ first, and what each has there.
fn first_difference(a: &Value, b: &Value) -> Option<(String, String, String)> {
    let below = |name: String, a: &Value, b: &Value| {
        first_difference(a, b).map(|(path, left, right)| (format!("{name}{path}"), left, right))
    };
    match (a, b) {
        (Value::Object(x), Value::Object(y)) => {
            let keys = x.keys().chain(y.keys().filter(|key| !x.contains_key(*key)));
            let nothing = Value::Null;
            keys.into_iter().find_map(|key| {
                let name = format!(" {key}");
                match (x.get(key), y.get(key)) {
                    (Some(a), Some(b)) => below(name, a, b),
                    (a, b) => Some((name, a.unwrap_or(&nothing).to_string(), b.unwrap_or(&nothing).to_string())),
                }
            })
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            x.iter().zip(y).enumerate().find_map(|(i, (a, b))| below(format!(" {}", i + 1), a, b))
        }
        _ => (a != b).then(|| (String::new(), a.to_string(), b.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_difference_is_told_by_its_path() {
        let found = |a, b| first_difference(&a, &b);
        let told = |path: &str, a: &str, b: &str| Some((path.into(), a.into(), b.into()));
        assert_eq!(found(json!({"a": [1, {"b": null}]}), json!({"a": [1, {"b": null}]})), None);
        assert_eq!(found(json!({"a": [1, {"b": 2}]}), json!({"a": [1, {"b": 3}]})), told(" a 2 b", "2", "3"));
        assert_eq!(found(json!({"a": [1]}), json!({"a": [1, 2]})), told(" a", "[1]", "[1,2]"));
        assert_eq!(found(json!({}), json!({"a": "x"})), told(" a", "null", "\"x\""));
        assert_eq!(found(json!({"a": 1}), json!({})), told(" a", "1", "null"));
    }
}
