//! Tests that files in widely used formats are read wherever a game or a position is expected, and that their
//! game is recognised.

use std::fs;

use serde_json::Value;

use crate::common::{json, refusal, run, stdout, temporary};

/// Games of chess in widely used formats, each with its last position.
const CHESS: [(&str, &str, &str); 9] = [
    (
        "game.pgn",
        "[Event \"Training game\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n\
         [FEN \"r3k2r/pppq1ppp/2np1n2/4p3/2B1P3/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 4 8\"]\n\n\
         8. O-O-O $1 {[%clk 0:09:58] long castling; brackets (not a line)} (8. O-O O-O 9. Qg5 $5 (9. a3 h6) 9... Kh8)\n\
         8... O-O ; a comment to the end of the line\n9. Qg5 $14 Nd4 10. Nxd4 exd4 11. Nd5 $18 Nxd5 12. Bxd5 1-0\n",
        "r4rk1/pppq1ppp/3p4/3B2Q1/3pP3/3P4/PPP2PPP/2KR3R b - - 0 12",
    ),
    ("bare.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n", BARE),
    ("uci.txt", "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n", BARE),
    ("moves.txt", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n", BARE),
    ("san.txt", "e4 e5 Nf3 Nc6 Bb5 a6\n", BARE),
    ("words.txt", "startpos moves e4 e5 Nf3 Nc6 Bb5 a6", BARE),
    (
        "ucifen.txt",
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8\n",
        "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2",
    ),
    (
        "c960.pgn",
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n\n1. O-O *\n",
        "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1 chess960",
    ),
    (
        "playthrough.txt",
        "game: chess\n\n# State 0\nCurrentPlayer() = 1\n\n# Apply action \"e4\"\naction: 1841\n",
        E4,
    ),
];

const BARE: &str = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// Writes a file, and returns its path.
fn file(name: &str, text: &str) -> String {
    let dir = temporary("texts");
    fs::create_dir_all(&dir).expect("there is room");
    let path = dir.join(name);
    fs::write(&path, text).expect("there is room");
    path.to_str().expect("it is text").into()
}

#[test]
fn a_game_of_chess_is_read_in_every_form_by_every_command() {
    for (name, text, position) in CHESS {
        let file = file(name, text);
        assert_eq!(json(&["replay", &file, "--json"], "")["position"], position, "{name}");
        assert_eq!(json(&["show", &file, "--json"], "")["position"], position, "{name}");
        let shrunk = run(&["shrink", &file], b"");
        assert_eq!(shrunk.status.code(), Some(0), "{name}");
        let counted = |arguments: &[&str]| {
            let output = run(&[arguments, &[&file]].concat(), b"");
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(0), "{name}: {told}");
            assert!(!told.contains("not read"), "{name}: {told}");
        };
        counted(&["perft", "chess", "1", "--positions"]);
        counted(&["divide", "chess", "1", "--positions"]);
        counted(&["divide", "chess", "1", "--record"]);
        counted(&["check", "chess", "--games", "3", "--plies", "4", "--positions"]);
    }
}

#[test]
fn each_of_several_games_is_replayed() {
    let two = "[Event \"1\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"2\"]\n[Result \"*\"]\n\n1. e4 *\n";
    let file = file("two.pgn", two);
    let text = stdout(&["replay", &file], "");
    assert!(text.starts_with("game 1 of 2, line 1\n\nply 4 of 4: B[d8h4]"), "{text}");
    assert!(text.contains("\n\ngame 2 of 2, line 6\n\nply 1 of 1: W[e2e4]"), "{text}");
    let games = json(&["replay", &file, "--json"], "");
    let lengths =
        games["games"].as_array().unwrap().iter().map(|game| game["moves"].as_array().unwrap().len());
    assert_eq!(lengths.collect::<Vec<_>>(), [4, 1]);
    assert_eq!(
        json(&["replay", &file, "--json", "--number", "2"], "")["moves"],
        serde_json::json!(["W[e2e4]"])
    );
    assert_eq!(json(&["show", &file, "--json"], "")["positions"].as_array().map(Vec::len), Some(2));
    for (arguments, problem) in [
        (&["replay", &file, "--svg", "-"][..], "--svg writes one game, and "),
        (&["shrink", &file, "--json"], "--json prints one object, and "),
        (&["show", &file, "--svg"], "--svg draws one position, and there are 2"),
    ] {
        assert!(refusal(arguments, b"").starts_with(problem), "{arguments:?}");
    }
    let wrong = refusal(&["replay", "-"], two.replace("1. e4", "1. e5").as_bytes());
    assert_eq!(
        wrong,
        "standard input: line 9, column 4: \"e5\" is not a legal move there: a pawn does not move from e2 to e5"
    );
}

#[test]
fn a_game_in_latin_1_is_read() {
    for bytes in
        [&b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} e5 2. Nf3 *\n"[..], b"\n1. e4 {sch\xf6n} e5 2. Nf3 *\n"]
    {
        let output = run(&["replay", "-", "--json"], bytes);
        let replayed: Value = serde_json::from_slice(&output.stdout).expect("the game is replayed");
        assert_eq!(replayed["moves"], serde_json::json!(["W[e2e4]", "B[e7e5]", "W[g1f3]"]));
    }
    let wrong = refusal(&["replay", "-"], b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} e4 *\n");
    assert_eq!(
        wrong,
        "standard input: line 3, column 15: \"e4\" is not a legal move there: a pawn does not move from e7 to e4"
    );
}

