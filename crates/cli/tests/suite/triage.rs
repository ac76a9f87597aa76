//! Tests checks that continue after a finding, and the files that they leave.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{self, program, temporary};
use serde_json::{Value, json};

/// A Tic-Tac-Toe engine that sometimes forgets that a cell is occupied.
const FORGETFUL: &str = concat!("python3 '", env!("CARGO_MANIFEST_DIR"), "/tests/engines/marks.py' forgets");

/// A check of the [`FORGETFUL`] engine with its findings in the directory `dir`.
fn check(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = program();
    command
        .args(["check", "tictactoe", "--against", FORGETFUL, "--shrink-time", "2s", "--out"])
        .arg(dir)
        .args(arguments);
    command
}

/// The object in `findings.json` of a directory.
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
    let command = told["findings"][0]["command"].as_str().unwrap();
    let again = common::told(command);
    let text = String::from_utf8(again.stdout).unwrap();
    assert_eq!(again.status.code(), Some(1), "{text}");
    assert!(
        text.contains(finding["record"].as_str().unwrap()) && text.contains("\nIt occurred in "),
        "{text}"
    );
}

#[test]
fn a_run_against_a_program_continues_past_its_first_finding_by_default() {
    let dir = temporary("past-the-first");
    let counted = |time: &str, arguments: &[&str]| {
        let _ = fs::remove_dir_all(&dir);
        let limits = ["--time", time, "--jobs", "1", "--json"];
        let output = check(&dir, &[&limits, arguments].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(printed["findings"].as_array().unwrap().len(), 1, "{printed}");
        (printed["games"].as_u64().unwrap(), printed["findings"][0]["count"].as_u64())
    };
    // A busy machine needs more time to play several games.
    let mut found = ["3s", "20s", "60s"].into_iter().map(|time| counted(time, &[]));
    let (games, count) = found.find(|(_, count)| *count > Some(1)).expect("it finds the same again");
    assert!(games > 1, "{games} games, {count:?}");
    let (fewer, _) = counted("60s", &["--max-findings", "1"]);
    assert!(fewer < games, "{fewer} and {games} games");
}

#[cfg(unix)]
#[test]
fn whenever_a_check_is_killed_what_it_found_can_be_replayed() {
    let dir = temporary("killed");
    for pause in [0, 50, 200, 600] {
        let _ = fs::remove_dir_all(&dir);
        let mut child =
            check(&dir, &["--time", "10m", "--keep-going"]).stdout(Stdio::null()).spawn().unwrap();
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
            let output = common::told(finding["replay"].as_str().unwrap());
            let text = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(1), "{text}");
            assert!(text.contains(finding["headline"].as_str().unwrap()), "{text}");
        }
    }
}

/// Runs a program on a terminal until a given number of seconds after a certain file appears.
const TERMINAL: &str = r#"
import os, pty, sys, time
wanted, pause, *command = sys.argv[1:]
child, terminal = pty.fork()
if child == 0:
    os.execv(command[0], command)
ended = time.time() + 60
os.set_blocking(terminal, False)
closing = None
while time.time() < ended and (closing is None or time.time() < closing):
    if closing is None and os.path.exists(wanted):
        closing = time.time() + float(pause)
    try:
        os.read(terminal, 4096)
    except BlockingIOError:
        time.sleep(0.005)
os.close(terminal)
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status))
"#;

#[cfg(unix)]
#[test]
fn a_check_whose_terminal_goes_away_ends_with_its_summary_on_the_disk() {
    let dir = temporary("hung-up");
    for pause in ["0", "0.3"] {
        let _ = fs::remove_dir_all(&dir);
        let check = check(&dir, &["--time", "10m", "--keep-going"]);
        let mut terminal = Command::new("python3");
        terminal.args(["-c", TERMINAL]).arg(dir.join("findings.json")).arg(pause);
        terminal.arg(check.get_program()).args(check.get_args());
        let output = terminal.output().unwrap();
        // The exit code shows that the engines differ, or else that the summary could not be printed.
        let code = String::from_utf8(output.stdout).unwrap();
        let told = findings(&dir);
        let expected = if told["findings"] == json!([]) { "2\n" } else { "1\n" };
        assert_eq!(code, expected, "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(told["finished"], true, "{told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_killed_from_outside_is_a_warning() {
    const SOUND: &str = concat!("python3 '", env!("CARGO_MANIFEST_DIR"), "/tests/engines/marks.py'");
    let (dir, numbers) = (temporary("killed-child"), temporary("killed-child-numbers"));
    for pause in [0, 30, 200] {
        let _ = fs::remove_dir_all(&dir);
        let _ = fs::remove_file(&numbers);
        let against = format!("{SOUND} '' '{}'", numbers.display());
        let mut checker = program()
            .args(["check", "tictactoe", "--time", "8s", "--jobs", "1", "--against", &against, "--out"])
            .arg(&dir)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let started = || fs::read_to_string(&numbers).unwrap_or_default().lines().count();
        // The first process only confirms that the program can be started.
        while started() < 2 && begun.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(2));
        }
        thread::sleep(Duration::from_millis(pause));
        let all = fs::read_to_string(&numbers).unwrap();
        Command::new("kill").arg("-KILL").args(all.lines()).stderr(Stdio::null()).status().unwrap();
        assert_eq!(checker.wait().unwrap().code(), Some(0));
        let told = findings(&dir);
        assert_eq!((&told["verdict"], &told["findings"]), (&json!("agree"), &json!([])), "{told}");
        // The program was killed either during a game or before its first answer.
        let warning = told["checked"][0]["warnings"][0].as_str().unwrap();
        assert!(
            warning.contains("the process ended at ") && warning.contains("killed by signal 9"),
            "{warning}"
        );
    }
}
