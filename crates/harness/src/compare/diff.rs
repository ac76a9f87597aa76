//! The differences between two observations, in words.
//!
//! Observations are compared as JSON, in the keys that both have, so an engine that reports only some keys is
//! compared in those keys. The words name a place by its path in the observation, and mention only
//! differences:
//!
//! ```text
//! board i9, item 3: reference says "white", fast says "black"
//! groups: only reference has {"cells":["i9"],"controller":"white", ...}
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::str::Chars;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::compare::divergence::DifferingKey;
use crate::compare::participant::Observed;
use crate::erased::Observation;

/// The maximum number of differences to list. Of the others, only the number is given.
const MOST: usize = 12;

/// The number of spaces by which `{:#?}` indents the fields of a structure.
const INDENT: usize = 4;

/// The key of an observation that contains the board.
const BOARD: &str = "board";

/// The longest value that is quoted in full, in characters.
const QUOTED: usize = 160;

/// The differences between the observations of two engines, or of one engine at two times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Diff {
    /// The top-level keys of the observation whose values differ.
    pub(crate) keys: BTreeSet<String>,
    /// The differences in words.
    pub(crate) words: Vec<String>,
    /// The shape of the difference in the value of each key, if the value is JSON.
    pub(crate) shapes: BTreeMap<String, String>,
    /// The first difference on the board, in words.
    pub(crate) on_board: Option<String>,
    /// The names of the members of `board` that differ.
    pub(crate) marked: Vec<String>,
}

impl Diff {
    /// Returns at most [`MOST`] differences in words, and the names of the members to mark on the board.
    pub(crate) fn bounded(&self) -> (Vec<String>, Vec<String>) {
        let mut words = self.words.clone();
        if words.len() > MOST {
            let more = words.len() - MOST;
            words.truncate(MOST);
            words.push(format!("and {more} more differences"));
        }
        (words, self.marked.clone())
    }

    /// Returns the keys that differ, each with the shape of its difference.
    pub(crate) fn parts(&self) -> Vec<DifferingKey> {
        let part = |key: &String| DifferingKey {
            key: key.clone(),
            shape: self.shapes.get(key).cloned().unwrap_or_default(),
        };
        self.keys.iter().map(part).collect()
    }

    /// Merges `other` into this difference.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.keys.extend(other.keys);
        self.words.extend(other.words);
        self.shapes.extend(other.shapes);
        self.on_board = self.on_board.or(other.on_board);
        self.marked.extend(other.marked);
        self
    }

    /// Returns the difference, or `None` if it is empty.
    pub(crate) fn some(self) -> Option<Self> {
        (!self.keys.is_empty()).then_some(self)
    }

    /// Returns the differing keys, for a signature.
    pub(crate) fn signature(&self) -> Vec<&str> {
        self.keys.iter().map(String::as_str).collect()
    }
}

/// An observation with a JSON form.
pub(crate) trait ToJson {
    /// Returns the JSON form, or a text that explains why there is none.
    fn to_json(&self) -> Value;
}

impl ToJson for Observation {
    fn to_json(&self) -> Value {
        self.json().unwrap_or_else(|error| unserialised(&error))
    }
}

impl ToJson for Observed {
    fn to_json(&self) -> Value {
        self.json()
    }
}

/// Serialises an observation of any type as JSON.
pub(crate) fn json(seen: &impl Serialize) -> Value {
    serde_json::to_value(seen).unwrap_or_else(|error| unserialised(&error))
}

/// Returns the replacement for the JSON form of an observation that has none.
pub(crate) fn unserialised(error: &serde_json::Error) -> Value {
    Value::String(format!("no JSON: {error}"))
}

