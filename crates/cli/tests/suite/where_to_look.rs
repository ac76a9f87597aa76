//! Tests where a run searches: files of positions, limits, required events, and the leaves of trees.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::common::program;
use crate::common::{answered, file, python, refusal, run, server, temporary, told};
use serde_json::Value;

const SLOPPY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/sloppy.py");
const RACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/race.py");

#[test]
fn counts_of_a_file_of_positions_are_checked() {
    let right =
        file("right.epd", "# the start\nxo....... x ;D1 7 ;D2 42\n\n......... x ;D1 9 ;D2 72 ;D9 1;id x\n");
    let (code, text) = answered(run(&["perft", "tictactoe", "2", "--positions", &right], b""));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("line 2, D2: 42 nodes, as the file says\n"), "{text}");
    assert!(!text.contains("D9"), "{text}");
    assert!(
        text.contains("all counts are correct; not checked, because they have more moves: 1\n"),
        "{text}"
    );
    let wrong = file("wrong.epd", "......... x ;D1 9 ;D2 71\n");
    let (code, text) = answered(run(&["perft", "tictactoe", "2", "--positions", &wrong], b""));
    assert!(code == Some(1) && text.contains("line 1, D2: 72 nodes; the file says 71\nwrong: 1\n"), "{text}");
    let object = |arguments: &[&str]| -> Value {
        let output = run(&[arguments, &["2", "--json", "--positions", &wrong]].concat(), b"");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    assert_eq!(object(&["perft", "tictactoe"])["wrong"], 1);
    let told = &object(&["divide", "tictactoe"])["positions"][0];
    assert_eq!(
        told["wrong_counts"],
        serde_json::json!(["D2: fast and reference both count 72; the file says 71"])
    );
    let divide = |file: &str, engine: &str| {
        let arguments = ["divide", "tictactoe", "2", "--positions", file, "--against", engine];
        answered(run(&arguments, b""))
    };
    let (code, text) = divide(&right, &server("tictactoe"));
    assert!(
        code == Some(0)
            && text.ends_with("2 positions: none differs; not checked, because they have more moves: 1\n"),
        "{text}"
    );
    let refused = file("refused.epd", "......... x ;D1 9\nxxx...... x\n");
    let (code, text) = divide(&refused, &server("tictactoe"));
    assert!(code == Some(0) && text.contains("line 2: refused by both: "), "{text}");
    assert!(text.ends_with("2 positions: none differs; 1 refused by both engines\n"), "{text}");
    // A program without bustan-setup can begin only at the start.
    let (code, text) = divide(&right, &python(SLOPPY, ""));
    assert!(code == Some(1) && text.contains("line 2: refused by one: the engine "), "{text}");
    assert!(text.contains("2 positions: none differs; 1 refused by one engine; not checked"), "{text}");
    let (code, text) = divide(&file("all.epd", "xxx...... x\n"), &server("tictactoe"));
    assert!(code == Some(2) && text.contains("all.epd: both engines refuse all its positions"), "{text}");
    let (code, text) = divide(&wrong, &server("tictactoe"));
    let told = "D2: Bustan tictactoe fast and reference both count 72; the file says 71\n";
    assert!(code == Some(1) && text.contains("line 1: ......... x\n") && text.contains(told), "{text}");
    for (name, text, problem) in [
        ("bad.epd", "......... x ;D2 many\n", "line 1, column 14: \"D2 many\" is not a perft count"),
        ("none.epd", "# nothing\n\n", "it contains no positions"),
        ("odd.epd", "......... x\nnonsense\n", "line 2, column 1: "),
    ] {
        let told = refusal(&["perft", "tictactoe", "1", "--positions", &file(name, text)], b"");
        assert!(told.contains(problem), "{told}");
    }
}

