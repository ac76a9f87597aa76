//! Tests that any error in the input is reported on one line, with exit code 2.

use std::fs;

use crate::common::{RECORD, program, refusal, run, temporary};
use bustan_games::GAMES;

#[track_caller]
fn assert_refused(arguments: &[&str], input: &str, message: &str) {
    assert_eq!(refusal(arguments, input.as_bytes()), message);
}

#[test]
fn files_that_cannot_be_read_are_named() {
    assert!(refusal(&["replay", "no/such/file"], b"").starts_with("cannot read no/such/file: no such file"));
    assert!(refusal(&["replay", env!("CARGO_MANIFEST_DIR")], b"").starts_with("cannot read /"));
}

#[test]
fn the_name_of_a_file_instead_of_a_position_is_pointed_out() {
    let missing = "cannot read nosuchfile.pgn: no such file";
    assert_refused(&["show", "nosuchfile.pgn"], "", missing);
    assert_refused(&["show", "--game", "chess", "nosuchfile.pgn"], "", missing);
    assert_refused(&["perft", "chess", "2", "--position", "nosuchfile.pgn"], "", missing);
    let game = temporary("position.pgn");
    fs::write(&game, "1. e4 *\n").unwrap();
    let game = game.to_str().unwrap();
    let hint = format!(
        "invalid position: {game} is a file; check, divide and perft read the positions of a file with --positions {game}"
    );
    for command in ["perft", "divide"] {
        assert_refused(&[command, "chess", "2", "--position", game], "", &hint);
    }
    assert_refused(&["check", "chess", "--position", game], "", &hint);
}

#[test]
fn what_is_no_text_is_refused_with_its_place() {
    let message = refusal(&["replay", "-"], b"W[P63i9];\nB[\xff\xfe");
    assert_eq!(message, "standard input: line 2, column 3: this is not text (invalid UTF-8)");
    let message = refusal(&["replay", "-"], b"\x7fELF\x02\x01\x01\0\0\xff\xd8\xff\xe0");
    assert_eq!(message, "standard input: line 1, column 10: this is not text (invalid UTF-8)");
    for start in [b"\xff\xfe[\0E\0", b"\xfe\xff\0[\0E"] {
        let message = refusal(&["replay", "-"], start);
        assert_eq!(message, "standard input: this is UTF-16; save it as UTF-8");
    }
}

#[cfg(unix)]
#[test]
fn an_endless_file_is_refused() {
    assert_eq!(
        refusal(&["replay", "/dev/zero"], b""),
        "/dev/zero is not a record: it has more than 16777216 bytes"
    );
}

#[test]
fn a_record_of_margo_that_is_none_is_refused_with_its_place() {
    for (record, message) in [
        ("1 C5 2 E5 3 C", "line 1, column 13: expected a move such as C5, not \"C\""),
        ("1 C5\n 3 E5", "line 2, column 2: move number 3, where 2 would follow"),
        ("1 C5 2 E5*", "line 1, column 8: a star for the swap is only allowed after the first move"),
        ("1 C5 Resign\nWhite wins\n2 E5", "line 3, column 1: \"2\" after the end of the game"),
        (
            "Start[20] 1 C5",
            "line 1, column 7: bad position: \"20\" is not a size; a position begins with the size of the board, 2 to 19",
        ),
        ("W[C5];B[E", "line 1, column 7: the record ends inside the brackets of \"B[E\""),
    ] {
        assert_refused(&["replay", "-", "--game", "margo"], record, &format!("standard input: {message}"));
    }
    let illegal = [
        ("1 C5 2 C5", "line 1, column 8: ply 2: B[C5] is illegal: unsupported"),
        ("1 C6", "line 1, column 3: ply 1: W[C6] is illegal: off-board"),
    ];
    for (record, message) in illegal {
        assert_refused(&["replay", "-", "--game", "margo"], record, &format!("standard input: {message}"));
    }
}

