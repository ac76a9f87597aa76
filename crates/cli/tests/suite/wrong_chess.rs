//! Tests errors in chess texts, reported with their location: moves, positions, lines of files, sessions.

use crate::common::{PINNED, answered, file, refusal, run, stdout, takes_while_pinned, temporary};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn an_illegal_move_of_a_text_is_explained_in_words() {
    for (text, told) in [
        ("position startpos moves e2e5", "W[e2e5] is illegal: a pawn does not move from e2 to e5"),
        ("position startpos moves e2e4 e2e4", "B[e2e4] is illegal: there is no piece on e2"),
        ("startpos moves e4 Ke3", "\"Ke3\" is not a legal move there: a king does not move from e8 to e3"),
        (
            "startpos moves O-O",
            "\"O-O\" is not a legal move there: the bishop on f1 is in the way of castling",
        ),
    ] {
        let shown = refusal(&["show", text], b"");
        assert!(shown.ends_with(told), "{shown}");
        let counted = refusal(&["divide", "chess", "1", "--position", text], b"");
        assert!(counted.ends_with(told), "{counted}");
    }
    for (text, told) in [
        ("1. e4 e5 2. Ke3", "\"Ke3\" is not a legal move there: a king does not move from e1 to e3"),
        ("1. e5", "\"e5\" is not a legal move there: a pawn does not move from e2 to e5"),
        ("1. exd3", "\"exd3\" is not a legal move there: there is nothing to capture on d3"),
        ("1. Nf3 d5 2. Nc3 e6 3. Nd4 a6 4. Nb5", "\"Nb5\" is ambiguous: it may be Ncb5 or Ndb5"),
        ("1. Nd5", "\"Nd5\" is not a legal move there: none of white's knights moves to d5"),
        ("1. Qg4", "\"Qg4\" is not a legal move there: the pawn on e2 is in the way"),
        ("1. Nxf3", "\"Nxf3\" is not a legal move there: there is nothing to capture on f3"),
    ] {
        let replayed = refusal(&["replay", "-", "--game", "chess"], text.as_bytes());
        assert!(replayed.ends_with(told), "{replayed}");
    }
    let record = file("illegal-record.txt", "e2e4 e2e4 e7e5");
    let told = refusal(&["divide", "chess", "1", "--record", &record], b"");
    assert!(told.contains("on the way there: there is no piece on e2"), "{told}");
    // If that is the last move, counting begins before it.
    let record = file("illegal-last.txt", "e2e4 e2e4");
    let (code, text) = answered(run(&["divide", "chess", "1", "--record", &record], b""));
    let before =
        "on the way there: there is no piece on e2; counting starts before this move, the last one\n";
    assert!(code == Some(0) && text.contains(before) && text.contains("both count 20 sequences"), "{text}");
}

#[test]
fn castling_is_read_in_either_spelling() {
    let moves = "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7";
    let after = |last: &str| stdout(&["show", &format!("startpos moves {moves} {last}")], "");
    for last in ["e1h1", "e1h1 e8h8", "O-O 0-0"] {
        assert_eq!(after(last), after(&last.replace("e1h1", "e1g1").replace("e8h8", "e8g8")), "{last}");
    }
    let fen = "fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 chess960 moves";
    for (one, other) in [("e1g1", "e1h1"), ("e1c1", "e1a1"), ("O-O-O", "e1a1")] {
        let [one, other] = [one, other].map(|last| stdout(&["show", &format!("{fen} {last}")], ""));
        assert_eq!(one, other);
    }
    let game = format!("position startpos moves {moves} e1h1");
    assert_eq!(stdout(&["replay", "-", "--record", "-"], &game).matches("O-O").count(), 1);
    // A record uses the engines' spelling of a move, and the refusal explains it.
    for (record, told) in [
        ("Start[4k3/8/8/8/8/8/8/4K2R w K - 0 1];W[e1h1]", "own rook, and castling is e1g1"),
        ("Start[4k3/8/8/8/8/8/8/4K2R w K - 0 1 chess960];W[e1g1]", "to g1, and castling is e1h1"),
    ] {
        let refused = refusal(&["replay", "-", "--game", "chess"], record.as_bytes());
        assert!(refused.ends_with(told), "{refused}");
    }
}

