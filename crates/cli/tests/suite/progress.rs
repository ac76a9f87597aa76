//! Tests commands that take long: the progress that they show, and how they end on Ctrl-C.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{path, program, run, server, temporary};

/// Runs a command for some seconds on a terminal of 80 columns, and prints its output.
const ON_TERMINAL: &str = r#"
import fcntl, os, pty, signal, struct, sys, termios, time
pid, there = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.environ["TERM"] = "xterm"
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.execv(sys.argv[1], sys.argv[1:])
signal.signal(signal.SIGALRM, lambda *_: os.kill(pid, signal.SIGINT))
signal.alarm(3)
told = b""
while True:
    try:
        piece = os.read(there, 65536)
    except OSError:
        break
    if not piece:
        break
    told += piece
os.waitpid(pid, 0)
sys.stdout.buffer.write(told)
"#;

/// The lines that a command draws on a terminal of 80 columns, without colours and cursor movements.
fn drawn(arguments: &[&str]) -> Vec<String> {
    let mut python = Command::new("python3");
    python.args(["-c", ON_TERMINAL, env!("CARGO_BIN_EXE_bustan")]).args(arguments).env("PATH", path());
    let output = python.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            // The sequence for a movement or a colour ends with a letter.
            '\x1b' => drop(rest.by_ref().find(char::is_ascii_alphabetic)),
            '\r' => plain.push('\n'),
            c => plain.push(c),
        }
    }
    plain.lines().map(String::from).filter(|line| !line.is_empty()).collect()
}

#[test]
fn progress_takes_one_line_of_a_terminal() {
    for (arguments, shown) in [
        (&["check", "dominions", "--time", "60s", "--seed", "123456789"][..], "plies/s"),
        (&["exhaust", "dominions", "--size", "2"], "positions/s"),
        (&["perft", "chess", "7"], "subtrees"),
        (&["divide", "dominions", "3", "--size", "4"], "counting 3 moves"),
        (&["playout", "dominions", "--games", "1000000"], "plies/s"),
        (&["match", "strong", "uniform", "--game", "dominions", "--games", "1000"], "games"),
    ] {
        let lines = drawn(arguments);
        assert!(lines.iter().any(|line| line.contains(shown)), "{arguments:?}: {lines:#?}");
        for line in &lines {
            assert!(line.chars().count() <= 80, "{arguments:?}: {line:?}");
        }
    }
}

/// Runs a command that receives Ctrl-C after a second, and returns the exit code and the output.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> (Option<i32>, String) {
    interrupted_after(arguments, 1)
}

/// Runs a command that receives Ctrl-C after `seconds` seconds, and returns the exit code and the output.
#[cfg(unix)]
fn interrupted_after(arguments: &[&str], seconds: u64) -> (Option<i32>, String) {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_secs(seconds));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success(), "{arguments:?} has ended");
    let mut told = String::new();
    child.stdout.take().unwrap().read_to_string(&mut told).unwrap();
    (child.wait().unwrap().code(), told)
}

#[cfg(unix)]
#[test]
fn long_commands_end_on_an_interrupt_with_what_is_known() {
    for (arguments, known) in [
        (&["perft", "chess", "8"][..], "interrupted after "),
        (&["divide", "dominions", "4", "--size", "4"], "interrupted"),
        (&["playout", "dominions", "--games", "100000000"], "; interrupted"),
        (
            &["match", "strong", "strong", "--game", "dominions", "--games", "1000"],
            "stopped before 1000 games",
        ),
    ] {
        let (code, told) = interrupted(arguments);
        assert_eq!(code, Some(130), "{arguments:?}: {told}");
        assert!(told.contains(known), "{arguments:?}: {told}");
    }
    let (code, told) = interrupted(&["perft", "chess", "8", "--divide", "--json"]);
    let object: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &object["interrupted"]["of"]), (Some(130), &400.into()), "{object:#}");
    assert!(object["divide"]["a2a3"].is_u64() && object["nodes"].is_u64(), "{object:#}");
}

/// Writes a file of `number` chess games, and returns its path.
#[cfg(unix)]
fn games(name: &str, number: usize) -> String {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8";
    let path = temporary(name);
    fs::write(&path, format!("[Event \"x\"]\n\n{moves} *\n\n").repeat(number)).unwrap();
    path.to_str().unwrap().into()
}

