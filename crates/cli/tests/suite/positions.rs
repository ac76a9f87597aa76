//! Tests that every command reports an impossible position with the same line, which contains the reason.

use std::fs;
use std::process::Output;

use crate::common::{json, program, python, refusal, run, server, temporary, untested};

/// Impossible positions of each game, with the reason. The third kind is only forbidden by the rules.
const IMPOSSIBLE: [(&str, &str, &str); 11] = [
    ("tictactoe", "xxxxxxxxx", "with 9 marks of x and 0 of o, o cannot be the player to move"),
    ("tictactoe", "xxxoo.... x", "with 3 marks of x and 2 of o, x cannot be the player to move"),
    (
        "tictactoe",
        "xxxooo... x",
        "x is to move but has three in a row: the game was over before the last mark",
    ),
    ("dominions", "3 white 0 2 W40b2 B3a2", "between a2 and b2 a beam meets a blank"),
    ("dominions", "2 white 0 1 W63a1", "the tile on a1 has a beam off the board"),
    (
        "margo",
        "4 white 4 WA1:0 BC1:0 BA3:0",
        "the ball at A1:0 would have been lifted: its group has no freedom and nothing pins it",
    ),
    ("margo", "4 WA1:0 BA3:0 WC1:0 BB2:1", "the ball at B2:1 floats: nothing lies at C3:0"),
    ("margo", "3 black 1 WA1:0 WA3:0", "balls of white on the board: 2, but only 1 placed"),
    ("tribolo", "5x1 .RB#. blue 3", "3 moves cannot have been played with 2 cells owned, for each adds one"),
    ("tribolo", "5x1 .RB# blue", "a board of size 5x1 has 5 cells, not 4"),
    ("abrobad", "xo.......... x 1", "1 moves do not lead here: the stones take at least 2"),
];

