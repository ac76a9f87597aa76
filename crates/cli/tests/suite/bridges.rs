//! Programs that speak another protocol, started by its name.

use std::path::Path;
use std::process::Command;

use crate::common::{answered, run, temporary};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs");

fn named(protocol: &str, program: &str) -> String {
    format!("{protocol}:python3 {PROGRAMS}/{program}")
}

/// Checks a program against another, for a few games; the exit code and what is said.
fn checked(subject: &str, oracle: &str) -> (Option<i32>, String) {
    let dir = temporary("bridges");
    let engines = ["check", "any", "--against", subject, "--with", oracle, "--shrink-time", "2s"];
    answered(run(&[&engines[..], &["--games", "4", "--out", dir.to_str().unwrap()]].concat(), b""))
}

#[test]
fn programs_of_each_protocol_agree_with_themselves() {
    for (protocol, program) in
        [("uci", "uci.py"), ("usi", "uci.py usi"), ("gtp", "gtp.py;boardsize=2"), ("uhp", "uhp.py")]
    {
        let program = named(protocol, program);
        let (code, text) = checked(&program, &program);
        assert!(
            code == Some(0) && text.contains("compared in 4 games: turn, legal moves"),
            "{program}: {text}"
        );
    }
}

#[test]
fn a_crash_behind_a_bridge_is_told_with_its_last_words_and_by_the_name_that_was_typed() {
    let (subject, oracle) = (named("uci", "uci.py dies"), named("uci", "uci.py"));
    let (code, text) = checked(&subject, &oracle);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("exit code 7 (assertion failed: a pawn)") && text.contains("play white a2a3"),
        "{text}"
    );
    assert!(text.contains(&format!("--against '{subject}' --with '{oracle}'")), "{text}");
}

#[test]
fn a_program_that_is_not_there_is_an_error_and_no_finding() {
    for (option, named) in
        [("uci:no-such-program", "no-such-program"), ("gtp:./nowhere/x;boardsize=5", "./nowhere/x")]
    {
        let (code, text) = checked(option, "uci:cargo");
        let told = format!("error: --against: cannot start {named:?}: there is no such program\n");
        assert_eq!((code, text.as_str()), (Some(2), told.as_str()));
    }
}

#[test]
fn adapters_that_are_not_installed_are_named_with_what_installs_them() {
    let installed = Command::new("python3").args(["-m", "bustan_adapters", "--list"]).output();
    if installed.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: the adapters in Python are installed");
        return;
    }
    let (code, text) = checked("python:chess", "python:chess");
    let told = "  the adapters in Python are not installed: pip install bustan-adapters\n";
    assert!(code == Some(1) && text.contains(told), "{text}");
}

#[test]
fn real_programs_agree_where_they_are_installed() {
    let folders: Vec<_> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .chain([Path::new("/usr/games").into()])
        .collect();
    let found = |name: &str| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file());
    let pairs = [
        ("uci", "stockfish", "", "fairy-stockfish"),
        ("gtp", "gnugo", " --mode gtp;boardsize=5", "gnugo"),
        ("usi", "fairy-stockfish", "", "fairy-stockfish"),
        ("ucci", "fairy-stockfish", "", "fairy-stockfish"),
    ];
    for (protocol, one, options, other) in pairs {
        let (Some(one), Some(other)) = (found(one), found(other)) else {
            eprintln!("skipped: {one} or {other} is not installed");
            continue;
        };
        let [one, other] = [one, other].map(|file| format!("{protocol}:{}{options}", file.display()));
        let dir = temporary("bridges-real");
        let engines =
            ["check", "any", "--against", &one, "--with", &other, "--plies", "60", "--games", "2", "--out"];
        let (code, text) = answered(run(&[&engines[..], &[dir.to_str().unwrap()]].concat(), b""));
        assert!(code == Some(0) && text.contains("legal moves, board"), "{one}: {text}");
    }
}

#[test]
fn real_programs_agree_with_the_reference_engine_of_chess_where_they_are_installed() {
    let folders: Vec<_> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .chain([Path::new("/usr/games").into()])
        .collect();
    for name in ["stockfish", "fairy-stockfish"] {
        let Some(file) = folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file()) else {
            eprintln!("skipped: {name} is not installed");
            continue;
        };
        let (program, dir) = (format!("uci:{}", file.display()), temporary("bridges-chess"));
        let command = ["check", "chess", "--against", &program, "--games", "6", "--plies", "40", "--out"];
        let (code, text) = answered(run(&[&command[..], &[dir.to_str().unwrap()]].concat(), b""));
        assert!(code == Some(0) && text.contains("legal moves, board, castling, check"), "{name}: {text}");
        // Positions that cannot occur are for the reference engine alone.
        let position = "8/8/8/8/8/8/8/K3b3 b - - 0 1";
        let command =
            ["check", "chess", "--against", &program, "--games", "1", "--position", position, "--out"];
        let (code, text) = answered(run(&[&command[..], &[dir.to_str().unwrap()]].concat(), b""));
        assert!(code != Some(0) && text.contains("black has 0 kings, not one"), "{name}: {text}");
        let command =
            ["check", "chess", "--against", &program, "--games", "2", "--size", "8 chess960", "--out"];
        let (code, text) = answered(run(&[&command[..], &[dir.to_str().unwrap()]].concat(), b""));
        assert!(code == Some(0) && text.contains("compared in 2 games: turn, legal moves"), "{name}: {text}");
    }
}
