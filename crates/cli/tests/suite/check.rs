//! Tests `bustan check` as a process: exit codes, figures, signals and errors.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{complaints, json, program, refusal, run, stdout, temporary};
use serde_json::{Value, json};

/// A check of some small games.
const SMALL: [&str; 6] = ["check", "dominions", "--games", "3", "--size", "2"];

fn with<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&SMALL, arguments].concat()
}

/// The sum of a figure over all policies, for the single game that was checked.
fn covered(report: &Value, figure: &str) -> u64 {
    let policies = report["checked"][0]["coverage"].as_object().unwrap();
    policies.values().map(|tally| tally[figure].as_u64().unwrap()).sum()
}

#[test]
fn engines_that_agree_are_a_success_with_a_verdict_and_a_table() {
    let text = stdout(&with(&["--jobs", "2", "--coverage"]), "");
    assert!(text.starts_with("dominions  agree ") && text.contains(" 3 games "), "{text}");
    assert!(text.contains(" plies: fast agrees with reference (seed 0, 2 jobs)\n"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("games ") && line.ends_with(" 3")), "{text}");
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn one_is_singular() {
    let text = stdout(&["check", "dominions", "--games", "1", "--size", "2", "--jobs", "1"], "");
    assert!(text.contains(" 1 game  ") && text.contains(" (seed 0, 1 job)\n"), "{text}");
}

#[test]
fn a_summary_is_one_object_whose_figures_agree() {
    for arguments in [&["--seed", "7"][..], &["--policy", "capture", "--seed", "7"]] {
        let report = json(&with(&[&["--json"], arguments].concat()), "");
        assert_eq!((&report["verdict"], &report["findings"]), (&json!("agree"), &json!([])));
        assert_eq!((&report["games"], &report["seed"]), (&json!(3), &json!(7)));
        assert_eq!(report["checked"][0]["game"], "dominions");
        assert_eq!(report["games"], covered(&report, "games"));
        assert_eq!(report["plies"], covered(&report, "plies"));
        assert!(report["plies"].as_u64().unwrap() > 0 && report["seconds"].is_f64());
    }
}

#[test]
fn games_that_are_broken_off_count_everywhere_or_nowhere() {
    let output = run(&["check", "dominions", "--time", "300ms", "--jobs", "3", "--json"], b"");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["games"].as_u64() >= report["finished"].as_u64(), "{report}");
    assert_eq!(report["games"], covered(&report, "games"));
    assert_eq!(report["plies"], covered(&report, "plies"));
}

#[test]
fn the_same_seed_gives_the_same_figures_with_any_number_of_jobs() {
    let figures = |jobs: &str, seed: &str| {
        let size = ["check", "dominions", "--games", "6", "--size", "3", "--json"];
        let report = json(&[&size[..], &["--jobs", jobs, "--seed", seed]].concat(), "");
        (report["games"].clone(), report["plies"].clone(), report["checked"][0]["coverage"].clone())
    };
    assert_eq!(figures("1", "4"), figures("2", "4"));
    assert_ne!(figures("1", "4"), figures("1", "5"));
}

#[test]
fn setups_drawn_by_lot_are_drawn_for_each_game_unless_one_is_named() {
    let moves = |setup: &[&str]| {
        let run = ["check", "tribolo", "--games", "20", "--json", "--jobs", "1"];
        let report = json(&[&run[..], setup].concat(), "");
        let policies = report["checked"][0]["coverage"].as_object().unwrap().values();
        let full = policies.map(|tally| tally["events"]["full-boards"].as_u64().unwrap());
        (covered(&report, "plies"), full.sum::<u64>())
    };
    // The setup of seed 0 allows one move, which does not fill the board.
    let (plies, full) = moves(&["--size", "4", "4", "seed", "0"]);
    assert!(plies < 60, "{plies}");
    let (drawn, often_full) = moves(&["--size", "4x4"]);
    assert!(drawn > 60 && often_full > full, "{drawn} {often_full} {full}");
    // On this board, the only move fills the board.
    assert!(moves(&["--position", "3x1 .RB blue"]).1 >= 20);
    assert!(refusal(&["check", "tribolo", "--position", "5x1"], b"").starts_with("invalid position: "));
    assert!(
        refusal(&["check", "tribolo", "--size", "5x4", "--position", "3x1 .RB blue"], b"")
            .contains("cannot be used")
    );
}

#[test]
fn there_are_no_more_jobs_than_games() {
    for (jobs, used) in [("1", 1), ("2", 2), ("256", 3)] {
        assert_eq!(json(&with(&["--json", "--jobs", jobs]), "")["jobs"], used);
    }
}

#[test]
fn what_cannot_be_checked_is_refused() {
    for (arguments, message) in [
        (&["--policy", "nonsense"][..], "dominions has no policy \"nonsense\"; it has "),
        (&["--jobs", "0"], "invalid value '0' for '--jobs <J>': "),
        (&["--jobs", "-1"], "invalid value '-1' for '--jobs <J>': "),
        (&["--seed", "-1"], "invalid value '-1' for '--seed <S>': "),
        (&["--seed", "x"], "invalid value 'x' for '--seed <S>': "),
        (&["--plies", "0"], "invalid value '0' for '--plies <N>': "),
        (&["--max-findings", "0"], "invalid value '0' for '--max-findings <N>': "),
        (&["--max-findings", "-1"], "invalid value '-1' for '--max-findings <N>': "),
        (
            &["--max-findings", "2", "--keep-going"],
            "the argument '--max-findings <N>' cannot be used with '--keep-going'",
        ),
    ] {
        let refused = refusal(&with(arguments), b"");
        assert!(refused.starts_with(message), "{refused}");
    }
    for (arguments, message) in [
        (&["--size", "1"][..], "size \"1\" is not from 2 to 9"),
        (&["--size", "-1"], "size \"-1\" is not from 2 to 9"),
        (&["--games", "-1"], "invalid value '-1' for '--games <N>': "),
        (&["--games", "1.5"], "invalid value '1.5' for '--games <N>': "),
        (&["--time", "-1"], "invalid value '-1' for '--time <D>': \"-1\" is not a duration"),
        (&["--time", "soon"], "invalid value 'soon' for '--time <D>': \"soon\" is not a duration"),
    ] {
        let refused = refusal(&[&["check", "dominions"], arguments].concat(), b"");
        assert!(refused.starts_with(message), "{refused}");
    }
    assert!(refusal(&["check", "ludo"], b"").starts_with("invalid value 'ludo' for '[GAME]'"));
}

