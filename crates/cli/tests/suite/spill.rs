//! Tests solving and visiting every position on disk: the files have the same bytes as in memory, and every
//! kind of interruption is handled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
#[cfg(unix)]
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use crate::common::{complaints, json, program, refusal, run, temporary};
use serde_json::Value;

/// A path at which nothing exists.
fn fresh(name: &str) -> PathBuf {
    let path = temporary(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Solves Margo of size 3 in memory, and writes the result to the file `db`.
fn in_memory(db: &Path) -> (Value, Vec<u8>) {
    let report = json(&["solve", "margo", "--size", "3", "--json", "--db", text(db)], "");
    (untimed(report), fs::read(db).unwrap())
}

/// The parts of a report that are the same in all runs.
fn untimed(mut report: Value) -> Value {
    report["seconds"].take();
    report
}

/// The arguments that solve Margo of size 3 on disk.
fn arguments<'a>(dir: &'a Path, db: &'a Path) -> Vec<&'a str> {
    ["solve", "margo", "--size", "3", "--json", "--memory", "8", "--spill", text(dir), "--db", text(db)]
        .into()
}

/// Kills a run once it has written more than `steps` lines to the journal in its directory, and returns these
/// lines.
fn killed(arguments: &[&str], dir: &Path, steps: usize) -> String {
    let mut run = program();
    let mut run = run.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let journal = dir.join("run.jsonl");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while lines() <= steps && run.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    fs::read_to_string(&journal).unwrap()
}

/// Runs a command that must not write a file of more than `blocks` 512-byte blocks, and checks that it
/// reports the error.
#[cfg(unix)]
fn on_a_full_disk(words: &str, blocks: u32) -> Output {
    let bustan = env!("CARGO_BIN_EXE_bustan");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {bustan} {words}");
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let message = complaints(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(
        message.contains("cannot write")
            && message.contains("run the same command again when there is space"),
        "{message}"
    );
    output
}

#[test]
fn on_disk_and_in_memory_the_report_and_the_file_are_the_same() {
    for (name, game) in [
        ("tribolo", &["tribolo", "--position", "4x4 .....BR..GB..... blue", "--symmetry"][..]),
        ("abrobad", &["abrobad", "--symmetry"]),
        ("dominions", &["dominions", "--size", "2", "--symmetry"]),
    ] {
        let [one, two] = ["memory", "disk"].map(|kind| temporary(&format!("{name}-{kind}.db")));
        let dir = fresh(&format!("{name}-spill"));
        let arguments = [&["solve"], game, &["--json", "--db"]].concat();
        let expected = json(&[&arguments[..], &[text(&one)]].concat(), "");
        let spilled = ["--memory", "8M", "--spill", text(&dir)];
        let report = json(&[&arguments[..], &[text(&two)], &spilled].concat(), "");
        assert_eq!(untimed(report), untimed(expected));
        assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap(), "{name}");
        assert!(!dir.exists(), "what is only there on the way is removed");
    }
}

#[test]
fn a_run_that_was_killed_goes_on_to_the_same_bytes() {
    let (report, bytes) = in_memory(&temporary("killed-memory.db"));
    for steps in [1, 4, 9, 14] {
        let (dir, db) = (fresh("killed"), temporary("killed.db"));
        let _ = fs::remove_file(&db);
        let kept = killed(&arguments(&dir, &db), &dir, steps);
        assert!(!db.exists(), "it was killed in time");
        assert_eq!(untimed(json(&arguments(&dir, &db), "")), report, "{kept}");
        assert!(fs::read(&db).unwrap() == bytes, "{kept}");
    }
}

#[cfg(unix)]
#[test]
fn a_disk_that_is_full_is_reported_and_what_was_done_is_kept() {
    let (report, bytes) = in_memory(&temporary("full-memory.db"));
    let (dir, db) = (fresh("full"), temporary("full.db"));
    let _ = fs::remove_file(&db);
    let words = arguments(&dir, &db).join(" ");
    on_a_full_disk(&words, 200);
    assert!(!db.exists() && dir.join("run.jsonl").exists());
    assert_eq!(untimed(json(&arguments(&dir, &db), "")), report);
    assert!(fs::read(&db).unwrap() == bytes);
}

#[test]
fn a_directory_that_does_not_suit_is_refused_and_left_alone() {
    let dir = fresh("unsuited");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("notes"), "mine").unwrap();
    let spill = ["--memory", "8", "--spill", text(&dir)];
    let told = refusal(&[&["solve", "tictactoe"], &spill[..]].concat(), b"");
    assert!(told.contains("has notes in it"), "{told}");
    assert_eq!(fs::read(dir.join("notes")).unwrap(), b"mine");
    fs::remove_file(dir.join("notes")).unwrap();
    // If the final file cannot be written, the work is kept.
    let nowhere = temporary("no-such-folder/x.db");
    let output = run(&[&["solve", "tictactoe", "--db", text(&nowhere)], &spill[..]].concat(), b"");
    assert_eq!(output.status.code(), Some(2));
    let told = refusal(&["solve", "tictactoe", "--memory", "1", "--spill", text(&dir)], b"");
    assert_eq!(told, "--spill needs --memory 8 or more");
    let told = refusal(&["solve", "margo", "--size", "2", "--history", "--spill", text(&dir)], b"");
    assert!(told.contains("--history"), "{told}");
}

/// Visits every position of Tic-Tac-Toe, with additional arguments.
fn exhausted(words: &[&str]) -> Value {
    untimed(json(&[&["exhaust", "tictactoe", "--json", "--jobs", "2"], words].concat(), ""))
}

#[test]
fn every_position_is_visited_on_disk_as_in_memory() {
    for game in [
        &["tribolo", "--position", "4x3 RB...G...#.. blue"][..],
        &["abrobad", "--depth", "4"],
        &["dominions", "--size", "2", "--depth", "2", "--symmetry"],
    ] {
        let dir = fresh("exhaust-disk");
        let arguments = [&["exhaust"], game, &["--json", "--jobs", "2"]].concat();
        let expected = json(&arguments, "");
        let report = json(&[&arguments[..], &["--memory", "8M", "--spill", text(&dir)]].concat(), "");
        assert_eq!(untimed(report), untimed(expected));
        assert!(!dir.exists(), "what is only there on the way is removed");
    }
}

#[test]
fn a_visit_that_was_killed_goes_on_to_the_same() {
    let expected = exhausted(&[]);
    for steps in [2, 5, 8] {
        let dir = fresh("exhaust-killed");
        let spill = ["--memory", "8", "--spill", text(&dir)];
        let kept =
            killed(&[&["exhaust", "tictactoe", "--json", "--jobs", "2"], &spill[..]].concat(), &dir, steps);
        // The run was killed in time, so the next run visits only the remaining positions.
        assert!(kept.lines().count() > steps);
        assert_eq!(exhausted(&spill), expected, "{kept}");
        assert!(!dir.exists());
    }
}

#[cfg(unix)]
#[test]
fn a_visit_whose_disk_is_full_is_reported_and_goes_on() {
    let dir = fresh("exhaust-full");
    let words = format!("exhaust tictactoe --json --jobs 2 --memory 8 --spill {}", text(&dir));
    let output = on_a_full_disk(&words, 30);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["verdict"], &report["ending"]), (&"unfinished".into(), &"disk".into()));
    assert!(report["positions"].as_u64() < Some(5478));
    assert_eq!(exhausted(&["--memory", "8", "--spill", text(&dir)]), exhausted(&[]));
}