#[test]
fn replay_and_divide_say_why_a_move_is_illegal_and_end_with_what_to_paste() {
    let (start, program) = (PINNED, takes_while_pinned());
    let game = format!("Start[{start}];B[e7e5]");
    let against = ["--against", &program];
    let replay = [&["replay", "-", "--game", "chess"][..], &against].concat();
    let (code, text) = answered(run(&replay, game.as_bytes()));
    let rule =
        "\nRule 5.2 of docs/rules/chess.md: en passant would expose the king\n\nTo paste elsewhere:\nFEN: ";
    assert!(code == Some(1) && text.contains(rule), "{text}");
    let pgn = format!("PGN:\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n\n1... e5 *\n");
    assert!(text.ends_with(&pgn), "{text}");
    let divide = [&["divide", "chess", "1", "--record", "-"][..], &against].concat();
    let (code, text) = answered(run(&divide, game.as_bytes()));
    let told = "\nf5e6 is illegal: en passant would expose the king\n";
    assert!(code == Some(1) && text.contains(told), "{text}");
}

/// A log of an engine, as written by user interfaces.
const LOG: &str = "\
    > uci\n< id name x\n< uciok\n> isready\n< readyok\n> position startpos moves e2e4\n> go depth 1\n\
    < info depth 1 score cp 20\n< bestmove e7e5\n";

#[test]
fn a_session_among_other_lines_is_read_by_every_command() {
    let position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let logs = [
        LOG.to_string(),
        format!("info string starts\n{}", LOG.replace("> ", "").replace("< ", "")),
        format!("Stockfish 17 by its developers\n{}", LOG.replace("> ", "").replace("< ", "")),
        // Only the answers follow the command.
        LOG.replace("> ", "").replace("< ", "").replace("uci\nid name x\nuciok\nisready\nreadyok\n", ""),
        LOG.replace("> ", ">> ").replace("< ", "<< "),
        LOG.replace("> ", "12:00:01 -> x(0): ").replace("< ", "12:00:02 <- x(0): "),
    ];
    for (number, log) in logs.into_iter().enumerate() {
        let log = file(&format!("session-{number}.log"), &log);
        assert!(stdout(&["replay", &log], "").contains("W[e2e4]"), "{number}");
        assert!(stdout(&["show", &log], "").contains("black to move"), "{number}");
        for arguments in [
            &["shrink", &log][..],
            &["divide", "chess", "1", "--record", &log],
            &["divide", "chess", "1", "--positions", &log],
            &["perft", "chess", "1", "--positions", &log],
            &["check", "chess", "--games", "2", "--plies", "2", "--positions", &log],
        ] {
            let (code, text) = answered(run(arguments, b""));
            assert_eq!(code, Some(0), "{number} {arguments:?}: {text}");
        }
    }
    let alone = format!("> position fen {position}\n");
    assert!(stdout(&["perft", "chess", "1", "--positions", "-"], &alone).contains("15 nodes"));
    assert!(stdout(&["perft", "chess", "1", "--position", "> position startpos"], "").contains("20"));
}

/// Faults in a FEN, each with its column and the message about it.
const FENS: [(&str, &str); 18] = [
    (
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "10: rank 7, \"ppppppppp\", has 9 squares, not 8",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1",
        "27: rank 2, \"PPPPPPP\", has 7 squares, not 8",
    ),
    (
        "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "19: two digits follow each other in rank 6, \"44\"",
    ),
    (
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "19: '9' in rank 6 is neither a piece, one of ",
    ),
    (
        "rnbqkbnr/pppxpppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "13: 'x' in rank 7 is neither a piece, one of ",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "1: \"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR\" is not a board: it has 7 ranks, separated by /, not 8",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "1: \"rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR\" is not a board: it has 9 ranks, separated by /, not 8",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR KQkq - 0 1",
        "45: expected the side to move, w or b, found \"KQkq\"; is",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 0 1",
        "49: expected the en passant square, or -, found \"0\"; is",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq 0 1",
        "52: expected the en passant square, or -, found \"0\"; is",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w e3 0 1",
        "47: expected the castling rights, some of KQkq, or -; in Chess960 also files of rooks, found \"e3\"; is",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "23: the castling right 'K' has no rook on its side of the king on e1, on rank 1",
    ),
    (
        "r3k3/8/8/8/8/8/8/R3K3 w Qk - 0 1",
        "26: the castling right 'k' has no rook on its side of the king on e8, on rank 8",
    ),
    (
        "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
        "24: white cannot castle with h1: the king has to be on e1 and the rook on a1 or h1",
    ),
    ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "24: the castling right 'K' has no king: white has no king on rank 1"),
    (
        "4k3/8/8/8/8/8/8/4K3 w - e4 0 1",
        "25: white cannot capture en passant on e4: with white to move the en passant square is on rank 6",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 b - e6 0 1",
        "25: black cannot capture en passant on e6: with black to move the en passant square is on rank 3",
    ),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "27: expected the halfmove clock, found \"-1\""),
];