#[test]
fn games_begin_at_the_positions_of_a_file() {
    let positions = file("starts.txt", "xo....... x\n.x..o.... x\n");
    let log = temporary("starts-talk.txt");
    let engine = server("tictactoe");
    let arguments = ["check", "tictactoe", "--positions", &positions, "--games", "20", "--against", &engine];
    let (code, text) = answered(run(&[&arguments[..], &["--log", log.to_str().unwrap()]].concat(), b""));
    assert_eq!(code, Some(0), "{text}");
    let talk = fs::read_to_string(&log).unwrap();
    let set_up = |text: &str| talk.matches(&format!("> bustan-setup {text}\n")).count();
    assert!(set_up("xo....... x") > 2 && set_up(".x..o.... x") > 2, "{talk}");
    let (dir, swaps) = (temporary("starts-found"), python(SLOPPY, "swaps"));
    let arguments = ["check", "tictactoe", "--positions", "-", "--games", "3", "--against", &swaps, "--out"];
    let (code, text) = answered(run(&[&arguments[..], &[dir.to_str().unwrap()]].concat(), b"......... x\n"));
    assert!(code == Some(1) && text.contains(" --positions - --seed 0 --games "), "{text}");
    let nameless = refusal(&["check", "--positions", &positions], b"");
    assert!(nameless.contains("<GAME>"), "{nameless}");
    // A position that both engines refuse is reported, and games begin at the other positions.
    let odd = file("odd-starts.txt", "......... x\nxxxooo... x\n");
    let (code, text) = answered(run(&["check", "tictactoe", "--positions", &odd, "--games", "20"], b""));
    assert!(code == Some(0) && text.contains("agree            20 games"), "{text}");
    assert!(text.contains("\nboth engines refuse the position \"xxxooo... "), "{text}");
    let (code, _) =
        answered(run(&["check", "tictactoe", "--positions", "-", "--games", "3"], b"......... x\n"));
    assert_eq!(code, Some(0));
    // If no position is left, the reason is reported.
    let (code, text) =
        answered(run(&["check", "tictactoe", "--positions", "-", "--games", "3"], b"xxxooo... x\n"));
    let told = "no move was played: fast and reference refuse the starting position: x is to move but has ";
    assert!(code == Some(2) && text.contains(told), "{text}");
}