#[test]
fn a_result_that_the_moves_contradict_is_an_error() {
    let record = "Start[3 atari white 0]\n1 A3 2 A1 3 C1\nBlack wins\n";
    for engine in ["fast", "reference", "both"] {
        let told = refusal(&["replay", "-", "--game", "margo", "--engine", engine], record.as_bytes());
        let problem = "the record says \"Black wins\", but the game ends W+2";
        assert_eq!(told, format!("standard input: line 3, column 1: {problem}"));
    }
}

#[test]
fn a_record_that_is_none_is_refused_with_its_place() {
    for (record, message) in [
        ("W[P63i9];B[P55", "line 1, column 10: the record ends inside the brackets of \"B[P55\""),
        (
            "W[P63i9];\n  B[P99h8]",
            "line 2, column 5: \"P99h8\" is not a move: there is no tile 99; tiles are numbered 1 to 63",
        ),
        (
            "W[hello]",
            "line 1, column 3: \"hello\" is not a move; a move is pass or P, a tile number and a cell, such as P63i9",
        ),
        ("G[pass]", "line 1, column 1: \"G\" is not a player; a move is preceded by W or B"),
        (
            "Start[400]",
            "line 1, column 7: bad position: \"400\" is not a size; a position begins with the side of the board, 2 to 9",
        ),
    ] {
        assert_refused(
            &["replay", "-", "--game", "dominions"],
            record,
            &format!("standard input: {message}"),
        );
    }
}

/// Files in widely used formats, each with the game as whose record it is replayed, and the message about its
/// format.
const FILES: [(&str, &str, &str); 12] = [
    ("(;GM[1]FF[4]SZ[5];B[cc])", "chess", "line 1, column 1: this is a game in SGF, not a record of chess"),
    ("\n (;GM[1])", "margo", "line 2, column 2: this is a game in SGF, not a record of margo"),
    (
        "position startpos moves e2e4",
        "margo",
        "line 1, column 1: this is a UCI `position` command, not a record of margo; name the game chess to read it",
    ),
    (
        "position startpos moves 7g7f 3c3d",
        "chess",
        "line 1, column 1: this is a USI `position` command, not a",
    ),
    (
        "sfen lnsgkgsnl/9 b - 1",
        "chess",
        "line 1, column 1: this is a position of shogi in SFEN, not a record",
    ),
    (
        "Base;InProgress;Black[2];wS1;bG1 -wS1",
        "chess",
        "line 1, column 1: this is a game of Hive in UHP, not a",
    ),
    (
        "game: chess\n\n# State 0\n",
        "margo",
        "line 1, column 1: this is a playthrough of OpenSpiel, not a record",
    ),
    ("boardsize 5\nplay B C3\n", "chess", "line 1, column 1: chess is always 8x8, not \"5\""),
    (
        "[Event \"x\"]\n\n1. e4 *",
        "tictactoe",
        "line 1, column 1: this is a game in PGN, not a record of tictactoe",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "chess",
        "line 1, column 1: this is a position in FEN, not a record of chess",
    ),
    (
        "[GameType \"20\"]\n\n1. 32-28 *",
        "chess",
        "line 1, column 1: GameType \"20\" is a game of draughts (PDN), not",
    ),
    (
        "[Variant \"Atomic\"]\n\n1. e4 *",
        "chess",
        "line 1, column 1: unsupported variant \"Atomic\": only chess and Chess960 can be read",
    ),
];