/// An empty directory for a test to run in.
fn empty_directory(name: &str) -> std::path::PathBuf {
    let dir = temporary(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("a directory can be made");
    dir
}

#[track_caller]
fn line(output: &Output) -> String {
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    told
}

#[test]
fn every_command_refuses_an_impossible_position_alike_and_writes_nothing() {
    let dir = empty_directory("impossible");
    for (game, position, reason) in IMPOSSIBLE {
        let expected = format!("error: invalid position: {reason}\n");
        for command in [
            &["check", game, "--games", "2", "--position", position][..],
            &["check", game, "--games", "2", "--jobs", "1", "--json", "--position", position],
            &["exhaust", game, "--position", position],
            &["exhaust", game, "--out", "findings", "--json", "--position", position],
            &["divide", game, "2", "--position", position],
            &["perft", game, "2", "--position", position],
            &["perft", game, "2", "--engine", "reference", "--position", position],
            &["solve", game, "--position", position],
            &["solve", game, "--db", "solved.db", "--position", position],
            &["show", "--game", game, position],
            &["show", "--game", game, "--engine", "reference", "--svg=board.svg", position],
        ] {
            let output = program().args(command).current_dir(&dir).output().expect("the program starts");
            assert_eq!(line(&output), expected, "{command:?}");
        }
    }
    assert_eq!(fs::read_dir(&dir).expect("it is a directory").count(), 0, "something was written");
}

#[test]
fn records_that_start_at_an_impossible_position_are_refused_with_the_name_of_the_file() {
    let dir = empty_directory("impossible-starts");
    for (game, position, reason) in IMPOSSIBLE {
        fs::write(dir.join("game.txt"), format!("Start[{position}]")).expect("a file can be written");
        for command in [
            &["replay", "game.txt", "--game", game][..],
            &["replay", "game.txt", "--game", game, "--engine", "reference", "--record", "again.txt"],
            &["replay", "game.txt", "--game", game, "--engine", "both", "--svg", "board.svg"],
            &["divide", game, "2", "--record", "game.txt"],
        ] {
            let output = program().args(command).current_dir(&dir).output().expect("the program starts");
            let (told, known) = (line(&output), format!(" position: {reason}\n"));
            assert!(told.starts_with("error: game.txt: ") && told.ends_with(&known), "{command:?}: {told}");
        }
    }
    assert_eq!(fs::read_dir(&dir).expect("it is a directory").count(), 1, "something was written");
}

#[test]
fn a_session_answers_with_the_same_reason_and_goes_on() {
    for (game, position, reason) in IMPOSSIBLE {
        for engine in ["fast", "reference"] {
            let input = format!("bustan-setup {position}\nprotocol_version\n");
            let output = run(&["gtp", game, "--engine", engine], input.as_bytes());
            let answers = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(answers, format!("? invalid position: {reason}\n\n= 2\n\n"), "{game} {position}");
        }
    }
}

#[test]
fn programs_that_refuse_a_position_as_the_reference_does_are_not_reported_to_differ() {
    for (game, position, reason) in [IMPOSSIBLE[0], IMPOSSIBLE[3], IMPOSSIBLE[5]] {
        let against = format!("'{}' gtp {game}", env!("CARGO_BIN_EXE_bustan"));
        for command in ["check", "divide"] {
            let depth = if command == "divide" { &["2"][..] } else { &["--games", "2"] };
            let arguments =
                [&[command, game], depth, &["--position", position, "--against", &against]].concat();
            assert_eq!(refusal(&arguments, b""), format!("invalid position: {reason}"), "{arguments:?}");
        }
    }
}

#[test]
fn games_go_on_at_the_limit_of_moves_and_the_engines_agree() {
    let dir = empty_directory("limit");
    for (game, position) in [
        ("margo", "4 black 999999999 WA1:0"),
        ("margo", "3 swap players 3 white 999999999 WA1:0"),
        ("margo", "2 atari white 999999998 WA1:0"),
        ("abrobad", "x........... o 999999999"),
        ("abrobad", "x........... x 999999998"),
        ("dominions", "2 black 1 3 W3a1"),
        ("tribolo", "5x1 .RB#. blue 2"),
    ] {
        for command in
            [&["check", game, "--games", "20", "--thorough"][..], &["exhaust", game, "--depth", "2"]]
        {
            let arguments = [command, &["--position", position]].concat();
            let output = program().args(&arguments).current_dir(&dir).output().expect("the program starts");
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!(output.status.code(), Some(0), "{arguments:?}: {told}");
        }
    }
    for engine in ["fast", "reference"] {
        for (game, session, position) in [
            ("margo", "4 black 999999999 WA1:0\nplay black C1", "4 white 999999998 WA1:0 BC1:0"),
            ("abrobad", "x........... o 999999999\nplay o 12", "x..........o x 999999998"),
        ] {
            let input = format!("bustan-setup {session}\nbustan-position\n");
            let output = run(&["gtp", game, "--engine", engine], input.as_bytes());
            assert_eq!(String::from_utf8_lossy(&output.stdout), format!("= \n\n= \n\n= {position}\n\n"));
        }
    }
}

#[test]
fn positions_of_finished_games_are_compared() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let text = format!("{mated}\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n");
    let file = temporary("finished.epd");
    fs::write(&file, &text).unwrap();
    let check = ["check", "chess", "--games", "4", "--json", "--positions", file.to_str().unwrap()];
    let program = server("chess");
    for with in [&[][..], &["--against", &program]] {
        let report = json(&[&check[..], with].concat(), "");
        assert_eq!((&report["findings"], &report["plies"]), (&serde_json::json!([]), &0.into()), "{report}");
    }
    // A typed position must have legal moves.
    let typed = ["check", "chess", "--games", "4", "--position", mated];
    assert!(untested(&typed).starts_with("no move was played: the game is over at the start"));
    // An engine that continues after the end is detected.
    let over = temporary("finished.ttt");
    fs::write(&over, "xxxoo.... o\n").unwrap();
    let sloppy = python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/sloppy.py"), "end sets");
    let check = ["check", "tictactoe", "--games", "4", "--positions", over.to_str().unwrap()];
    let out = temporary("finished");
    let limits = ["--shrink-time", "2s", "--out", out.to_str().unwrap()];
    let output = run(&[&check[..], &["--against", &sloppy], &limits].concat(), b"");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}
