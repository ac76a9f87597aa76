//! Bridges in front of programs that speak their protocols well, badly, or not at all.

use std::process::{Command, ExitCode};

use bustan_bridges::{Spec, serve};
use serde_json::{Value, json};

/// Answers commands by a program of this folder's `programs`, or `None` where there is no Python.
fn answered(spec: &str, commands: &str) -> Option<(ExitCode, Vec<String>)> {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is not installed");
        return None;
    }
    let (protocol, rest) = spec.split_once(':').unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let spec: Spec = format!("{protocol}:python3 {folder}/{rest}").parse().unwrap();
    let mut output = Vec::new();
    let code = serve(&spec, commands.as_bytes(), &mut output);
    let text = String::from_utf8(output).unwrap();
    Some((code, text.trim_end().split("\n\n").map(|answer| answer.trim_end().to_string()).collect()))
}

fn state(answer: &str) -> Value {
    serde_json::from_str(answer.strip_prefix("= ").unwrap()).unwrap()
}

#[test]
fn a_chess_program_lists_plays_and_tells_its_board() {
    let commands = "7 name\nknown_command bustan-legal\nbustan-legal\nplay white a2a3\n\n# note\nbustan-state\n\
        play white a3a4\nplay black e2e4\nplay b a3a4\nplay white a4a5\nbustan-state\nbustan-legal\nplay black a5a6\n\
        undo\nbustan-position\nshowboard\nnonsense\nplay white\nquit\nname\n";
    for spec in ["uci:uci.py", "uci:uci.py late"] {
        let Some((code, told)) = answered(spec, commands) else { return };
        assert_eq!(code, ExitCode::SUCCESS);
        assert_eq!(told[..4], ["=7 Pawn", "= true", "= a2a3", "="]);
        let board = json!({"e8": "k", "a3": "P", "e1": "K"});
        assert_eq!(
            state(&told[4]),
            json!({"to_move": "black", "over": false, "winner": null, "check": false, "board": board, "castling": "-",
                "en_passant": null, "halfmoves": 0, "fullmoves": 1})
        );
        assert_eq!(told[5..8], ["? illegal move: not-your-turn", "? illegal move", "="]);
        let ended = state(&told[9]);
        assert_eq!(
            (&ended["over"], &ended["to_move"], &ended["winner"]),
            (&json!(true), &json!(null), &json!("white"))
        );
        assert_eq!(told[10..13], ["=", "? illegal move: game-over", "="]);
        assert_eq!(
            told[13..],
            [
                "= 4k3/8/8/8/P7/8/8/4K3 w - - 0 2",
                "= \n+---+\n| P |\n+---+",
                "? unknown command",
                "? syntax error",
                "="
            ]
        );
    }
}

#[test]
fn positions_are_set_up_and_moves_are_counted() {
    let commands = "bustan-setup 4k3/8/8/8/8/P7/8/4K3 w - - 0 1\nbustan-legal\nbustan-perft 2\nbustan-perft 0\n\
        bustan-perft x\nbustan-setup here\nboardsize 5\nundo\nclear_board\nbustan-legal\n";
    let Some((_, told)) = answered("uci:uci.py", commands) else { return };
    let refused = "? invalid position: neither a board nor a player on turn can be read";
    assert_eq!(
        told,
        [
            "=",
            "= a3a4",
            "= 1",
            "= 1",
            "? syntax error",
            refused,
            "? unknown command",
            "? cannot undo",
            "=",
            "= a2a3"
        ]
    );
}

#[test]
fn a_program_that_cannot_list_moves_is_asked_to_play_them() {
    let commands = "known_command bustan-legal\nknown_command bustan-position\nplay white e2e4\nplay white a2a3\n\
        play white a3a4\nbustan-state\n";
    let Some((_, told)) = answered("uci:uci.py bare", commands) else { return };
    assert_eq!(told[..5], ["= false", "= false", "? illegal move", "=", "? illegal move: not-your-turn"]);
    assert_eq!(state(&told[5]), json!({"to_move": "black"}));
}

#[test]
fn options_are_set_and_unknown_ones_are_refused() {
    let Some((code, told)) = answered("uci:uci.py;hash=32;Clear Hash", "bustan-legal\n") else { return };
    assert_eq!((code, &*told[0]), (ExitCode::SUCCESS, "= a2a3"));
    assert_eq!(answered("uci:uci.py;Depth=3", "name\n").unwrap(), (ExitCode::from(3), vec![String::new()]));
    assert_eq!(answered("uci:uci.py;style=Bold", "name\n").unwrap().0, ExitCode::SUCCESS);
    assert_eq!(answered("uci:uci.py;Style=wild", "name\n").unwrap().0, ExitCode::from(3));
    assert_eq!(answered("gtp:gtp.py;komi=3", "name\n").unwrap().0, ExitCode::from(3));
    assert_eq!(answered("gtp:gtp.py;boardsize=6", "name\n").unwrap().0, ExitCode::from(3));
    assert_eq!(answered("uhp:uhp.py;Threads=3", "name\n").unwrap().0, ExitCode::from(3));
}