#[test]
fn a_directory_for_findings_that_cannot_be_used_is_refused_before_any_game() {
    let file = temporary("check-out-file");
    fs::write(&file, "").unwrap();
    let name = file.to_str().unwrap();
    assert_eq!(refusal(&with(&["--out", name]), b""), format!("cannot write {name}: not a directory"));
    let below = file.join("below");
    let refused = refusal(&with(&["--out", below.to_str().unwrap()]), b"");
    assert!(refused.starts_with(&format!("cannot write {}: ", below.display())), "{refused}");
}

/// The names of the files in a directory.
fn files(dir: &Path) -> BTreeSet<String> {
    fs::read_dir(dir).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn without_findings_nothing_is_left_after_but_a_report_that_was_asked_for() {
    let dir = temporary("check-out");
    let _ = fs::remove_dir_all(&dir);
    let new = dir.join("new");
    stdout(&with(&["--out", new.to_str().unwrap()]), "");
    assert_eq!(files(&new), ["findings.json", "index.html", "junit.xml"].map(String::from).into());
    let told: Value = serde_json::from_str(&fs::read_to_string(new.join("findings.json")).unwrap()).unwrap();
    assert_eq!(
        (&told["verdict"], &told["finished"], &told["findings"]),
        (&json!("agree"), &json!(true), &json!([]))
    );
    let typed = "bustan check dominions --games 3 --size 2 --out ";
    assert!(told["command"].as_str().unwrap().starts_with(typed), "{told}");
    let junit = fs::read_to_string(new.join("junit.xml")).unwrap();
    assert!(junit.contains("tests=\"1\" failures=\"0\" errors=\"0\""), "{junit}");
    let output = program().args(SMALL).current_dir(&dir).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!dir.join("bustan-findings").exists());
}

#[test]
fn a_report_tells_of_all_games_that_were_checked() {
    let dir = temporary("check-out-all");
    let _ = fs::remove_dir_all(&dir);
    stdout(&["check", "--games", "4", "--keep-going", "--out", dir.to_str().unwrap()], "");
    let told: Value = serde_json::from_str(&fs::read_to_string(dir.join("findings.json")).unwrap()).unwrap();
    let games: Vec<&str> =
        told["checked"].as_array().unwrap().iter().map(|it| it["game"].as_str().unwrap()).collect();
    assert_eq!(games, bustan_games::GAMES);
    assert!(
        told["checked"].as_array().unwrap().iter().all(|checked| checked["verdict"] == "agree"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn a_check_that_is_killed_leaves_a_report_that_says_so() {
    let dir = temporary("check-out-killed");
    let _ = fs::remove_dir_all(&dir);
    let mut child = program()
        .args(["check", "dominions", "--size", "3", "--time", "10m", "--out", dir.to_str().unwrap()])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !dir.join("index.html").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let told: Value = serde_json::from_str(&fs::read_to_string(dir.join("findings.json")).unwrap()).unwrap();
    assert_eq!((&told["verdict"], &told["finished"]), (&json!("unfinished"), &json!(false)));
    assert!(fs::read_to_string(dir.join("junit.xml")).unwrap().contains("errors=\"1\""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_summary_that_cannot_be_written_is_an_error() {
    for arguments in [&[][..], &["--json"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = program().args(with(arguments)).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "error: cannot write to standard output: No space left on device (os error 28)\n"
        );
    }
}

#[test]
fn a_reader_who_has_seen_enough_does_not_change_the_verdict() {
    for arguments in [&[][..], &["--json"]] {
        let mut child =
            program().args(with(arguments)).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{arguments:?}");
    }
}

/// Starts a long check, sends it a signal and returns its output.
#[cfg(unix)]
fn signalled(signal: &str, arguments: &[&str]) -> Output {
    let mut child = program()
        .args(["check", "dominions", "--size", "3", "--time", "10m"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // On a busy machine the first game can take longer than a second.
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut errors: Vec<_> = lines.by_ref().take(1).collect();
    while errors.last().is_some_and(|line| line.contains(" 0 games")) {
        errors.push(lines.next().expect("the check runs for ten minutes"));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    errors.extend(lines);
    let stderr = errors.iter().flat_map(|line| [line, "\n"]).collect::<String>().into_bytes();
    Output { stderr, ..child.wait_with_output().unwrap() }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_run_with_its_summary() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let output = signalled(signal, &["--coverage"]);
        assert_eq!((output.status.code(), complaints(&output)), (Some(code), String::new()), "{signal}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("dominions  interrupted "), "{text}");
        assert!(text.contains(": interrupted; fast agreed with reference until then "), "{text}");
        assert!(text.contains("\nreached"), "{text}");
        let output = signalled(signal, &["--json"]);
        assert_eq!((output.status.code(), complaints(&output)), (Some(code), String::new()), "{signal}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["verdict"], "interrupted");
        assert!(report["games"].as_u64().unwrap() > 0);
        assert_eq!(report["games"], covered(&report, "games"));
    }
}