#[test]
fn errors_of_a_fen_name_the_cause_and_its_column() {
    let missing = "; is a field before it missing?";
    for (fen, told) in FENS {
        let typed = refusal(&["perft", "chess", "1", "--position", fen], b"");
        let expected = told.strip_prefix("1: ").map_or_else(|| format!("column {told}"), String::from);
        assert!(typed.starts_with(&format!("invalid position: {expected}")), "{fen}: {typed}");
        assert!(!typed.contains("cell") && (!told.ends_with("; is") || typed.ends_with(missing)), "{typed}");
        assert_eq!(refusal(&["show", fen], b""), typed);
        let two = file("wrong-fen.epd", &format!("{START}\n{fen}\n"));
        // An invalid counter is read as an EPD operation.
        let is_operation = told.contains("halfmove");
        let refused = refusal(&["show", &two], b"");
        assert!(is_operation || refused.contains(&format!("line 2, column {told}")), "{fen}: {refused}");
    }
    for (fen, told) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - id \"x;", "column 30: the quotation mark is not closed"),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - bm e2;",
            "column 23: the castling right 'K' has no rook on its side of the king on e1, on rank 1",
        ),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has 0 kings, not one"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot be on a8"),
        ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "a pawn cannot be on h1"),
    ] {
        assert_eq!(refusal(&["show", fen], b""), format!("invalid position: {told}"));
    }
}

#[test]
fn a_wrong_line_of_a_file_is_refused_alike_by_every_command() {
    for (line, told) in [
        ("8/8/8/8/8/8/8/44 w - - 0 1", "line 2, column 15: two digits"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 many", "line 2, column 32: \"D1 many\" is not a perft count"),
        ("4k3/8/8/8/8/8/8/4K3 w - - id \"x;", "line 2, column 30: the quotation mark is not closed"),
        ("position startpos moves e2e5", "line 2, column 25: W[e2e5] is illegal: a pawn does not move"),
    ] {
        let file = file("wrong-line.epd", &format!("{START}\n{line}\n"));
        let all = [
            &["show", &file][..],
            &["perft", "chess", "1", "--positions", &file],
            &["divide", "chess", "1", "--positions", &file],
            &["check", "chess", "--games", "2", "--positions", &file],
        ]
        .map(|arguments| refusal(arguments, b""));
        assert!(all[0].starts_with(&format!("{file}: {told}")), "{}", all[0]);
        assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
    }
    let illegal = file("illegal-line.epd", "# one king\n8/8/8/8/8/8/8/4K3 w - - 0 1\n");
    let told = format!("{illegal}: line 2, column 1: invalid position: black has 0 kings, not one");
    for arguments in [&["show", &illegal][..], &["perft", "chess", "1", "--positions", &illegal]] {
        assert_eq!(refusal(arguments, b""), told, "{arguments:?}");
    }
}

#[test]
fn an_error_in_a_game_without_tags_is_reported_with_its_place() {
    for (text, told) in [
        ("1. e4 e5 2. Nf6 *", "line 1, column 13: \"Nf6\" is not a legal move there"),
        ("1. e4 {never closed", "line 1, column 7: "),
        ("1. e4 e5\n2. Nf3 ( 2. d4", "line 2, column 8: "),
        ("1. e4 e5 3. Nf3", "line 1, column 10: expected move number 2, found 3"),
        ("e4 e5 Nf6", "line 1, column 7: \"Nf6\" is not a legal move there"),
        ("1. e4 0-1 e5", "line 1, column 11: "),
        ("1. e4 $x", "line 1, column 7: "),
        ("1. d4 d5 2. c4 c4", "line 1, column 16: \"c4\" is not a legal move there"),
        ("1. e4 e5 2. Zz9", "line 1, column 13: "),
    ] {
        let refused = refusal(&["replay", "-"], text.as_bytes());
        assert!(refused.starts_with(&format!("standard input: {told}")), "{text}: {refused}");
        let shown = refusal(&["show", "-"], text.as_bytes());
        assert!(shown.starts_with(&format!("standard input: {told}")), "{text}: {shown}");
    }
}

#[test]
fn events_are_not_listed_for_two_programs_that_do_not_show_them() {
    const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs/chess.py");
    let program = format!("uci:python3 {PROGRAM} {}", env!("CARGO_BIN_EXE_bustan"));
    let check = ["check", "chess", "--games", "2", "--jobs", "1", "--against", &program];
    let dir = temporary("chess-events");
    let places = ["--out", dir.to_str().unwrap(), "--shrink-time", "1s"];
    let text = |with: &[&str]| answered(run(&[&check[..], &places, with].concat(), b"")).1;
    let one = text(&[]);
    assert!(one.contains("\nevents that occurred fewer than 10 times: "), "{one}");
    let two = text(&["--with", &program]);
    assert!(two.contains("compared in 2 games") && !two.contains("events that occurred"), "{two}");
}
