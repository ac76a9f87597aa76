//! Runs the program and reads its output.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::{env, fs, panic, thread};

use serde_json::Value;

/// The part of the rules page's sample game that the tests need.
pub(crate) const RECORD: &str = "W[P63i9];B[P55h8];W[P30h9];B[P63g8];W[P62g9];B[P51f8]";

/// Whether tests with many cases run all of them, as they do every night, instead of a sample.
pub(crate) fn is_thorough() -> bool {
    env::var_os("BUSTAN_THOROUGH").is_some()
}

/// The program, ready to receive arguments.
pub(crate) fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bustan"));
    program.env("PATH", path());
    program
}

/// The search path of the program under test. Its first folder contains a `python3` that starts in a
/// hundredth of a second, because shrinking starts programs a hundred times. The `python3` of a version
/// manager takes a quarter of a second, and the search for packages, which no test needs and `-S` disables,
/// takes additional time.
pub(crate) fn path() -> &'static str {
    static PATH: LazyLock<String> = LazyLock::new(|| {
        const WRITE: &str = r#"
            python=$(python3 -c 'import sys; print(sys.executable)') || exit 1
            printf '#!/bin/sh\nexec "%s" -S "$@"\n' "$python" >"$1/python3.$$"
            chmod +x "$1/python3.$$" && mv "$1/python3.$$" "$1/python3"
        "#;
        let path = env::var("PATH").expect("there is a path");
        let folder = temporary("quick");
        fs::create_dir_all(&folder).expect("there is room");
        // A shell writes the file, because a file that this process has open for writing cannot be executed.
        let written = Command::new("sh").args(["-c", WRITE, "sh"]).arg(&folder).status();
        if written.expect("there is a shell").success() {
            format!("{}:{path}", folder.display())
        } else {
            path
        }
    });
    &PATH
}

/// Tries several cases in parallel, because they mostly wait.
pub(crate) fn at_once<T: Sync>(cases: &[T], test: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        let threads: Vec<_> = cases.iter().map(|case| scope.spawn(|| test(case))).collect();
        let ended = threads.into_iter().map(thread::ScopedJoinHandle::join);
        if let Some(failed) = ended.collect::<Vec<_>>().into_iter().find_map(Result::err) {
            panic::resume_unwind(failed);
        }
    });
}

/// Runs the program on an input until it ends.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // The program may end before it has read everything. The test decides whether this is correct.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

