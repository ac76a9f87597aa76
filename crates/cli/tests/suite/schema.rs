//! Validates JSON against a schema, but only with the part of JSON Schema that `docs/reference/schema.json`
//! uses. A validator for the whole standard depends on fifty packages, which would take longer to compile
//! than this test suite.

use std::fs;

use serde_json::{Map, Value};

/// The supported keywords. Any other keyword in the schema is an error.
const KEYWORDS: [&str; 17] = [
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "minimum",
    "anyOf",
    "oneOf",
];

/// A schema from a file.
pub(crate) struct Schema(Value);

impl Schema {
    pub(crate) fn read(file: &str) -> Self {
        Self(serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap())
    }

    /// The errors in the object of a command: violations of its part of the schema, and undescribed fields.
    pub(crate) fn broken(&self, object: &Value) -> Vec<String> {
        let parts = self.0["oneOf"].as_array().unwrap();
        let format = |part: &Value| self.part(part)["properties"]["format"]["const"] == object["format"];
        let fitting: Vec<&Value> = parts.iter().filter(|part| format(part)).collect();
        let [part] = fitting[..] else {
            return vec![format!("{} parts for {}", fitting.len(), object["format"])];
        };
        let mut wrong = Vec::new();
        self.compare(part, object, "", &mut wrong);
        let described = self.part(part)["properties"].as_object().unwrap();
        let surprises =
            object.as_object().into_iter().flatten().filter(|(key, _)| !described.contains_key(*key));
        wrong.extend(surprises.map(|(key, _)| format!("{key} is not described")));
        wrong
    }

    /// Resolves a part of the schema, which may be a reference.
    fn part<'s>(&'s self, part: &'s Value) -> &'s Map<String, Value> {
        let map = part.as_object().expect("a schema is an object");
        assert!(map.keys().all(|key| KEYWORDS.contains(&key.as_str())), "{:?}", map.keys());
        match map.get("$ref") {
            None => map,
            Some(name) => {
                let name = name.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                self.part(&self.0["$defs"][name])
            }
        }
    }

    fn compare(&self, part: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
        let part = self.part(part);
        let mut check = |good: bool, what: &str| {
            if !good {
                wrong.push(format!("{at}: {value} breaks {what}"));
            }
        };
        if let Some(types) = part.get("type") {
            let types: Vec<&Value> = types.as_array().map_or(vec![types], |types| types.iter().collect());
            check(types.iter().any(|kind| is_of(value, kind.as_str().unwrap())), &format!("type {types:?}"));
        }
        check(part.get("enum").is_none_or(|all| all.as_array().unwrap().contains(value)), "enum");
        check(part.get("const").is_none_or(|one| one == value), "const");
        check(
            part.get("minimum")
                .zip(value.as_f64())
                .is_none_or(|(least, value)| value >= least.as_f64().unwrap()),
            "minimum",
        );
        let length = value.as_array().map(|items| items.len() as u64);
        let limit = |key: &str| part.get(key).and_then(Value::as_u64).zip(length);
        check(limit("minItems").is_none_or(|(least, length)| length >= least), "minItems");
        check(limit("maxItems").is_none_or(|(most, length)| length <= most), "maxItems");
        for key in ["anyOf", "oneOf"] {
            let Some(parts) = part.get(key).and_then(Value::as_array) else { continue };
            let fits = |part: &&Value| {
                let mut wrong = Vec::new();
                self.compare(part, value, at, &mut wrong);
                wrong.is_empty()
            };
            let fitting = parts.iter().filter(fits).count();
            check(fitting > 0 && (key == "anyOf" || fitting == 1), key);
        }
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            if let Some(items) = part.get("items") {
                self.compare(items, item, &format!("{at}/{index}"), wrong);
            }
        }
        if let Some(object) = value.as_object() {
            self.fields(part, object, at, wrong);
        }
    }

    fn fields(
        &self,
        part: &Map<String, Value>,
        object: &Map<String, Value>,
        at: &str,
        wrong: &mut Vec<String>,
    ) {
        let required = part.get("required").and_then(Value::as_array).into_iter().flatten();
        let missing = required.filter_map(Value::as_str).filter(|key| !object.contains_key(*key));
        wrong.extend(missing.map(|key| format!("{at}: {key} is missing")));
        for (key, value) in object {
            let own = part.get("properties").and_then(|properties| properties.get(key));
            if let Some(part) = own.or_else(|| part.get("additionalProperties")) {
                self.compare(part, value, &format!("{at}/{key}"), wrong);
            }
        }
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        _ => panic!("{kind}"),
    }
}
