//! Solving, looking up what was solved, and visiting every position, from the command line.

#[allow(dead_code)]
mod common;

use std::fs;

use common::{json, refusal, run, stdout, temporary};
use serde_json::json;

#[test]
fn solve_prints_value_and_table() {
    let text = stdout(&["solve", "tictactoe"], "");
    assert!(text.starts_with("tictactoe: tie in 9 from ......... x\n"), "{text}");
    for line in ["primitives: 16 tie, 942 lose", "       all       2836       1574       1068"] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    let report = json(&["solve", "tictactoe", "--json"], "");
    assert_eq!((&report["positions"], &report["start"]), (&json!(5478), &json!({"value": "tie", "remoteness": 9})));
    let table = report["table"].as_array().unwrap();
    assert!(table.contains(&json!({"value": "win", "remoteness": 1, "positions": 2358})));
    assert_eq!(table.iter().map(|row| row["positions"].as_u64().unwrap()).sum::<u64>(), 5478);
    let misere = json(&["solve", "tictactoe", "--misere", "--symmetry", "--json"], "");
    assert_eq!((&misere["positions"], &misere["start"]["value"]), (&json!(765), &json!("tie")));
}

#[test]
fn games_of_points_are_solved_for_the_lead() {
    let report = json(&["solve", "dominions", "--size", "2", "--symmetry", "--json"], "");
    assert_eq!(report["start"], json!({"value": 2, "remoteness": 8}));
    let best = report["moves"].as_array().unwrap().iter().filter(|mv| mv["value"] == 2).map(|mv| mv["move"].clone());
    assert_eq!(best.collect::<Vec<_>>(), ["P27b2", "P45b2", "P54b2", "P63b2"]);
    let report = json(&["solve", "margo", "--size", "2", "--history", "--json"], "");
    assert_eq!((&report["start"]["value"], &report["longest"]), (&json!(1), &json!(24)));
}

#[test]
fn what_was_solved_can_be_looked_up() {
    for symmetry in [&[][..], &["--symmetry"]] {
        let file = temporary(if symmetry.is_empty() { "query.db" } else { "query-classes.db" });
        let path = file.to_str().unwrap();
        stdout(&[&["solve", "tictactoe", "--db", path], symmetry].concat(), "");
        let text = stdout(&["query", path, "x...o..ox", "x"], "");
        assert_eq!(text.lines().next(), Some("x...o..ox x: tie in 5"), "{text}");
        let report = json(&["query", path, "xx.oo....", "--json"], "");
        assert_eq!((&report["value"], &report["remoteness"]), (&json!("win"), &json!(1)));
        assert!(report["moves"].as_array().unwrap().contains(&json!({"move": "c3", "value": "win", "remoteness": 1})));
        assert_eq!(
            refusal(&["query", path, "xxxx....."], b""),
            "invalid position: with 4 marks of x and 0 of o, x cannot be on turn"
        );
        assert!(refusal(&["query", path, "nonsense"], b"").starts_with("invalid position: \"nonsense\" is no board"));
    }
}

#[test]
fn a_file_that_is_none_or_damaged_is_refused() {
    let file = temporary("broken.db");
    let path = file.to_str().unwrap();
    assert!(refusal(&["query", "no/such/file", "x"], b"").starts_with("cannot read no/such/file: "));
    fs::write(&file, "hello").unwrap();
    assert_eq!(refusal(&["query", path, "x"], b""), format!("{path} is no file of solved positions"));
    stdout(&["solve", "tictactoe", "--db", path], "");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let (is, should) = (whole.len() / 2, whole.len());
    let message = format!("{path} is damaged: it has {is} bytes instead of {should}");
    assert_eq!(refusal(&["query", path, "........."], b""), message);
    let mut changed = whole;
    changed[100] ^= 1;
    fs::write(&file, changed).unwrap();
    assert_eq!(refusal(&["query", path, "........."], b""), format!("{path} is damaged: its checksum is wrong"));
    assert!(
        refusal(&["solve", "tictactoe", "--db", "no/such/file.db"], b"").starts_with("cannot write no/such/file.db: ")
    );
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (arguments, message) in [
        (&["solve", "dominions"][..], "the positions on side 9 are too many to be numbered; those on side 2 can be"),
        (
            &["solve", "margo", "--size", "3", "swap"],
            "Margo with swap cannot be solved; the standard game and cutting off can",
        ),
        (
            &["solve", "margo", "--size", "3", "--history"],
            "more than 128 positions are reached, too many to be solved with their history",
        ),
        (
            &["solve", "abrobad", "--memory", "1"],
            "there are more than 0 positions, and to solve them takes more than 1 MB",
        ),
    ] {
        let refused = refusal(arguments, b"");
        assert!(refused.ends_with(message.split_at(24).1), "{refused}");
    }
    refusal(&["solve", "chess"], b"");
    refusal(&["solve", "tictactoe", "--memory", "-1"], b"");
}

#[test]
fn exhaust_visits_every_position() {
    let text = stdout(&["exhaust", "tictactoe"], "");
    assert!(
        text.starts_with("tictactoe: fast agrees with reference on every position\n5478 positions, 765 "),
        "{text}"
    );
    assert!(text.ends_with("ends: 0 16, O+1 316, X+1 626\n"), "{text}");
    let report = json(&["exhaust", "margo", "--size", "2", "--json"], "");
    assert_eq!(
        (&report["positions"], &report["verdict"], &report["complete"]),
        (&json!(43), &json!("agree"), &json!(true))
    );
    let report = json(&["exhaust", "dominions", "--size", "2", "--depth", "1", "--symmetry", "--json"], "");
    assert_eq!((&report["positions"], &report["complete"]), (&json!(19), &json!(false)));
}

#[test]
fn exhaust_keeps_to_its_memory_and_says_so() {
    let output = run(&["exhaust", "abrobad", "--memory", "1", "--json"], b"");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: the positions take more memory than allowed"), "{message}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["verdict"], "memory");
    assert!(report["positions"].as_u64().unwrap() > 100);
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_anything_is_solved() {
    // Solving all of this takes longer than anyone waits for a test.
    let there = ["solve", "dominions", "--size", "2", "--db", "/nowhere/at/all.db"];
    let message = refusal(&there, b"");
    assert!(message.starts_with("cannot write /nowhere/at/all.db: "), "{message}");
    let directory = env!("CARGO_TARGET_TMPDIR");
    let message = refusal(&["solve", "dominions", "--size", "2", "--db", directory], b"");
    assert!(message.trim_end().ends_with("it is no regular file"), "{message}");
}