#[test]
fn a_file_of_another_format_is_refused_by_its_name() {
    for (text, game, message) in FILES {
        let told = refusal(&["replay", "-", "--game", game], text.as_bytes());
        assert!(told.starts_with(&format!("standard input: {message}")), "{text}: {told}");
    }
    let begins = "[Event \"x\"]\n\n1. e4 *";
    let shogi = "sfen lnsgkgsnl/9 b - 1";
    for (command, text, format) in [
        (&["perft", "margo", "1", "--positions", "-"][..], begins, "a game in PGN"),
        (&["perft", "tictactoe", "1", "--positions", "-"], "position startpos", "a UCI `position` command"),
        (&["check", "chess", "--positions", "-"], "(;GM[1])", "a game in SGF"),
        (&["divide", "chess", "1", "--positions", "-"], shogi, "a position of shogi in SFEN"),
    ] {
        let told = refusal(command, text.as_bytes());
        let expected = format!("standard input: line 1, column 1: this is {format}");
        assert!(told.starts_with(&expected), "{text}: {told}");
    }
}

#[test]
fn nothing_after_a_position_of_a_file_is_ignored() {
    let board = "4k3/8/8/8/8/8/8/4K2R w K -";
    let read =
        |rest: &str| run(&["perft", "chess", "1", "--positions", "-"], format!("{board}{rest}").as_bytes());
    for (rest, problem) in [
        (" 0 1 ;D1 15 ;foo-bar 1", "column 40: \"foo-bar\" is not an operation"),
        (" 0 1 ;D1 15 ;1 15", "column 40: \"1\" is not an operation"),
        (" 0 1 ;D1 15 ;D1 16", "column 40: D1 is given twice"),
        (" 0 1 ;D1 +15", "column 33: \"D1 +15\" is not a perft count"),
        (" 0 1,15,66", "column 30: expected the fullmove number, found \"1,15,66\"; perft counts"),
        (" 3 1 ;hmvc 4;", "column 28: 3 here, but 4 in the operation hmvc"),
        (" id \"not closed; D1 15", "column 31: the quotation mark is not closed"),
        (" - ;D1 15", "column 28: \"-\" is not an operation"),
        ("\n4k3/8/8/8/8/8/8/4K2R w K - non-sense;", "line 2, column 28: \"non-sense\" is not an operation"),
    ] {
        let output = read(rest);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), told.matches('\n').count()), (Some(2), 1), "{rest}: {told}");
        assert!(told.starts_with("error: standard input: line ") && told.contains(problem), "{told}");
    }
    for rest in [
        " hmvc 99; fmvn 7; id \"a;D1 1\"; bm O-O; D1 15;",
        " 0 1 ; D1 15 # a rook",
        " ;D1 15\r\n# x\r\n",
        " ;D1 15\r# x\r",
    ] {
        let output = read(rest);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{rest}: {told}");
        assert!(told.contains("D1: 15 nodes, as the file says"), "{rest}: {told}");
    }
}

#[test]
fn operations_that_a_program_defines_are_ignored_with_a_line() {
    let file = temporary("defined.epd");
    let board = "4k3/8/8/8/8/8/8/4K2R w K -";
    fs::write(&file, format!("{board} Ae 12; D1 15;\n{board} bm O-O; C1 \"x;y\"; Ae 3;\n{board}\n")).unwrap();
    let file = file.to_str().unwrap();
    for arguments in [
        &["perft", "chess", "1", "--positions", file][..],
        &["divide", "chess", "1", "--positions", file],
        &["check", "chess", "--games", "3", "--plies", "4", "--positions", file],
    ] {
        let output = run(arguments, b"");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = format!("{file}: ignored the operations Ae and C1 on 2 lines");
        assert_eq!(
            (output.status.code(), told.matches(&line).count()),
            (Some(0), 1),
            "{arguments:?}: {told}"
        );
    }
}

#[test]
fn operations_of_epd_count_for_the_position() {
    let file = temporary("counters.epd");
    fs::write(&file, "4k3/8/8/8/8/8/8/4K2R w K - hmvc 37; fmvn 12;\n").unwrap();
    let told = run(&["divide", "chess", "1", "--json", "--positions", file.to_str().unwrap()], b"");
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("4k3/8/8/8/8/8/8/4K2R w K - 37 12"), "{told}");
}

