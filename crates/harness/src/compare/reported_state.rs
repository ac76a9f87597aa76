//! The reports of engines on a position, limited to the values that each engine reports.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::compare::diff::ToJson;
use crate::compare::participant::Observed;
use crate::erased::Observation;

/// The wording for a value that an engine does not report.
pub const NOT_REPORTED: &str = "not reported";

/// The key of an observation that shows the board.
pub(crate) const BOARD: &str = "board";

/// The key that names the game. It is not a fact about a position, so an observation without it is complete.
const GAME: &str = "game";

/// The key that names the player to move, or is `null` when the game is over.
const TO_MOVE: &str = "to_move";

/// An engine's report of a position.
#[derive(Clone, Debug)]
pub struct ReportedState {
    /// The reported values as JSON: an object with the reported keys only, or another value if the engine
    /// does not report an object.
    pub reported: Value,
    /// The keys that this engine does not report, although the other engine or the game's own observation has
    /// them.
    pub not_reported: Vec<String>,
    /// The observation in the game's own type, if the engine reports a board that a game can draw. Keys that
    /// the engine does not report are empty in it, and must not be shown.
    seen: Option<Observation>,
    /// Whether the engine's observation is of the game's own type.
    is_own: bool,
}

impl ReportedState {
    /// Returns the reports of two engines. In `seen`, `None` means that the engine was not queried, and
    /// `Some(None)` that it reported nothing.
    pub(crate) fn pair(seen: [Option<Option<Observed>>; 2]) -> [Option<Self>; 2] {
        let observed = || seen.iter().flatten().flatten();
        let keys: BTreeSet<String> = observed()
            .filter_map(|seen| object(seen.json()))
            .flat_map(|seen| seen.into_iter())
            .map(|(key, _)| key)
            .collect();
        let like = observed()
            .find_map(Observed::own)
            .filter(|seen| !seen.rules().is_opaque())
            .map(Observation::without_history);
        seen.map(|side| side.map(|seen| Self::of(seen, &keys, like.as_ref())))
    }

    /// Returns the report of an engine. `keys` are the expected keys. Parts that the observation omits get
    /// the shape that they have in `like`.
    fn of(seen: Option<Observed>, keys: &BTreeSet<String>, like: Option<&Observation>) -> Self {
        let reported = seen.as_ref().map_or_else(|| Value::Object(Map::new()), ToJson::to_json);
        let has = |key: &str| reported.as_object().is_none_or(|reported| reported.contains_key(key));
        let not_reported = keys.iter().filter(|key| !has(key)).cloned().collect();
        let own = seen.as_ref().and_then(Observed::own);
        let is_own = own.is_some();
        let read = || read(reported.as_object().filter(|_| has(BOARD))?, like?);
        let seen = own.cloned().or_else(read);
        Self { reported, not_reported, seen, is_own }
    }

    /// Whether the engine omits part of the observation.
    pub fn is_partial(&self) -> bool {
        self.not_reported.iter().any(|key| key != GAME)
    }

    /// Whether the engine reports nothing.
    pub fn is_empty(&self) -> bool {
        self.reported.as_object().is_some_and(Map::is_empty)
    }

    /// Returns the observation to draw, if it contains a board. If the report [is partial](Self::is_partial),
    /// only the board may be drawn.
    pub fn board(&self) -> Option<&Observation> {
        self.seen.as_ref().filter(|_| !self.is_empty())
    }

    /// Returns the report as a JSON object with the keys `reported` and `not_reported`.
    pub fn object(&self) -> Value {
        json!({ "reported": self.reported, "not_reported": self.not_reported })
    }

    /// Returns the reported values as words such as `over: no`, except for the board, the name of the game,
    /// lists and objects.
    pub(crate) fn facts(&self) -> Vec<String> {
        let members = self.reported.as_object().into_iter().flatten();
        let facts = members.filter(|(key, _)| ![BOARD, GAME].contains(&key.as_str()));
        facts.filter_map(|(key, value)| Some(format!("{key}: {}", fact(value)?))).collect()
    }

    /// Returns the board in words, if it is reported. It is for boards that no game can draw.
    pub(crate) fn board_text(&self) -> Option<String> {
        let board = self.reported.get(BOARD)?;
        let cells = board.as_object().into_iter().flatten();
        let cells: Vec<String> = cells
            .map(|(cell, piece)| format!("{cell} {}", fact(piece).unwrap_or_else(|| piece.to_string())))
            .collect();
        Some(if cells.is_empty() { board.to_string() } else { cells.join(", ") })
    }

    /// Returns the keys that are not reported, except for the name of the game.
    pub(crate) fn missing(&self) -> impl Iterator<Item = &str> {
        self.not_reported.iter().map(String::as_str).filter(|key| *key != GAME)
    }

    /// Returns the part of the report that is compared: everything except for the name of the game.
    fn compared(&self) -> Value {
        let mut reported = self.reported.clone();
        if let Some(members) = reported.as_object_mut() {
            members.remove(GAME);
        }
        reported
    }
}

impl PartialEq for ReportedState {
    /// Whether both reports contain every expected value, and all values are equal.
    fn eq(&self, other: &Self) -> bool {
        let unprinted = || !(self.is_own && other.is_own) || self.seen == other.seen;
        self.missing().eq(other.missing()) && self.compared() == other.compared() && unprinted()
    }
}

