//! Tests that a verdict requires evidence: games that were not compared, not finished or not run never count
//! as agreement.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{self, answered, program, python, refusal, run, temporary};
use bustan_games::GAMES;
use serde_json::{Value, json};

const STALLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/stalls.py");
const SLOPPY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/sloppy.py");
const MARKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/marks.py");

/// An empty directory for a test.
fn directory(name: &str) -> PathBuf {
    let dir = temporary(&format!("verdicts-{name}"));
    let _ = fs::remove_dir_all(&dir);
    dir
}

/// A check with its report in the directory `dir`.
fn check(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = program();
    command.arg("check").args(arguments).arg("--out").arg(dir);
    command
}

fn junit(dir: &Path) -> String {
    fs::read_to_string(dir.join("junit.xml")).unwrap()
}

fn findings(dir: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(dir.join("findings.json")).unwrap()).unwrap()
}

/// Whether continuous integration would take a report for a success.
fn is_green(junit: &str) -> bool {
    !junit.contains("<error") && !junit.contains("<failure")
}

/// Whether a report has the verdict that the engines agree for each of its games. The verdict on a game is
/// known once its last test game is over.
fn all_agree(report: &Value) -> bool {
    report["checked"].as_array().is_some_and(|games| games.iter().all(|game| game["verdict"] == "agree"))
}

fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn without_finished_games_nothing_is_said_of_engines() {
    let slow = python(STALLS, "1.5 0");
    for (name, arguments, problem) in [
        ("none", &["tictactoe", "--games", "0"][..], "0 games finished in "),
        ("no-time", &["tictactoe", "--time", "0s"], "0 games finished in "),
        ("slow", &["tictactoe", "--against", &slow, "--time", "1s"], "0 games finished in "),
        (
            "over",
            &["tictactoe", "--position", "xxxoo....", "--games", "5"],
            "no move was played: the game is over at the start, at \"xxxoo.... o\"",
        ),
    ] {
        let dir = directory(name);
        let output = check(&dir, arguments).output().unwrap();
        let text = told(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            text.contains("\ntictactoe  not tested") || text.starts_with("tictactoe  not tested"),
            "{text}"
        );
        assert!(text.contains(&format!("error: tictactoe: not tested: {problem}")), "{text}");
        assert!(!text.contains("agree"), "{text}");
        assert!(
            junit(&dir).contains("<error message=\"not tested: ") && !junit(&dir).contains(" agrees "),
            "{name}"
        );
        let report = findings(&dir);
        assert_eq!(
            (&report["verdict"], &report["checked"][0]["verdict"]),
            (&json!("not tested"), &json!("not tested"))
        );
        assert!(report["checked"][0]["reason"].as_str().unwrap().starts_with(problem), "{report}");
        let page = fs::read_to_string(dir.join("index.html")).unwrap();
        assert!(page.contains("<td class=\"not-tested\">not tested: "), "{page}");
    }
    let dir = directory("few");
    for (games, code, verdict) in [("1", 0, "agree"), ("3", 0, "agree")] {
        let output = check(&dir, &["tictactoe", "--games", games]).output().unwrap();
        assert_eq!(
            (output.status.code(), &findings(&dir)["verdict"]),
            (Some(code), &json!(verdict)),
            "{games}"
        );
        assert!(is_green(&junit(&dir)));
    }
}

#[test]
fn what_is_wrong_for_the_last_game_is_said_before_the_first_is_played() {
    let dir = directory("arguments");
    let out = dir.to_str().unwrap();
    for (arguments, problem) in [
        (&["--size", "3", "--games", "3"][..], "tribolo: "),
        (&["--policy", "capture", "--games", "3"], "tribolo: tribolo has no policy \"capture\""),
        (&["--position", "9", "--games", "3"], "tribolo: invalid position: "),
    ] {
        let refused = refusal(&[&["check", "--out", out], arguments].concat(), b"");
        assert!(refused.starts_with(problem), "{refused}");
        assert!(!dir.exists(), "a game was begun: {refused}");
    }
}