#[test]
fn comments_end_where_lines_end_on_any_system() {
    for end in ["\n", "\r\n", "\r"] {
        let record = format!("# a game{end}W[P63i9];{end}# more{end}B[P55h8]{end}");
        let told = run(&["replay", "-"], record.as_bytes());
        assert!(String::from_utf8_lossy(&told.stdout).starts_with("ply 2 of 2: "), "{end:?}");
        let accepted = format!("# known{end}score{end}");
        let file = temporary("ends.txt");
        fs::write(&file, accepted).unwrap();
        let told = refusal(&["check", "tictactoe", "--accept-file", file.to_str().unwrap()], b"");
        assert!(told.contains(", line 2, column 1: \"score\" is not a signature"), "{end:?}: {told}");
    }
}

#[test]
fn a_record_without_a_game_is_refused() {
    for text in ["", "\n \t\n", "# nothing but this\n", "\n# W[P63i9]\n  # and this"] {
        for engine in ["fast", "both"] {
            let message = "standard input: it contains neither moves nor Start[...]";
            assert_refused(&["replay", "-", "--engine", engine], text, message);
        }
    }
    for text in ["# a start\nStart[2 W3a1]", "W[pass];\n# the end\n"] {
        assert_eq!(run(&["replay", "-"], text.as_bytes()).status.code(), Some(0), "{text}");
    }
    assert_eq!(run(&["replay", "-", "--game", "dominions"], b"Start[9]").status.code(), Some(0));
}

#[test]
fn negative_numbers_are_values_that_cannot_be() {
    for (arguments, place) in [
        (&["replay", "-", "--from", "-1"][..], "--from <PLY>"),
        (&["replay", "-", "--to", "-1"], "--to <PLY>"),
        (&["playout", "dominions", "--games", "-1"], "--games <N>"),
        (&["playout", "dominions", "--seed", "-1"], "--seed <S>"),
        (&["gtp", "dominions", "--seed", "-1"], "--seed <S>"),
        (&["perft", "dominions", "-1"], "[DEPTH]"),
    ] {
        let message = refusal(arguments, RECORD.as_bytes());
        assert!(message.starts_with(&format!("invalid value '-1' for '{place}': ")), "{message}");
    }
    assert_refused(&["perft", "dominions", "1", "--size", "-1"], "", "size \"-1\" is not from 2 to 9");
}

#[test]
fn every_beginning_of_a_record_is_a_shorter_game_or_refused() {
    for end in 0..RECORD.len() {
        let beginning = &RECORD[..end];
        if beginning.is_empty() {
            refusal(&["replay", "-"], b"");
        } else if beginning.ends_with([']', ';']) {
            assert_eq!(run(&["replay", "-"], beginning.as_bytes()).status.code(), Some(0), "{beginning}");
        } else {
            assert!(
                refusal(&["replay", "-"], beginning.as_bytes())
                    .starts_with("standard input: line 1, column ")
            );
        }
    }
}

#[test]
fn a_move_that_cannot_be_played_is_refused_with_its_ply_and_reason() {
    for engine in ["fast", "reference", "both"] {
        for (record, message) in [
            ("W[P63i9];B[P1z9]", "line 1, column 10: ply 2: B[P1z9] is illegal: off-board"),
            ("W[P63i9];B[P55h8];W[P63h9]", "line 1, column 19: ply 3: W[P63h9] is illegal: not-in-hand"),
            ("W[P63i9];B[P55i9]", "line 1, column 10: ply 2: B[P55i9] is illegal: occupied"),
            ("W[P63i9];W[P55h8]", "line 1, column 10: ply 2: W[P55h8] is illegal: not-your-turn"),
            ("W[P63i9];B[P1i10]", "line 1, column 10: ply 2: B[P1i10] is illegal: mismatch"),
            ("W[P63i9];B[P1e5]", "line 1, column 10: ply 2: B[P1e5] is illegal: contact"),
            ("W[pass];B[pass];W[pass]", "line 1, column 17: ply 3: W[pass] is illegal: game-over"),
            ("Start[9 W63a1];B[pass]", "invalid position: the tile on a1 has a beam off the board"),
        ] {
            assert_refused(
                &["replay", "-", "--engine", engine],
                record,
                &format!("standard input: {message}"),
            );
        }
    }
}