/// Runs the program, checks that it succeeds, and returns its output.
#[track_caller]
pub(crate) fn stdout(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input.as_bytes());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    assert!(errors.lines().all(is_progress), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// Whether a line on standard error only shows the progress of a run, such as `margo: 1 s, ...`.
pub(crate) fn is_progress(line: &str) -> bool {
    let Some((name, rest)) = line.split_once(": ") else { return false };
    let seconds = rest.split_once(" s, ").is_some_and(|(seconds, _)| seconds.parse::<u64>().is_ok());
    name.bytes().all(|byte| byte.is_ascii_lowercase()) && seconds
}

/// The lines that a command prints on standard error, except lines about progress.
pub(crate) fn complaints(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    errors.split_inclusive('\n').filter(|line| !is_progress(line.trim_end())).collect()
}

/// The single JSON object that a command prints.
#[track_caller]
pub(crate) fn json(arguments: &[&str], input: &str) -> Value {
    let value: Value = serde_json::from_str(&stdout(arguments, input)).expect("the output is one JSON value");
    assert!(value.is_object());
    value
}

/// Runs the program on bad input. Checks for exit code 2, an empty standard output, and a single line on
/// standard error, which it returns.
#[track_caller]
pub(crate) fn refusal(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    let message = complaints(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed {}", String::from_utf8_lossy(&output.stdout));
    let line = message.strip_suffix('\n').expect("the message ends its line");
    assert!(line.starts_with("error: ") && !line.contains('\n'), "{arguments:?}: {message:?}");
    line["error: ".len()..].to_string()
}

/// A path for a file of one test, in an existing directory.
pub(crate) fn temporary(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The command line of an engine written in Python.
pub(crate) fn python(script: &str, arguments: &str) -> String {
    format!("python3 '{script}' {arguments}")
}

/// The command line of an engine served by `bustan gtp`.
pub(crate) fn server(arguments: &str) -> String {
    format!("'{}' gtp {arguments}", env!("CARGO_BIN_EXE_bustan"))
}

/// Runs a command suggested in a finding, or a similar one.
pub(crate) fn told(command: &str) -> Output {
    let line = command.replacen("bustan", env!("CARGO_BIN_EXE_bustan"), 1);
    Command::new("sh")
        .args(["-c", &line])
        .env("PATH", path())
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("there is a shell")
}

/// The exit code of a command and its whole output, except lines about progress.
pub(crate) fn answered(output: Output) -> (Option<i32>, String) {
    let errors = complaints(&output);
    (output.status.code(), String::from_utf8(output.stdout).expect("the output is text") + &errors)
}

/// Runs a check that has no verdict, and returns the reason.
#[track_caller]
pub(crate) fn untested(arguments: &[&str]) -> String {
    let output = run(arguments, b"");
    let errors = complaints(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    let error = errors.lines().find_map(|line| line.strip_prefix("error: "));
    let reason = error.and_then(|error| error.split_once(": not tested: ")).map(|(_, reason)| reason);
    reason.unwrap_or_else(|| panic!("{arguments:?}: {errors}")).into()
}

/// Runs a check of programs, with its findings in a separate directory. Returns the output and the report.
#[track_caller]
pub(crate) fn check(out: &str, arguments: &[&str]) -> (Output, Value) {
    let dir = temporary(out);
    let _ = fs::remove_dir_all(&dir);
    let limits = ["--games", "--max-findings", "--keep-going"];
    let limited = arguments.iter().any(|argument| limits.contains(argument));
    let first: &[&str] = if limited { &[] } else { &["--max-findings", "1"] };
    let output = program().args(["check", "--json", "--out"]).arg(&dir).args(arguments).args(first).output();
    let output = output.expect("the program starts");
    let report = serde_json::from_slice(&output.stdout);
    let report =
        report.unwrap_or_else(|_| panic!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr)));
    (output, report)
}

/// Checks that programs agree.
#[track_caller]
pub(crate) fn agrees(out: &str, arguments: &[&str]) {
    let (output, report) = check(out, arguments);
    assert_eq!(
        (output.status.code(), &report["findings"]),
        (Some(0), &serde_json::json!([])),
        "{arguments:?}"
    );
    assert!(report["plies"].as_u64().expect("a number") > 0);
}

/// Checks that a check of programs finds a difference, and returns the finding.
#[track_caller]
pub(crate) fn differs(out: &str, arguments: &[&str]) -> Value {
    let (output, mut report) = check(out, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {report}");
    report["findings"][0].take()
}

/// Writes a file for a test, and returns its path.
pub(crate) fn file(name: &str, text: &str) -> String {
    let path = temporary(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().into()
}

/// A position in which black's double step offers a capture en passant that would expose the white king.
pub(crate) const PINNED: &str = "4k3/4p3/8/K4P1r/8/8/8/8 b - - 0 1";

/// The command line of a UCI program that lists the illegal capture in the position [`PINNED`].
pub(crate) fn takes_while_pinned() -> String {
    let list = |moves: &str| moves.split(' ').map(|mv| format!("{mv}: 1")).collect::<Vec<_>>().join("\\n");
    let black = list("e8d8 e8f8 e8d7 e8f7 e7e5 e7e6 h5h6 h5h7 h5h8 h5h4 h5h3 h5h2 h5h1 h5g5 h5f5");
    let white = list("a5a4 a5a6 a5b4 a5b5 a5b6 f5f6 f5e6");
    let answers = [
        "'startpos[|]go perft 1=a2a3: 1'".to_string(),
        format!("'moves e7e5[|]go perft 1={white}'"),
        format!("'b - - 0 1[|]go perft 1={black}'"),
    ];
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs");
    format!("uci:python3 {programs}/said.py {}", answers.join(" "))
}