#[test]
fn a_visit_refuses_a_directory_that_does_not_suit() {
    let dir = fresh("exhaust-unsuited");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("notes"), "mine").unwrap();
    let told = refusal(&["exhaust", "tictactoe", "--memory", "8", "--spill", text(&dir)], b"");
    assert!(told.contains("has notes in it"), "{told}");
    assert_eq!(fs::read(dir.join("notes")).unwrap(), b"mine");
    let told = refusal(&["exhaust", "tictactoe", "--memory", "1", "--spill", text(&dir)], b"");
    assert_eq!(told, "--spill needs --memory 8 or more");
}

#[test]
fn shards_on_disk_are_put_together_on_disk() {
    let [one, two, all, whole] = ["one", "two", "all", "whole"].map(|name| fresh(&format!("spill-{name}")));
    for (shard, out) in [("0/2", &one), ("1/2", &two)] {
        let dir = fresh(&format!("spill-work-{}", &shard[..1]));
        let words = ["--shard", shard, "--out", text(out), "--memory", "8", "--spill", text(&dir)];
        assert_eq!(exhausted(&words)["shard"], shard);
    }
    let dir = fresh("spill-merged");
    let merged =
        json(&["merge", text(&one), text(&two), "--out", text(&all), "--spill", text(&dir), "--json"], "");
    assert!(!dir.exists());
    assert_eq!(untimed(merged), exhausted(&["--reproducible", "--out", text(&whole)]));
}
