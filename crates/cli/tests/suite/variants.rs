//! Tests variants that a program does not announce, and positions of a file at which a program cannot play.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{answered, json, python, refusal, run, temporary};

const CHESS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs/chess.py");
const PLAIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/plain960.py");
const POSITIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/positions/chess.epd");

const BUSTAN: &str = env!("CARGO_BIN_EXE_bustan");

/// The message about the Chess960 positions in the file.
const SKIPPED: &str = "4 Chess960 positions skipped: the engine has no option UCI_Chess960";

/// A UCI program without the option UCI_Chess960.
fn standard() -> String {
    format!("uci:{}", python(CHESS, &format!("'{BUSTAN}' standard")))
}

/// A Chess960 program that reads plain FEN.
fn plain(ways: &str) -> String {
    python(PLAIN, &format!("'{BUSTAN}' {ways}"))
}

#[test]
fn positions_of_chess960_are_skipped_for_an_engine_without_the_option() {
    let (standard, dir) = (standard(), temporary("variants-skipped"));
    let check = ["check", "chess", "--positions", POSITIONS, "--against", &standard, "--games", "20"];
    let limits = ["--plies", "8", "--out", dir.to_str().unwrap()];
    let (code, text) = answered(run(&[&check[..], &limits].concat(), b""));
    assert!(code == Some(0) && text.contains(&format!("\n{SKIPPED}\n")), "{text}");
    let report = json(&[&check[..], &limits, &["--json"]].concat(), "");
    assert_eq!(report["checked"][0]["skipped_positions"], serde_json::json!([SKIPPED]), "{report}");
    let divide = ["divide", "chess", "1", "--positions", POSITIONS, "--against", &standard];
    let (code, text) = answered(run(&divide, b""));
    assert!(
        code == Some(0) && text.contains("none differs") && text.ends_with(&format!("\n{SKIPPED}\n")),
        "{text}"
    );
    let report = json(&[&divide[..], &["--json"]].concat(), "");
    let skipped = |one: &&Value| one["verdict"] == "skipped";
    assert_eq!(report["positions"].as_array().unwrap().iter().filter(skipped).count(), 4, "{report}");
}

#[test]
fn a_file_of_nothing_but_skipped_positions_is_refused() {
    let file = temporary("variants-960.epd");
    fs::write(&file, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 chess960\n").unwrap();
    let (file, standard) = (file.to_str().unwrap(), standard());
    for command in [&["check", "chess", "--games", "1"][..], &["divide", "chess", "1"]] {
        let told = refusal(&[command, &["--positions", file, "--against", &standard]].concat(), b"");
        let why = "no usable position: 1 Chess960 position skipped: the engine has no option UCI_Chess960";
        assert_eq!(told, format!("{file}: {why}"));
    }
}

#[test]
fn a_program_that_announces_nothing_is_not_set_up_with_a_variant_of_a_file() {
    let divide = ["divide", "chess", "1", "--positions", POSITIONS, "--against", &plain("")];
    let (_, text) = answered(run(&divide, b""));
    let why = "4 Chess960 positions skipped: the program does not announce chess960 (bustan-variants)";
    assert!(text.ends_with(&format!("\n{why}\n")), "{text}");
}

#[test]
fn a_variant_that_is_named_is_played_by_a_program_that_reads_plain_fen() {
    let log = temporary("variants-plain.txt");
    let check = ["check", "chess", "--size", "8 chess960", "--against", &plain(""), "--games", "20"];
    let limits = ["--plies", "40", "--log", log.to_str().unwrap()];
    let (code, text) = answered(run(&[&check[..], &limits].concat(), b""));
    assert!(code == Some(0) && text.contains("compared in 20 games: turn, legal moves"), "{text}");
    let talk = fs::read_to_string(&log).unwrap();
    assert!(talk.contains("> bustan-setup ") && !talk.contains("chess960\n"), "{talk}");
    // The same applies to a Chess960 position in the middle of a game.
    let position = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 chess960";
    let divide = ["divide", "chess", "2", "--position", position, "--against", &plain("")];
    let (code, text) = answered(run(&divide, b""));
    assert!(code == Some(0) && text.contains("both count 528 sequences"), "{text}");
}

#[test]
fn an_engine_without_the_option_does_not_play_a_variant_that_is_named() {
    let standard = standard();
    let check = ["check", "chess", "--size", "8 chess960", "--against", &standard, "--games", "3"];
    let (code, text) = answered(run(&check, b""));
    let why = "does not play chess960: the engine has no option UCI_Chess960";
    assert!(code == Some(2) && text.contains(why), "{text}");
}

#[test]
fn refusals_with_one_cause_are_one_finding_and_shrinking_has_a_limit() {
    let dir = temporary("variants-refused");
    let begun = Instant::now();
    let check = ["check", "chess", "--size", "8 chess960", "--against", &plain("always"), "--keep-going"];
    let limits = ["--time", "3s", "--shrink-time", "4s", "--json", "--out", dir.to_str().unwrap()];
    let output = run(&[&check[..], &limits].concat(), b"");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = report["findings"].as_array().unwrap();
    assert_eq!((output.status.code(), findings.len()), (Some(1), 1), "{report:#}");
    let signature = "setup-refuses-the-position-cannot-read-expected-parts-at-accepts-the-position";
    assert_eq!(findings[0]["signature"], signature, "{report:#}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
