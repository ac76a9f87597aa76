//! Tests `bustan shrink` on recorded games.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use serde_json::Value;

#[cfg(unix)]
use crate::common::path;
use crate::common::{answered, at_once, complaints, program, python, refusal, run, temporary};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/shrinking/programs.py");
const WALK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/walk.py");
const SLOPPY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/sloppy.py");
const NIM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/nim.py");

/// Writes a record, shrinks its game on two programs, and returns the exit code and the report.
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

/// A game of kings that walk up and down before the white king reaches d4 and the black king f6.
fn detour() -> String {
    let there_and_back = "play white e2\nplay black e7\nplay white e1\nplay black e8\n".repeat(5);
    let way = "play white d2\nplay black f7\nplay white d3\nplay black f6\nplay white d4\n";
    format!("clear_board\n{there_and_back}{way}")
}

#[test]
fn a_long_game_is_distinguished_from_the_position_before_its_last_move_and_from_the_start() {
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

/// Shrinks a walk to 30 and beyond. The engine goes wrong at its end, and also at -3. Returns the finding and
/// the output.
fn walked(wrong: &str, end: &str) -> (Value, String) {
    let (good, bad) = (python(WALK, ""), python(WALK, wrong));
    let moves = (0..30).map(|ply| format!("play {} r\n", ["black", "white"][ply % 2])).collect::<String>();
    let (code, report) =
        shrunk(&format!("walk-{wrong}"), &format!("clear_board\n{moves}{end}"), [&bad, &good]);
    assert_eq!(code, Some(1), "{report:#}");
    let finding = report["findings"][0].clone();
    let record = temporary(&format!("shrink-walk-{wrong}")).join("game.txt");
    let out = temporary(&format!("shrink-walk-{wrong}-text"));
    let _ = fs::remove_dir_all(&out);
    let arguments = ["shrink", "--game", "any", "--time", "3s", "--against", &bad, "--with", &good, "--out"];
    let (_, text) =
        answered(run(&[&arguments[..], &[out.to_str().unwrap(), record.to_str().unwrap()]].concat(), b""));
    (finding, text)
}

#[test]
fn a_game_from_the_start_is_reported_only_if_it_is_about_the_same_move_or_the_same_values() {
    for (wrong, end, moves) in [("refuses", "play black x\n", 31), ("shows", "", 30)] {
        let (finding, text) = walked(wrong, end);
        // The shrunk game has one move from a position; games that go wrong at -3 have three or four moves.
        let record = finding["record"].as_str().unwrap();
        assert!(finding["moves"] == 1 && record.starts_with("bustan-setup "), "{finding:#}");
        let from_start = finding["from_start"]["record"].as_str().unwrap_or_else(|| panic!("{finding:#}"));
        assert_eq!(from_start.lines().last(), record.lines().last(), "{from_start}");
        assert!(from_start.matches(" r").count() >= 29 && !from_start.contains(" l"), "{from_start}");
        assert_eq!(finding["from_start"]["moves"], moves, "{finding:#}");
        // The game from the start is in a separate file, and the summary shows its beginning.
        let files = finding["files"].as_array().unwrap().iter().filter_map(Value::as_str);
        let file = files.into_iter().find(|file| file.ends_with(".start.txt")).unwrap();
        assert!(fs::read_to_string(file).unwrap().contains(from_start), "{file}");
        let (_, told) =
            text.split_once(&format!("A game from the start shows it, too ({moves} moves):\n")).unwrap();
        let lines: Vec<&str> = told.lines().take(21).collect();
        let more = from_start.lines().count() - 20;
        let end = format!("  ... ({more} more lines; the whole game is in ");
        assert!(lines[20].starts_with(&end) && lines[20].ends_with(".start.txt)"), "{text}");
        assert!(lines[..20].iter().all(|line| line.starts_with("  ")), "{text}");
    }
}

/// Runs a program on a terminal that is wide enough for whole lines, and prints its output.
#[cfg(unix)]
const TERMINAL: &str = r#"
import pty, sys
pty.spawn(["sh", "-c", 'stty rows 40 cols 200; exec "$@"', "sh"] + sys.argv[1:])
"#;

#[cfg(unix)]
#[test]
fn how_far_shrinking_has_come_is_shown_while_it_lasts() {
    let (good, bad) = (python(PROGRAMS, "kings"), python(PROGRAMS, "kings --flaw meets"));
    let dir = temporary("shrink-shown");
    fs::create_dir_all(&dir).unwrap();
    let file = dir.join("game.txt");
    fs::write(&file, detour()).unwrap();
    let mut shrink = program();
    shrink.args(["shrink", "--game", "any", "--time", "2s", "--against", &bad, "--with", &good, "--out"]);
    shrink.arg(&dir).arg(&file);
    let mut terminal = Command::new("python3");
    terminal.env("PATH", path()).stdin(Stdio::null()).args(["-c", TERMINAL]);
    let output = terminal.arg(shrink.get_program()).args(shrink.get_args()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let shown = text.split("finding, shrinking 26 -> ").skip(1);
    let lengths: Vec<u32> = shown
        .map(|shown| {
            let (length, left) = shown.split_once(", ").unwrap();
            assert!(left.starts_with("0 s left") || left.starts_with("1 s left"), "{shown}");
            length.parse().unwrap()
        })
        .collect();
    // A game from a position in the middle becomes shorter than the game from the start.
    assert!(lengths.iter().any(|&length| length < 26), "{lengths:?}: {text}");
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

/// The programs start slowly, so that an interrupted run does not wait for new processes to play, and they
/// play slowly, so that the run has found a short game long before it is finished.
#[cfg(unix)]
#[test]
fn what_was_short_when_shrinking_was_interrupted_is_kept_and_said_not_to_be_confirmed() {
    let slow =
        |options: &str| format!("sh -c 'sleep 0.4; exec {}'", python(PROGRAMS, options).replace('\'', "\""));
    let (good, bad) = (slow("kings --pace 50"), slow("kings --pace 50 --flaw meets"));
    let dir = temporary("shrink-interrupted");
    fs::create_dir_all(&dir).unwrap();
    let file = dir.join("game.txt");
    fs::write(&file, detour()).unwrap();
    let mut shrink = program();
    shrink.args(["shrink", "--game", "any", "--json", "--time", "90s", "--against", &bad, "--with", &good]);
    let shrink = shrink.arg("--out").arg(&dir).arg(&file).stdout(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_secs(16));
    Command::new("kill").args(["-INT", &shrink.id().to_string()]).status().unwrap();
    let output = shrink.wait_with_output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let finding = &report["findings"][0];
    let length = finding["length"].as_str().unwrap();
    assert!(finding["moves"].as_u64().unwrap() < 26, "{finding:#}");
    assert!(
        length.ends_with("; shrinking was interrupted before new engines had played this game"),
        "{length}"
    );
}

#[test]
fn several_processes_try_candidates_and_the_short_game_is_the_same() {
    let dir = temporary("shrink-jobs");
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    let file = dir.join("game.txt");
    let moves = "d4 c4 a1 d5 e3 a2 c3 e1 b5 d2 a4 b1 pass pass b2".split(' ');
    let players = ["black", "white"].into_iter().cycle();
    let plays: String = moves.zip(players).map(|(mv, player)| format!("play {player} {mv}\n")).collect();
    fs::write(&file, format!("clear_board\n{plays}")).unwrap();
    let runs = ["1", "3"].map(|jobs| {
        let log = dir.join(format!("{jobs}.log"));
        // The programs replay a game for each candidate, and the search is over when the short game is
        // confirmed.
        let good = python(PROGRAMS, "stones --without bustan-setup,undo --pace 100");
        let output = program()
            .args(["shrink", "--game", "any", "--json", "--time", "60s", "--jobs", jobs, "--with", &good])
            .args(["--against", &format!("{good} --flaw passes"), "--out"])
            .args([&dir, &file])
            .arg("--log")
            .arg(&log)
            .output()
            .expect("the program starts");
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        let log = fs::read_to_string(log).unwrap();
        let busy = |process: &usize| log.matches(&format!("\n{process}> play ")).count() > 14;
        ((1..100).filter(busy).count(), report["findings"][0]["moves"].clone())
    });
    let [(alone, one), (together, other)] = runs;
    assert_eq!((&one, &other), (&2.into(), &2.into()));
    assert!(alone < together, "{alone} programs played more than the whole game, then {together}");
}

#[test]
fn variants_are_not_played_on_a_program_that_does_not_know_them() {
    let (dir, log) = (temporary("shrink-variants"), temporary("shrink-variants.txt"));
    let engine = python(SLOPPY, "blots");
    let mut check = program();
    check.args(["check", "tictactoe", "--games", "5", "--shrink-time", "3s", "--against", &engine]);
    let output = check.arg("--log").arg(&log).arg("--out").arg(&dir).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", complaints(&output));
    let talk = fs::read_to_string(&log).unwrap();
    assert!(talk.contains("> play x ") && !talk.contains("misere"), "{talk}");
}

#[test]
fn a_game_on_which_engines_agree_is_reported_so() {
    let good = python(PROGRAMS, "kings");
    let (code, report) = shrunk("agrees", &detour(), [&good, &good]);
    assert_eq!((code, &report["verdict"]), (Some(0), &"agree".into()), "{report:#}");
    let output = run(&["shrink", "-"], b"W[P63i9];B[P55h8]");
    assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
}

#[test]
fn a_move_that_both_engines_refuse_is_named() {
    for (record, code, expected) in [
        ("X[b2];O[a1];X[b2];O[c3]", 0, "agrees with reference, only up to X[b2] at ply 3, which both refuse"),
        ("O[b2]", 2, "no move was played: fast and reference refuse O[b2]"),
    ] {
        let output = run(&["shrink", "-", "--game", "tictactoe"], record.as_bytes());
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.code() == Some(code) && told.contains(expected), "{record}: {told}");
    }
}

#[test]
fn a_start_that_both_engines_refuse_is_reported_with_their_answer() {
    let output = run(&["shrink", "-", "--game", "tictactoe"], b"Start[xxx...... x];X[b2]");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.code() == Some(2) && told.contains("refuse the starting position: "), "{told}");
}

#[test]
fn what_is_no_record_is_refused() {
    let nim = python(NIM, "");
    let any = ["shrink", "-", "--game", "any", "--against", &nim, "--with", &nim];
    for (arguments, input, expected) in [
        (&any[..], "play left", "standard input: line 1, column 1"),
        (&any[..], "# nothing\n", "standard input"),
        (&any[..4], "play left a1", "--against CMD and --with CMD"),
        (&["shrink", "-"][..], "W[", "standard input"),
        (&["shrink", "nowhere.txt"][..], "", "nowhere.txt"),
    ] {
        let refused = refusal(arguments, input.as_bytes());
        assert!(refused.contains(expected), "{arguments:?}: {refused}");
    }
}
