//! Tests whether programs that do not start, end or stop answering are reported as errors, findings or
//! warnings.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{answered, at_once, json, python, refusal, run, temporary};

const ENDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/ends.py");
const POSITIONS: &str = "......... x\nx........ o\nxo....... x\n";

/// An empty directory for findings.
fn directory(name: &str) -> PathBuf {
    let dir = temporary(&format!("ends-{name}"));
    let _ = fs::remove_dir_all(&dir);
    dir
}

/// The path of a file that does not exist, for a test.
fn missing(name: &str) -> PathBuf {
    let file = temporary(&format!("ends-{name}.once"));
    let _ = fs::remove_file(&file);
    file
}

/// A program that appends a line to a file whenever it starts, and then runs `script`.
fn counted(file: &Path, script: &str) -> String {
    format!("sh -c 'echo >> \"{}\"; {script}'", file.display())
}

/// The number of times that a [`counted`] program has started.
fn starts(file: &Path) -> usize {
    fs::read_to_string(file).unwrap_or_default().lines().count()
}

/// Checks a program for a few games, and returns the exit code, the output, and the object in
/// `findings.json`.
fn checked(name: &str, against: &str, more: &[&str]) -> (Option<i32>, String, Value) {
    checked_by("1", name, against, more)
}

/// Like [`checked`], with `jobs` jobs.
fn checked_by(jobs: &str, name: &str, against: &str, more: &[&str]) -> (Option<i32>, String, Value) {
    let dir = directory(name);
    let out = dir.to_str().unwrap();
    let command = ["check", "tictactoe", "--games", "20", "--jobs", jobs, "--against", against, "--out", out];
    let (code, text) = answered(run(&[&command[..], &["--shrink-time", "4s"], more].concat(), b""));
    let report = fs::read_to_string(dir.join("findings.json")).unwrap_or_default();
    (code, text, serde_json::from_str(&report).unwrap_or_default())
}

fn findings(report: &Value) -> &[Value] {
    report["findings"].as_array().map_or(&[], Vec::as_slice)
}

/// A program that ends before its first answer, both without a prefix and with that of each protocol.
const TRUE: [&str; 6] = ["true", "uci:true", "usi:true", "ucci:true", "gtp:true", "uhp:true"];

#[cfg(unix)]
#[test]
fn a_program_that_never_answers_is_an_error_for_every_protocol_and_command() {
    at_once(&TRUE, |&program| {
        let name = program.replace(':', "-");
        let dir = directory(&name);
        let record = temporary(&format!("ends-{name}.txt"));
        fs::write(&record, "X[b2];O[a1]").unwrap();
        let (out, record) = (dir.to_str().unwrap(), record.to_str().unwrap());
        for command in [
            &["check", "tictactoe", "--games", "3", "--out", out][..],
            &["check", "tictactoe", "--games", "3", "--keep-going", "--out", out],
            &["divide", "tictactoe", "2"],
            &["replay", record, "--game", "tictactoe"],
            &["shrink", record, "--game", "tictactoe"],
            &["probe", "tictactoe"],
        ] {
            let told = refusal(&[command, &["--against", program]].concat(), b"");
            assert!(
                told.starts_with(&format!("--against: {program} does not start: ")),
                "{command:?}: {told}"
            );
        }
        let told = refusal(&["match", "easy", program, "--game", "tictactoe", "--games", "2"], b"");
        assert!(told.starts_with(&format!("{program} does not start: ")), "{told}");
        let further = ["check", "tictactoe", "--games", "3", "--against", &python(ENDS, "nothing"), "--with"];
        let told = refusal(&[&further[..], &["reference", "--with", program]].concat(), b"");
        assert!(told.starts_with(&format!("--with: {program} does not start: ")), "{told}");
        let written = dir.join("findings.json");
        let report = fs::read_to_string(written).unwrap_or_default();
        assert!(!report.contains("\"differ\""), "{report}");
    });
}

