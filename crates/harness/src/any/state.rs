//! The state that a program reports, kept as text.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A program's report of a position: a JSON object, kept as text.
///
/// Usually the text is identical to the expected one; only otherwise is it parsed.
#[derive(Clone)]
pub struct State(Arc<Said>);

struct Said {
    text: String,
    to_move: Option<Value>,
    parts: OnceLock<Option<Value>>,
}

/// The only member that is always needed. Deserialising it also checks that the rest is JSON.
#[derive(Deserialize)]
struct Turn {
    #[serde(default, deserialize_with = "present")]
    to_move: Option<Value>,
}

/// Deserialises a member that is present, even if it is `null`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl State {
    /// Parses a JSON object; `None` if the text is not one.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let Turn { to_move } = serde_json::from_str(text).ok().filter(|_| text.starts_with('{'))?;
        Some(Self(Arc::new(Said { text: text.into(), to_move, parts: OnceLock::new() })))
    }

    /// Returns the object; `None` if it cannot be parsed, for example because it is nested too deeply or
    /// contains a number that is too large.
    pub fn value(&self) -> Option<&Value> {
        self.0.parts.get_or_init(|| serde_json::from_str(&self.0.text).ok()).as_ref()
    }

    /// Whether parsing the object has been tried and has failed.
    pub(crate) fn is_unreadable(&self) -> bool {
        matches!(self.0.parts.get(), Some(None))
    }

    /// Returns the text of the object.
    pub(crate) fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns the player to move, if the state names one.
    pub fn to_move(&self) -> Option<&Value> {
        self.0.to_move.as_ref()
    }

    /// Whether serialising `other` results in exactly the same text.
    pub(crate) fn is_printed(&self, other: &impl Serialize) -> bool {
        serde_json::to_string(other).is_ok_and(|text| text == self.0.text)
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.0.text == other.0.text || self.value().is_some_and(|value| Some(value) == other.value())
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value() {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_str(&self.0.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_object_is_read_and_compared_by_what_it_says() {
        let state = |text| State::read(text).unwrap();
        let (one, other) = (state(r#"{"to_move": "x", "ply": 3}"#), state(r#" {"ply":3,"to_move":"x"}"#));
        assert_eq!((one.to_move(), state("{}").to_move()), (Some(&json!("x")), None));
        assert_eq!(state(r#"{"to_move":null}"#).to_move(), Some(&Value::Null));
        assert!(one == other && one != state(r#"{"to_move":"x"}"#));
        assert!(other.is_printed(&json!({"ply": 3, "to_move": "x"})) && !one.is_printed(&other));
        assert_eq!(serde_json::to_value(&one).unwrap(), json!({"ply": 3, "to_move": "x"}));
    }

    #[test]
    fn what_is_no_object_is_not_read() {
        for text in ["", "[1]", "[]", "null", "{", r#"{"ply":3} more"#, r#"{"to_move":}"#, r#"{"ply":01}"#] {
            assert!(State::read(text).is_none(), "{text}");
        }
        assert_eq!(State::read(r#"{"ply":1,"ply":2}"#).unwrap().value(), Some(&json!({"ply": 2})));
        for depth in [100, 200] {
            let nested = |key: &str| {
                let text = format!("{{\"{key}\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
                State::read(&text).unwrap()
            };
            let (one, other) = (nested("a"), nested("b"));
            assert!(one == nested("a") && !one.is_unreadable(), "{depth}");
            assert!(one != other, "{depth}");
            assert_eq!((one.is_unreadable(), other.value().is_none()), (depth > 127, depth > 127));
            assert_ne!(serde_json::to_value(&one).unwrap(), serde_json::to_value(&other).unwrap());
        }
        assert!(State::read(r#"{"to_move":"x","to_move":"o"}"#).is_none(), "twice on turn");
    }
}
