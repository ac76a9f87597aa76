//! Tests the help of commands: the most needed options come first, and `-h` fits on a screen.

use crate::common::{program, stdout};

/// All commands.
const COMMANDS: [&str; 20] = [
    "check",
    "exhaust",
    "merge",
    "solve",
    "query",
    "replay",
    "show",
    "perft",
    "divide",
    "playout",
    "shrink",
    "policies",
    "new",
    "probe",
    "gtp",
    "match",
    "serve",
    "bridge",
    "completions",
    "man",
];

/// The output of a command on a terminal of 80 columns.
fn narrow(arguments: &[&str]) -> String {
    let output = program().args(arguments).env("COLUMNS", "80").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn help_of_a_command_is_its_long_help() {
    for name in COMMANDS {
        assert_eq!(stdout(&["help", name], ""), stdout(&[name, "--help"], ""), "{name}");
    }
    assert_eq!(stdout(&["help"], ""), stdout(&["--help"], ""));
}

#[test]
fn short_help_fits_on_a_screen() {
    for name in COMMANDS {
        let help = narrow(&[name, "-h"]);
        let most = match name {
            "check" | "exhaust" => 30,
            "replay" => 27,
            _ => 25,
        };
        assert!(help.lines().count() <= most, "{name}: {}\n{help}", help.lines().count());
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        assert!(help.contains("\nExample"), "{help}");
    }
    let check = narrow(&["check", "-h"]);
    assert!(check.contains("see more with '--help'"), "{check}");
    for name in ["check", "exhaust"] {
        let last = format!("\nAll options: bustan {name} --help\n");
        assert!(narrow(&[name, "-h"]).ends_with(&last), "{name}");
    }
    for rare in ["--shard", "--without", "--whole-positions", "--no-open", "--accept", "--policy"] {
        assert!(!check.contains(rare) && stdout(&["check", "--help"], "").contains(rare), "{rare}");
    }
}

#[test]
fn the_examples_begin_with_an_engine_of_chess() {
    for help in [stdout(&["--help"], ""), stdout(&["check", "--help"], "")] {
        let examples = help.split_once("Examples:\n").unwrap().1;
        assert!(examples.trim_start().starts_with("bustan check chess --against uci:./engine"), "{examples}");
    }
}

#[test]
fn check_is_explained_in_sections_in_the_order_in_which_people_need_them() {
    let help = stdout(&["check", "--help"], "");
    let headings: Vec<&str> =
        help.lines().filter(|line| line.ends_with(':') && !line.starts_with(' ')).collect();
    let expected = [
        "Arguments:",
        "What to test:",
        "How long:",
        "Where to begin:",
        "How to play:",
        "What to do with findings:",
        "What to print and show:",
        "Programs under test:",
        "Games that Bustan does not know:",
        "The page in the browser:",
        "Parts of a run, and runs that were interrupted:",
        "Examples:",
    ];
    assert_eq!(headings, expected);
    // The events of the games are listed only by `bustan policies`.
    assert!(help.contains("bustan policies GAME") && !help.contains("suicide"), "{help}");
}
