//! Observations in plain words, for any game: their JSON form without punctuation.

use serde_json::Value;

/// Formats a JSON value. The parts of a list are separated by spaces, or by bars if any part is itself a list
/// or an object. An empty or missing value is `-`.
pub fn words(value: &Value) -> String {
    let joined = |parts: Vec<String>, separator: &str| {
        if parts.is_empty() { "-".into() } else { parts.join(separator) }
    };
    match value {
        Value::Null => "-".into(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(parts) => {
            let is_nested = parts.iter().any(|part| part.is_array() || part.is_object());
            joined(parts.iter().map(words).collect(), if is_nested { " | " } else { " " })
        }
        Value::Object(parts) => {
            // The order of the keys depends on the features with which serde_json was compiled.
            let mut parts: Vec<_> =
                parts.iter().map(|(key, value)| format!("{key} {}", words(value))).collect();
            parts.sort_unstable();
            joined(parts, ", ")
        }
    }
}

/// Returns the value at a path in a JSON value, such as `groups.*.liberties`. A path consists of keys and
/// indices from 0; `*` stands for each part of a list, and `#` for the number of parts. `balls=A1:0 C1:0` is
/// the first part of a list whose `balls` have this text. Returns `None` if there is no such value.
pub fn at(value: &Value, path: &str) -> Option<Value> {
    let (step, rest) = path.split_once('.').map_or((path, None), |(step, rest)| (step, Some(rest)));
    let go_on = |value: &Value| rest.map_or_else(|| Some(value.clone()), |rest| at(value, rest));
    match (value, step) {
        (Value::Array(parts), "*") => parts.iter().map(go_on).collect::<Option<Vec<_>>>().map(Value::Array),
        (Value::Array(parts), "#") => go_on(&parts.len().into()),
        (Value::Object(parts), "#") => go_on(&parts.len().into()),
        (Value::Array(parts), _) => match step.split_once('=') {
            Some((key, told)) => parts.iter().find(|part| words(&part[key]) == told).and_then(go_on),
            None => parts.get(step.parse::<usize>().ok()?).and_then(go_on),
        },
        (Value::Object(parts), _) => parts.get(step).and_then(go_on),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_reported_without_punctuation() {
        for (value, told) in [
            (json!(null), "-"),
            (json!(-3), "-3"),
            (json!("x"), "x"),
            (json!([]), "-"),
            (json!({}), "-"),
            (json!([1, 4]), "1 4"),
            (json!([[1, 4], [], [2]]), "1 4 | - | 2"),
            (json!({ "x": 1, "o": [2, 3] }), "o 2 3, x 1"),
            (
                json!([{ "colour": "x", "cells": [1] }, { "colour": "o", "cells": [2] }]),
                "cells 1, colour x | cells 2, colour o",
            ),
        ] {
            assert_eq!(words(&value), told);
        }
    }

    #[test]
    fn paths_lead_into_values() {
        let value = json!({ "groups": [{ "cells": [1, 4] }, { "cells": [2] }], "scores": { "x": 0 } });
        for (path, found) in [
            ("scores.x", Some(json!(0))),
            ("groups.1.cells", Some(json!([2]))),
            ("groups.*.cells", Some(json!([[1, 4], [2]]))),
            ("groups.*.cells.#", Some(json!([2, 1]))),
            ("groups.cells=1 4.cells.1", Some(json!(4))),
            ("groups.cells=1.cells", None),
            ("groups.#", Some(json!(2))),
            ("scores.#", Some(json!(1))),
            ("scores.y", None),
            ("groups.2", None),
            ("groups.x", None),
            ("scores.x.y", None),
        ] {
            assert_eq!(at(&value, path), found, "{path}");
        }
    }
}
