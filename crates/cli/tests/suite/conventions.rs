//! Tests conventions in writing chess positions that are not differences in rules, and options for draws that
//! a program does not announce.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::{answered, python, run, temporary};

const WRITES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/writes.py");
const CHESS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs/chess.py");

const BUSTAN: &str = env!("CARGO_BIN_EXE_bustan");

/// A chess program that writes positions by the conventions in `ways`.
fn writes(ways: &str) -> String {
    python(WRITES, &format!("'{BUSTAN}' {ways}"))
}

/// An empty directory for findings.
fn directory(name: &str) -> PathBuf {
    let dir = temporary(name);
    // The directory may not exist yet.
    let _ = fs::remove_dir_all(&dir);
    dir
}

/// Checks a program in a few games, and returns the exit code and the report.
fn checked(program: &str, more: &[&str]) -> (Option<i32>, Value) {
    let check = ["check", "chess", "--against", program, "--games", "12", "--plies", "30", "--json"];
    let output = run(&[&check[..], more].concat(), b"");
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

/// The names of the conventions in a report.
fn conventions(report: &Value) -> Vec<&str> {
    let all = report["checked"][0]["conventions"].as_array().expect("conventions");
    all.iter().map(|one| one["convention"].as_str().expect("a name")).collect()
}

#[test]
fn a_convention_is_noted_once_and_is_not_a_finding() {
    let dir = directory("conventions-noted");
    let program = writes("always counters files");
    let out = ["--keep-going", "--out", dir.to_str().unwrap()];
    let (code, report) = checked(&program, &out);
    assert_eq!((code, &report["findings"]), (Some(0), &json!([])), "{report:#}");
    let names = [
        "en passant square after every double push",
        "castling rights by the files of the rooks, as HAha",
        "halfmoves not counted, always 0",
        "fullmoves not counted, always 1",
    ];
    assert_eq!(conventions(&report), names, "{report:#}");
    let check = ["check", "chess", "--against", &program, "--games", "12", "--plies", "30"];
    let (code, text) = answered(run(&[&check[..], &out].concat(), b""));
    assert_eq!(code, Some(0), "{text}");
    let notes: Vec<&str> = text.lines().filter(|line| line.starts_with("convention: ")).collect();
    assert_eq!(notes.len(), names.len(), "{text}");
    let games = |note: &str| note.contains(" games), not a finding; to ");
    assert!(notes.iter().zip(names).all(|(note, name)| note.contains(name) && games(note)), "{text}");
    let to = "to compare en_passant by the rules, use ep=legal with an adapter that has it; to ignore \
              en_passant, use --accept observation-en-passant";
    assert!(notes[0].ends_with(to), "{text}");
    assert!(notes[2].ends_with("; to ignore halfmoves, use --accept observation-halfmoves"), "{text}");
    let not_compared = text.lines().find(|line| line.contains("not compared: ")).unwrap();
    assert!(not_compared.contains("halfmoves (always 0)"), "{text}");
    assert!(not_compared.contains("fullmoves (always 1)"), "{text}");
    let written: Value =
        serde_json::from_str(&fs::read_to_string(dir.join("findings.json")).unwrap()).unwrap();
    let games = &written["checked"][0]["conventions"][names[0]];
    assert!(games.as_u64().is_some_and(|games| games > 0), "{written:#}");
    // Everything else that the program writes is compared as usual.
    let compared = &report["checked"][0]["compared"];
    for key in ["en_passant", "castling", "positions"] {
        assert!(compared["compared"][key].as_u64().is_some_and(|games| games > 0), "{key}: {compared:#}");
    }
    // A number that never changes carries no information.
    for (key, why) in [("halfmoves", "always 0"), ("fullmoves", "always 1")] {
        assert_eq!(compared["compared"].get(key), None, "{compared:#}");
        assert_eq!(compared["not_compared"][key], why, "{compared:#}");
    }
}

#[test]
fn a_slow_answer_before_the_first_game_does_not_hide_a_convention() {
    let slow = temporary("conventions-slow.txt");
    fs::write(&slow, "").unwrap();
    let program = writes(&format!("always 'slow={}'", slow.display()));
    let (code, report) = checked(&program, &["--timeout", "4"]);
    assert!(!slow.exists());
    assert_eq!((code, &report["findings"]), (Some(0), &json!([])), "{report:#}");
    assert_eq!(conventions(&report), ["en passant square after every double push"], "{report:#}");
    let warnings = report["checked"][0]["warnings"].to_string();
    assert!(warnings.contains("its conventions were being detected (no complete answer"), "{warnings}");
    assert!(warnings.contains("but succeeded on the second attempt"), "{warnings}");
}

#[test]
fn a_convention_is_counted_in_no_more_games_than_were_finished() {
    // With several jobs, the last games are stopped early.
    let (code, report) = checked(&writes("counters"), &["--jobs", "3"]);
    let checked = &report["checked"][0];
    assert_eq!(code, Some(0), "{report:#}");
    for convention in checked["conventions"].as_array().unwrap() {
        assert!(convention["games"].as_u64() <= checked["finished"].as_u64(), "{report:#}");
    }
}

#[test]
fn a_convention_that_is_accepted_is_not_noted() {
    let (code, report) = checked(&writes("files"), &["--accept", "observation-castling"]);
    assert_eq!((code, conventions(&report)), (Some(0), Vec::new()), "{report:#}");
}

#[test]
fn a_convention_that_does_not_hold_everywhere_is_a_finding() {
    for (ways, by_convention) in [("some", false), ("most", true), ("late", false), ("shifted", true)] {
        let dir = directory(&format!("conventions-{ways}"));
        let program = writes(ways);
        let (code, report) = checked(&program, &["--out", dir.to_str().unwrap()]);
        assert_eq!(code, Some(1), "{ways}: {report:#}");
        let finding = &report["findings"][0];
        assert_eq!(finding["signature"], "observation-en-passant", "{ways}: {report:#}");
        let headline = finding["headline"].as_str().unwrap();
        let words = "by its convention (en passant square after every double push) it would be";
        assert_eq!(headline.contains(words), by_convention, "{ways}: {headline}");
        assert!(headline.contains("reference says null, Writes says "), "{ways}: {headline}");
        // The shrunk game also shows the difference.
        let record = dir.join("game.txt");
        fs::write(&record, finding["record"].as_str().unwrap()).unwrap();
        let replay = ["replay", record.to_str().unwrap(), "--game", "chess", "--against", &program];
        let (code, text) = answered(run(&replay, b""));
        assert!(code == Some(1) && text.contains(headline), "{ways}: {text}");
    }
}

#[test]
fn a_convention_hides_no_other_value_in_the_text_of_a_position() {
    // With a policy, no game begins near an en passant capture, and no published position is visited. Either
    // would show sooner that a square is misread.
    for (ways, policy, kind, expected) in [
        ("always omit", &[][..], "text-positions-differ", true),
        ("always misread", &["--policy", "uniform"], "text-position-observation-en-passant", false),
    ] {
        let check =
            ["check", "chess", "--against", &writes(ways), "--games", "40", "--plies", "16", "--size", "8"];
        let dir = directory("text-of-a-position");
        let more = ["--jobs", "1", "--json", "--out", dir.to_str().unwrap()];
        let output = run(&[&check[..], &more, policy].concat(), b"");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{ways}: {report:#}");
        let finding = &report["findings"][0];
        assert_eq!(finding["signature"], kind, "{ways}: {report:#}");
        let headline = finding["headline"].as_str().unwrap();
        let words = "; by its convention (en passant square after every double push) it would be ";
        assert_eq!(headline.contains(words), expected, "{ways}: {headline}");
    }
}

#[test]
fn a_program_that_does_not_announce_draws_is_compared_by_those_of_its_command_line() {
    for draws in ["claim", "auto"] {
        let log = temporary(&format!("draws-{draws}.txt"));
        let size = format!("8 draws {draws}");
        let more = ["--size", &size, "--log", log.to_str().unwrap(), "--keep-going", "--plies", "200"];
        let check = ["check", "chess", "--against", &writes(draws), "--games", "8"];
        let (code, text) = answered(run(&[&check[..], &more].concat(), b""));
        assert!(code == Some(0) && text.contains("positions"), "{text}");
        let talk = fs::read_to_string(&log).unwrap();
        let sent: Vec<&str> = talk.lines().filter(|line| line.contains("> ")).collect();
        assert!(!sent.is_empty() && sent.iter().all(|line| !line.contains("draw")), "{sent:?}");
    }
}

#[test]
fn a_shrunk_game_keeps_the_draws_that_were_named() {
    let (dir, program) = (directory("draws-kept"), writes("auto"));
    let position = "8/8/4k3/7r/8/4K3/8/8 w - - 90 80 draws claim";
    let more = ["--position", position, "--out", dir.to_str().unwrap()];
    let (code, report) = checked(&program, &more);
    let finding = &report["findings"][0];
    assert_eq!(code, Some(1), "{report:#}");
    assert_eq!(finding["signature"], "turn-over-too-late", "{report:#}");
    let record = finding["record"].as_str().unwrap();
    assert!(record.contains(" draws claim]"), "{record}");
    let command = finding["command"].as_str().unwrap();
    assert!(command.contains("draws claim"), "{command}");
    let file = dir.join("game.txt");
    fs::write(&file, record).unwrap();
    let replay = ["replay", file.to_str().unwrap(), "--game", "chess", "--against", &program];
    assert_eq!(answered(run(&replay, b"")).0, Some(1));
}

#[test]
fn the_end_by_draws_is_not_compared_with_a_program_that_leaves_it_to_the_interface() {
    let program = format!("uci:{}", python(CHESS, &format!("'{BUSTAN}'")));
    let left = "not compared in draws claim, which UCI leaves to the interface";
    let check = ["check", "chess", "--size", "8 draws claim", "--against", &program, "--games", "4"];
    let (code, text) = answered(run(&[&check[..], &["--plies", "20"]].concat(), b""));
    assert!(code == Some(0) && text.contains(&format!("agrees with reference, {left}")), "{text}");
    let game = temporary("draws-left.txt");
    fs::write(&game, "Start[8/8/4k3/7r/8/4K3/8/8 w - - 99 80 draws claim];W[e3d3];B[h5h1]").unwrap();
    let replay = ["replay", game.to_str().unwrap(), "--game", "chess", "--against", &program];
    let output = run(&replay, b"");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(errors.contains(&format!("warning: {left}")), "{errors}");
    let position = "8/8/4k3/7r/8/4K3/8/8 w - - 99 80 draws claim";
    let divide = ["divide", "chess", "2", "--position", position, "--against", &program];
    let output = run(&divide, b"");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.code() == Some(0) && text.contains("both count "), "{text}");
}

/// Relays commands to Bustan's Tic-Tac-Toe engine, and does not know any option.
const PLAIN: &str = r#"
import subprocess, sys
referee = subprocess.Popen([sys.argv[1], "gtp", "tictactoe"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    if "misere" in line:
        answer = "? what is misere"
    elif line.startswith("known_command") and line.split()[1] in ("boardsize", "bustan-variants"):
        answer = "= false"
    else:
        referee.stdin.write(line)
        referee.stdin.flush()
        answer = ""
        while part := referee.stdout.readline().rstrip():
            answer += part
    print(answer + "\n", flush=True)
    if line.strip() == "quit":
        break
"#;

#[test]
fn a_program_that_has_never_heard_of_an_option_is_not_blamed_for_refusing_it() {
    let script = temporary("plain-tictactoe.py");
    fs::write(&script, PLAIN).unwrap();
    let program = python(script.to_str().unwrap(), &format!("'{BUSTAN}'"));
    let check = ["check", "tictactoe", "--games", "3", "--against", &program];
    let (code, text) = answered(run(&[&check[..], &["--position", "xo....... x misere"]].concat(), b""));
    assert!(code == Some(2) && text.contains("what is misere"), "{text}");
    let (code, text) = answered(run(&[&check[..], &["--position", "xo....... x"]].concat(), b""));
    assert!(code == Some(0), "{text}");
}
