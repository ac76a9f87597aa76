//! Tests which engine a headline blames, and the wording.

use std::fs;

use crate::common::{answered, python, refusal, run, temporary, told};
use serde_json::Value;

const SLOPPY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/sloppy.py");
const TRAIL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/trail.py");

/// Checks two programs, and returns the exit code, the output and the first finding.
fn checked(name: &str, [subject, oracle]: [&str; 2], more: &[&str]) -> (Option<i32>, String, Value) {
    let (dir, subject, oracle) = (temporary(name), python(TRAIL, subject), python(TRAIL, oracle));
    let _ = fs::remove_dir_all(&dir);
    let engines =
        ["check", "any", "--jobs", "1", "--shrink-time", "2s", "--against", &subject, "--with", &oracle];
    let out = ["--out", dir.to_str().unwrap()];
    let (code, text) = answered(run(&[&engines[..], &out, more].concat(), b""));
    let report: Value = serde_json::from_slice(&fs::read(dir.join("findings.json")).unwrap()).unwrap();
    (code, text, report["findings"][0].clone())
}

#[test]
fn a_headline_says_who_plays_a_move_who_refuses_it_and_why() {
    for (name, ways, headline, signature) in [
        (
            "plays",
            ["12 free silent", "12 name=Strict"],
            "Strict: refuses c (again); Trail: plays it",
            "played-legal-illegal",
        ),
        (
            "refuses",
            ["12 name=Strict", "12 free silent"],
            "Trail: plays c; Strict: refuses it (again)",
            "played-illegal-legal",
        ),
        // An engine that plays a move that it does not list contradicts itself.
        (
            "itself",
            ["12 free", "12 name=Strict"],
            "Trail: does not list c, but plays it",
            "contradicts-illegal-legal",
        ),
    ] {
        let (code, text, finding) = checked(&format!("blame-{name}"), ways, &["--games", "40"]);
        assert_eq!((code, &finding["headline"]), (Some(1), &headline.into()), "{text}");
        assert_eq!(finding["signature"], format!("verdict-{signature}"), "{text}");
        let files = finding["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap());
        let dir = temporary(&format!("blame-{name}"));
        let report = files.filter(|file| file.ends_with(".report"));
        let report: String = report.map(|file| fs::read_to_string(dir.join(file)).unwrap()).collect();
        assert!(report.contains(headline), "{text}");
        let page = fs::read_to_string(dir.join("index.html")).unwrap();
        assert!(page.contains(headline), "{page}");
    }
}

#[test]
fn reasons_of_programs_are_compared_if_that_is_asked_for() {
    let programs = ["12", "12 name=Other says=twice"];
    let code = |more: &[&str]| checked("reasons", programs, &[&["--games", "40"], more].concat()).0;
    assert_eq!(code(&[]), Some(0));
    assert_eq!(code(&["--reasons", "--map", "s/^again$/twice/"]), Some(0));
    let (code, text, finding) = checked("reasons", programs, &["--games", "40", "--reasons"]);
    assert_eq!(
        (code, &finding["headline"]),
        (Some(1), &"Other: refuses c (twice); Trail: refuses it (again)".into()),
        "{text}"
    );
    let replay = finding["replay"].as_str().unwrap();
    assert!(replay.contains(" --reasons"), "{replay}");
    let words = shlex::split(replay.strip_prefix("bustan ").unwrap()).unwrap();
    let (code, text) = answered(run(&words.iter().map(String::as_str).collect::<Vec<_>>(), b""));
    assert!(code == Some(1) && text.contains("refuses c (twice)"), "{text}");
    let known = refusal(&["check", "tictactoe", "--reasons", "--against", &python(TRAIL, "9")], b"");
    assert_eq!(known, "--reasons is only for the game any; the reasons of tictactoe are compared without it");
}

#[test]
fn a_limit_that_a_program_states_is_a_note_and_a_fault_is_a_finding() {
    let check = |name: &str, ways: &str| {
        checked(&format!("limit-{name}"), [ways, "70 name=Whole"], &["--games", "2", "--thorough"])
    };
    for (name, ways, row, said) in [
        ("last", "70 last=50", ", more than 49 in a row", "cannot undo"),
        ("least", "70 last=17 refuses=sorry", ", more than 16 in a row", "sorry"),
        ("full", "70 full=60", ", more than 54 in a row", "cannot undo"),
        ("few", "70 last=3", ", more than 2 in a row", "cannot undo"),
        ("history", "70 last=2 refuses=History_is_empty", ", more than 1 in a row", "History is empty"),
        ("never", "70 never", "", "cannot undo"),
    ] {
        let (code, text, _) = check(name, ways);
        assert_eq!(code, Some(0), "{name}: {text}");
        let note = format!("moves taken back{row} (Trail says {said:?})");
        assert_eq!(text.matches(&note).count(), 1, "{name}: {text}");
        let dir = temporary(&format!("limit-{name}"));
        let report: Value = serde_json::from_slice(&fs::read(dir.join("findings.json")).unwrap()).unwrap();
        let part = format!("moves taken back{row}");
        let told = &report["checked"][0]["compared"]["not_compared"][part];
        assert_eq!(told, &Value::from(format!("Trail says {said:?}")), "{report}");
    }
    for (name, ways, said) in [
        ("mute", "70 last=10 refuses=sorry", "sorry"),
        ("silent", "70 never refuses=not_now", "not now"),
        ("forgets", "70 forgets", "cannot undo"),
        ("stuck", "70 stuck", "cannot undo"),
    ] {
        let (code, text, finding) = check(name, ways);
        assert_eq!((code, &finding["kind"]), (Some(1), &"undo".into()), "{name}: {text}");
        let headline = finding["headline"].as_str().unwrap();
        assert!(headline.starts_with("Trail: does not take back "), "{text}");
        assert!(headline.ends_with(&format!(" (it says {said:?})")), "{text}");
    }
}

#[test]
fn a_move_that_a_program_does_not_list_but_plays_is_one_finding_where_it_is_set_up_too() {
    let (dir, program) = (temporary("blame-unlisted"), python(SLOPPY, "sets unlisted"));
    let _ = fs::remove_dir_all(&dir);
    let check =
        ["check", "tictactoe", "--games", "60", "--keep-going", "--shrink-time", "1s", "--against", &program];
    let (code, text) = answered(run(&[&check[..], &["--out", dir.to_str().unwrap()]].concat(), b""));
    let report: Value = serde_json::from_slice(&fs::read(dir.join("findings.json")).unwrap()).unwrap();
    let findings = report["findings"].as_array().unwrap();
    let headlines: Vec<&str> = findings.iter().map(|finding| finding["headline"].as_str().unwrap()).collect();
    let told = "Sloppy: does not list b2, but plays it; reference: lists it";
    assert_eq!((code, &headlines[..]), (Some(1), &[told][..]), "{text}");
    assert!(!text.contains("set up with the position"), "{text}");
}

#[test]
fn a_program_with_the_name_of_the_other_engine_is_distinguished() {
    const ENDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/ends.py");
    let (dir, program) = (temporary("blame-one-name"), python(ENDS, "nothing unlist name=reference"));
    // The directory may not exist yet.
    let _ = fs::remove_dir_all(&dir);
    let check = ["check", "tictactoe", "--games", "8", "--jobs", "1", "--against", &program, "--out"];
    let check = [&check[..], &[dir.to_str().unwrap()]].concat();
    let (code, text) = answered(run(&check, b""));
    let headline = "reference (1): does not list c3, but plays it; reference (2): lists it";
    assert!(code == Some(1) && text.contains("reference (1) differs from reference (2)"), "{text}");
    let read = |name: &str| -> Value { serde_json::from_slice(&fs::read(dir.join(name)).unwrap()).unwrap() };
    let stored = read("tictactoe-legal-set-unlisted-legal-0-0.json");
    assert_eq!(stored["engines"], serde_json::json!(["reference (1)", "reference (2)"]), "{stored}");
    assert_eq!(stored["headline"], headline, "{text}");
    assert_eq!(stored["signature"], "legal-set-unlisted-legal", "{stored}");
    // Another run recognises the finding, and the game of the finding still shows it.
    let (code, again) = answered(run(&check, b""));
    let still = format!("still there: tictactoe-legal-set-unlisted-legal-0-0: {headline}");
    assert!(code == Some(1) && again.contains(&still), "{again}");
    let (code, replayed) = answered(told(stored["replay"]["text"].as_str().unwrap()));
    assert!(code == Some(1) && replayed.contains(headline), "{replayed}");
    let report = read("findings.json");
    assert_eq!(report["checked"][0]["engines"], stored["engines"], "{report}");
}
