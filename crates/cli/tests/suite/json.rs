//! Tests that `--json` of every command follows the published schema, and that a finding contains everything
//! needed to reproduce and fix it.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::common::{python, run, server, temporary};
use crate::schema::Schema;

const DOMINIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/examples/python/dominions.py");

fn schema() -> Schema {
    Schema::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/schema.json"))
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let dir = temporary(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// Runs a command, and returns the exit code and the JSON object, which must follow the schema.
#[track_caller]
fn told(schema: &Schema, line: &[&str], input: &str) -> (i32, Value) {
    let output = run(&[line, &["--json"]].concat(), input.as_bytes());
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let object: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line:?}: {error}: {text}{errors}"));
    let broken = schema.broken(&object);
    assert!(broken.is_empty(), "{line:?}: {broken:#?}\n{object:#}");
    (output.status.code().unwrap(), object)
}

#[test]
fn objects_of_all_commands_follow_the_schema() {
    let schema = schema();
    let dir = folder("json-commands");
    let path = |name: &str| dir.join(name).to_str().unwrap().to_string();
    fs::write(path("positions"), "xo....... x ;D1 7 ;D2 42\n......... x ;D1 10\n").unwrap();
    fs::write(path("record"), "X[a3];O[a2];X[c1]").unwrap();
    fs::write(path("games.pgn"), "1. e4 e5 *\n\n1. d4 *\n").unwrap();
    fs::write(path("boards"), "xo....... x\n......... x\n").unwrap();
    let program = server("tictactoe");
    let wrong = python(DOMINIONS, "--flaw edge");
    let against = &["--against", &*program];
    let lines: &[(i32, &[&str])] = &[
        (0, &["check", "tictactoe", "--games", "3", "--coverage"]),
        (0, &["exhaust", "tictactoe", "--depth", "2"]),
        (0, &["exhaust", "chess", "--material", "KRk", "--special"]),
        (0, &["perft", "tictactoe", "3", "--divide"]),
        (0, &["perft", "tictactoe", "3", "--out", &path("counts")]),
        (1, &["perft", "tictactoe", "2", "--positions", &path("positions")]),
        (0, &["divide", "tictactoe", "3"]),
        (1, &["divide", "dominions", "2", "--size", "2", "--against", &wrong]),
        (1, &["divide", "tictactoe", "2", "--positions", &path("positions"), against[0], against[1]]),
        (0, &["playout", "tictactoe", "--games", "2"]),
        (0, &["replay", &path("record"), "--game", "tictactoe"]),
        (0, &["replay", &path("record"), "--game", "tictactoe", against[0], against[1]]),
        (0, &["replay", &path("games.pgn")]),
        (0, &["show", "--game", "tictactoe", "xo....... x"]),
        (0, &["show", "--game", "tictactoe", &path("boards")]),
        (0, &["divide", "chess", "2"]),
        (0, &["policies", "chess"]),
        (0, &["probe", "tictactoe", against[0], against[1]]),
        (0, &["match", "uniform", "uniform", "--game", "tictactoe", "--games", "4"]),
        (
            0,
            &[
                "match",
                "uniform",
                "normal",
                "--game",
                "tictactoe",
                "--games",
                "4",
                "--sprt",
                "elo0=0 elo1=50",
            ],
        ),
        (0, &["solve", "tictactoe", "--db", &path("solved.db")]),
        (0, &["solve", "margo", "--size", "2", "--history"]),
        (0, &["query", &path("solved.db"), "xo....... x"]),
    ];
    for (code, line) in lines {
        let (ended, object) = told(&schema, line, "");
        assert_eq!(ended, *code, "{line:?}");
        assert_eq!(
            (&object["format"], &object["version"]),
            (&format!("bustan-{}", line[0]).into(), &1.into())
        );
    }
}

#[test]
fn a_finding_has_what_it_takes_to_reproduce_and_fix_it() {
    let schema = schema();
    let dir = folder("json-finding");
    let program = python(DOMINIONS, "--flaw oscillation");
    let out = ["--games", "9", "--max-findings", "1", "--shrink-time", "3s", "--out", dir.to_str().unwrap()];
    let (code, report) = told(
        &schema,
        &[&["check", "dominions", "--size", "3", "--against", &program], &out[..]].concat(),
        "",
    );
    assert_eq!(code, 1);
    let finding = &report["findings"][0];
    let rule = &finding["rule"];
    assert_eq!(
        (&rule["page"], rule["number"].is_string()),
        (&"docs/rules/dominions.md".into(), true),
        "{finding:#}"
    );
    // The text report cites the rule, too.
    let reports = fs::read_dir(&dir).unwrap().map(|file| file.unwrap().path());
    let mut reports = reports.filter(|file| file.extension().is_some_and(|end| end == "report"));
    let cited = format!("\nRule {} of docs/rules/dominions.md: ", rule["number"].as_str().unwrap());
    assert!(reports.any(|file| fs::read_to_string(file).unwrap().contains(&cited)), "{cited}");
    let answers = finding["answers"].as_array().unwrap();
    let words = |side: usize| answers[side]["words"].as_str().unwrap_or_default();
    assert!(words(1).contains("illegal") && words(0) == "plays it", "{answers:#?}");
    let played = finding["played"].as_array().unwrap();
    assert_eq!(played.len() as u64, finding["moves"].as_u64().unwrap());
    // The position is reached by the record before the disputed move.
    assert_eq!(finding["position"]["ply"].as_u64().unwrap() as usize, played.len() - 1);
    let shown = run(&["show", finding["position"]["text"].as_str().unwrap()], b"");
    assert_eq!(shown.status.code(), Some(0));
    for (field, command, more) in [
        ("replay", "replay", &[][..]),
        ("shrink", "shrink", &["--time", "1s", "--out", dir.to_str().unwrap()]),
    ] {
        let line = finding[field].as_str().unwrap();
        let words = shlex::split(line).unwrap();
        assert_eq!(words[..2], ["bustan", command], "{line}");
        let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        assert_eq!(told(&schema, &[&words, more].concat(), "").0, 1, "{line}");
    }
    assert!(
        finding["command"].as_str().unwrap().starts_with("bustan check dominions --against "),
        "{finding:#}"
    );
}

#[test]
fn the_schema_tells_objects_apart_and_notices_what_is_missing() {
    let schema = schema();
    let (_, good) = told(&schema, &["playout", "tictactoe", "--games", "1"], "");
    let fields: BTreeSet<&String> = good.as_object().unwrap().keys().collect();
    for field in ["format", "version", "games"] {
        assert!(fields.contains(&field.to_string()), "{fields:?}");
        let mut bad = good.clone();
        bad.as_object_mut().unwrap().remove(field);
        assert!(!schema.broken(&bad).is_empty(), "without {field}");
    }
    let mut bad = good.clone();
    bad["games"] = "one".into();
    assert!(!schema.broken(&bad).is_empty());
    bad = good;
    bad["surprise"] = 1.into();
    assert!(!schema.broken(&bad).is_empty(), "a field that the schema does not describe");
}
