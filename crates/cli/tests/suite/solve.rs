//! Tests solving games, looking up positions, and visiting every position from the command line.

use std::fs;

use crate::common::{self, json, refusal, run, stdout, temporary};
use serde_json::json;

#[test]
fn solve_prints_value_and_table() {
    let text = stdout(&["solve", "tictactoe"], "");
    assert!(text.starts_with("tictactoe: tie in 9 from ......... x\n"), "{text}");
    for line in ["primitives: 16 tie, 942 lose", "       all       2836       1574       1068"] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    let report = json(&["solve", "tictactoe", "--json"], "");
    assert_eq!(
        (&report["positions"], &report["start"]),
        (&json!(5478), &json!({"value": "tie", "remoteness": 9}))
    );
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
    let best =
        report["moves"].as_array().unwrap().iter().filter(|mv| mv["value"] == 2).map(|mv| mv["move"].clone());
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
        assert!(
            report["moves"]
                .as_array()
                .unwrap()
                .contains(&json!({"move": "c3", "value": "win", "remoteness": 1}))
        );
        assert_eq!(
            refusal(&["query", path, "xxxx....."], b""),
            "invalid position: with 4 marks of x and 0 of o, x cannot be the player to move"
        );
        assert!(
            refusal(&["query", path, "nonsense"], b"")
                .starts_with("invalid position: \"nonsense\" is not a board")
        );
    }
}

#[test]
fn a_file_that_is_none_or_damaged_is_refused() {
    let file = temporary("broken.db");
    let path = file.to_str().unwrap();
    assert!(refusal(&["query", "no/such/file", "x"], b"").starts_with("cannot read no/such/file: "));
    fs::write(&file, "hello").unwrap();
    assert_eq!(refusal(&["query", path, "x"], b""), format!("{path} is not a file of solved positions"));
    fs::remove_file(&file).unwrap();
    stdout(&["solve", "tictactoe", "--db", path], "");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let (is, should) = (whole.len() / 2, whole.len());
    let message = format!("{path} is damaged: it has {is} bytes instead of {should}");
    assert_eq!(refusal(&["query", path, "........."], b""), message);
    let mut changed = whole;
    changed[100] ^= 1;
    fs::write(&file, changed).unwrap();
    assert_eq!(
        refusal(&["query", path, "........."], b""),
        format!("{path} is damaged: its checksum is wrong")
    );
    assert!(
        refusal(&["solve", "tictactoe", "--db", "no/such/file.db"], b"")
            .starts_with("cannot write no/such/file.db: ")
    );
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (arguments, message) in [
        (
            &["solve", "dominions"][..],
            "the positions on side 9 are too many to be numbered; those on side 2 can be",
        ),
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
            "there are more than 0 positions, and solving them takes more than 1 MB",
        ),
    ] {
        let refused = refusal(arguments, b"");
        assert!(refused.ends_with(message.split_at(24).1), "{refused}");
    }
    let message = refusal(&["solve", "tribolo"], b"");
    assert_eq!(
        message,
        "the positions of 164 cells without a wall, on a board of size 16x11, are too many to be numbered; those of up to 30 can be"
    );
    let message = refusal(&["solve", "tribolo", "--size", "3x3", "--history"], b"");
    assert!(message.starts_with("the rules of this game do not forbid repeating a position"), "{message}");
    let message = refusal(&["solve", "tribolo", "--size", "3x3", "seed", "1", "--jsn"], b"");
    assert!(message.ends_with("; and the command has no option --jsn"), "{message}");
    let message = refusal(&["solve", "chess"], b"");
    assert!(message.ends_with("it has too many positions to visit them all"), "{message}");
    refusal(&["solve", "ludo"], b"");
    refusal(&["solve", "tictactoe", "--memory", "-1"], b"");
}