/// Starts a long check of all games, and waits until the report mentions the first game.
fn begun(dir: &Path, arguments: &[&str]) -> Child {
    let mut command = check(dir, arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while !dir.join("junit.xml").exists() && begun.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_run_that_a_signal_cuts_off_has_not_passed() {
    for (signal, code) in [("-HUP", 129), ("-INT", 130), ("-TERM", 143)] {
        let dir = directory(&format!("cut-off{signal}"));
        let child = begun(&dir, &["--time", "10m"]);
        thread::sleep(Duration::from_millis(700));
        send(signal, &child);
        let output = child.wait_with_output().unwrap();
        let text = told(&output);
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(text.starts_with("dominions  interrupted "), "{text}");
        assert!(
            text.contains("\nabrobad    not run\n") && text.contains("dominions interrupted; "),
            "{text}"
        );
        let xml = junit(&dir);
        assert!(
            xml.contains("<error message=\"interrupted; fast agreed with reference until then\""),
            "{xml}"
        );
        let games = GAMES.len();
        let told = (xml.matches("<skipped ").count(), xml.matches("<testcase ").count());
        assert_eq!(told, (games - 1, games), "{xml}");
        let skipped = format!(" errors=\"1\" skipped=\"{}\" ", games - 1);
        assert!(xml.contains(" finished, ") && xml.contains(&skipped), "{xml}");
        let report = findings(&dir);
        assert_eq!(report["verdict"], "interrupted");
        let verdicts: Vec<&Value> =
            report["checked"].as_array().unwrap().iter().map(|it| &it["verdict"]).collect();
        let expected = [&["interrupted"][..], &vec!["not run"; games - 1]].concat();
        assert_eq!(verdicts, expected);
    }
}

#[cfg(unix)]
#[test]
fn a_second_signal_does_not_hide_a_finding() {
    let dir = directory("twice");
    let arguments = ["tictactoe", "--against", &python(MARKS, "forgets"), "--keep-going", "--time", "10m"];
    let mut child = check(&dir, &arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // Findings are printed on standard error, among lines about progress.
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("found")));
    send("-INT", &child);
    thread::sleep(Duration::from_millis(20));
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn games_that_an_engine_cannot_begin_are_no_games() {
    let proxy = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/one_size.py");
    let server = python(proxy, &format!("2 '{}' gtp dominions", env!("CARGO_BIN_EXE_bustan")));
    let dir = directory("unbegun");
    let without = "bustan-setup,bustan-state";
    let arguments = ["dominions", "--against", &server, "--without", without, "--games", "3", "--jobs", "1"];
    let output = check(&dir, &arguments).output().unwrap();
    let report = findings(&dir);
    let games = report["checked"][0]["games"].as_u64().unwrap();
    match output.status.code() {
        Some(0) => assert_eq!(games, 3, "{report}"),
        Some(2) => {
            assert!(games < 3 && report["verdict"] == "not tested" && !is_green(&junit(&dir)), "{report}")
        }
        code => panic!("{code:?}: {report}"),
    }
}

#[cfg(unix)]
#[test]
fn whatever_a_signal_cuts_off_says_so_by_its_exit_code() {
    for arguments in
        [&["exhaust", "dominions", "--size", "4", "--json"][..], &["solve", "dominions", "--size", "2"]]
    {
        let child = program().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // This is enough time to start, but not to finish.
        thread::sleep(Duration::from_millis(900));
        send("-TERM", &child);
        let output = child.wait_with_output().unwrap();
        let text = told(&output);
        assert_eq!(output.status.code(), Some(143), "{arguments:?}: {text}");
        assert!(text.contains("interrupted"), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_never_answers_is_no_agreement_when_it_is_interrupted() {
    let dir = directory("sleeps");
    let child = check(&dir, &["tictactoe", "--against", "sleep 300"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1500));
    send("-INT", &child);
    let output = child.wait_with_output().unwrap();
    let text = told(&output);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("interrupted before anything was compared") && !text.contains("agree"), "{text}");
    assert!(
        junit(&dir).contains("<error message=\"interrupted; nothing was compared until then\""),
        "{}",
        junit(&dir)
    );
}

#[cfg(unix)]
#[test]
fn a_report_is_green_at_no_moment_before_the_run_is_over() {
    let dir = directory("moments");
    stale(&dir);
    let mut child =
        check(&dir, &["--games", "3"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut looks = 0;
    while child.try_wait().unwrap().is_none() {
        let (xml, report) = (junit(&dir), findings(&dir));
        if !xml.contains("stale") {
            assert!(!is_green(&xml) || all_agree(&report), "{xml}");
            looks += 1;
        }
    }
    assert!(looks > 10, "{looks}");
    assert!(is_green(&junit(&dir)));
    for pause in [0, 5, 20, 60, 150, 400] {
        stale(&dir);
        let mut child = begun(&dir, &["--games", "40"]);
        while junit(&dir).contains("stale") {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!is_green(&junit(&dir)) || all_agree(&findings(&dir)), "{}", junit(&dir));
    }
}

/// Leaves the files of an earlier, different run that succeeded.
fn stale(dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    fs::write(dir.join("junit.xml"), "<testsuites name=\"stale\"/>").unwrap();
    fs::write(dir.join("findings.json"), "{\"finished\": true}").unwrap();
}

#[cfg(unix)]
#[test]
fn a_finding_is_on_the_disk_before_anything_else_is_asked() {
    // The second stall occurs when the finding is retried, the third when it is shrunk.
    common::at_once(&[2, 3], |&stalls| {
        let dir = directory(&format!("stalled-{stalls}"));
        let stalled = temporary(&format!("verdicts-stalled-{stalls}-numbers"));
        let (_, _) = (fs::remove_dir_all(&dir), fs::remove_file(&stalled));
        let against = python(STALLS, &format!("0 0 '{}'", stalled.display()));
        let mut child = check(&dir, &["tictactoe", "--against", &against, "--timeout", "3s", "--jobs", "1"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = || fs::read_to_string(&stalled).map_or(0, |text| text.lines().count());
        while lines() < stalls && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let report = findings(&dir);
        let finding = &report["findings"][0];
        assert_eq!(finding["kind"], "fault", "{report}");
        let record = dir.join(finding["files"][0].as_str().unwrap());
        assert!(fs::read_to_string(&record).unwrap().contains("[b2]"), "{}", record.display());
        if stalls == 2 {
            assert!(finding["reproducible"].is_null(), "{finding}");
            assert!(finding["length"].as_str().unwrap().contains("not confirmed"), "{finding}");
        } else {
            assert_eq!(finding["reproducible"], true, "{finding}");
        }
    });
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_start_is_an_error_at_once() {
    // One process is started for the game, and one is greeted in each of the five protocols.
    const GREETED: usize = 1 + 5;
    let missing = "exec python3 no-such-file.py";
    let silent = format!("exec {}", python(STALLS, "0 1000").replace('\'', "\""));
    let cases = [
        ("missing", missing, &[][..], "the process ended", 1),
        ("silent", &silent, &["--start-timeout", "2s"], "within 2 s", GREETED),
        (
            "silent-going",
            &silent,
            &["--start-timeout", "2s", "--keep-going", "--time", "10m"],
            "within 2 s",
            GREETED,
        ),
        ("silent-quick", &silent, &["--start-timeout", "1s", "--timeout", "1m"], "within 1 s", GREETED),
    ];
    common::at_once(&cases, |&(name, engine, options, end, processes)| {
        let (dir, starts) = (directory(name), temporary(&format!("verdicts-{name}-starts")));
        let (_, _) = (fs::remove_file(&starts), fs::remove_dir_all(&dir));
        let against = format!("sh -c 'echo >> \"{}\"; {engine}'", starts.display());
        let arguments = [&["tictactoe", "--against", &against, "--jobs", "2"], options].concat();
        let output = check(&dir, &arguments).output().unwrap();
        let text = told(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        // The program is started only once, whatever time is left.
        let starts = fs::read_to_string(&starts).unwrap().lines().count();
        assert_eq!(starts, processes, "{name}");
        let errors = common::complaints(&output);
        assert!(errors.starts_with("error: --against: sh -c ") && errors.lines().count() == 1, "{errors}");
        assert!(errors.contains("does not start: ") && errors.contains(end), "{name}: {errors}");
        let findings = fs::read_to_string(dir.join("findings.json")).unwrap_or_default();
        assert!(!findings.contains("\"signature\""), "{findings}");
    });
}

#[test]
fn progress_is_shown_where_there_is_no_terminal() {
    let slow = python(STALLS, "0.05 1.6");
    let output = program().args(["check", "tictactoe", "--time", "2s", "--against", &slow]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("start: 1 s, python3 "), "{errors}");
    assert!(errors.contains("\ntictactoe: 1 s, ") && errors.contains(" plies/s, 0 findings\n"), "{errors}");
}

#[cfg(unix)]
#[test]
fn two_runs_in_one_directory_are_both_reported() {
    let dir = directory("two");
    let forgets = python(MARKS, "forgets");
    let run = |game: &str, options: &[&str]| {
        check(&dir, &[&[game], options].concat()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    // The longer run ends after the other run, and did not know the other's finding when it began.
    let mut long = run("tictactoe", &["--time", "10m", "--policy", "line"]);
    while !dir.join("junit.xml").exists() {
        thread::sleep(Duration::from_millis(2));
    }
    let mut short = run("tictactoe", &["--games", "40", "--against", &forgets]);
    assert_eq!(short.wait().unwrap().code(), Some(1));
    let files: Vec<String> = findings(&dir)["findings"][0]["files"]
        .as_array()
        .map(|files| files.iter().map(|file| file.as_str().unwrap().to_string()).collect())
        .unwrap_or_else(|| {
            let names =
                fs::read_dir(&dir).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
            names.filter(|name| name.starts_with("tictactoe-")).collect()
        });
    let report = files.iter().find(|name| name.ends_with(".report")).unwrap();
    send("-INT", &long);
    assert_eq!(long.wait().unwrap().code(), Some(130));
    let page = fs::read_to_string(dir.join("index.html")).unwrap();
    assert!(page.contains("Findings of other runs") && page.contains(report.as_str()), "{page}");
    assert_eq!(findings(&dir)["earlier"], json!([report]));
}

#[test]
fn what_people_see_is_a_line_a_game_and_a_closing_line() {
    let output = program().args(["check", "--games", "3", "--jobs", "1"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2 * GAMES.len() + 2, "{text}");
    for (line, game) in lines.iter().zip(GAMES) {
        assert!(line.starts_with(&format!("{game:9}  agree  ")), "{line}");
        assert!(line.ends_with(" plies/s") && line.len() <= 80 && line.contains(" 3 games "), "{line}");
    }
    let [blank, all, few @ ..] = &lines[GAMES.len()..] else { unreachable!("there are more lines") };
    let games = format!("{} games, ", GAMES.len());
    assert!(blank.is_empty() && all.starts_with(&games) && all.contains(": all agree "), "{text}");
    // After three games, every game has rarely reached events.
    for (line, game) in few.iter().zip(GAMES) {
        assert!(
            line.starts_with(&format!("{game}: events that occurred fewer than 10 times: "))
                && line.contains(" 0, "),
            "{text}"
        );
    }
    let output =
        program().args(["check", "tictactoe", "--games", "3", "--coverage", "--color", "always"]).output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(text.starts_with("tictactoe  \u{1b}[32magree"), "{text:?}");
    assert!(text.contains("\nreached ") && text.contains(": fast agrees with reference "), "{text}");
}

#[test]
fn a_finding_is_the_last_thing_on_the_screen() {
    let dir = directory("last");
    let output =
        check(&dir, &["tictactoe", "--games", "40", "--against", &python(MARKS, "forgets"), "--coverage"]);
    let text = String::from_utf8({ output }.output().unwrap().stdout).unwrap();
    assert!(text.starts_with("tictactoe  differ "), "{text}");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("Written to "), "{text}");
    assert!(text.contains(": Marks differs from reference (seed 0, "), "{text}");
    let command = &findings(&dir)["command"];
    let typed = format!(
        "bustan check tictactoe --games 40 --against 'python3 '\\''{MARKS}'\\'' forgets' --coverage --out"
    );
    assert!(command.as_str().unwrap().starts_with(&typed), "{command} {typed}");
}

#[test]
fn every_policy_and_event_is_explained() {
    for &game in GAMES {
        let told = common::json(&["policies", game, "--json"], "");
        let report = common::json(&["check", game, "--games", "1", "--json"], "");
        for (policy, tally) in report["checked"][0]["coverage"].as_object().unwrap() {
            assert!(
                told["policies"][policy].as_str().is_some_and(|about| !about.is_empty()),
                "{game} {policy}"
            );
            for event in tally["events"].as_object().unwrap().keys() {
                assert!(
                    told["events"][event].as_str().is_some_and(|about| !about.is_empty()),
                    "{game} {event}"
                );
            }
        }
        let text = common::stdout(&["policies", game], "");
        assert!(text.starts_with("policies:\n  uniform ") && text.contains("\nevents:\n  "), "{text}");
    }
    let script = common::stdout(&["completions", "bash"], "");
    for policy in ["uniform", "unearth", "brink", "scatter", "suicide", "block"] {
        assert!(script.contains(policy), "{policy}");
    }
}

#[test]
fn a_program_that_does_not_tell_whether_a_move_is_legal_is_not_blamed() {
    let dir = directory("doubts");
    let doubts = python(SLOPPY, "doubts");
    let against = ["--against", &doubts];
    let why = "did not report at every position which moves are legal: c3 is far away";
    let out = ["--games", "30", "--out", dir.to_str().unwrap()];
    let (code, text) = answered(run(&[&["check", "tictactoe"], &against[..], &out].concat(), b""));
    assert!(code == Some(0) && text.contains(why), "{text}");
    assert!(text.contains("compared in 30 games"), "{text}");
    assert!(
        text.contains("games were stopped where an engine did not report whether a move is legal"),
        "{text}"
    );
    // A game is finished only if it was played to its end.
    let hesitates = python(SLOPPY, "hesitates");
    let (code, text) =
        answered(run(&[&["check", "tictactoe", "--against", &hesitates], &out[..]].concat(), b""));
    let why = "games were stopped where an engine did not report";
    assert!(code == Some(2) && text.contains("not tested: 0 games finished"), "{text}");
    assert!(text.contains(why), "{text}");
    // A game was played to its end if only moves after the end are not reported on.
    let shrugs = python(SLOPPY, "shrugs");
    let thorough = ["check", "tictactoe", "--thorough", "--against", &shrugs];
    let (code, text) = answered(run(&[&thorough[..], &out].concat(), b""));
    assert!(code == Some(0) && text.contains("is far away") && !text.contains("stopped where"), "{text}");
    let record = temporary("verdicts-doubts.record");
    fs::write(&record, "X[a1];O[c3]\n").unwrap();
    let record = record.to_str().unwrap();
    let doubted = "does not report whether a move is legal: c3 is far away";
    for command in [
        &["replay", record, "--game", "tictactoe"][..],
        &["divide", "tictactoe", "2", "--without", "bustan-perft"],
    ] {
        let (code, text) = answered(run(&[command, &against].concat(), b""));
        assert!(code == Some(2) && text.contains(doubted), "{command:?}: {text}");
    }
    // This game should have been compared to its end, but was not.
    let (code, text) =
        answered(run(&[&["shrink", record, "--game", "tictactoe"], &against[..]].concat(), b""));
    assert!(code == Some(2) && text.contains("c3 is far away"), "{text}");
    // Moves that are only tried do not belong to the game.
    let beside = temporary("verdicts-beside.record");
    fs::write(&beside, "X[a1];O[b2]\n").unwrap();
    let beside = ["replay", beside.to_str().unwrap(), "--game", "tictactoe"];
    let (code, text) = answered(run(&[&beside[..], &against].concat(), b""));
    assert_eq!(code, Some(0), "{text}");
    // If no move is made, nothing is compared.
    let wonders = python(SLOPPY, "wonders");
    let out = ["--games", "10", "--out", dir.to_str().unwrap()];
    let (code, text) =
        answered(run(&[&["check", "tictactoe", "--against", &wonders], &out[..]].concat(), b""));
    assert!(code == Some(2) && text.contains("is far away"), "{text}");
    assert!(text.contains("10 games were stopped where"), "{text}");
    // A bug is found nevertheless.
    let wrong = python(SLOPPY, "doubts swaps");
    let dir = directory("doubts-wrong");
    let out = ["--games", "30", "--shrink-time", "1s", "--out", dir.to_str().unwrap()];
    let (code, text) = answered(run(&[&["check", "tictactoe", "--against", &wrong], &out[..]].concat(), b""));
    assert!(code == Some(1) && text.contains("has o; Sloppy: it has x"), "{text}");
}

#[test]
fn what_a_program_does_not_report_is_not_shown_under_its_name() {
    let (dir, program) = (directory("unreported"), python(SLOPPY, "nonsense boardless"));
    let arguments =
        ["tictactoe", "--games", "6", "--shrink-time", "2s", "--jobs", "1", "--against", &program];
    let (code, text) = answered(check(&dir, &arguments).output().unwrap());
    assert_eq!(code, Some(1), "{text}");
    let report = findings(&dir);
    let finding = &report["findings"][0];
    let headline = finding["headline"].as_str().unwrap();
    assert!(headline.ends_with("; Sloppy: plays it"), "{report:#}");
    let files: Vec<&str> = finding["files"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let file = |suffix: &str| files.iter().find(|name| name.ends_with(suffix));
    assert!(file(".svg").is_some() && file(".subject.svg").is_none(), "{files:?}");
    assert_eq!(finding["boards"], json!(["reference"]));
    let remark = finding["remarks"][0].as_str().unwrap();
    assert!(remark.starts_with("Sloppy: to_move: "), "{remark}");
    assert!(
        remark.ends_with("; not reported: board, canonical, hash, over, ply, scores, size, winner"),
        "{remark}"
    );
    assert!(fs::read_to_string(dir.join("index.html")).unwrap().contains(&format!("<p>{remark}</p>")));
    let written = fs::read_to_string(dir.join(file(".report").unwrap())).unwrap();
    let replayed = run(&["replay", "-", "--game", "tictactoe", "--against", &program], b"X[b2];O[b2]");
    for text in [&text, &written, &told(&replayed)] {
        assert!(text.contains("reference:") && text.contains("Sloppy:\n"), "{text}");
        assert!(text.contains("board: not reported\n") && !text.contains("both engines"), "{text}");
    }
}

#[test]
fn a_replay_on_two_engines_names_the_one_whose_board_it_shows() {
    let played = |engines: &[&str]| {
        let arguments = [&["replay", "-", "--game", "tictactoe", "--each"], engines].concat();
        let shown = common::stdout(&arguments, "X[b2]");
        let titles: Vec<String> =
            shown.lines().filter(|line| line.starts_with("ply ")).map(String::from).collect();
        let json = common::json(&[&arguments[..], &["--json"]].concat(), "X[b2]");
        (titles, json["states_of"].clone())
    };
    let alike = ["ply 0 of 1: the start", "ply 1 of 1: X[b2]"].map(String::from);
    assert_eq!(played(&[]), (alike.to_vec(), json!(["fast", "fast"])));
    assert_eq!(played(&["--engine", "both"]), (alike.to_vec(), json!(["both", "both"])));
    let named = alike.map(|title| format!("{title}, as reference reports it"));
    let program = python(SLOPPY, "");
    assert_eq!(played(&["--against", &program]), (named.to_vec(), json!(["reference", "reference"])));
}
