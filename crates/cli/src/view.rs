//! A position as text, for any game: the board, and an engine's observation of the position.

use std::fmt::Write;

use bustan_guide::Style;
use bustan_harness::erased::{Observation, Overlay};
use serde_json::{Map, Value};

use crate::failure::Failure;

/// An observation as a JSON object.
pub(crate) fn object(seen: &impl serde::Serialize) -> Result<Map<String, Value>, Failure> {
    match serde_json::to_value(seen) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Ok(Map::new()),
        Err(error) => Err(Failure::Output(error.into())),
    }
}

/// The board with its caption, and every list in the observation, such as the groups.
pub(crate) fn text(seen: &Observation, style: Style, marked: &[String]) -> Result<String, Failure> {
    let object = object(seen)?;
    let overlay = Overlay { marked, ..Overlay::default() };
    let mut text = seen.board(style, &overlay) + &seen.caption(style, &overlay);
    for (name, value) in &object {
        if let Value::Array(rows) = value
            && rows.iter().all(Value::is_object)
        {
            write_table(&mut text, name, rows);
        }
    }
    Ok(text)
}

fn write_table(text: &mut String, name: &str, rows: &[Value]) {
    let _ = writeln!(text, "{name}: {}", rows.len());
    for (number, row) in rows.iter().enumerate() {
        let fields: Vec<String> = row
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, value)| format!("{} {}", key.replace('_', " "), words(value)))
            .collect();
        let _ = writeln!(text, "{:>4}  {}", number + 1, fields.join("; "));
    }
}

/// Formats a value without JSON punctuation.
fn words(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(values) => values.iter().map(words).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// The cells that are occupied in `after` but not in `before`.
pub(crate) fn newly_occupied(before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<String> {
    let cells = |object: &Map<String, Value>| {
        object.get("board").and_then(Value::as_object).cloned().unwrap_or_default()
    };
    let old = cells(before);
    cells(after).into_iter().map(|(cell, _)| cell).filter(|cell| !old.contains_key(cell)).collect()
}