#[test]
fn options_may_follow_the_setup() {
    let solved = json(&["solve", "tribolo", "--size", "3x3", "seed", "1", "--json"], "");
    assert_eq!(solved["game"], "tribolo");
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
    let message = common::complaints(&output);
    assert!(message.starts_with("error: the positions need more memory than allowed"), "{message}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["verdict"], &report["ending"]), (&json!("unfinished"), &json!("memory")));
    assert!(report["positions"].as_u64().unwrap() > 100);
}

#[test]
fn a_file_that_cannot_be_written_is_reported_before_anything_is_solved() {
    // Solving the whole game takes longer than a test may.
    let there = ["solve", "dominions", "--size", "2", "--db", "/nowhere/at/all.db"];
    let message = refusal(&there, b"");
    assert!(message.starts_with("cannot write /nowhere/at/all.db: "), "{message}");
    let directory = env!("CARGO_TARGET_TMPDIR");
    let message = refusal(&["solve", "dominions", "--size", "2", "--db", directory], b"");
    assert_eq!(message, format!("cannot write {directory}: it is a directory"));
}

/// A setup of Tribolo in which blue is to move, although the text names green.
const TRIBOLO: &str = "4x4 B...R....GR#.B.. green";

#[test]
fn tribolo_is_solved_for_each_player() {
    let report = json(&["solve", "tribolo", "--json", "--position", TRIBOLO], "");
    assert_eq!((&report["positions"], &report["player"]), (&json!(1724), &json!("blue")));
    assert_eq!(report["start"], json!({"value": 13, "remoteness": 8}));
    let values: Vec<_> = report["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| json!([one["player"], one["value"], one["remoteness"]]))
        .collect();
    assert_eq!(values, [json!(["blue", 13, 8]), json!(["red", -13, 8]), json!(["green", -15, 10])]);
    assert_eq!(report["players"][0]["table"], report["table"]);
    for player in report["players"].as_array().unwrap() {
        let rows = player["table"].as_array().unwrap();
        assert_eq!(rows.iter().map(|row| row["positions"].as_u64().unwrap()).sum::<u64>(), 1724);
    }
    let words: Vec<&str> = TRIBOLO.split(' ').collect();
    let text = stdout(&["solve", "tribolo", "--size", words[0], words[1], words[2]], "");
    let lines: Vec<&str> = text.lines().take(6).collect();
    assert_eq!(
        lines,
        [
            "tribolo: blue +13 in 8 from 4x4 B...R....GR#.B.. green 0",
            "  +13 in 8, 1 move: d2",
            "  +8 in 3, 1 move: a3",
            "  +7 in 10, 1 move: b2",
            "red -13 in 8",
            "green -15 in 10",
        ]
    );
}

#[test]
fn what_was_solved_of_tribolo_can_be_looked_up() {
    let mut told = Vec::new();
    for symmetry in [&[][..], &["--symmetry"]] {
        let file = temporary(if symmetry.is_empty() { "tribolo.db" } else { "tribolo-classes.db" });
        let path = file.to_str().unwrap();
        stdout(&[&["solve", "tribolo", "--position", TRIBOLO, "--db", path], symmetry].concat(), "");
        // The position after blue's d2.
        let text = stdout(&["query", path, "B...R..B.GB#.B..", "red"], "");
        let report = json(&["query", path, "--json", "4x4 B...R....GR#.B.. blue"], "");
        assert_eq!(
            (&report["player"], &report["value"], &report["remoteness"]),
            (&json!("blue"), &json!(13), &json!(8))
        );
        let moves = report["moves"].as_array().unwrap();
        assert!(moves.contains(&json!({"move": "a3", "value": 8, "remoteness": 3})), "{moves:?}");
        assert_eq!(report["players"][2], json!({"player": "green", "value": -15, "remoteness": 10}));
        told.push((text, report));
        for (position, message) in [
            ("3x3 B...R.... blue", "the position has a board of size 3x3, not 4x4"),
            ("4x4 B...R....GR..B.. blue", "d3 is not a wall here, but it is one at the start"),
            (
                "4x4 BBBBRBBBBBB#BBBB blue",
                "4x4 BBBBRBBBBBB#BBBB blue 0 is not among the 1724 solved positions",
            ),
        ] {
            assert_eq!(refusal(&["query", path, position], b""), format!("invalid position: {message}"));
        }
        let message = refusal(&["query", path, "x........ o"], b"");
        assert!(message.ends_with(&format!("; {path} is for tribolo")), "{message}");
    }
    assert_eq!(told[0], told[1]);
}

#[test]
fn games_may_begin_anywhere() {
    let report = json(&["solve", "tictactoe", "--json", "--position", "x...o..ox x"], "");
    assert_eq!(
        (&report["positions"], &report["start"]),
        (&json!(75), &json!({"value": "tie", "remoteness": 5}))
    );
    let report = json(&["exhaust", "tictactoe", "--json", "--position", "x...o..ox x"], "");
    assert_eq!((&report["positions"], &report["verdict"]), (&json!(75), &json!("agree")));
    let report = json(&["exhaust", "tribolo", "--json", "--position", "3x3 ...RB.GB. green"], "");
    assert_eq!(report["positions"], 26);
    assert_eq!(
        refusal(&["solve", "tictactoe", "--position", ".........", "misere"], b""),
        "\"misere\" is unexpected: --position already determines the setup"
    );
    assert!(
        refusal(&["exhaust", "tribolo", "--position", "3x3 blue"], b"").starts_with("invalid position: ")
    );
    assert!(
        refusal(&["exhaust", "tribolo", "--position", "3x3 ......... blue", "--size", "3x3"], b"")
            .contains("--size")
    );
}