/// Compares two observations in the keys that both have. `left` and `right` are each the name of an engine
/// and its observation; the left engine is mentioned first.
pub(crate) fn diff(left: (&str, &Value), right: (&str, &Value)) -> Diff {
    let mut differ = Differ { left: left.0, right: right.0, found: Diff::default() };
    if let (Value::Object(a), Value::Object(b)) = (left.1, right.1) {
        for (key, value) in a {
            if let Some(other) = b.get(key).filter(|&other| other != value) {
                differ.found.keys.insert(key.clone());
                differ.found.shapes.insert(key.clone(), shape(Some(value), Some(other)));
                let first = differ.found.words.len();
                differ.value(key, value, other);
                if key == BOARD {
                    differ.found.on_board = differ.found.words.get(first).cloned();
                }
                if let (BOARD, Value::Object(a), Value::Object(b)) = (key.as_str(), value, other) {
                    differ.found.marked = differing(a, b);
                }
            }
        }
    } else if left.1 != right.1 {
        differ.found.keys.insert("everything".into());
        differ.found.shapes.insert("everything".into(), shape(Some(left.1), Some(right.1)));
        differ.value("everything", left.1, right.1);
    }
    differ.found
}

/// Compares the parts of two unequal observations that their JSON forms omit: whole fields, and the inner
/// parts of fields that are equal as JSON. Skips the fields in `ignored`.
pub(crate) fn unprinted<T: ToJson + Debug>(
    left: (&str, &T),
    right: (&str, &T),
    ignored: &BTreeSet<String>,
) -> Diff {
    let mut found = Diff::default();
    let (Value::Object(a), Value::Object(b)) = (left.1.to_json(), right.1.to_json()) else { return found };
    let (left_fields, right_fields) = (fields(left.1), fields(right.1));
    // If the JSON form renames fields, the fields that it omits are unknown.
    if a.keys().any(|name| !left_fields.contains_key(name)) && a != b {
        return found;
    }
    let open = left_fields.iter().filter(|&(name, _)| a.get(name) == b.get(name) && !ignored.contains(name));
    for (name, value) in open {
        let Some(other) = right_fields.get(name).filter(|other| ordered(value) != ordered(other)) else {
            continue;
        };
        let [value, other] = [value, other].map(|text| shortened(text.clone()));
        found.words.push(format!("{name}: {} says {value}, {} says {other}", left.0, right.0));
        if name == BOARD {
            found.on_board = found.words.last().cloned();
        }
        found.keys.insert(name.clone());
    }
    found
}

/// Sorts the members of sets and maps in the debug form of a value.
fn ordered(text: &str) -> String {
    let mut letters = text.chars();
    let (mut told, mut end) = (String::new(), Some(' '));
    // A closing bracket without an opening one is kept and closes nothing.
    while let Some(before) = end.take() {
        told.push(before);
        let (members, closed) = members(&mut letters);
        told += &members.join(",");
        end = closed;
    }
    told
}

/// Returns the values up to the closing bracket, and this bracket, if there is one.
fn members(letters: &mut Chars<'_>) -> (Vec<String>, Option<char>) {
    let (mut done, mut member) = (Vec::new(), String::new());
    let end = loop {
        let Some(letter) = letters.next() else { break None };
        match letter {
            '}' | ']' | ')' => break Some(letter),
            ',' => done.push(std::mem::take(&mut member)),
            ' ' => {}
            '{' | '[' | '(' => {
                let (mut inner, end) = members(letters);
                if letter == '{' {
                    inner.sort_unstable();
                }
                member.push(letter);
                member += &inner.join(",");
                member.extend(end);
            }
            '"' | '\'' if letter == '"' || is_letter(letters) => {
                member.push(letter);
                let mut escaped = false;
                for other in letters.by_ref() {
                    member.push(other);
                    if other == letter && !escaped {
                        break;
                    }
                    escaped = other == '\\' && !escaped;
                }
            }
            _ => member.push(letter),
        }
    };
    done.push(member);
    (done, end)
}

/// Whether the rest starts with a character in single quotation marks, as in `'a'` and `'\n'`.
fn is_letter(rest: &Chars<'_>) -> bool {
    let mut rest = rest.clone();
    rest.next().is_some_and(|letter| letter == '\\' || rest.next() == Some('\''))
}