#[test]
fn plies_that_a_record_does_not_have_are_refused() {
    assert_refused(&["replay", "-", "--to", "7"], RECORD, "there is no ply 7; the record has 6");
    assert_refused(&["replay", "-", "--from", "99"], RECORD, "there is no ply 99; the record has 6");
    assert_refused(&["replay", "-", "--from", "5", "--to", "4"], RECORD, "--from 5 is after --to 4");
}

#[test]
fn positions_that_no_game_leads_to_are_refused() {
    for (position, message) in [
        ("9 W63a1", "the tile on a1 has a beam off the board"),
        ("9 W63i9 B1i10", "between i10 and i9 a beam meets a blank"),
        ("9 W1i9 W1h9", "white has tile 1 twice, on i9 and on h9"),
        ("9 W1i9 B1i9", "there are two tiles on i9"),
        ("9 W1z9", "cell z9 is not on a board of side 9"),
        ("1", "\"1\" is not a size; a position begins with the side of the board, 2 to 9"),
        (
            "9 white 0 99999999999999999999",
            "\"99999999999999999999\" is not a tile on a cell, such as W63i9 or B55h8*",
        ),
    ] {
        for engine in ["fast", "reference"] {
            assert_refused(
                &["show", position, "--engine", engine, "--game", "dominions"],
                "",
                &format!("invalid position: {message}"),
            );
        }
    }
}

#[test]
fn a_position_taken_for_the_file_of_a_picture_is_pointed_out() {
    let hint = |taken| format!("--svg takes {taken:?} for its file; put the position before --svg");
    assert_refused(&["show", "--svg", "9 white 0 2 W63i9 B55h8"], "", &hint("9 white 0 2 W63i9 B55h8"));
    assert_refused(&["show", "--svg", "9", "white", "0", "2", "W63i9", "B55h8"], "", &hint("9"));
    let dominions = |arguments: &[&str]| refusal(&[arguments, &["--game", "dominions"]].concat(), b"");
    let message = dominions(&["show", "--svg"]);
    assert!(message.starts_with("invalid position: \"\" is not a size"), "{message}");
    let message = dominions(&["show", "white", "--svg", "board.svg"]);
    assert!(message.starts_with("invalid position: \"white\" is not a size"), "{message}");
    let message = refusal(&["show", "white", "--svg", "board.svg"], b"");
    assert!(message.starts_with("invalid position: \"white\" is not a position of any game"), "{message}");
}

#[test]
fn sizes_the_game_does_not_have_are_refused() {
    for size in ["1", "10", "400", "99999999999999999999"] {
        let message = format!("size {size:?} is not from 2 to 9");
        assert_refused(&["gtp", "dominions", "--size", size], "", &message);
        assert_refused(&["playout", "dominions", "--size", size], "", &message);
        assert_refused(&["perft", "dominions", "1", "--size", size], "", &message);
    }
    assert_refused(
        &["perft", "dominions", "1", "--size", "3x3"],
        "",
        "\"3 3\": the size is one number, from 2 to 9",
    );
}

#[test]
fn a_size_that_is_blank_is_none_in_every_game() {
    for &game in GAMES {
        for size in ["", " "] {
            let message = format!("size {size:?} is empty; omit --size for the standard board");
            assert_refused(&["perft", game, "1", "--size", size], "", &message);
            assert_refused(&["check", game, "--size", size], "", &message);
        }
    }
}