#[test]
fn a_move_in_question_is_reported_with_its_place() {
    let told = refusal(&["replay", "-"], b"position startpos moves e2e4 e7e5 e1e3");
    assert!(told.starts_with("standard input: line 1, column 35: ply 3: W[e1e3] is illegal"), "{told}");
    let against = format!("'{}' gtp chess", env!("CARGO_BIN_EXE_bustan"));
    let agreed = stdout(&["replay", "-", "--against", &against], "position startpos moves e2e4 e7e5 e1e3");
    assert!(agreed.contains("The engines agree: the last move, W[e1e3], is illegal"), "{agreed}");
}

#[test]
fn positions_are_read_as_they_are_typed_for_engines() {
    for (position, shown) in [
        ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("position startpos moves e2e4", E4),
        ("fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        (
            "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";",
            "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
        ),
        ("5k2/8/8/8/8/8/8/5KR1 w G - 0 1", "5k2/8/8/8/8/8/8/5KR1 w K - 0 1 chess960"),
    ] {
        assert_eq!(json(&["show", position, "--json"], "")["position"], shown, "{position}");
        assert_eq!(
            json(&["show", "--game", "chess", position, "--json"], "")["position"],
            shown,
            "{position}"
        );
        let output = run(&["divide", "chess", "1", "--position", position], b"");
        assert_eq!(output.status.code(), Some(0), "{position}: {}", String::from_utf8_lossy(&output.stderr));
        let output = run(&["perft", "chess", "1", "--position", position], b"");
        assert_eq!(output.status.code(), Some(0), "{position}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn suites_of_chess960_and_of_python_chess_are_counted() {
    let files = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21 ;D2 528\n\
        2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9 ;D1 21 ;D2 807\n";
    let suite = "id 0\nepd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nperft 1 20\nperft 2 400\n\n\
        id 1\nepd 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nperft 1 15\nperft 2 66\n";
    for (text, counts) in
        [(files, ["21 nodes", "528 nodes", "807 nodes"]), (suite, ["20 nodes", "400 nodes", "66 nodes"])]
    {
        for depth in [&["2"][..], &[]] {
            let told = stdout(&[&["perft", "chess"], depth, &["--positions", "-"]].concat(), text);
            for count in counts {
                assert!(told.contains(&format!("{count}, as the file says")), "{told}");
            }
        }
    }
    let uncounted = "8/8/8/8/8/2k5/8/R3K2R w KQ - 0 1\n";
    let told = refusal(&["perft", "chess", "--positions", "-"], uncounted.as_bytes());
    assert_eq!(told, "standard input, line 1: this position has no counts; give DEPTH, the number of moves");
    let wrong = run(&["perft", "chess", "2", "--positions", "-"], suite.replace("400", "401").as_bytes());
    assert_eq!(wrong.status.code(), Some(1));
}

#[test]
fn sessions_of_the_protocol_are_records_of_a_named_game() {
    let session = "boardsize 3\n= \n\nplay x b2\n= \n\ngenmove o\n= a1\n\n";
    let moves = |arguments: &[&str]| {
        json(&[&["replay", "-", "--json"], arguments].concat(), session)["moves"].clone()
    };
    assert_eq!(moves(&["--game", "tictactoe"]), serde_json::json!(["X[b2]", "O[a1]"]));
    let told = refusal(&["replay", "-"], session.as_bytes());
    let expected = "standard input: line 1, column 1: this is a session of GTP, which does not say its game; give --game GAME";
    assert!(told.starts_with(expected), "{told}");
}

#[test]
fn two_programs_replay_a_session_whose_game_is_unknown() {
    let program = format!("'{}' gtp tictactoe", env!("CARGO_BIN_EXE_bustan"));
    let session = "boardsize 3\nplay x b2\n=\n\nplay o a1\n=\n\n";
    let replayed = json(&["replay", "-", "--json", "--against", &program, "--with", &program], session);
    assert_eq!((&replayed["game"], &replayed["verdict"]), (&Value::from("any"), &Value::from("agree")));
}

#[test]
fn what_cannot_be_read_is_refused_with_what_to_do() {
    for (text, problem) in [
        (
            "(;GM[1]SZ[5];B[cc])",
            "this is a game in SGF, and Bustan has no engine for its game; two programs play it: \
             bustan replay --game any FILE --against CMD --with CMD",
        ),
        (
            "1. 32-28 19-23 *",
            "this is a game of draughts in PDN, and Bustan has no engine for its game; two programs play it: \
             bustan replay --game any FILE --against CMD --with CMD",
        ),
        ("position startpos moves 7g7f", "this is a USI `position` command, and Bustan has no engine"),
        ("Base;InProgress;Black[1];wS1", "this is a game of Hive in UHP, and Bustan has no engine"),
        (
            "lnsgkgsnl/9/9/9/9/9/9/9/9 b - 1",
            "this is a position of shogi in SFEN, not a game; bustan check any --positions FILE",
        ),
        ("[Variant \"Atomic\"]\n\n1. e4 d5 2. exd5 *", "unsupported variant \"Atomic\""),
        ("{\"game\": \"chess\"}", "this is JSON, not a game; the game of a finding is in the file NAME.txt"),
        ("Start[9]", "this fits dominions and margo; name the game with --game"),
        ("hello", "this is not a record of any game; name the game with --game to see what is wrong"),
    ] {
        for command in ["replay", "shrink"] {
            let told = refusal(&[command, "-"], text.as_bytes());
            assert!(
                told.starts_with(&format!("standard input: line 1, column 1: {problem}")),
                "{text}: {told}"
            );
        }
    }
}
