//! Go programs that speak GTP.

use crate::common::{answered, refusal, run, temporary};

/// The name of a test program that plays Go.
fn go(ways: &str) -> String {
    format!("gtp:python3 {}/../bridges/tests/programs/gtp.py {ways}", env!("CARGO_MANIFEST_DIR"))
}

/// Checks a program against another for a few games, and returns the exit code and the output.
fn checked(subject: &str, oracle: &str, options: &[&str]) -> (Option<i32>, String) {
    let dir = temporary("go");
    let engines = ["check", "any", "--against", subject, "--with", oracle, "--shrink-time", "2s"];
    let limits = ["--games", "4", "--jobs", "1", "--out", dir.to_str().unwrap()];
    answered(run(&[&engines[..], &limits, options].concat(), b""))
}

#[test]
fn programs_that_begin_on_different_boards_are_set_to_one_size() {
    for (subject, oracle, size) in
        [("begins=4", "begins=3", 3), ("begins=3", "begins=4 fixed", 4), ("begins=2 fixed", "begins=4", 2)]
    {
        let (code, text) = checked(&go(subject), &go(oracle), &[]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(&format!(": both play with --size {size}\n")), "{text}");
    }
    let (code, text) = checked(&go("begins=3"), &go("begins=3"), &[]);
    assert!(code == Some(0) && !text.contains("--size"), "{text}");
}

#[test]
fn boards_that_cannot_be_made_the_same_are_an_error() {
    let (one, other) = (go("begins=4 fixed"), go("begins=3 fixed"));
    let begins = "error: --against begins on 4x4, --with on 3x3";
    let (code, text) = checked(&one, &other, &[]);
    let told =
        format!("{begins}, and neither has a command boardsize (--size): start both on the same size\n");
    assert_eq!((code, text), (Some(2), told));
    let (code, text) = checked(&go("begins=4"), &other, &["--size", "2"]);
    let told = "error: --with plays on 3x3 and has no command boardsize, so it cannot play on 2x2\n";
    assert_eq!((code, text.as_str()), (Some(2), told));
    // A record without a size and other commands say where games begin.
    let words = ["divide", "any", "1", "--against", &go("begins=4"), "--with", &other];
    let told = "--against begins on 4x4, --with on 3x3: set one size, with --size N or with ;boardsize=N after both programs";
    assert_eq!(refusal(&words, b""), told);
}

#[test]
fn a_finding_on_a_board_that_was_set_is_played_again_as_printed() {
    let dir = temporary("go-sized");
    let words =
        ["check", "any", "--against", &go("begins=4 omits"), "--with", &go("begins=3"), "--games", "2"];
    let limits = ["--jobs", "1", "--shrink-time", "2s", "--out", dir.to_str().unwrap()];
    let (code, text) = answered(run(&[&words[..], &limits].concat(), b""));
    assert!(code == Some(1) && text.contains("\n  boardsize 3\n  clear_board\n"), "{text}");
    assert!(text.contains(" --size 3 --shrink-time 2s --seed 0 "), "{text}");
    for again in ["Find it again: bustan ", "Play it again: bustan "] {
        let line = text.lines().find_map(|line| line.strip_prefix(again)).expect("a command");
        let words = shlex::split(line).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let places = if words[0] == "check" { &["--out", dir.to_str().unwrap()][..] } else { &[] };
        let (code, played) = answered(run(&[&words[..], places].concat(), b""));
        assert!(code == Some(1) && played.contains("does not list"), "{played}");
    }
}

#[test]
fn a_difference_at_the_start_is_reported_by_the_number_of_games() {
    let (code, text) = checked(&go("omits begins=3"), &go("begins=3"), &["--max-findings", "1"]);
    assert!(
        code == Some(1) && text.contains("\n1 game without a move: Stones 1 (--against) differs"),
        "{text}"
    );
}

#[test]
fn a_replay_tells_what_was_compared() {
    let replayed = |subject: &str, oracle: &str| {
        let words = ["replay", "any", "-", "--against", &go(subject), "--with", &go(oracle)];
        let (code, text) = answered(run(&words, b"boardsize 3\nclear_board\nplay black A1\n"));
        assert_eq!(code, Some(0), "{text}");
        text
    };
    let all = replayed("begins=3", "begins=3");
    assert!(all.contains("compared: turn, legal moves, board, captures, over\n"), "{all}");
    assert!(all.ends_with("\nThe engines agree.\n"), "{all}");
    let some = replayed("begins=3 lists", "begins=3");
    let part = "compared: turn, board, captures, over; not compared: legal moves (not reported by Stones 1 (--against))\n";
    assert!(some.contains(part), "{some}");
}

#[test]
fn the_log_of_a_check_is_replayed() {
    let log = temporary("go.log");
    let (code, text) = checked(&go("begins=3"), &go("begins=3"), &["--log", log.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{text}");
    let words = ["replay", log.to_str().unwrap(), "--against", &go("begins=3"), "--with", &go("begins=3")];
    let (code, text) = answered(run(&words, b""));
    assert!(code == Some(0) && text.contains("The engines agree"), "{text}");
}

#[test]
fn a_probe_reports_what_the_program_itself_answers() {
    let (code, text) = answered(run(&["probe", "any", "--against", &go("begins=3 fixed")], b""));
    let told = "knows: undo, legal moves (all_legal, or is_legal), stones (list_stones, captures), showboard\n\
        does not know: boardsize\nits state holds: board, captures\n";
    assert!(code == Some(0) && text.contains(told) && text.ends_with("\nno mistake\n"), "{text}");
    assert!(text.contains("\n  correct    refuses a word that is not a move\n"), "{text}");
    for bridge in ["bustan-", "clear_board", "not tried", "colour", "position"] {
        assert!(!text.contains(bridge), "{bridge}: {text}");
    }
}