fn object(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(members) => Some(members),
        _ => None,
    }
}

/// Returns a value in few words; `None` if it is a list or an object.
fn fact(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some("none".into()),
        Value::Bool(is) => Some(if *is { "yes" } else { "no" }.into()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(word) => Some(word.clone()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns an observation of the game's own type with the values in `reported`. All other lists in it are
/// empty.
fn read(reported: &Map<String, Value>, like: &Observation) -> Option<Observation> {
    let mut whole = object(like.to_json())?;
    whole.values_mut().for_each(clear);
    if let Some(to_move) = whole.get_mut(TO_MOVE) {
        *to_move = json!(like.rules().players().first()?.to_string());
    }
    whole.extend(reported.clone());
    like.read_like(Value::Object(whole))
}

/// Removes the items of all lists in a value. Keeps numbers and words: the size of the board is needed, and
/// the others are never shown.
fn clear(value: &mut Value) {
    match value {
        Value::Array(items) => items.clear(),
        Value::Object(members) => members.values_mut().for_each(clear),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use bustan_core::tribolo::FastEngine;
    use bustan_vocabulary::tribolo::{Observation, Tribolo};
    use bustan_vocabulary::{Engine, Game};

    use super::*;
    use crate::any::State;
    use crate::erased::own_observation;

    fn observed() -> Observation {
        let mut engine = FastEngine::default();
        Engine::setup(&mut engine, &Tribolo::initial(&[]).unwrap()).unwrap();
        for _ in 0..3 {
            let (player, moves) = (Engine::turn(&engine).unwrap(), Engine::legal_moves(&engine).unwrap());
            Engine::play(&mut engine, player, &moves[0]).unwrap();
        }
        Engine::observe(&engine).unwrap()
    }

    /// Returns two reports: one in which `change` has changed the report of the built-in engine, and that of
    /// the built-in engine.
    fn told(change: impl Fn(&mut Map<String, Value>)) -> [Option<ReportedState>; 2] {
        let seen = observed();
        let mut told = crate::compare::diff::json(&seen);
        change(told.as_object_mut().unwrap());
        let said = Observed::Said(State::read(&told.to_string()).unwrap());
        ReportedState::pair([Some(Some(said)), Some(Some(Observed::new::<Tribolo, _>(seen)))])
    }

    #[test]
    fn nothing_of_one_engine_is_shown_for_the_other() {
        let board_and_ply =
            |told: &mut Map<String, Value>| told.retain(|key, _| ["board", "ply"].contains(&key.as_str()));
        let [Some(subject), Some(oracle)] = told(board_and_ply) else { panic!("both were asked") };
        assert_eq!(subject.object()["reported"].as_object().unwrap().len(), 2);
        let missing = ["game", "height", "jumps", "moves", "over", "scores", "to_move", "width", "winner"];
        assert_eq!(subject.not_reported, missing);
        assert!(subject.is_partial() && !oracle.is_partial() && subject != oracle);
        let [drawn, own] =
            [&subject, &oracle].map(|shown| own_observation::<Tribolo>(shown.board().unwrap()));
        assert_eq!((&drawn.board, drawn.width), (&own.board, own.width));
        assert!(own.moves.values().any(|moves| !moves.is_empty()) && drawn.moves.values().all(Vec::is_empty));
        assert!(!own.taken.is_empty() && drawn.taken.is_empty(), "what no program can report");
        assert_eq!(subject.facts(), ["ply: 3"]);
    }

    #[test]
    fn a_report_without_the_name_of_the_game_is_complete() {
        let [subject, oracle] = told(|told| drop(told.remove("game")));
        assert!(subject.as_ref().is_some_and(|subject| !subject.is_partial()));
        assert_eq!(subject, oracle);
        let [subject, oracle] = told(|told| drop(told.insert("ply".into(), 4.into())));
        assert_ne!(subject, oracle);
        let [subject, oracle] = told(|told| drop(told.insert("more".into(), json!({ "a": [1] }))));
        assert_eq!(oracle.unwrap().not_reported, ["more"]);
        assert!(subject.unwrap().board().is_some());
    }

    #[test]
    fn an_engine_that_was_not_asked_is_distinguished_from_one_that_reports_nothing() {
        let own = || Some(Some(Observed::new::<Tribolo, _>(observed())));
        let [subject, _] = ReportedState::pair([None, own()]);
        assert!(subject.is_none());
        let [subject, _] = ReportedState::pair([Some(None), own()]);
        let subject = subject.unwrap();
        assert!(subject.is_empty() && subject.board().is_none() && subject.board_text().is_none());
        assert!(subject.not_reported.contains(&"board".to_string()));
    }

    #[test]
    fn a_board_that_no_game_reads_is_reported_in_words() {
        let board = json!({ "a1": "x", "b2": null, "c3": [1] });
        let [subject, _] = told(|told| drop(told.insert("board".into(), board.clone())));
        let subject = subject.unwrap();
        assert!(subject.board().is_none());
        assert_eq!(subject.board_text().as_deref(), Some("a1 x, b2 none, c3 [1]"));
    }
}
