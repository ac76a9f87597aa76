//! Checks that go on after a finding, and what they leave behind.

#[allow(dead_code)]
mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{program, temporary};
use serde_json::{Value, json};

/// An engine of Tic-Tac-Toe that forgets now and then that a cell is taken.
const FORGETFUL: &str = concat!("python3 '", env!("CARGO_MANIFEST_DIR"), "/tests/engines/marks.py' forgets");

/// A check of that engine with findings in this directory.
fn check(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = program();
    command
        .args(["check", "tictactoe", "--against", FORGETFUL, "--shrink-time", "2s", "--out"])
        .arg(dir)
        .args(arguments);
    command
}

/// A file of a directory as JSON.
fn findings(dir: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(dir.join("findings.json")).unwrap()).unwrap()
}

#[test]
fn a_check_that_keeps_going_counts_what_it_finds() {
    let dir = temporary("keeps-going");
    let _ = fs::remove_dir_all(&dir);
    let output = check(&dir, &["--games", "40", "--keep-going", "--json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let [finding] = &printed["findings"].as_array().unwrap()[..] else { panic!("{printed}") };
    let count = finding["count"].as_u64().unwrap();
    assert!(count > 1 && printed["games"] == 40 && finding["games_played"] == 40, "{printed}");
    assert_eq!(finding["per_1000_games"].as_f64().unwrap(), count as f64 * 25.0);
    let told = findings(&dir);
    for field in ["signature", "count", "first_game", "record", "per_1000_games", "replay"] {
        assert_eq!(told["findings"][0][field], finding[field], "{field}");
    }
    let line = told["findings"][0]["command"].as_str().unwrap().replacen("bustan", env!("CARGO_BIN_EXE_bustan"), 1);
    let again = Command::new("sh").args(["-c", &line]).current_dir(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    let text = String::from_utf8(again.stdout).unwrap();
    assert_eq!(again.status.code(), Some(1), "{text}");
    assert!(text.contains(finding["record"].as_str().unwrap()) && text.contains("\nIt came up in "), "{text}");
}

#[cfg(unix)]
#[test]
fn whenever_a_check_is_killed_what_it_found_can_be_replayed() {
    let dir = temporary("killed");
    for pause in [0, 50, 200, 600] {
        let _ = fs::remove_dir_all(&dir);
        let mut child = check(&dir, &["--time", "10m", "--keep-going"]).stdout(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        let found = || dir.join("findings.json").exists() && findings(&dir)["findings"] != json!([]);
        while !found() && begun.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found());
        for finding in findings(&dir)["findings"].as_array().unwrap() {
            let line = finding["replay"].as_str().unwrap().replacen("bustan", env!("CARGO_BIN_EXE_bustan"), 1);
            let output = Command::new("sh").args(["-c", &line]).output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(1), "{text}");
            assert!(text.contains(finding["headline"].as_str().unwrap()), "{text}");
        }
    }
}