#[test]
fn what_is_typed_wrong_is_reported_in_its_own_terms() {
    let numbers = |option: &str, value: &str, from: u64, to: u64| {
        format!("invalid value '{value}' for '{option}': expected a number from {from} to {to} (try --help)")
    };
    let two_programs = "`any` compares two programs; give --against CMD and --with CMD";
    for (arguments, message) in [
        (&["replay", "no/such/file", "--game", "any"][..], two_programs.to_string()),
        (&["replay", "-", "--game", "any", "--engine", "both"], two_programs.into()),
        (&["check", "any"], two_programs.into()),
        (
            &["solve", "abrobad", "--misere"],
            "\"misere\" is not an option: Abrobad has none, and its size is 12, the number of cells".into(),
        ),
        (
            &["solve", "dominions", "--misere"],
            "\"misere\" is not a size, from 2 to 9, and Dominions has no options".into(),
        ),
        (&["perft", "abrobad", "1", "--size", "13"], "size \"13\" is not 12, the number of cells".into()),
        (&["check", "tictactoe", "--max-findings", "0"], numbers("--max-findings <N>", "0", 1, usize::MAX as u64)),
        (&["check", "--games", "-1"], numbers("--games <N>", "-1", 0, u64::MAX)),
        (&["check", "--seed", "x"], numbers("--seed <S>", "x", 0, u64::MAX)),
        (&["check", "--jobs", "0"], numbers("--jobs <J>", "0", 1, 256)),
        (&["check", "--jobs", "257"], numbers("--jobs <J>", "257", 1, 256)),
        (&["exhaust", "tictactoe", "--jobs", "65535"], numbers("--jobs <J>", "65535", 1, 256)),
        (&["perft", "dominions", "-1"], numbers("[DEPTH]", "-1", 0, u32::MAX.into())),
        (&["divide", "dominions", "0"], numbers("<DEPTH>", "0", 1, u32::MAX.into())),
        (&["solve", "tictactoe", "--memory", "1.5"], numbers("--memory <MB>", "1.5", 0, u64::MAX)),
        (
            &["check", "--nonsense"],
            "unexpected argument '--nonsense' found; usage: bustan check [OPTIONS] [GAME] [SETUP]... (try --help)".into(),
        ),
        (&["perft", "chess", "--positions", "no/such/file"], "cannot read no/such/file: no such file".into()),
        (
            &["check", "--sise", "3"],
            "unexpected argument '--sise' found; a similar argument exists: '--size' (try --help)".into(),
        ),
        (&["show", "9 green", "--game", "dominions"], "invalid position: \"green\" is not a player; the players are white and black".into()),
        (
            &["show", "--game", "margo", "4 red WA1:0"],
            "invalid position: \"red\" is not a player; the players are white and black, and grey in games of three"
                .into(),
        ),
        (&["check", "margo", "atari", "atari"], "atari is given twice".into()),
        (&["show", "--game", "margo", "4 swap swap"], "invalid position: swap is given twice".into()),
    ] {
        assert_refused(arguments, "", &message);
    }
}

#[test]
fn a_swap_that_is_not_on_offer_is_refused_in_words_of_its_own() {
    let why = "a swap answers the first ball, in a game with the option swap";
    for (record, place) in [
        ("1 swap", "line 1, column 3: ply 1: W[swap]"),
        ("Start[4 swap white 0];W[swap]", "line 1, column 23: ply 1: W[swap]"),
        ("W[C5];B[swap]", "line 1, column 7: ply 2: B[swap]"),
    ] {
        for engine in ["fast", "reference", "both"] {
            let message = format!("standard input: {place} is illegal: {why}");
            assert_refused(&["replay", "-", "--game", "margo", "--engine", engine], record, &message);
        }
    }
}