#[test]
fn a_run_ends_with_its_games_or_with_its_time_and_games_with_their_plies() {
    let run_for = |size: &str, more: &[&str]| -> Value {
        let output = run(&[&["check", "margo", "--size", size, "--json", "--jobs", "1"], more].concat(), b"");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    // Games on this board are longer unless something stops them.
    let few = run_for("5", &["--games", "5", "--time", "10m", "--plies", "3"]);
    assert_eq!((&few["finished"], &few["verdict"]), (&5.into(), &"agree".into()), "{few}");
    assert!(few["plies"].as_u64().unwrap() <= 5 * (3 + 24), "{few}");
    let short = run_for("2", &["--games", "100000", "--time", "1s"]);
    assert!(short["seconds"].as_f64().unwrap() < 30.0 && short["verdict"] == "agree", "{short}");
}

#[test]
fn a_player_may_choose_the_moves() {
    let checked = |policy: &str| {
        let arguments = ["check", "chess", "--games", "24", "--policy", policy, "--require", "checkmates>5"];
        answered(run(&[&arguments[..], &["--coverage"]].concat(), b""))
    };
    let (code, text) = checked("easy");
    assert!(code == Some(0) && text.lines().any(|line| line.starts_with("reached ")), "{text}");
    assert!(text.lines().any(|line| line.ends_with(" player")), "{text}");
    let (code, text) = checked("uniform");
    assert!(
        code == Some(2) && text.contains("not tested: the games did not reach the required events"),
        "{text}"
    );
    // A run with a player is the same every time, regardless of the number of jobs.
    let plies = |jobs: &str| {
        let arguments =
            ["check", "tribolo", "--size", "4x4", "--games", "6", "--policy", "mcts:50", "--json"];
        let output = run(&[&arguments[..], &["--jobs", jobs]].concat(), b"");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (report["plies"].as_u64().unwrap(), report["checked"][0]["coverage"].clone())
    };
    assert_eq!(plies("1"), plies("2"));
    let unfit = refusal(&["check", "tribolo", "--games", "1", "--policy", "alphabeta:3"], b"");
    assert!(unfit.contains("alpha-beta is for two players"), "{unfit}");
    let unnamed = refusal(&["check", "margo", "--games", "1", "--policy", "player"], b"");
    assert!(unnamed.contains("margo has no policy \"player\"; it has "), "{unnamed}");
    let program = python(SLOPPY, "");
    let unknown = ["check", "any", "--policy", "easy", "--against", &program, "--with", &program];
    assert!(refusal(&unknown, b"").contains("any has no policy \"easy\""));
}

#[test]
fn what_is_required_and_not_reached_fails_a_run() {
    let check =
        |require: &str| answered(run(&["check", "tictactoe", "--games", "60", "--require", require], b""));
    let (code, text) = check("rows>0,columns>0");
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = check("rows>0,columns>100000");
    assert_eq!(code, Some(2), "{text}");
    let told = "not tested: the games did not reach the required events: columns occurred ";
    assert!(text.contains(told) && text.contains("not more than 100000"), "{text}");
    // An event must occur more often than the given number.
    let came_up: u32 =
        text.split_once("columns occurred ").unwrap().1.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(check(&format!("columns>{came_up}")).0, Some(2));
    assert_eq!(check(&format!("columns>{}", came_up - 1)).0, Some(0));
    let unknown = refusal(&["check", "tictactoe", "--require", "captures>0"], b"");
    assert!(unknown.contains("tictactoe has no event \"captures\"; it has rows, "), "{unknown}");
    let malformed = refusal(&["check", "tictactoe", "--require", "rows"], b"");
    assert!(malformed.contains("\"rows\" is not of the form EVENT>NUMBER"), "{malformed}");
}

#[test]
fn equal_counts_do_not_hide_other_positions_at_the_leaves() {
    let divide = |slips: &str| {
        let engine = python(SLOPPY, slips);
        answered(run(&["divide", "tictactoe", "2", "--against", &engine], b""))
    };
    let (code, text) = divide("");
    assert!(
        code == Some(0) && text.contains("They show the same position at the end of 72 of them.\n"),
        "{text}"
    );
    let (code, text) = divide("swaps");
    assert!(
        code == Some(1)
            && text.contains("\nthe counts are equal, but reference: a2 has o; Sloppy: it has x\n"),
        "{text}"
    );
    let (code, text) = divide("unlisted");
    assert!(code == Some(1) && text.contains("only reference lists b2\nat the start, "), "{text}");
}

#[test]
fn findings_of_earlier_runs_are_looked_at_first() {
    let dir = temporary("earlier");
    let _ = fs::remove_dir_all(&dir);
    let check = |slips: &str, more: &[&str]| {
        let engine = python(SLOPPY, slips);
        let arguments = ["check", "tictactoe", "--games", "3", "--against", &engine, "--out"];
        run(&[&arguments[..], &[dir.to_str().unwrap()], more].concat(), b"")
    };
    let (code, text) = answered(check("swaps", &[]));
    assert!(code == Some(1) && !text.contains("still there"), "{text}");
    // A run of a few games may miss the difference; the recheck of the directory does not.
    let (code, text) = answered(check("swaps", &["--plies", "1"]));
    let name = "tictactoe-observation-board";
    assert!(code == Some(1) && text.starts_with(&format!("still there: {name}")), "{text}");
    let told = "Sloppy differs from reference in games of earlier findings: tictactoe-observation-board";
    assert!(text.contains(told), "{text}");
    let report: Value = serde_json::from_slice(&fs::read(dir.join("findings.json")).unwrap()).unwrap();
    assert_eq!(report["verdict"], "differ");
    assert!(report["checked"][0]["still_there"][0].as_str().unwrap().starts_with(name), "{report}");
    let junit = fs::read_to_string(dir.join("junit.xml")).unwrap();
    assert!(junit.contains("failures=\"1\"") && junit.contains(told), "{junit}");
    let output = check("", &["--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["verdict"]), (Some(0), &"agree".into()), "{report}");
    assert_eq!(report["checked"][0]["earlier"][0]["now"], "gone");
    let (_, text) = answered(check("", &[]));
    assert!(text.starts_with("gone: tictactoe-observation-board"), "{text}");
    assert!(text.lines().next().unwrap().ends_with(", which was found with other programs"), "{text}");
    let (_, text) = answered(check("swaps", &[]));
    assert!(!text.contains("other programs"), "{text}");
    let (_, text) = answered(check(
        "swaps",
        &["--accept", "observation-*", "--accept", "turn-*", "--accept", "legal-set-*"],
    ));
    assert!(text.starts_with("accepted or ignored: tictactoe-observation-board"), "{text}");
    // A finding about another game is not rechecked.
    fs::write(dir.join("dominions-start-subject.original.txt"), "").unwrap();
    let (_, text) = answered(check("", &[]));
    assert!(text.starts_with("gone: tictactoe-") && !text.contains("dominions"), "{text}");
    let (_, text) = answered(check("blots", &["--ignore", "board"]));
    assert!(text.starts_with("accepted or ignored: tictactoe-observation-board"), "{text}");
    let (_, text) = answered(check("swaps unlisted", &["--max-findings", "1", "--plies", "1"]));
    assert!(text.starts_with("another difference now: tictactoe-observation-board"), "{text}");
    assert!(text.contains(" --plies 1 --seed 0 --games 1\n"), "{text}");
}

/// The flaws by which an engine of the race game crashes. No game shows both crashes.
const CRASHES: &str = "crash ends";

/// Creates a directory with the findings of a race whose engine crashes in two ways. Also returns a function
/// that checks it again with an engine.
fn two_findings(name: &str) -> (PathBuf, Vec<String>, impl Fn(&str, &[&str]) -> Output + use<>) {
    let dir = temporary(name);
    let _ = fs::remove_dir_all(&dir);
    let out = dir.clone();
    let check = move |ways: &str, more: &[&str]| {
        let (subject, oracle) = (python(RACE, ways), python(RACE, ""));
        let engines = ["check", "any", "--against", &subject, "--with", &oracle, "--jobs", "1"];
        run(&[&engines[..], &["--shrink-time", "1s", "--out", out.to_str().unwrap()], more].concat(), b"")
    };
    assert_eq!(check(CRASHES, &["--keep-going", "--games", "60"]).status.code(), Some(1));
    let files = fs::read_dir(&dir).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let stem = |name: String| name.strip_suffix(".original.txt").map(String::from);
    let mut stems: Vec<String> = files.filter_map(stem).collect();
    stems.sort();
    assert_eq!(stems.len(), 2, "{stems:?}");
    (dir, stems, check)
}

#[test]
fn reports_are_for_people_and_nothing_is_read_back_from_them() {
    let (dir, stems, check) = two_findings("reworded");
    let looked = || {
        let (code, text) = answered(check(CRASHES, &["--games", "3", "--plies", "1"]));
        let still = text.lines().filter(|line| line.starts_with("still there: ")).map(String::from);
        let still: Vec<String> = still.collect();
        assert_eq!((code, still.len()), (Some(1), 2), "{text}");
        still
    };
    let before = looked();
    for stem in &stems {
        let file = dir.join(format!("{stem}.report"));
        let report = fs::read_to_string(&file).unwrap();
        let reworded =
            report.replace("signature", "kind of mistake").replace("Ignored on the way", "Left out");
        let reworded = reworded.replace("again: bustan", "once more: bustan").replace("any: ", "a game: ");
        assert_ne!(report, reworded);
        fs::write(&file, reworded).unwrap();
    }
    assert_eq!(looked(), before);
    fs::remove_file(dir.join(format!("{}.report", stems[0]))).unwrap();
    fs::write(dir.join(format!("{}.report", stems[1])), "").unwrap();
    assert_eq!(looked(), before);
    // The programs are recognised as the same, whatever the report contains.
    let (code, text) = answered(check("crash", &["--games", "3", "--plies", "1"]));
    assert_eq!(
        text.matches("not rechecked, it was found with other programs: ").count(),
        2,
        "{code:?} {text}"
    );
}

#[test]
fn findings_of_older_versions_are_replayed_and_never_called_the_same() {
    let (dir, stems, check) = two_findings("older");
    for stem in &stems {
        fs::remove_file(dir.join(format!("{stem}.json"))).unwrap();
    }
    let older = "(written by an older version; its signature is not known)\n";
    let (code, text) = answered(check(CRASHES, &["--games", "3", "--plies", "1"]));
    assert_eq!(code, Some(1), "{text}");
    assert!(!text.contains("still there") && text.matches(older).count() == 2, "{text}");
    for stem in &stems {
        assert!(text.contains(&format!("shows a difference now: {stem}: ")), "{text}");
    }
    let output = check("", &["--games", "3", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["verdict"]), (Some(0), &"agree".into()), "{report}");
    let earlier = report["checked"][0]["earlier"].as_array().unwrap();
    assert_eq!(earlier.len(), 2);
    for finding in earlier {
        let told = (&finding["now"], &finding["signature_known"], &finding["headline"]);
        assert_eq!(told, (&"no difference".into(), &false.into(), &Value::Null), "{report}");
    }
    let (_, text) = answered(check("", &["--games", "3"]));
    assert_eq!(text.matches(&format!(" {older}")).count(), 2, "{text}");
    assert!(text.starts_with("shows no difference now: any-"), "{text}");
}

#[test]
fn data_that_is_damaged_or_newer_is_reported_in_a_line_and_the_rest_is_looked_at() {
    let (dir, stems, check) = two_findings("damaged");
    let file = dir.join(format!("{}.json", stems[0]));
    let sound = fs::read_to_string(&file).unwrap();
    let looked = |data: &[u8]| {
        fs::write(&file, data).unwrap();
        let output = check(CRASHES, &["--games", "3", "--plies", "1"]);
        let errors = String::from_utf8(output.stderr.clone()).unwrap();
        let told: Vec<&str> = errors.lines().filter(|line| line.starts_with("warning: ")).collect();
        let (code, text) = answered(output);
        assert!(text.contains(&format!("still there: {}: ", stems[1])), "{text}");
        let [told] = &told[..] else { panic!("{errors}") };
        assert!(told.starts_with(&format!("warning: {}: ", file.display())), "{told}");
        assert_eq!((code, &*fs::read(&file).unwrap()), (Some(1), data), "nothing is lost");
        (told.to_string(), text)
    };
    let many = sound.replacen("\"moves\": ", "\"moves\": many", 1);
    let object = sound.replacen("\"moves\": ", "\"moves\": {}, \"other\": ", 1);
    for (data, why, how) in [
        (many.as_bytes(), "expected value at line ", "its data is damaged"),
        (object.as_bytes(), "invalid type: map, expected usize at line ", "its data is damaged"),
        (&sound.as_bytes()[..sound.len() / 2], "EOF while parsing ", "its data is damaged"),
        (b"\xff{}", "stream did not contain valid UTF-8", "its data cannot be read"),
    ] {
        let (told, text) = looked(data);
        assert!(told.contains(why), "{told}");
        let differs = format!("shows a difference now: {}: ", stems[0]);
        let line = text.lines().find(|line| line.starts_with(&differs)).unwrap_or_else(|| panic!("{text}"));
        assert!(line.ends_with(&format!(" ({how}; its signature is not known)")), "{line}");
    }
    let (told, text) = looked(sound.replacen("\"version\": 1,", "\"version\": 7,", 1).as_bytes());
    assert!(told.ends_with("the file has version 7, and this program reads up to 1"), "{told}");
    let newer = format!("not rechecked, a newer version of Bustan wrote it: {}\n", stems[0]);
    assert!(text.contains(&newer), "{text}");
    fs::write(&file, sound).unwrap();
    let (_, text) = answered(check(CRASHES, &["--games", "3", "--plies", "1"]));
    assert_eq!(text.matches("still there: ").count(), 2, "{text}");
}

#[test]
fn a_finding_whose_data_is_damaged_is_never_dropped_from_the_verdict() {
    let (dir, stems, check) = two_findings("damaged-agree");
    let file = |suffix: &str| dir.join(format!("{}{suffix}", stems[0]));
    for suffix in [".json", ".txt", ".original.txt"] {
        let _ = fs::remove_file(dir.join(format!("{}{suffix}", stems[1])));
    }
    let sound = text_of(&file(".json"));
    let caveat = "except for 1 finding of earlier runs that were not rechecked";
    // The game of the finding is known, but not which differences were ignored in it.
    for data in ["{}", &sound.replacen("\"version\": 1,", "\"version\": 0,", 1), &sound[..40]] {
        fs::write(file(".json"), data).unwrap();
        let (code, text) = answered(check("", &["--games", "3"]));
        let line =
            format!("not rechecked, its data is damaged (its game shows no difference now): {}\n", stems[0]);
        assert!(code == Some(0) && text.contains(&line) && text.contains(caveat), "{data}: {text}");
    }
    let mut data: Value = serde_json::from_str(&sound).unwrap();
    data["record"] = "\nplay right".into();
    fs::write(file(".json"), data.to_string()).unwrap();
    let warned = format!("warning: {}: line 2, column 1 of its record: ", file(".json").display());
    let looked = || {
        let (code, text) = answered(check(CRASHES, &["--games", "3", "--plies", "1"]));
        assert!(text.contains(&warned), "{text}");
        (code, text)
    };
    let (code, text) = looked();
    assert!(code == Some(1) && text.contains(&format!("still there: {}: ", stems[0])), "{text}");
    fs::write(file(".txt"), "play right").unwrap();
    let (code, text) = looked();
    assert!(code == Some(1) && text.contains(&format!("shows a difference now: {}: ", stems[0])), "{text}");
    assert!(text.contains("(its data is damaged; its signature is not known)"), "{text}");
    fs::write(file(".original.txt"), "play right").unwrap();
    let (code, text) = looked();
    let line = format!("not rechecked, its record cannot be read: {}\n", stems[0]);
    assert!(code == Some(0) && text.contains(&line) && text.contains(caveat), "{text}");
}

/// The contents of a text file.
fn text_of(file: &Path) -> String {
    fs::read_to_string(file).unwrap()
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_as_soon_as_it_has_found_something_leaves_the_finding() {
    let dir = temporary("killed");
    let _ = fs::remove_dir_all(&dir);
    let engine = python(SLOPPY, "swaps");
    let arguments = ["check", "tictactoe", "--against", &engine, "--out", dir.to_str().unwrap()];
    let mut child = program().args(arguments).args(["--keep-going", "--time", "1h"]).spawn().unwrap();
    let found = || {
        let files = fs::read_dir(&dir).into_iter().flatten().flatten().map(|file| file.file_name());
        let mut names = files.filter_map(|name| name.into_string().ok());
        names.find(|name| name.starts_with("tictactoe-") && name.ends_with(".json"))
    };
    let deadline = Instant::now() + Duration::from_secs(120);
    let name = loop {
        if let Some(name) = found() {
            break name;
        }
        assert!(Instant::now() < deadline, "there is a finding");
        thread::sleep(Duration::from_millis(1));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    // Removes files that may have been written for the finding in the meantime.
    let stem = name.strip_suffix(".json").unwrap();
    for suffix in [".original.txt", ".txt", ".report"] {
        let _ = fs::remove_file(dir.join(format!("{stem}{suffix}")));
    }
    let (code, text) = answered(run(&[&arguments[..], &["--games", "3", "--plies", "1"]].concat(), b""));
    assert!(code == Some(1) && text.contains(&format!("still there: {stem}: ")), "{text}");
}

#[test]
fn a_finding_after_which_play_cannot_go_on_is_accepted_when_it_is_looked_at_again() {
    let dir = temporary("earlier-crash");
    let _ = fs::remove_dir_all(&dir);
    let (subject, oracle) = (python(RACE, "crash"), python(RACE, ""));
    let engines = ["check", "any", "--against", &subject, "--with", &oracle, "--shrink-time", "1s", "--out"];
    let arguments = [&engines[..], &[dir.to_str().unwrap()]].concat();
    let (code, text) = answered(run(&[&arguments[..], &["--games", "60"]].concat(), b""));
    assert!(code == Some(1) && text.contains("signature fault-"), "{text}");
    let (code, text) =
        answered(run(&[&arguments[..], &["--games", "6", "--accept", "fault-*"]].concat(), b""));
    assert!(code == Some(0) && text.starts_with("accepted or ignored: any-fault-"), "{text}");
    // Other programs may play another game.
    let others = ["check", "any", "--against", &oracle, "--with", &oracle, "--games", "6", "--out"];
    let (code, text) = answered(run(&[&others[..], &[dir.to_str().unwrap()]].concat(), b""));
    let told = "not rechecked, it was found with other programs: any-fault-";
    assert!(code == Some(0) && text.starts_with(told), "{text}");
}

#[test]
fn findings_of_earlier_runs_are_looked_at_after_what_was_passed_over_on_the_way() {
    let dir = temporary("earlier-behind");
    let _ = fs::remove_dir_all(&dir);
    // Every game shows the first difference before it can show the second.
    let (subject, oracle) = (python(RACE, "extra score"), python(RACE, ""));
    let engines = ["check", "any", "--against", &subject, "--with", &oracle, "--jobs", "2", "--keep-going"];
    let more = ["--games", "30", "--shrink-time", "4s", "--out", dir.to_str().unwrap()];
    let arguments = [&engines[..], &more].concat();
    let reports = || {
        let files = fs::read_dir(&dir).unwrap().map(|file| file.unwrap().path());
        let reports = files.filter(|file| file.extension().is_some_and(|kind| kind == "report"));
        reports.map(|file| fs::read_to_string(file).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(run(&arguments, b"").status.code(), Some(1));
    let told = reports();
    assert!(told.iter().any(|report| report.contains("Ignored on the way: ")), "{told:?}");
    let (_, text) = answered(run(&arguments, b""));
    assert_eq!(text.matches("still there: any-").count(), told.len(), "{text}");
    assert!(!text.contains("another difference now"), "{text}");
    // Rechecking the first finding takes longer than the total time limit.
    let (_, text) = answered(run(&[&arguments[..], &["--time", "1ms"]].concat(), b""));
    assert!(text.contains("not rechecked, there was no time: any-observation-score"), "{text}");
}

#[test]
fn of_three_engines_the_odd_one_out_is_named() {
    let [fine, other, wrong] = ["", "other", "swaps"].map(|slips| python(SLOPPY, slips));
    let dir = temporary("three");
    let check = |game: &str, engines: [&str; 3]| {
        let arguments =
            ["check", game, "--games", "5", "--out", dir.to_str().unwrap(), "--against", engines[0]];
        let output = run(&[&arguments[..], &["--with", engines[1], "--with", engines[2]]].concat(), b"");
        answered(output)
    };
    let (code, text) = check("any", [&wrong, &fine, &other]);
    let told =
        "The odd one out is Sloppy (--against): Sloppy (--with, number 2) agrees with Sloppy (--with).\n";
    assert!(code == Some(1) && text.contains(told), "{text}");
    let (code, text) = check("any", [&fine, &wrong, &other]);
    assert!(code == Some(1) && text.contains("The odd one out is Sloppy (--with): "), "{text}");
    let (code, text) = check("tictactoe", [&wrong, "reference", &other]);
    let told = "The odd one out is Sloppy: Sloppy (--with, number 2) agrees with reference.\n";
    assert!(code == Some(1) && text.contains(told), "{text}");
    assert!(text.contains(" --with reference --with "), "{text}");
    // The report contains the same as the summary in all its formats.
    let file = |name: &str| fs::read_to_string(dir.join(name)).unwrap();
    let report: Value = serde_json::from_str(&file("findings.json")).unwrap();
    let opinions = serde_json::json!({
        "odd_one_out": "Sloppy",
        "words": told.trim_end(),
        "asked": [{ "engine": "Sloppy (--with, number 2)", "agrees_with": "oracle" }],
    });
    assert_eq!(report["findings"][0]["opinions"], opinions, "{report}");
    let names = report["findings"][0]["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    let written = names.filter(|name| name.ends_with(".report")).map(file).collect::<String>();
    for text in [written, file("index.html"), file("junit.xml")] {
        assert!(text.contains(told.trim_end()), "{text}");
    }
    assert!(file("index.html").contains(&format!("<p>{}</p>", told.trim_end())));
    let [blot, hole] = ["blots", "unlisted"].map(|slips| python(SLOPPY, slips));
    let (_, text) = check("any", [&wrong, &fine, &blot]);
    let told = "There is no odd one out: Sloppy (--with, number 2) differs from both.\n";
    assert!(text.contains(told), "{text}");
    // Two engines refuse the move and one does not, so neither of the two plays it.
    let [extra, sound] = ["extra", ""].map(|ways| python(RACE, ways));
    let (_, text) = check("any", [&extra, &sound, &sound]);
    assert!(text.contains("The odd one out is Race with a flaw: "), "{text}");
    // An engine that differs in another respect provides no evidence.
    let (_, text) = check("any", [&wrong, &fine, &hole]);
    let told = "It is undecided which engine is the odd one out: Sloppy (--with, number 2) reports nothing \
                that decides it.\n";
    assert!(text.contains(told), "{text}");
    let late = ["check", "tictactoe", "--against", &fine, "--with", &other, "--with", "reference"];
    assert_eq!(refusal(&late, b""), "--with reference can only be the first of several --with");
}

#[test]
fn policies_of_a_game_that_is_not_known_reach_more_and_say_so() {
    let fine = python(SLOPPY, "");
    let engine = server("tictactoe");
    let arguments = ["check", "any", "--against", &fine, "--with", &engine, "--games", "20", "--json"];
    let counted = |more: &[&str]| -> Value {
        let output = run(&[&arguments[..], more].concat(), b"");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let report = counted(&["--jobs", "2"]);
    let checked = &report["checked"][0];
    assert_eq!(checked["shapes"]["a1"], report["plies"], "{report}");
    assert!(checked["changed"]["board"].as_u64().unwrap() > 50, "{report}");
    assert_eq!(counted(&["--jobs", "1"])["checked"][0]["coverage"], checked["coverage"], "whatever the jobs");
    for policy in ["back", "rare", "narrow", "busy"] {
        let report = counted(&["--policy", policy]);
        assert_eq!((&report["verdict"], &report["finished"]), (&"agree".into(), &20.into()), "{report}");
        assert!(checked["coverage"][policy]["plies"].as_u64().unwrap() > 0, "{checked}");
    }
}

#[test]
fn policies_of_a_game_that_is_not_known_prefer_moves_and_take_turns() {
    let checked = |game: &str, more: &[&str]| -> Value {
        let engine = server(game);
        let arguments = ["check", "any", "--against", &engine, "--with", &engine, "--json"];
        let output = run(&[&arguments[..], more].concat(), b"");
        let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
        report["checked"][0].take()
    };
    let passes = |policy: &str| {
        let report = checked("dominions", &["--size", "3", "--games", "15", "--policy", policy]);
        report["shapes"]["aaaa"].as_f64().unwrap() / report["plies"].as_f64().unwrap()
    };
    // Most moves place a tile, and a pass changes the least.
    let [rare, uniform, busy] = ["rare", "uniform", "busy"].map(passes);
    assert!(rare > uniform && uniform > busy, "passes: {rare}, {uniform}, {busy}");
    let report = checked("margo", &["--size", "4", "--games", "1"]);
    let coverage = report["coverage"].as_object().unwrap();
    let chose = coverage.values().filter(|tally| tally["plies"].as_u64() > Some(0)).count();
    assert!(chose > 1, "several policies choose in one game: {report}");
    let engine = server("tictactoe");
    let (_, text) =
        answered(run(&["check", "any", "--games", "3", "--against", &engine, "--with", &engine], b""));
    assert!(text.contains("\nshapes of moves: a1 (") && text.contains("\nwhat they changed: "), "{text}");
}

#[test]
fn words_of_an_engine_are_rewritten_there_and_back() {
    let dir = temporary("mapped");
    let check = |slips: &str, map: &str, games: &str| {
        let engine = python(SLOPPY, slips);
        let arguments = ["check", "tictactoe", "--games", games, "--against", &engine, "--map", map, "--out"];
        answered(run(&[&arguments[..], &[dir.to_str().unwrap()]].concat(), b""))
    };
    let (code, text) = check("names", "s/^m-//", "60");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("compared in 60 games: turn, legal moves, board"), "{text}");
    let (code, text) = check("names unlisted", "s/^m-//", "10");
    assert_eq!(code, Some(1), "{text}");
    let headline = "Sloppy: does not list b2, but";
    assert!(text.contains(headline) || text.contains("reference: b2 is legal; Sloppy: refuses it"), "{text}");
    let again = text.lines().find_map(|line| line.strip_prefix("Play it again: ")).unwrap();
    let replayed = told(again);
    assert!(again.contains(" --map s/^m-//") || again.contains(" --map 's/^m-//'"), "{again}");
    assert_eq!(replayed.status.code(), Some(1), "{again}");
    assert!(!text.contains("it did not rewrite"), "{text}");
    let (code, text) = check("", "s/^PAS$/pass/", "3");
    assert!(
        code == Some(0) && text.contains("warning: --map 's/^PAS$/pass/': it did not rewrite any word"),
        "{text}"
    );
    let engine = python(SLOPPY, "");
    let wrong = refusal(&["check", "tictactoe", "--against", &engine, "--map", "s/x"], b"");
    assert!(wrong.contains("\"s/x\" is not a text and what replaces it"), "{wrong}");
}