#[cfg(unix)]
#[test]
fn commands_over_many_games_end_at_the_first_interrupt() {
    let file = &games("many.pgn", 20_000);
    let slow = &server("chess --engine reference");
    let many = [
        &["shrink", file][..],
        &["replay", file, "--engine", "both"],
        &["replay", file, "--engine", "both", "--json"],
        &["show", file],
        &["perft", "chess", "3", "--positions", file],
        &["divide", "chess", "3", "--positions", file],
        &["check", "chess", "--time", "60s", "--positions", file],
    ];
    for arguments in many {
        let begun = Instant::now();
        let (code, told) = interrupted(arguments);
        assert_eq!(code, Some(130), "{arguments:?}: {told}");
        // Without Ctrl-C, reading the file would take longer, and playing the games far longer.
        assert!(begun.elapsed() < Duration::from_secs(20), "{arguments:?}: {:?}", begun.elapsed());
    }
    let few = &games("few.pgn", 300);
    for (arguments, known) in [
        (&["replay", few, "--against", slow][..], "interrupted after "),
        (&["replay", few, "--against", slow, "--json"], "\"interrupted\": true"),
        (&["shrink", few, "--against", slow], "\ninterrupted after "),
    ] {
        // On a busy machine, reading the file may take longer than a second, during which nothing is printed.
        let ends = [1, 2, 4].map(|seconds| move || interrupted_after(arguments, seconds));
        let (code, told) = ends.into_iter().map(|end| end()).find(|(_, told)| !told.is_empty()).unwrap();
        assert_eq!(code, Some(130), "{arguments:?}: {told}");
        assert_eq!(told.matches(known).count(), 1, "{arguments:?}: {told}");
    }
}

#[test]
fn counts_are_those_of_all_subtrees() {
    // Some first moves end the game or lead to a position from which no sequence has the given length.
    for (line, nodes) in [
        (&["perft", "tictactoe", "9"][..], 127_872),
        (&["perft", "tictactoe", "1", "--divide"], 9),
        (&["perft", "tictactoe", "0", "--divide"], 1),
        (&["perft", "tictactoe", "4", "--position", "xxoox.... o", "--divide"], 0),
    ] {
        let output = run(&[line, &["--json"]].concat(), b"");
        let object: Value = serde_json::from_slice(&output.stdout).unwrap();
        if nodes > 0 {
            assert_eq!(object["nodes"], nodes, "{line:?}");
        }
        if let Some(divide) = object["divide"].as_object().filter(|_| line[2] != "0") {
            let sum: u64 = divide.values().map(|count| count.as_u64().unwrap()).sum();
            assert_eq!(object["nodes"], sum, "{line:?}");
            let legal: Vec<&String> = divide.keys().collect();
            assert_eq!(legal.len(), if line.contains(&"--position") { 4 } else { 9 }, "{line:?}: {legal:?}");
        }
    }
}

#[test]
fn long_lines_of_summaries_are_broken_between_words() {
    let text = crate::common::stdout(&["exhaust", "tribolo", "--size", "4", "4", "--seed", "1"], "");
    let ends = &text[text.find("\nends: ").unwrap()..];
    assert!(ends.lines().count() > 3 && ends.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn matches_have_no_interval_of_zero_width_and_no_negative_zero() {
    let line = ["match", "strong", "strong", "--game", "tictactoe", "--games", "4", "--opening", "0"];
    let text = crate::common::stdout(&line, "");
    assert!(text.contains("Elo 0.0, from pairs that all have the same result\n"), "{text}");
    assert!(!text.contains("-0.0") && !text.contains("\u{b1}"), "{text}");
}

#[test]
fn messages_name_what_to_do() {
    let program = server("tictactoe");
    for (line, told) in [
        (
            &["completions", "tcsh"][..],
            "no completions for tcsh; there are some for bash, elvish, fish, powershell, zsh",
        ),
        (
            &["check", "dominions", "chess", "tictactoe"],
            "one game at a time: chess is not an option of dominions",
        ),
        (&["check", "chess", "--size", "9"], "chess is always 8x8, not \"9\""),
        (&["probe", "--against", "UCI:x"], "--against: unknown protocol prefix `UCI:`; did you mean `uci:`?"),
        (
            &["check", "any", "--against", &program],
            "`any` compares two programs; give --against CMD and --with CMD",
        ),
    ] {
        let (code, text) = crate::common::answered(run(line, b""));
        assert!(code == Some(2) && text.contains(told), "{line:?}: {text}");
    }
}

#[test]
fn programs_of_one_name_are_distinguished_by_their_versions() {
    let engine = |version: &str| {
        let template = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/examples/python/template.py");
        let code = format!(
            "import sys; sys.path.insert(0, sys.argv[1]); \
             exec(open(sys.argv[2]).read().replace('    if command == \"name\":', \
             '    if command == \"version\":\\n        answer += \"{version}\"\\n    elif command == \"name\":', 1))"
        );
        let folder = template.rsplit_once('/').unwrap().0;
        format!("python3 -c {} '{folder}' '{template}'", shlex::try_quote(&code).unwrap())
    };
    let [old, new] = ["1.0", "1.1"].map(engine);
    let line = ["check", "any", "--against", &old, "--with", &new, "--colours", "x,o", "--games", "4"];
    let (_, text) = crate::common::answered(run(&line, b""));
    assert!(text.contains("my engine 1.0 agrees with my engine 1.1"), "{text}");
    let line = ["check", "any", "--against", &old, "--with", &old, "--colours", "x,o", "--games", "4"];
    let (_, text) = crate::common::answered(run(&line, b""));
    assert!(text.contains("my engine (--against) agrees with my engine (--with)"), "{text}");
}
