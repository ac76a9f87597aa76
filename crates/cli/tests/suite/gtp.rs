//! Tests the protocol as a process, with both engines.

use crate::common::{refusal, run, stdout};
use serde_json::Value;

const ENGINES: [&str; 2] = ["fast", "reference"];

/// The answers to some lines, without the blank lines between them.
#[track_caller]
fn answers(engine: &str, size: &str, lines: &[&str]) -> Vec<String> {
    let input = lines.join("\n") + "\n";
    let output = stdout(&["gtp", "dominions", "--engine", engine, "--size", size], &input);
    let answers = output.strip_suffix("\n\n").expect("an empty line ends the last answer");
    answers.split("\n\n").map(String::from).collect()
}

#[test]
fn a_game_is_played_judged_and_taken_back() {
    for engine in ENGINES {
        let lines = [
            "1 play W P63i9",
            "2 play white P1h8",
            "3 play black P1z9",
            "4 play black P0i9",
            "5 play black P55h8",
            "6 bustan-position",
            "7 undo",
            "8 undo",
            "9 undo",
            "10 final_score",
        ];
        let expected = [
            "=1 ",
            "?2 illegal move: not-your-turn",
            "?3 illegal move: off-board",
            "?4 syntax error",
            "=5 ",
            "=6 9 white 0 2 B55h8 W63i9",
            "=7 ",
            "=8 ",
            "?9 cannot undo",
            "=10 0",
        ];
        assert_eq!(answers(engine, "9", &lines), expected, "{engine}");
    }
}

#[test]
fn both_engines_give_the_same_answers_byte_for_byte() {
    let colours = ["white", "black"];
    for (size, plies) in [("2", 12), ("3", 30), ("5", 30)] {
        let mut lines: Vec<String> = Vec::new();
        for ply in 0..plies {
            lines.push(format!("genmove {}", colours[ply % 2]));
            lines.extend(
                ["bustan-state", "bustan-legal", "bustan-position", "final_score", "showboard"]
                    .map(String::from),
            );
        }
        lines.extend(["clear_board", "bustan-perft 1", "boardsize 2", "bustan-perft 2"].map(String::from));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let fast = answers("fast", size, &lines);
        assert_eq!(fast.len(), lines.len());
        assert_eq!(fast.last().unwrap(), "= 3139");
        assert_eq!(fast, answers("reference", size, &lines));
    }
}

#[test]
fn a_finished_game_has_no_legal_moves_and_two_passes_finish_it() {
    for engine in ENGINES {
        let lines = [
            "play w pass",
            "play b PASS",
            "bustan-legal",
            "genmove white",
            "play white P63i9",
            "bustan-state",
        ];
        let found = answers(engine, "9", &lines);
        assert_eq!(found[..5], ["= ", "= ", "= ", "? game over", "? illegal move: game-over"], "{engine}");
        let state: Value = serde_json::from_str(found[5].strip_prefix("= ").unwrap()).unwrap();
        assert_eq!((&state["over"], &state["winner"]), (&Value::Bool(true), &Value::Null));
    }
}

#[test]
fn positions_round_trip_and_bad_ones_change_nothing() {
    for engine in ENGINES {
        let lines = [
            "bustan-setup 3 black W63c3 # a comment",
            "bustan-setup 9 W63a1",
            "bustan-setup 9 W63i9 B1i10",
            "bustan-setup",
            "bustan-setup 9 W1i9 W1h9",
            "bustan-position",
            "undo",
            "boardsize 1",
            "boardsize 400",
            "boardsize 99999999999999999999",
            "bustan-position",
            "clear_board",
            "bustan-position",
        ];
        let expected = [
            "= ",
            "? invalid position: the tile on a1 has a beam off the board",
            "? invalid position: between i10 and i9 a beam meets a blank",
            "? invalid position: \"\" is not a size; a position begins with the side of the board, 2 to 9",
            "? invalid position: white has tile 1 twice, on i9 and on h9",
            "= 3 black 0 1 W63c3",
            "? cannot undo",
            "? unacceptable size",
            "? unacceptable size",
            "? unacceptable size",
            "= 3 black 0 1 W63c3",
            "= ",
            "= 4 white 0 0",
        ];
        assert_eq!(answers(engine, "4", &lines), expected, "{engine}");
    }
}

