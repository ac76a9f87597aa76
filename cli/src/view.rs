//! A position as text: the board and what an engine says about it, for any game.

use std::fmt::Write;

use bustan_core::{Game, Picture, Style};
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

/// The board, who is to move or has won, the scores, and every list of things the engine keeps, such as groups.
pub(crate) fn text<G: Picture>(seen: &G::Observation, style: Style, marked: &[String]) -> Result<String, Failure> {
    let object = object(seen)?;
    let mut text = G::board(seen, style, marked);
    let _ = writeln!(text, "{}", turn::<G>(&object));
    let scores: Vec<String> = G::PLAYERS
        .iter()
        .filter_map(|player| Some(format!("{player} {}", object.get("scores")?.get(player.to_string())?)))
        .collect();
    if !scores.is_empty() {
        let result = G::final_score(seen);
        // In some games the result is nothing but the scores.
        let result = if result == scores.join(" ") { String::new() } else { format!(" ({result})") };
        let _ = writeln!(text, "scores: {}{result}", scores.join(", "));
    }
    for (name, value) in &object {
        if let Value::Array(rows) = value
            && rows.iter().all(Value::is_object)
        {
            write_table(&mut text, name, rows);
        }
    }
    Ok(text)
}

fn turn<G: Game>(object: &Map<String, Value>) -> String {
    let word = |key| object.get(key).and_then(Value::as_str);
    match (word("to_move"), word("winner")) {
        (Some(player), _) => format!("{player} to move"),
        (None, Some(player)) => format!("game over: {player} wins"),
        (None, None) => format!("game over: shared{}", among::<G>(object)),
    }
}

/// Among whom a game is shared, where that is not all.
fn among<G: Game>(object: &Map<String, Value>) -> String {
    let score = |player: &G::Player| object.get("scores")?.get(player.to_string())?.as_i64();
    let scores: Vec<(&G::Player, i64)> =
        G::PLAYERS.iter().filter_map(|player| Some((player, score(player)?))).collect();
    let most = scores.iter().map(|&(_, score)| score).max();
    let leaders = scores.iter().filter(|&&(_, score)| Some(score) == most).map(|(player, _)| player.to_string());
    let leaders: Vec<String> = leaders.collect();
    if leaders.len() == scores.len() { String::new() } else { format!(" by {}", leaders.join(" and ")) }
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

/// A value without the signs of JSON.
fn words(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(values) => values.iter().map(words).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// The cells that are occupied in `after` and were not in `before`.
pub(crate) fn newly_occupied(before: &Map<String, Value>, after: &Map<String, Value>) -> Vec<String> {
    let cells =
        |object: &Map<String, Value>| object.get("board").and_then(Value::as_object).cloned().unwrap_or_default();
    let old = cells(before);
    cells(after).into_iter().map(|(cell, _)| cell).filter(|cell| !old.contains_key(cell)).collect()
}