#[test]
fn a_bridge_ends_as_its_program_ends() {
    let Some((code, told)) = answered("uci:uci.py dies", "name\nplay white a2a3\nbustan-legal\nname\n")
    else {
        return;
    };
    assert_eq!((code, &told[..]), (ExitCode::from(7), &["= Pawn".to_string(), "=".into()][..]));
    let (code, _) = answered("uci:uci.py killed", "play white a2a3\nbustan-legal\n").unwrap();
    assert_eq!(code, ExitCode::from(3));
    let (code, _) = answered("gtp:gtp.py nonsense", "bustan-state\n").unwrap();
    assert_eq!(code, ExitCode::from(3));
    let missing: Spec = "uci:/nowhere/at-all".parse().unwrap();
    assert_eq!(serve(&missing, &b"name\n"[..], Vec::new()), ExitCode::from(3));
}

#[test]
fn the_dialects_greet_in_their_own_words() {
    for dialect in ["usi", "ucci"] {
        let Some((_, told)) = answered(&format!("{dialect}:uci.py {dialect}"), "name\nbustan-legal\n") else {
            return;
        };
        assert_eq!(told, ["= Pawn", "= a2a3"]);
    }
    // In shogi black begins, whatever a program tells of the same position as one of chess.
    let (_, told) =
        answered("usi:uci.py usi", "bustan-state\nplay black a2a3\nbustan-state\nbustan-position\n").unwrap();
    let turns: Vec<Value> = [0, 2].map(|line| state(&told[line])["to_move"].clone()).into();
    assert_eq!(turns, ["black", "white"]);
    assert_eq!(told[3], "= 4k3/8/8/8/8/P7/8/4K3 w - 2");
}

#[test]
fn in_go_turns_alternate_and_two_passes_end_the_game() {
    let commands = "name\nboardsize 2\nbustan-legal\nplay black A1\nbustan-state\nplay black A2\nplay w A1\nplay w pass\n\
        play black pass\nbustan-state\nbustan-legal\nplay white A2\nundo\nundo\nundo\nundo\nboardsize 7\nboardsize x\nshowboard\n";
    for spec in ["gtp:gtp.py", "gtp:gtp.py asks"] {
        let Some((code, told)) = answered(spec, commands) else { return };
        assert_eq!(code, ExitCode::SUCCESS);
        assert_eq!(told[..4], ["= Stones 1", "=", "= A1 A2 B1 B2 pass", "="]);
        let captures = json!({"black": 0, "white": 0});
        assert_eq!(
            state(&told[4]),
            json!({"to_move": "white", "over": false, "board": {"A1": "black"}, "captures": captures})
        );
        assert_eq!(told[5..9], ["? illegal move: not-your-turn", "? illegal move", "=", "="]);
        assert_eq!((&state(&told[9])["over"], &state(&told[9])["to_move"]), (&json!(true), &json!(null)));
        assert_eq!(
            told[10..],
            [
                "=",
                "? illegal move: game-over",
                "=",
                "=",
                "=",
                "? cannot undo",
                "? unacceptable size",
                "? unacceptable size",
                "= \n A B\n . ."
            ]
        );
    }
    let (_, told) =
        answered("gtp:gtp.py lists", "known_command bustan-legal\nplay black C3\nplay white C3\n").unwrap();
    assert_eq!(told, ["= false", "=", "? illegal move"]);
}

#[test]
fn in_hive_words_are_joined_and_the_winner_is_told() {
    let commands = "name\nbustan-legal\nplay black wS1\nplay white wS1\nbustan-legal\nplay black bS1_wS1/\nbustan-state\n\
        play white wA1\nplay white wA1_wS1-\nplay white wA1_bS1\\\nplay white wQ_-wS1\nplay black pass\nbustan-state\nbustan-legal\nundo\nbustan-position\n\
        bustan-setup Base;InProgress;White[2];wS1;bS1 wS1/\nundo\nbustan-legal\n";
    let Some((code, told)) = answered("uhp:uhp.py", commands) else { return };
    assert_eq!(code, ExitCode::SUCCESS);
    assert_eq!(
        told[..6],
        ["= Beetle v1", "= wS1", "? illegal move: not-your-turn", "=", "= bS1_wS1- bS1_wS1/", "="]
    );
    assert_eq!(state(&told[6]), json!({"to_move": "white", "over": false, "winner": null}));
    let refused = [
        "? illegal move: no such move",
        "? illegal move: it is spelled wA1_bS1\\",
        "? invalidmove no such move",
    ];
    assert_eq!(told[7..10], refused);
    assert_eq!(told[10..12], ["=", "="]);
    assert_eq!(state(&told[12]), json!({"to_move": null, "over": true, "winner": "white"}));
    assert_eq!(
        told[13..],
        ["=", "=", "= Base;InProgress;Black[2];wS1;bS1 wS1/;wQ -wS1", "=", "? cannot undo", "= wQ_-wS1"]
    );
}

#[test]
fn a_program_that_does_not_greet_is_given_up_in_time() {
    let begun = std::time::Instant::now();
    let Some((code, _)) = answered("uci:uci.py silent", "name\n") else { return };
    assert_eq!(code, ExitCode::from(3));
    assert!((7..30).contains(&begun.elapsed().as_secs()));
}