#[test]
fn no_bytes_break_a_session() {
    let garbage: Vec<u8> = (0..20_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let long = [b"play white ".to_vec(), vec![b'x'; 3_000_000]].concat();
    for engine in ENGINES {
        for bytes in [
            &garbage[..],
            &long,
            b"\0\0\xff\xfe\r",
            b"bustan-perft 99999999999",
            b"7\n#\n\t\n8 play \xc3\x28 \x1b",
        ] {
            let input = [bytes, b"\n42 protocol_version"].concat();
            let output = run(&["gtp", "dominions", "--engine", engine, "--size", "2"], &input);
            assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
            assert!(output.stdout.ends_with(b"\n\n=42 2\n\n"), "{}", String::from_utf8_lossy(&output.stdout));
        }
    }
}

#[test]
fn the_input_may_end_anywhere() {
    let script = b"1 play w P63i9\n# note\nshowboard\nquit\n";
    for end in 0..script.len() {
        let output = run(&["gtp", "dominions"], &script[..end]);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
        assert!(output.stdout.is_empty() || output.stdout.ends_with(b"\n\n"));
    }
}

#[test]
fn the_board_has_no_empty_line() {
    for engine in ENGINES {
        assert_eq!(answers(engine, "9", &["showboard", "list_commands"]).len(), 2);
    }
}

#[test]
fn options_of_the_setup_follow_with_or_without_dashes() {
    let start =
        |setup: &[&str]| stdout(&[&["gtp", "margo", "--size", "4"], setup].concat(), "bustan-position\n");
    assert_eq!(start(&["swap", "players", "3"]), "= 4 swap players 3 white 0\n\n");
    assert_eq!(start(&["--swap", "--players", "3"]), "= 4 swap players 3 white 0\n\n");
    assert!(refusal(&["gtp", "margo", "--cutting", "sideways"], b"").contains("sideways"));
}

#[test]
fn a_new_size_keeps_the_options_of_the_setup() {
    let session = |setup: &[&str], size: &str| {
        let lines = format!("boardsize {size}\nbustan-position\n");
        stdout(&[&["gtp"], setup].concat(), &lines).lines().nth(2).map(String::from)
    };
    let margo = ["margo", "--size", "4", "--players", "3"];
    assert_eq!(session(&margo, "5").as_deref(), Some("= 5 players 3 white 0"));
    assert_eq!(session(&margo, "5 swap").as_deref(), Some("= 5 swap players 3 white 0"));
    assert_eq!(session(&["tictactoe", "--misere"], "3").as_deref(), Some("= ......... x misere"));
    let drawn = |setup: &[&str]| session(setup, "6 5");
    assert_eq!(
        drawn(&["tribolo", "--size", "16", "11", "--seed", "7"]),
        drawn(&["tribolo", "--size", "6", "5", "--seed", "7"])
    );
    assert_ne!(drawn(&["tribolo", "--seed", "7"]), drawn(&["tribolo"]));
    assert_eq!(drawn(&["tribolo", "--seed", "3", "seed", "7"]), drawn(&["tribolo", "--seed", "7"]));
}

#[test]
fn a_seed_means_the_same_wherever_it_stands() {
    let session = |setup: &[&str]| stdout(&[&["gtp", "tribolo"], setup].concat(), "bustan-position\nname\n");
    let expected = "= 5x4 G...R...B#.......... red 0\n\n= Bustan tribolo reference\n\n";
    for setup in [
        &["--size", "5x4", "--seed", "9", "--engine", "reference"][..],
        &["--size", "5", "4", "--seed", "9", "--engine", "reference"],
        &["--engine", "reference", "--size", "5", "4", "seed", "9"],
        &["--size", "5x4 seed 9", "--engine", "reference"],
        &["--engine", "reference", "--seed", "3", "--size", "5x4", "seed", "9"],
    ] {
        assert_eq!(session(setup), expected, "{setup:?}");
    }
    let genmove = |setup: &[&str]| {
        let player = stdout(&[&["gtp", "tribolo"], setup].concat(), "bustan-state\n");
        let player =
            ["blue", "red", "green"].into_iter().find(|p| player.contains(&format!("\"to_move\":\"{p}\"")));
        stdout(&[&["gtp", "tribolo"], setup].concat(), &format!("genmove {}\n", player.unwrap()))
    };
    let moves = |seed: u8| genmove(&["--seed", &seed.to_string(), "seed", "7"]);
    assert!((0..5).any(|seed| moves(seed) != moves(7)), "the moves have their seed, too");
}

#[test]
fn a_board_with_a_wall_in_its_corner_is_printed_and_set_up_again() {
    for engine in ENGINES {
        let lines = "bustan-setup 5x1 #.RB. blue # a comment\nbustan-position\nbustan-setup #.#B. red\nbustan-position\n";
        let answers = stdout(&["gtp", "tribolo", "--engine", engine], lines);
        assert_eq!(answers, "= \n\n= 5x1 #.RB. blue 0\n\n= \n\n= 5x1 #.#B. red 0\n\n");
    }
}

#[test]
fn a_depth_that_no_count_comes_to_is_refused() {
    let answers = stdout(&["gtp", "tribolo"], "bustan-perft 9999\nbustan-perft 1\n");
    assert!(answers.starts_with("? depth too large; the limit is 99\n\n= "), "{answers}");
}
