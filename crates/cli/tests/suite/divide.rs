//! Tests `bustan divide`.

use std::process::Output;

use crate::common::{self, program, refusal};
use serde_json::{Value, json};

const MARKS: &str = concat!("python3 '", env!("CARGO_MANIFEST_DIR"), "/tests/engines/marks.py'");

fn divide(arguments: &[&str]) -> Output {
    program().arg("divide").args(arguments).output().unwrap()
}

fn object(arguments: &[&str]) -> (Option<i32>, Value) {
    let output = divide(&[arguments, &["--json"]].concat());
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn engines_that_count_the_same_are_reported_to() {
    let output = divide(&["dominions", "2", "--size", "2"]);
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "fast and reference both count 3139 sequences.\nThey show the same position at the end of 2000 of them.\n"
    );
    assert_eq!(output.status.code(), Some(0));
    let (code, agreed) = object(&["tictactoe", "4", "--against", MARKS]);
    assert_eq!((code, &agreed["verdict"]), (Some(0), &json!("agree")));
    assert_eq!(agreed["steps"], json!([{ "move": null, "depth": 4, "nodes": [3024, 3024] }]));
}

/// With two marks on the board, the program lists c3 although it is occupied. It reports neither counts nor
/// turns, and does not take moves back.
#[test]
fn the_line_to_the_first_move_that_differs_is_found() {
    let forgets = format!("{MARKS} forgets");
    let (code, parted) = object(&["tictactoe", "4", "--against", &forgets]);
    assert_eq!((code, &parted["verdict"]), (Some(1), &json!("differ")), "{parted}");
    assert_eq!(parted["record"], "X[a1];O[c3]");
    assert_eq!(parted["only"], json!([["c3"], []]));
    let steps = parted["steps"].as_array().unwrap();
    let moves: Vec<&Value> = steps.iter().map(|step| &step["move"]).collect();
    assert_eq!(moves, [&Value::Null, &json!("X[a1]"), &json!("O[c3]")]);
    assert!(steps.iter().all(|step| step["nodes"][0].as_u64() > step["nodes"][1].as_u64()), "{parted}");

    let from_there = divide(&["tictactoe", "1", "--against", &forgets, "--position", "x.......o x"]);
    assert_eq!(from_there.status.code(), Some(2), "without bustan-setup it cannot begin there");
    let text = String::from_utf8(divide(&["tictactoe", "3", "--against", &forgets]).stdout).unwrap();
    assert!(text.contains("only Marks lists c3\nafter X[a1];O[c3]\n"), "{text}");
}

#[test]
fn trees_begin_at_positions_and_after_records() {
    let at = object(&["tictactoe", "2", "--position", "x...o.... x"]);
    assert_eq!(at.1["steps"][0]["nodes"], json!([42, 42]));
    let file = common::temporary("divide-record.txt");
    std::fs::write(&file, "X[a1];O[b2]").unwrap();
    let after = object(&["tictactoe", "2", "--record", file.to_str().unwrap()]);
    assert_eq!(after.1["steps"], at.1["steps"]);
}

#[test]
fn a_program_is_started_once_for_all_positions_of_a_file() {
    let [file, starts] = ["divide-positions.txt", "divide-starts.txt"].map(common::temporary);
    std::fs::write(&file, "......... x ;D1 9 ;D2 72\n".repeat(6)).unwrap();
    std::fs::write(&starts, "").unwrap();
    let engine = format!("sh -c \"echo started >> '{}'; exec {MARKS}\"", starts.display());
    let arguments = ["tictactoe", "2", "--positions", file.to_str().unwrap(), "--against", &engine];
    let output = divide(&arguments);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "6 positions: none differs\n");
    // One process is started to learn the name, and two to walk: one plays, and one reports the turn.
    assert_eq!(std::fs::read_to_string(&starts).unwrap(), "started\n".repeat(3));
}

#[test]
fn what_breaks_on_the_way_is_reported() {
    let (code, broken) = object(&["tictactoe", "3", "--against", &format!("{MARKS} dies")]);
    assert_eq!(code, Some(1));
    let told = broken["parting"].as_str().unwrap();
    assert!(told.starts_with("Marks: the process ended at play: exit code 1 ("), "{told}");
    let record = broken["record"].as_str().unwrap();
    assert!(!record.is_empty(), "the move at which it ended is the last of the game");
}

#[test]
fn keys_that_are_ignored_are_not_compared_at_the_ends() {
    let race = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/race.py");
    let (nodes, plain) = (common::python(race, "nodes back"), common::python(race, "nodes"));
    let engines = ["any", "1", "--against", &nodes, "--with", &plain];
    let (code, parted) = object(&engines);
    assert!(code == Some(1) && parted["parting"].as_str().unwrap().contains("nodes"), "{parted}");
    let (code, agreed) = object(&[&engines[..], &["--ignore", "nodes"]].concat());
    assert_eq!((code, &agreed["verdict"]), (Some(0), &json!("agree")), "{agreed}");
    let told = refusal(&[&["divide"], &engines[..], &["--ignore", "node"]].concat(), b"");
    assert!(
        told.contains("--ignore: no engine shows \"node\"; there are board, nodes, score, to_move"),
        "{told}"
    );
}

#[test]
fn bad_arguments_are_refused() {
    for (arguments, words) in [
        (&["tictactoe", "0"][..], "expected a number from 1 to 4294967295"),
        (&["tictactoe", "2", "--position", "x"], "invalid position"),
        (&["tictactoe", "2", "--record", "no-such-file"], "cannot read no-such-file"),
        (&["tictactoe", "2", "--with", "fast"], "--against"),
    ] {
        let told = refusal(&[&["divide"], arguments].concat(), b"");
        assert!(told.contains(words), "{arguments:?}: {told}");
    }
}