/// Returns the fields of a structure from its debug form, which has one field to a line, with indented lines
/// for its parts.
fn fields(value: &impl Debug) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::<String, String>::new();
    let mut last = None;
    for line in format!("{value:#?}").lines() {
        let part = line.trim_start();
        let head = (line.len() - part.len() == INDENT).then(|| part.split_once(": ")).flatten();
        if let Some((name, begin)) = head {
            last = Some(fields.entry(name.into()).or_insert_with(|| begin.into()));
        } else if let Some(field) = last.as_mut().filter(|_| line.starts_with(' ')) {
            let closes = part.starts_with([']', ')', '}']);
            match field.ends_with(',') {
                true if closes => drop(field.pop()),
                true => field.push(' '),
                false => {}
            }
            field.push_str(part);
        }
    }
    fields.into_iter().map(|(name, field)| (name, field.trim_end_matches(',').into())).collect()
}

/// Returns the shape of two values that differ: their kinds, without their contents, such as `text/nothing`
/// where only the first has a piece. In objects and lists only the differing members have a shape.
fn shape(a: Option<&Value>, b: Option<&Value>) -> String {
    let all = |shapes: BTreeSet<String>| shapes.into_iter().collect::<Vec<_>>().join(" ");
    match (a, b) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let shapes = differing(a, b).into_iter().map(|name| shape(a.get(&name), b.get(&name)));
            format!("{{{}}}", all(shapes.collect()))
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            let only = |list: &[Value], other: &[Value]| {
                all(list
                    .iter()
                    .filter(|item| !other.contains(item))
                    .map(|item| sort(Some(item)).into())
                    .collect())
            };
            format!("[{}]/[{}]", only(a, b), only(b, a))
        }
        _ => format!("{}/{}", sort(a), sort(b)),
    }
}

/// Returns the kind of a value.
const fn sort(value: Option<&Value>) -> &'static str {
    match value {
        None | Some(Value::Null) => "nothing",
        Some(Value::Bool(true)) => "true",
        Some(Value::Bool(false)) => "false",
        Some(Value::Number(_)) => "number",
        Some(Value::String(_)) => "text",
        Some(Value::Array(_)) => "list",
        Some(Value::Object(_)) => "object",
    }
}

/// Returns the members that only one object has, or whose values differ.
fn differing(a: &Map<String, Value>, b: &Map<String, Value>) -> Vec<String> {
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    names.into_iter().filter(|&name| a.get(name) != b.get(name)).cloned().collect()
}

struct Differ<'a> {
    left: &'a str,
    right: &'a str,
    found: Diff,
}

impl Differ<'_> {
    fn value(&mut self, path: &str, a: &Value, b: &Value) {
        match (a, b) {
            (Value::Object(a), Value::Object(b)) => self.object(path, a, b),
            (Value::Array(a), Value::Array(b)) if is_tuple(a) && a.len() == b.len() => {
                for (i, (a, b)) in a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b) {
                    self.value(&format!("{path}, item {}", i + 1), a, b);
                }
            }
            (Value::Array(a), Value::Array(b)) => self.list(path, a, b),
            _ => {
                self.say(format!("{path}: {} says {}, {} says {}", self.left, quote(a), self.right, quote(b)))
            }
        }
    }

    fn object(&mut self, path: &str, a: &Map<String, Value>, b: &Map<String, Value>) {
        for name in differing(a, b) {
            let path = format!("{path} {name}");
            match (a.get(&name), b.get(&name)) {
                (Some(a), Some(b)) => self.value(&path, a, b),
                (Some(a), None) => self.only(&path, self.left, a),
                (None, Some(b)) => self.only(&path, self.right, b),
                (None, None) => {}
            }
        }
    }

    /// Compares two lists regardless of order, and reports the items that only one has. Two objects that
    /// agree in one of their lists, as groups do in their cells, are treated as the same object described
    /// differently.
    fn list(&mut self, path: &str, a: &[Value], b: &[Value]) {
        let mut only_b: Vec<&Value> = b.iter().filter(|v| !a.contains(v)).collect();
        let mut said = false;
        for left in a.iter().filter(|v| !b.contains(v)) {
            said = true;
            match only_b.iter().position(|right| akin(left, right)) {
                Some(i) => {
                    let right = only_b.remove(i);
                    self.value(&format!("{path}, {}", first_word(left)), left, right);
                }
                None => self.only(path, self.left, left),
            }
        }
        for right in only_b {
            said = true;
            self.only(path, self.right, right);
        }
        if !said {
            self.say(format!(
                "{path}: {} and {} have the same items in a different order or number",
                self.left, self.right
            ));
        }
    }

    fn only(&mut self, path: &str, who: &str, what: &Value) {
        self.say(format!("{path}: only {who} has {}", quote(what)));
    }

    fn say(&mut self, words: String) {
        self.found.words.push(words);
    }
}