#[test]
fn very_long_arguments_are_cut_in_what_is_said_about_them() {
    let long = "a".repeat(10_000);
    for arguments in [
        &["show", &long][..],
        &[&long],
        &["check", &format!("--{long}")],
        &["perft", "dominions", &long],
        &["replay", &long],
        &["check", "dominions", "--policy", &long],
        &["check", "dominions", "--against", &long],
        &["gtp", "margo", "--size", &long],
    ] {
        let message = refusal(arguments, b"");
        assert!(message.chars().count() < 1100, "{message}");
        assert!(
            message.contains("aaaa ... (") && message.contains(" characters left out) ... "),
            "{message}"
        );
    }
    assert!(
        refusal(&["show", &long, "--game", "dominions"], b"")
            .ends_with("is not a size; a position begins with the side of the board, 2 to 9")
    );
    let text = format!("W[{long}]");
    assert!(
        refusal(&["replay", "-", "--game", "dominions"], text.as_bytes())
            .starts_with("standard input: line 1, column 3: \"aaaa")
    );
}

#[test]
fn arguments_that_make_no_sense_are_refused_in_one_line() {
    for arguments in [
        &["perft"][..],
        &["perft", "ludo", "1"],
        &["perft", "dominions", "-1"],
        &["perft", "dominions", "99999999999"],
        &["playout", "dominions", "--games", "1e9"],
        &["playout", "dominions", "--games", "99999999999999999999999"],
        &["gtp", "dominions", "--engine", "both"],
        &["show"],
        &["show", "9 white", "--game", "dominions", "--json", "--svg"],
        &["replay", "-", "--json", "--svg", "-"],
        &["nonsense"],
        &["--nonsense"],
        &["completions", "tcl"],
        &["man", "--dir", "no/such/directory"],
    ] {
        refusal(arguments, RECORD.as_bytes());
    }
}

#[test]
fn a_picture_that_cannot_be_written_is_refused() {
    for arguments in
        [["replay", "-", "--svg", "no/such/picture.svg"], ["show", "9 W63i9", "--svg", "no/such/picture.svg"]]
    {
        assert!(refusal(&arguments, RECORD.as_bytes()).starts_with("cannot write no/such/picture.svg: "));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    use std::fs::File;
    let message = refusal(&["show", "9 W63i9", "--svg", "/dev/full"], b"");
    assert_eq!(message, "cannot write /dev/full: it is a device, not a regular file");
    for arguments in [&["show", "9 W63i9"][..], &["--help"], &["completions", "bash"], &["man"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = program().args(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            "error: cannot write to standard output: No space left on device (os error 28)\n"
        );
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    use std::process::Stdio;
    for arguments in
        [&["show", "9 W63i9"][..], &["--help"], &["completions", "bash"], &["man"], &["gtp", "dominions"]]
    {
        let mut child = program()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let commands = "name\n".repeat(1_000);
        drop(std::io::Write::write_all(&mut child.stdin.take().unwrap(), commands.as_bytes()));
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn what_is_no_input_of_a_fuzz_target_is_refused() {
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/");
    let seed = format!("{seeds}dominions_lockstep/000");
    let out = temporary("shrink-agrees");
    let output = program()
        .args(["shrink", "--fuzz", "dominions_lockstep", &seed, "--out"])
        .arg(&out)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("dominions  agree  ") && !text.contains("fewer than"), "{text}");
    let old = temporary("old-input");
    fs::write(&old, b"W[P63i9]").unwrap();
    let old = old.to_str().unwrap();
    for (target, file, message) in [
        ("dominions_undo", old, "not a dominions_undo input, or from an incompatible version"),
        ("dominions_undo", "no-such-file", "cannot read no-such-file: "),
        ("dominions_undo", "/dev/zero", "/dev/zero: not a dominions_undo input"),
        ("dominions_notation", old, "its inputs are texts; minimise them with cargo fuzz tmin"),
        ("go_lockstep", old, "there are dominions_lockstep, dominions_undo, margo_lockstep"),
    ] {
        let refused = refusal(&["shrink", "--fuzz", target, file], b"");
        assert!(refused.contains(message), "{refused}");
    }
}
