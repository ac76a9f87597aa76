//! Tests `bustan new`: each adapter is built and tested exactly as it was written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{path, program, temporary};

const GAMES: [&str; 3] = ["tictactoe", "chess", "dominions"];

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let dir = temporary(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// Types a command in a folder, with `bustan` on the path.
fn types(dir: &Path, line: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_bustan"));
    let path = format!("{}:{}", program.parent().unwrap().display(), path());
    Command::new("sh").args(["-c", line]).env("PATH", path).current_dir(dir).output().unwrap()
}

#[track_caller]
fn does(dir: &Path, line: &str) -> String {
    let output = types(dir, line);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{line}: {told}{}", String::from_utf8_lossy(&output.stderr));
    told
}

/// Writes an adapter for each game and runs the commands that the program prints, namely its build, its probe
/// and its test.
fn follows(language: &str, tool: &str) {
    let dir = folder(&format!("new-{language}"));
    if !types(&dir, &format!("{tool} --version")).status.success() {
        eprintln!("skipped: there is no {tool}");
        return;
    }
    for game in GAMES {
        let told = does(&dir, &format!("bustan new {language} {game} --game {game}"));
        let commands: Vec<&str> = told.lines().filter_map(|line| line.strip_prefix("  ")).collect();
        let ([first, next @ .., test], there) = (&commands[..], dir.join(game)) else { panic!("{told}") };
        assert_eq!(*first, format!("cd {game}"));
        next.iter().for_each(|command| {
            let printed = does(&there, command);
            assert!(!command.starts_with("bustan probe") || printed.ends_with("\nno mistake\n"), "{printed}");
        });
        let tested = does(&there, test);
        assert!(game != "tictactoe" || !tested.contains("skipped=1"), "{tested}");
        let workflow = fs::read_to_string(there.join(".github/workflows/bustan.yml")).unwrap();
        assert!(workflow.contains(&format!("  GAME: {game}\n")), "{workflow}");
        let engine = workflow.lines().find_map(|line| line.trim().strip_prefix("ENGINE: ")).unwrap();
        assert!(told.contains(engine), "{told}\n{workflow}");
        // The workflow runs without any edit, and does not compare a stub.
        assert!(
            !workflow.contains("--git")
                && !workflow.contains("BUSTAN_REPOSITORY")
                && !workflow.contains("Copy it"),
            "{workflow}"
        );
        assert!(workflow.contains("bustan probe \"$GAME\" --against \"$ENGINE\"\n"), "{workflow}");
        assert_eq!(workflow.contains("\n        if: false\n"), game != "tictactoe", "{workflow}");
        assert!(workflow.contains("run: bustan check \"$GAME\" --against \"$ENGINE\""), "{workflow}");
    }
}

#[test]
fn adapters_in_python_pass_their_probe() {
    follows("python", "python3");
}

#[test]
fn adapters_in_javascript_pass_their_probe() {
    follows("javascript", "node");
}

#[test]
fn adapters_in_c_pass_their_probe() {
    follows("c", "cc");
}

#[test]
fn adapters_in_rust_pass_their_probe() {
    follows("rust", "cargo");
}

#[test]
fn no_file_is_overwritten() {
    let dir = folder("new-kept");
    assert!(does(&dir, "bustan new python").starts_with("Written to bustan-python: template.py, "));
    fs::write(dir.join("bustan-python/my_engine.py"), "mine").unwrap();
    let again = types(&dir, "bustan new python");
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&again.stderr),
        "error: bustan-python exists; name a new folder for the adapter\n"
    );
    assert_eq!(fs::read_to_string(dir.join("bustan-python/my_engine.py")).unwrap(), "mine");
    let unknown = program().args(["new", "cobol"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2));
}