/// Whether a list describes one piece by its parts, as opposed to several items of one kind.
fn is_tuple(list: &[Value]) -> bool {
    let sort = std::mem::discriminant::<Value>;
    list.windows(2).any(|pair| sort(&pair[0]) != sort(&pair[1]))
}

/// Whether two objects agree in one of their lists.
fn akin(a: &Value, b: &Value) -> bool {
    let (Value::Object(a), Value::Object(b)) = (a, b) else { return false };
    a.iter().any(|(key, value)| {
        value.as_array().is_some_and(|list| !list.is_empty()) && b.get(key) == Some(value)
    })
}

/// Returns a name for an object: the first entry of its first list.
fn first_word(object: &Value) -> String {
    let lists = object.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_array);
    let word = lists.filter_map(|list| list.first()?.as_str()).next();
    word.map_or_else(|| quote(object), |word| format!("that of {word}"))
}

fn quote(value: &Value) -> String {
    shortened(value.to_string())
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;
    use serde_json::json;

    fn words(a: Value, b: Value) -> Vec<String> {
        diff(("reference", &a), ("fast", &b)).words
    }

    /// A test structure that is used as an observation.
    struct Plain<'p, T>(&'p T);

    impl<T: Debug> Debug for Plain<'_, T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    impl<T: Serialize> ToJson for Plain<'_, T> {
        fn to_json(&self) -> Value {
            json(self.0)
        }
    }

    fn unprinted<T: Serialize + Debug>(
        left: (&str, &T),
        right: (&str, &T),
        ignored: &BTreeSet<String>,
    ) -> Diff {
        super::unprinted((left.0, &Plain(left.1)), (right.0, &Plain(right.1)), ignored)
    }

    #[test]
    fn equal_observations_have_no_differences() {
        let seen = json!({"board": {"a1": [1, "white", "black"]}, "groups": [{"cells": ["a1"]}]});
        assert_eq!(diff(("a", &seen), ("b", &seen)), Diff::default());
    }

    #[test]
    fn a_difference_has_the_shape_of_the_values() {
        for (a, b, expected) in [
            (json!(3), json!(-4), "number/number"),
            (json!(null), json!(0), "nothing/number"),
            (json!("black"), json!(null), "text/nothing"),
            (json!(true), json!(false), "true/false"),
            (json!({"a1": "x", "b1": "o"}), json!({"a1": "o", "b1": "o"}), "{text/text}"),
            (json!({"a1": "x", "b1": "o"}), json!({"a1": "x"}), "{text/nothing}"),
            (json!({"a1": 1}), json!({"b1": 1}), "{nothing/number number/nothing}"),
            (json!([1, 2]), json!([2, "x"]), "[number]/[text]"),
            (json!([1]), json!([1, 1]), "[]/[]"),
            (json!([]), json!({}), "list/object"),
        ] {
            let found = diff(("a", &json!({"key": a, "same": 1})), ("b", &json!({"key": b, "same": 1})));
            assert_eq!(
                found.parts(),
                [DifferingKey { key: "key".into(), shape: expected.into() }],
                "{a} {b}"
            );
        }
    }

    #[test]
    fn the_first_difference_on_the_board_is_known_by_its_key() {
        let on_board = |a, b| diff(("a", &a), ("b", &b)).on_board;
        let (a, b) = (json!({"board": {"a1": 1}, "abc": 1}), json!({"board": {"a1": 2}, "abc": 2}));
        assert_eq!(on_board(a, b).as_deref(), Some("board a1: a says 1, b says 2"));
        assert_eq!(on_board(json!({"boards": 1}), json!({"boards": 2})), None);
    }

    #[test]
    fn what_is_not_printed_is_compared_by_field() {
        #[derive(Debug, Serialize)]
        struct Seen {
            ply: u32,
            #[serde(skip)]
            taken: Vec<u8>,
            #[serde(skip)]
            last: Option<(u8, &'static str)>,
        }
        let a = Seen { ply: 3, taken: vec![4, 5], last: None };
        let b = Seen { ply: 4, taken: Vec::new(), last: Some((1, "a: b")) };
        let ignored = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let found = unprinted(("reference", &a), ("fast", &b), &ignored(&[]));
        assert_eq!(found.signature(), ["last", "taken"]);
        assert_eq!(
            found.words,
            [
                r#"last: reference says None, fast says Some((1, "a: b"))"#,
                "taken: reference says [4, 5], fast says []"
            ]
        );
        assert_eq!(unprinted(("", &a), ("", &b), &ignored(&["last"])).signature(), ["taken"]);
        assert_eq!(unprinted(("", &a), ("", &a), &ignored(&[])), Diff::default());
        assert_eq!((&a.taken, a.last), (&vec![4, 5], None));
    }

    #[test]
    fn sets_that_are_not_printed_have_no_order() {
        let are_alike = |a: &str, b: &str| ordered(a) == ordered(b);
        for (a, b) in [
            ("{3, 14}", "{14, 3}"),
            (r#"{"a": {1, 2}, "b": [3]}"#, r#"{"b": [3], "a": {2, 1}}"#),
            (r#"[{"}, \"", "{"}]"#, r#"[{"{", "}, \""}]"#),
            ("Some({(1, 2), (2, 1)})", "Some({(2, 1), (1, 2)})"),
            ("{'(', 'a', '\\'', '\"'}", "{'\"', '\\'', '(', 'a'}"),
            ("{O'Brien, Smith}", "{Smith, O'Brien}"),
        ] {
            assert!(are_alike(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("{3, 14}", "{3, 15}"),
            ("{3, 14}", "{4, 13}"),
            ("{1: 2, 3: 4}", "{1: 4, 3: 2}"),
            ("{[3, 1]}", "{[1, 3]}"),
            (r#"{"a, b"}"#, r#"{"b, a"}"#),
            ("[3, 14]", "[14, 3]"),
            ("(3, 14)", "(14, 3)"),
            ("{3, 14}", "[3, 14]"),
            ("[')', ')', 7]", "[')', ')', 8]"),
            ("1) 2", "1) 3"),
        ] {
            assert!(!are_alike(a, b), "{a} {b}");
        }
    }

    #[test]
    fn what_is_not_printed_within_a_field_is_compared_where_the_rest_of_it_is_alike() {
        #[derive(Clone, Debug, Serialize)]
        struct Group {
            cells: Vec<u8>,
            #[serde(skip)]
            liberties: u32,
        }
        #[derive(Debug, Serialize)]
        struct Seen {
            groups: Vec<Group>,
        }
        let group = |cell, liberties| Group { cells: vec![cell], liberties };
        let seen = |groups: &[Group]| Seen { groups: groups.to_vec() };
        let found = |a: &[Group], b: &[Group]| unprinted(("", &seen(a)), ("", &seen(b)), &BTreeSet::new());
        assert_eq!(found(&[group(1, 2), group(2, 3)], &[group(1, 2), group(2, 4)]).signature(), ["groups"]);
        // Values that differ as JSON are compared only as JSON.
        assert_eq!(found(&[group(1, 2), group(2, 3)], &[group(2, 3), group(1, 2)]), Diff::default());
        assert_eq!((group(1, 2).cells, group(1, 2).liberties), (vec![1], 2));
    }

    #[test]
    fn keys_that_one_side_lacks_are_not_compared() {
        assert_eq!(words(json!({"ply": 3, "hash": 1}), json!({"ply": 3, "groups": []})), [""; 0]);
    }

    #[test]
    fn a_piece_is_compared_part_by_part_and_its_cell_is_marked() {
        let a = json!({"board": {"i9": [63, "white", "white"], "a1": [1, "white", "white"]}});
        let b = json!({"board": {"i9": [63, "white", "black"], "a1": [1, "white", "white"]}});
        let found = diff(("reference", &a), ("fast", &b));
        assert_eq!(found.words, ["board i9, item 3: reference says \"white\", fast says \"black\""]);
        assert_eq!((found.marked, found.keys.len()), (vec!["i9".to_string()], 1));
    }

    #[test]
    fn groups_with_the_same_cells_are_compared_with_each_other() {
        let a = json!({"groups": [{"cells": ["a1"], "liberties": 1}, {"cells": ["b1"], "liberties": 2}]});
        let b = json!({"groups": [{"cells": ["a1"], "liberties": 4}, {"cells": ["c1"], "liberties": 2}]});
        assert_eq!(
            words(a, b),
            [
                "groups, that of a1 liberties: reference says 1, fast says 4",
                "groups: only reference has {\"cells\":[\"b1\"],\"liberties\":2}",
                "groups: only fast has {\"cells\":[\"c1\"],\"liberties\":2}",
            ]
        );
    }

    #[test]
    fn order_and_number_count_in_lists() {
        assert_eq!(words(json!({"cells": ["a", "b"]}), json!({"cells": ["b", "a"]})).len(), 1);
        assert_eq!(words(json!({"cells": ["a"]}), json!({"cells": ["a", "a"]})).len(), 1);
    }

    #[test]
    fn what_is_no_object_is_compared_as_a_whole() {
        assert_eq!(words(json!(3), json!(3)), [""; 0]);
        let (three, four) = (json!(3), json!(4));
        let found = diff(("reference", &three), ("fast", &four));
        assert_eq!(found.words, ["everything: reference says 3, fast says 4"]);
        assert_eq!(found.signature(), ["everything"]);
    }

    #[test]
    fn where_names_are_printed_otherwise_what_is_not_printed_is_compared_only_if_the_rest_is_the_same() {
        #[derive(Debug, Serialize)]
        struct Seen {
            #[serde(rename = "moves")]
            ply: u32,
            #[serde(skip)]
            #[expect(dead_code, reason = "it is written for debugging")]
            taken: u8,
        }
        let seen = |ply, taken| Seen { ply, taken };
        let found = |a: &Seen, b: &Seen| {
            let found = unprinted(("", a), ("", b), &BTreeSet::new());
            found.keys.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(found(&seen(1, 2), &seen(1, 3)), ["taken"]);
        assert_eq!(found(&seen(1, 2), &seen(2, 3)), [""; 0]);
    }

    #[test]
    fn what_is_printed_on_one_side_is_printed() {
        #[derive(Debug, Serialize)]
        struct Seen {
            #[serde(skip_serializing_if = "Option::is_none")]
            last: Option<u8>,
        }
        let [none, some] = [None, Some(3)].map(|last| Seen { last });
        for (a, b) in [(&none, &some), (&some, &none), (&some, &some)] {
            assert_eq!(unprinted(("", a), ("", b), &BTreeSet::new()), Diff::default());
        }
    }

    #[test]
    fn a_difference_is_one_if_it_has_a_key() {
        assert_eq!(Diff::default().some(), None);
        let found = Diff { keys: BTreeSet::from(["ply".into()]), ..Diff::default() };
        assert_eq!(found.clone().some(), Some(found));
    }

    #[test]
    fn as_many_words_as_are_listed_are_all_and_of_more_the_number_is_reported() {
        let words = |count: usize| vec!["a difference".to_string(); count];
        let bounded = |count| Diff { words: words(count), ..Diff::default() }.bounded().0;
        assert_eq!(bounded(MOST), words(MOST));
        let mut more = words(MOST);
        more.push("and 5 more differences".into());
        assert_eq!(bounded(MOST + 5), more);
    }

    #[test]
    fn the_words_are_bounded() {
        let a = json!({"hands": (0..200).collect::<Vec<_>>(), "x": "y".repeat(1000)});
        let b = json!({"hands": [], "x": "z".repeat(1000)});
        let (words, _) = diff(("a", &a), ("b", &b)).bounded();
        assert_eq!(words.len(), MOST + 1);
        assert!(words.iter().all(|line| line.len() < 2 * QUOTED + 40));
    }
}