#[cfg(unix)]
#[test]
fn what_a_program_says_before_it_ends_is_part_of_the_error() {
    let needs = "bustan-adapters: chess.js needs chess.js 1.0 or later; 0.12.0 is installed";
    let script = format!("echo \"{needs}\" >&2; exit 2");
    let starts_of = missing("library");
    let program = counted(&starts_of, &script);
    let told = refusal(&["check", "chess", "--games", "3", "--against", &program], b"");
    assert!(
        told.ends_with(&format!("does not start: the process ended at name: exit code 2 ({needs})")),
        "{told}"
    );
    assert_eq!(starts(&starts_of), 1);
    let told = refusal(&["check", "chess", "--games", "3", "--against", "no-such-program"], b"");
    assert!(told.contains("no-such-program"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_start_is_started_once_for_a_file_of_positions() {
    let (starts_of, file) = (missing("positions-starts"), temporary("ends-positions.txt"));
    fs::write(&file, POSITIONS).unwrap();
    let program = counted(&starts_of, "exit 5");
    let divide = ["divide", "tictactoe", "2", "--positions", file.to_str().unwrap(), "--against", &program];
    let told = refusal(&divide, b"");
    assert!(told.ends_with("does not start: the process ended at name: exit code 5"), "{told}");
    assert_eq!(starts(&starts_of), 1);
}

#[cfg(unix)]
#[test]
fn of_two_engines_of_one_name_a_mark_tells_which_does_not_start() {
    let record = temporary("ends-one-name.txt");
    fs::write(&record, "X[b2];O[a1]").unwrap();
    let (record, dir) = (record.to_str().unwrap(), directory("one-name"));
    let engine = python(ENDS, "nothing").replace('\'', "\"") + " name=reference";
    let starts_of = missing("one-name");
    // The first process is only queried for its name.
    let once = format!("test $(wc -l < \"{}\") -gt 1 && exit 6; exec {engine}", starts_of.display());
    let program = counted(&starts_of, &once);
    for command in [
        &["check", "tictactoe", "--games", "3", "--out", dir.to_str().unwrap()][..],
        &["replay", record, "--game", "tictactoe"],
        &["shrink", record, "--game", "tictactoe"],
        &["divide", "tictactoe", "2"],
    ] {
        let _ = fs::remove_file(&starts_of);
        let (code, text) = answered(run(&[command, &["--against", &program]].concat(), b""));
        let told = "reference (1) does not start: the process ended at name: exit code 6";
        assert!(code == Some(2) && text.contains(told), "{command:?}: {text}");
    }
    let at = ["divide", "tictactoe", "2", "--position", "x...o.... x", "--against"];
    let told = refusal(&[&at[..], &[&(python(ENDS, "nothing") + " name=reference")]].concat(), b"");
    let why = "the engine cannot be set up there";
    assert_eq!(told, format!("the engine reference (1) does not start at x...o.... x: {why}"));
}

#[cfg(unix)]
#[test]
fn a_start_that_is_slow_once_in_a_run_is_a_warning() {
    let starts_of = missing("slow");
    // The first process is only queried for its name.
    let engine = python(ENDS, "nothing").replace('\'', "\"");
    let script = format!("test $(wc -l < \"{}\") = 2 && exec sleep 1000; exec {engine}", starts_of.display());
    let (code, text, report) = checked("slow", &counted(&starts_of, &script), &["--start-timeout", "5s"]);
    let told = "Ends did not start at the first attempt (no complete answer to name within 5 s), but did at \
                the second";
    assert!(code == Some(0) && text.contains(&format!("warning: {told}\n")), "{text}");
    assert_eq!(report["checked"][0]["warnings"], serde_json::json!([told]), "{report}");
    assert!(findings(&report).is_empty() && report["verdict"] == "agree", "{report}");
}

#[cfg(unix)]
#[test]
fn a_program_that_is_killed_once_is_a_warning_and_one_that_is_killed_again_an_error() {
    let file = missing("killed-once");
    let (code, text, report) =
        checked("killed-once", &python(ENDS, &format!("kill '{}'", file.display())), &[]);
    assert!(code == Some(0) && text.contains("killed by signal 9 in game "), "{text}");
    assert!(text.contains(", which was played again\n") && findings(&report).is_empty(), "{text}");
    // A shell reports the signal by an exit code.
    let through = format!("sh -c '{}; exit $?'", python(ENDS, "kill").replace('\'', "\""));
    for program in [python(ENDS, "kill"), through] {
        let (code, text, report) = checked("killed", &program, &[]);
        assert_eq!(code, Some(2), "{text}");
        let line = text.lines().find(|line| line.starts_with("error: ")).unwrap();
        assert!(line.contains("Ends: the process ended at play: "), "{text}");
        assert!(line.contains("killed by signal 9") || line.contains("exit code 137"), "{text}");
        assert!(
            line.contains(" in game ") && line.contains("; find it again: bustan check tictactoe "),
            "{text}"
        );
        assert!(findings(&report).is_empty() && report["verdict"] == "not tested", "{report}");
    }
}

#[cfg(unix)]
#[test]
fn what_happens_in_several_games_is_one_warning() {
    let file = missing("killed-twice");
    let program = python(ENDS, &format!("kill '{}' 1,3", file.display()));
    let (code, text, report) = checked("killed-twice", &program, &[]);
    assert_eq!(code, Some(0), "{text}");
    let warnings = report["checked"][0]["warnings"].as_array().unwrap();
    assert_eq!(warnings.len(), 1, "{report}");
    let warning = warnings[0].as_str().unwrap();
    let (words, game) = warning.split_once(" in 2 games, first game ").unwrap_or_else(|| panic!("{warning}"));
    assert!(words.contains("killed by signal 9") && game.ends_with(", which was played again"), "{warning}");
    assert!(game.starts_with(|sign: char| sign.is_ascii_digit()), "{warning}");
}

/// Positions of Tic-Tac-Toe at which no game begins, because x is to move and has three in a row.
fn won() -> Vec<String> {
    let lines: [u16; 8] = [7, 56, 448, 73, 146, 292, 273, 84];
    let others = |line: u16| (0..512_u16).filter(move |o| o & line == 0 && o.count_ones() == 3);
    let sign = |x: u16, o: u16, cell: u16| match (x >> cell & 1, o >> cell & 1) {
        (1, _) => 'x',
        (_, 1) => 'o',
        _ => '.',
    };
    let board = |x: u16, o: u16| (0..9).map(|cell| sign(x, o, cell)).collect::<String>() + " x";
    lines.into_iter().flat_map(|x| others(x).map(move |o| board(x, o))).collect()
}

#[test]
fn a_run_in_which_no_game_can_begin_ends_early() {
    let listed = temporary("ends-refused.txt");
    fs::write(&listed, won().join("\n")).unwrap();
    for jobs in ["1", "3"] {
        let begun = Instant::now();
        let check = ["check", "tictactoe", "--time", "150s", "--jobs", jobs, "--positions"];
        let (code, text) = answered(run(&[&check[..], &[listed.to_str().unwrap()]].concat(), b""));
        assert!(begun.elapsed() < Duration::from_secs(100), "{text}");
        let told = "no move was played: fast and reference refuse the starting position: ";
        assert!(code == Some(2) && text.contains(told), "{text}");
    }
}

#[test]
fn a_run_in_which_few_positions_can_be_played_does_not_end_early() {
    let listed = temporary("ends-few.txt");
    let positions = [won().join("\n"), "......... x\n".into()].join("\n");
    fs::write(&listed, positions).unwrap();
    let check = ["check", "tictactoe", "--positions", listed.to_str().unwrap(), "--games", "1000", "--json"];
    let report = json(&check, "");
    assert_eq!(report["verdict"], "agree", "{report}");
    let finished = report["finished"].as_u64().unwrap();
    // Each game tries several such positions.
    assert!(finished > 10, "{report}");
}

#[test]
fn a_difference_in_a_game_with_a_late_answer_stays_a_finding() {
    let file = missing("beside-silence");
    let program = python(ENDS, &format!("silence '{}' unlist", file.display()));
    let (code, text, report) = checked("beside-silence", &program, &["--timeout", "3s", "--keep-going"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("; a new process answered, so that is not a finding\n"), "{text}");
    let signatures: Vec<_> = findings(&report).iter().map(|finding| &finding["signature"]).collect();
    assert_eq!(signatures, ["legal-set-unlisted-legal"], "{report}");
    assert!(temporary("ends-beside-silence").join("tictactoe-legal-set-unlisted-legal-0-0.json").exists());
}

#[test]
fn an_engine_that_falls_silent_again_and_again_is_a_finding() {
    let file = missing("silent-often");
    let program = python(ENDS, &format!("silence '{}' odd", file.display()));
    let (code, text, report) = checked("silent-often", &program, &["--timeout", "1s"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("so the game was played again\n"), "{text}");
    assert_eq!(findings(&report)[0]["kind"], "fault", "{report}");
}

#[test]
fn new_processes_are_waited_for_longer_when_a_silence_is_looked_at_again() {
    let file = missing("late-twice");
    let program = python(ENDS, &format!("late '{}' 2", file.display()));
    let (code, text, report) = checked("late-twice", &program, &["--timeout", "1s"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("so the game was played again\n") && findings(&report).is_empty(), "{text}");
}

#[test]
fn an_answer_that_is_late_once_is_a_warning() {
    for more in [&["--timeout", "3s"][..], &["--timeout", "3s", "--keep-going"]] {
        let file = missing("silent-once");
        let program = python(ENDS, &format!("silence '{}'", file.display()));
        let (code, text, report) = checked("silent-once", &program, more);
        assert_eq!(code, Some(0), "{text}");
        let told = "Ends: no complete answer to play within 3 s in game ";
        assert!(text.contains(&format!("warning: {told}")), "{text}");
        assert!(text.contains("; a new process answered, so the game was played again\n"), "{text}");
        assert!(findings(&report).is_empty(), "{report}");
        assert_eq!(files_of_findings("silent-once"), Vec::<String>::new());
    }
}

/// The files about findings in the output directory of a check.
fn files_of_findings(name: &str) -> Vec<String> {
    let files = fs::read_dir(temporary(&format!("ends-{name}"))).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("tictactoe-")).collect()
}

#[test]
fn answers_that_are_late_in_two_games_at_once_are_warnings() {
    // Two processes stop answering in their first games, and neither confirms the other's failure. The
    // processes that replay these games answer, if necessary after a longer timeout.
    let cases = [("silence", "1", "3"), ("silence", "2", "3"), ("late", "3", "1")];
    at_once(&cases, |&(how, times, timeout)| {
        for more in [&[][..], &["--keep-going"]] {
            let name = format!("two-jobs-{how}-{times}{}", more.concat());
            let program = python(ENDS, &format!("{how} '{}' {times}", missing(&name).display()));
            let within = format!("{timeout}s");
            let more = [&["--timeout", &within], more].concat();
            let (code, text, report) = checked_by("2", &name, &program, &more);
            assert_eq!(code, Some(0), "{name}: {text}");
            let told = format!("warning: Ends: no complete answer to play within {timeout} s in ");
            assert!(text.contains(&told), "{name}: {text}");
            assert!(
                text.contains("; a new process answered, so the game was played again\n"),
                "{name}: {text}"
            );
            assert!(findings(&report).is_empty() && report["verdict"] == "agree", "{name}: {report}");
            assert_eq!(files_of_findings(&name), Vec::<String>::new());
        }
    });
}

#[test]
fn an_engine_that_is_silent_each_time_is_a_finding_with_two_jobs() {
    for more in [&[][..], &["--keep-going"]] {
        let name = format!("two-jobs-silent{}", more.concat());
        let more = [&["--timeout", "1s"], more].concat();
        let (code, text, report) = checked_by("2", &name, &python(ENDS, "silence"), &more);
        assert_eq!(code, Some(1), "{text}");
        let [finding] = findings(&report) else { panic!("{report}") };
        assert_eq!((&finding["kind"], &finding["reproducible"]), (&"fault".into(), &true.into()), "{report}");
        assert!(!text.contains("a new process answered"), "{text}");
        assert!(!files_of_findings(&name).is_empty());
    }
}

#[test]
fn a_crash_in_a_game_is_a_finding_that_says_whether_it_comes_again() {
    let (code, text, report) = checked("crash", &python(ENDS, "crash"), &[]);
    assert!(code == Some(1) && text.contains("exit code 1 (AssertionError: no centre)"), "{text}");
    assert_eq!(findings(&report)[0]["reproducible"], true, "{report}");
    let file = missing("crash-once");
    let (code, text, report) =
        checked("crash-once", &python(ENDS, &format!("crash '{}'", file.display())), &[]);
    assert!(code == Some(1) && text.contains("ended once, not reproducible"), "{text}");
    assert_eq!(findings(&report)[0]["reproducible"], false, "{report}");
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_started_again_ends_the_run_with_an_error() {
    // The first process is queried for its name, and the second plays.
    let program = |starts_of: &Path, how: &str, last: usize| {
        let engine = python(ENDS, how).replace('\'', "\"");
        let script =
            format!("test $(wc -l < \"{}\") -gt {last} && exit 6; exec {engine}", starts_of.display());
        counted(starts_of, &script)
    };
    let starts_of = missing("again-killed");
    let (code, text, report) = checked("again-killed", &program(&starts_of, "kill", 2), &[]);
    let line = "Ends does not start: the process ended at name: exit code 6";
    assert!(code == Some(2) && text.contains(line) && findings(&report).is_empty(), "{text}");
    // Earlier findings remain, and are not marked as irreproducible.
    let starts_of = missing("again-crashed");
    let (code, text, report) = checked("again-crashed", &program(&starts_of, "crash", 2), &["--keep-going"]);
    assert!(code == Some(1) && text.contains(line), "{text}");
    assert!(findings(&report)[0]["reproducible"].is_null(), "{report}");
    // The third process confirmed the finding, which stays confirmed even if no further process starts to
    // shrink it.
    let starts_of = missing("again-unshrunk");
    let (code, text, report) = checked("again-unshrunk", &program(&starts_of, "crash", 3), &[]);
    assert!(code == Some(1) && text.contains(line), "{text}");
    assert_eq!(findings(&report)[0]["reproducible"], true, "{report}");
}

#[test]
fn what_ends_once_is_reported_where_a_game_or_a_tree_is_looked_at() {
    let record = temporary("ends-once.txt");
    fs::write(&record, "X[b2];O[a1]").unwrap();
    let once = |how: &str, name: &str| python(ENDS, &format!("{how} '{}'", missing(name).display()));
    let replay = ["replay", record.to_str().unwrap(), "--game", "tictactoe", "--against"];
    let divide = ["divide", "tictactoe", "2", "--against"];
    for (command, agree) in [(&replay[..], "The engines agree"), (&divide, "both count 72 sequences")] {
        let run = |how: &str, more: &[&str]| {
            let program = once(how, "told-once");
            answered(run(&[command, &[&*program, "--timeout", "3s"], more].concat(), b""))
        };
        // A busy machine does not explain why a program ends on its own.
        let (code, text) = run("crash", &[]);
        assert!(code == Some(1), "{text}");
        assert!(
            text.contains("AssertionError: no centre); ended once, not reproducible on a new process"),
            "{text}"
        );
        let told = "Ends ended once: the process ended at play: exit code 1 (AssertionError: no centre)";
        assert!(text.contains(&format!("{agree} now; {told}.\n")), "{text}");
        let (code, text) = run("crash", &["--json"]);
        assert!(code == Some(1) && text.contains("\"verdict\": \"differ\""), "{text}");
        assert!(text.contains(&format!("\"ended_once\": \"{told}\"")), "{text}");
        for how in if cfg!(unix) { &["silence", "kill"][..] } else { &["silence"] } {
            let (code, text) = run(how, &[]);
            assert!(code == Some(0) && text.contains(&format!("{agree}.\n")), "{how}: {text}");
            assert!(text.contains("; ended once, not reproducible on a new process"), "{how}: {text}");
        }
    }
    for command in [&replay[..], &divide] {
        let (code, text) = answered(run(&[command, &[&*python(ENDS, "crash")]].concat(), b""));
        assert!(code == Some(1) && text.contains("AssertionError: no centre"), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_match_ends_with_an_error_if_a_program_is_killed_again() {
    let run_match = |program: &str| {
        answered(run(&["match", "easy", program, "--game", "tictactoe", "--games", "4", "--jobs", "1"], b""))
    };
    let file = missing("match");
    let (code, text) = run_match(&python(ENDS, &format!("kill '{}'", file.display())));
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = run_match(&python(ENDS, "kill"));
    assert!(
        code == Some(2) && text.contains("the process ended at ") && text.contains("killed by signal 9"),
        "{text}"
    );
}
