//! Makes recorded games short.

use std::fs;

use serde_json::Value;

use crate::common::{at_once, complaints, program, python, refusal, run, temporary};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/shrinking/programs.py");
const NIM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/nim.py");

/// Writes a record, makes its game short on two programs, and returns the exit code and the report.
#[track_caller]
fn shrunk(name: &str, record: &str, [against, with]: [&str; 2]) -> (Option<i32>, Value) {
    let dir = temporary(&format!("shrink-{name}"));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    let file = dir.join("game.txt");
    fs::write(&file, record).unwrap();
    let output = program()
        .args(["shrink", "--game", "any", "--json", "--time", "3s", "--against", against, "--with", with])
        .arg("--out")
        .arg(&dir)
        .arg(&file)
        .output()
        .expect("the program starts");
    let report = serde_json::from_slice(&output.stdout);
    (output.status.code(), report.unwrap_or_else(|error| panic!("{error}: {}", complaints(&output))))
}

/// A game of kings that walk up and down before white's reaches d4 and black's f6.
fn detour() -> String {
    let there_and_back = "play white e2\nplay black e7\nplay white e1\nplay black e8\n".repeat(5);
    let way = "play white d2\nplay black f7\nplay white d3\nplay black f6\nplay white d4\n";
    format!("clear_board\n{there_and_back}{way}")
}

#[test]
fn a_long_game_is_told_from_the_position_before_its_last_move_and_from_the_start() {
    let (good, bad) = (python(PROGRAMS, "kings"), python(PROGRAMS, "kings --flaw meets"));
    let (code, report) = shrunk("position", &detour(), [&bad, &good]);
    let finding = &report["findings"][0];
    assert_eq!(code, Some(1), "{report:#}");
    let record = finding["record"].as_str().unwrap();
    assert!(record.starts_with("bustan-setup d4/f6/black\nplay black "), "{record}");
    assert_eq!((&finding["moves"], &finding["from_start"]["moves"]), (&1.into(), &6.into()), "{finding:#}");
    let length = finding["length"].as_str().unwrap();
    assert!(length.starts_with("1 move, from a position on the way; shrunk from 26, "), "{length}");
    assert!(length.contains("from this position"), "{length}");
}

#[test]
fn programs_that_cannot_be_set_up_or_take_back_get_a_short_game_too() {
    at_once(&["bustan-setup", "bustan-setup,undo"], |without| {
        let good = python(PROGRAMS, &format!("kings --without {without}"));
        let bad = format!("{good} --flaw meets");
        let (code, report) = shrunk(without, &detour(), [&bad, &good]);
        let finding = &report["findings"][0];
        assert_eq!((code, &finding["moves"]), (Some(1), &6.into()), "{without}: {finding:#}");
        assert!(finding["from_start"].is_null(), "{without}: {finding:#}");
    });
}

#[test]
fn a_game_on_which_engines_agree_is_told_so() {
    let good = python(PROGRAMS, "kings");
    let (code, report) = shrunk("agrees", &detour(), [&good, &good]);
    assert_eq!((code, &report["verdict"]), (Some(0), &"agree".into()), "{report:#}");
    let output = run(&["shrink", "-"], b"W[P63i9];B[P55h8]");
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
}

#[test]
fn what_is_no_record_is_refused() {
    let nim = python(NIM, "");
    let any = ["shrink", "-", "--game", "any", "--against", &nim, "--with", &nim];
    for (arguments, input, expected) in [
        (&any[..], "play left", "standard input: line 1, column 1"),
        (&any[..], "# nothing\n", "standard input"),
        (&any[..4], "play left a1", "--against CMD --with CMD"),
        (&["shrink", "-"][..], "W[", "standard input"),
        (&["shrink", "nowhere.txt"][..], "", "nowhere.txt"),
    ] {
        let refused = refusal(arguments, input.as_bytes());
        assert!(refused.contains(expected), "{arguments:?}: {refused}");
    }
}
