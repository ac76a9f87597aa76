//! Tests programs that speak another protocol and are named with the prefix of the protocol.

use std::path::Path;
use std::process::Command;

use crate::common::{PINNED, answered, program, refusal, run, takes_while_pinned, temporary};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs");

fn named(protocol: &str, program: &str) -> String {
    format!("{protocol}:python3 {PROGRAMS}/{program}")
}

/// Compares two programs in a few games, and returns the exit code and the output.
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
fn a_crash_after_a_bridge_is_reported_with_its_last_words_and_by_the_name_that_was_typed() {
    let (subject, oracle) = (named("uci", "uci.py dies"), named("uci", "uci.py"));
    let (code, text) = checked(&subject, &oracle);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("exit code 7 (assertion failed: a pawn)")
            && text.contains("> position startpos moves a2a3\n"),
        "{text}"
    );
    assert!(!text.contains("the command: "), "{text}");
    assert!(text.contains(&format!("--against '{subject}' --with '{oracle}'")), "{text}");
    // The author of such a program may not know the commands of Bustan's protocol.
    let asked =
        "the process ended when asked for the position and its legal moves (d, go perft 1): exit code 7";
    assert!(text.contains(&format!("Pawn (--against): {asked}")), "{text}");
    assert!(text.contains("\n  Pawn (--against): the process ended when asked "), "{text}");
}

/// Checks a program that does not list a move, and returns its log and the report of its finding.
fn logged(name: &str, form: &[&str]) -> (String, String) {
    let (dir, log) = (temporary(name), temporary(&format!("{name}.log")));
    let program = named("uci", &format!("chess.py {} ep-in-check", env!("CARGO_BIN_EXE_bustan")));
    let position = "8/8/8/1k5K/1p6/8/2P5/8 w - - 0 1";
    let check =
        ["check", "chess", "--against", &program, "--position", position, "--games", "40", "--jobs", "1"];
    let places = ["--log", log.to_str().unwrap(), "--out", dir.to_str().unwrap(), "--shrink-time", "3s"];
    let (code, text) = answered(run(&[&check[..], &places, form].concat(), b""));
    assert_eq!(code, Some(1), "{text}");
    let reports = std::fs::read_dir(&dir).unwrap().map(|file| file.unwrap().path());
    let report = reports.filter(|file| file.extension().is_some_and(|end| end == "report"));
    (
        std::fs::read_to_string(log).unwrap(),
        report.map(|file| std::fs::read_to_string(file).unwrap()).collect(),
    )
}

/// Removes times from a text.
fn untimed(text: &str) -> String {
    let is_time = |word: &str| {
        word.split_once('.').is_some_and(|(seconds, millis)| {
            [seconds, millis].iter().all(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
                && millis.len() == 3
        })
    };
    let line = |line: &str| line.split(' ').filter(|word| !is_time(word)).collect::<Vec<_>>().join(" ");
    text.lines().map(|told| line(told) + "\n").collect()
}

#[test]
fn the_log_and_the_report_show_what_the_program_was_sent_and_has_sent() {
    let (log, report) = logged("wire", &[]);
    let told = untimed(&log);
    assert!(
        told.starts_with("1: uci:python3 ") && told.contains("\n1 > uci\n1 < id name Planted\n"),
        "{log}"
    );
    assert!(log.lines().any(|line| line.starts_with("1 0.") && line.ends_with(" > go perft 1")), "{log}");
    assert!(!log.contains("bustan-"), "{log}");
    let report = untimed(&report);
    let said =
        report.split_once("\nThe last messages to Planted (>) and from it (<):\n").expect("a report").1;
    for line in ["> position fen 8/8/8/", "> go perft 1", "> isready", "< Fen: ", "< Checkers: "] {
        assert!(said.contains(&format!("\n  {line}")), "{line}: {said}");
    }
    assert!(said.contains(" moves c2c4\n"), "{said}");
    let (log, report) = logged("wire-private", &["--log-form", "bustan"]);
    assert!(log.contains("> bustan-legal\n") && !log.contains("go perft"), "{log}");
    assert!(report.contains("\n  > bustan-state\n") && !report.contains("go perft"), "{report}");
}

#[test]
fn a_finding_of_chess_can_be_pasted_into_an_engine_a_board_and_a_database() {
    let dir = temporary("paste");
    let program = named("uci", &format!("chess.py {} ep-in-check", env!("CARGO_BIN_EXE_bustan")));
    let position = "8/8/8/1k5K/1p6/8/2P5/8 w - - 0 1";
    let check = [
        "check",
        "chess",
        "--against",
        &program,
        "--position",
        position,
        "--games",
        "40",
        "--shrink-time",
        "3s",
    ];
    let output = run(&[&check[..], &["--json", "--out", dir.to_str().unwrap()]].concat(), b"");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let forms = report["findings"][0]["paste"].as_array().unwrap();
    let form = |name: &str| {
        let form =
            forms.iter().find(|form| form["name"] == name).unwrap_or_else(|| panic!("{name}: {forms:#?}"));
        form["text"].as_str().unwrap()
    };
    let fen = "8/8/8/1k5K/1pP5/8/8/8 b - c3 0 1";
    assert_eq!(form("FEN"), fen);
    assert_eq!(form("UCI"), format!("position fen {fen}"));
    let pgn = |fen: &str, moves: &str| format!("[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves}");
    assert_eq!(form("PGN"), pgn(fen, "*"));
    let link = "https://lichess.org/analysis/standard/8/8/8/1k5K/1pP5/8/8/8_b_-_c3_0_1";
    assert_eq!(forms[0]["link"], link);
    let read = |end: &str| {
        let files = std::fs::read_dir(&dir).unwrap().map(|file| file.unwrap().path());
        files
            .filter(|file| file.to_str().unwrap().ends_with(end))
            .map(|file| std::fs::read_to_string(file).unwrap())
            .collect::<String>()
    };
    let forms =
        |uci: &str, pgn: &str| format!("FEN: {fen}\nAnalysis board: {link}\nUCI: {uci}\nPGN:\n{pgn}\n");
    let told = format!("\nTo paste elsewhere:\n{}", forms(form("UCI"), form("PGN")));
    assert!(read(".report").contains(&told), "{told}");
    let page = read("index.html");
    assert!(page.contains(&format!("<a href=\"{link}\">analysis board</a></p>\n<pre>{fen}</pre>")), "{page}");
    assert!(page.contains(&format!("<pre>{}</pre>", form("PGN").replace('"', "&quot;"))), "{page}");
    // The output of divide ends with the same formats, for a game that begins at the same position.
    let (code, text) =
        answered(run(&["divide", "chess", "2", "--position", position, "--against", &program], b""));
    let command = format!("position fen {position} moves c2c4");
    let told = format!("\nTo paste elsewhere:\n{}", forms(&command, &pgn(position, "1. c4+ *")));
    assert!(code == Some(1) && text.ends_with(&told), "{text}");
}

#[test]
fn a_headline_of_chess_says_why_a_move_is_illegal() {
    let (start, program) = (PINNED, takes_while_pinned());
    let game = format!("Start[{start}];B[e7e5]");
    let output = run(&["replay", "-", "--game", "chess", "--against", &program], game.as_bytes());
    let (code, text) = answered(output);
    let told = "reference: f5e6 is illegal (en passant would expose the king); Parrot: plays it";
    assert!(code == Some(1) && text.contains(told), "{text}");
}

#[test]
fn a_finding_of_an_unknown_game_is_pasted_in_the_protocol_of_the_program() {
    for (name, protocol, subject, oracle, told) in [
        ("paste-uci", "uci", "uci.py dies", "uci.py", "UCI: position startpos moves a2a3\n"),
        ("paste-gtp", "gtp", "gtp.py nonsense;boardsize=2", "gtp.py;boardsize=2", "SGF: (;GM[1]FF[4]SZ[2]"),
    ] {
        let dir = temporary(name);
        let [subject, oracle] = [subject, oracle].map(|program| named(protocol, program));
        let engines =
            ["check", "any", "--against", &subject, "--with", &oracle, "--shrink-time", "2s", "--games", "2"];
        let (_, text) = answered(run(&[&engines[..], &["--out", dir.to_str().unwrap()]].concat(), b""));
        assert!(text.contains(&format!("\nTo paste elsewhere:\n{told}")), "{text}");
    }
}

#[test]
fn a_replayed_game_of_two_programs_is_written_with_its_moves() {
    let program = named("gtp", "gtp.py");
    let game = "boardsize 2\nclear_board\nplay black A1\nplay white B2\n";
    let engines = ["--game", "any", "--against", &program, "--with", &program];
    for (more, moves) in [(&[][..], game), (&["--to", "1"], "boardsize 2\nclear_board\nplay black A1\n")] {
        let arguments = [&["replay", "-", "--record", "-"], &engines[..], more].concat();
        let (code, text) = answered(run(&arguments, game.as_bytes()));
        assert_eq!((code, text.as_str()), (Some(0), moves));
    }
}

/// Checks chess with a program that plays like `bustan gtp chess`, except for the flaws in `ways`. Returns
/// the exit code and the output.
fn planted(name: &str, ways: &str, limits: &[&str]) -> (Option<i32>, String) {
    let (bustan, dir) = (env!("CARGO_BIN_EXE_bustan"), temporary(name));
    let program = named("uci", &format!("chess.py {bustan} {ways}"));
    let command =
        ["check", "chess", "--against", &program, "--shrink-time", "3s", "--out", dir.to_str().unwrap()];
    answered(run(&[&command[..], limits].concat(), b""))
}

#[test]
fn a_right_program_agrees_whatever_it_tells() {
    for (name, ways, compared) in [
        ("planted-whole", "", "turn, legal moves, board, castling, check"),
        ("planted-always", "always", "legal moves, board, castling, check, en_passant"),
        ("planted-always-bare", "always bare searches", "board, castling, check"),
        ("planted-mute", "mute", "turn, legal moves, over"),
        ("planted-bare", "bare searches", "refused moves"),
        ("planted-least", "bare searches mute", "refused moves"),
    ] {
        let (code, text) = planted(name, ways, &["--games", "30", "--plies", "60"]);
        assert!(code == Some(0) && text.contains(compared), "{ways}: {text}");
    }
}

#[test]
fn a_program_that_forgets_moves_is_found_out() {
    let passing = ["--position", "8/8/8/1k5K/1p6/8/2P5/8 w - - 0 1", "--games", "40"];
    let any = ["--time", "60s", "--max-findings", "1"];
    for (name, ways, limits) in [
        ("planted-passing", "ep-in-check", &any[..]),
        ("planted-passing-bare", "ep-in-check bare searches", &passing),
        ("planted-rook", "rook", &any),
        ("planted-long", "long", &any),
    ] {
        let (code, text) = planted(name, ways, limits);
        let told = ["does not list", "; Planted: refuses it"];
        assert!(code == Some(1) && told.iter().any(|told| text.contains(told)), "{ways}: {text}");
        let short = ["0 moves", "1 move", "2 moves"].map(|count| format!("The game ({count}"));
        assert!(short.iter().any(|short| text.contains(short)), "{ways}: {text}");
    }
}

#[test]
fn what_a_program_does_not_tell_is_no_finding() {
    let (code, text) = planted("planted-total", "total searches", &["--games", "20"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("did not report at every position which moves are legal: Planted at "), "{text}");
    assert!(text.contains("the list of moves is incomplete: it has "), "{text}");
    let (code, text) = planted("planted-deaf", "bare", &["--games", "2"]);
    assert_eq!(code, Some(2), "{text}");
    let neither = "does not start: Planted supports neither `go perft 1` (it prints no moves) nor `go searchmoves` (it plays \
                   other moves), so Bustan cannot tell which moves it considers legal. Implement either one: print a line \
                   such as `e2e4: 1` for each legal move after `go perft 1`, or answer";
    assert!(text.contains(neither), "{text}");
    // The program can play nevertheless.
    let program = named("uci", &format!("chess.py {} bare", env!("CARGO_BIN_EXE_bustan")));
    let (code, text) = answered(run(&["match", "easy", &program, "--game", "chess", "--games", "2"], b""));
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn a_program_that_does_not_start_after_a_bridge_is_an_error_and_no_finding() {
    for (protocol, program, why) in [
        ("uci", "gtp.py", "no `uciok` within 8 s of `uci`"),
        (
            "gtp",
            "uci.py",
            "does not speak GTP: within 8 s no answer to \"name\" begins with = or ?; it says nothing",
        ),
        (
            "uci",
            "uci.py;UCI_Variant=xyz",
            "Pawn has no option \"UCI_Variant\", so it plays no variants; it has Hash, Clear Hash, Style\n",
        ),
        ("uci", "uci.py;Style=wild", "Pawn has no Style \"wild\"; it has plain, bold\n"),
        (
            "gtp",
            "gtp.py;boardsize=99",
            "Stones 1 refuses the option boardsize \"99\": unacceptable size: boards have 1 to 25 lines\n",
        ),
        ("uci", "said.py", "nor `go searchmoves` (no `bestmove` within 0.5 s)"),
        ("uci", "no-such-file.py", "No such file"),
    ] {
        let program = named(protocol, program);
        let (code, text) = checked(&program, &program);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("does not start: ") && text.contains(why), "{program}: {text}");
    }
}

#[test]
fn a_protocol_of_another_game_is_an_error_and_no_finding() {
    let chess = format!("chess.py {}", env!("CARGO_BIN_EXE_bustan"));
    for (game, protocol, program, is) in [
        ("chess", "gtp", "gtp.py;boardsize=2", "gtp: is Go"),
        ("tictactoe", "gtp", "gtp.py;boardsize=3", "gtp: is Go"),
        ("chess", "usi", "uci.py usi", "usi: is shogi"),
        ("chess", "uhp", "uhp.py", "uhp: is Hive"),
        ("dominions", "uci", &*chess, "uci: is chess"),
    ] {
        let program = named(protocol, program);
        let plain = match protocol {
            "gtp" => "; one that speaks Bustan's protocol is named without gtp:",
            _ => "",
        };
        let told = format!("{is}, not {game}: name the game any, or a program for {game}{plain}");
        for command in [
            &["check", game, "--games", "2"][..],
            &["divide", game, "1"],
            &["probe", game],
            &["check", game, "--games", "2", "--with", &program],
        ] {
            let refused = refusal(&[command, &["--against", &program]].concat(), b"");
            assert_eq!(refused, format!("--against: {told}"), "{command:?}");
        }
        let played = refusal(&["match", &program, "uniform", "--game", game, "--games", "1"], b"");
        assert_eq!(played, told);
    }
    // A program for the right game may be compared with a program for another game by mistake, too.
    let (against, with) = (named("uci", &chess), named("gtp", "gtp.py"));
    let refused = refusal(&["check", "chess", "--against", &against, "--with", &with], b"");
    assert!(refused.starts_with("--with: gtp: is Go, not chess: "), "{refused}");
}

#[test]
fn boards_of_two_sizes_are_an_error() {
    let (code, text) = checked(&named("gtp", "gtp.py;boardsize=2"), &named("gtp", "gtp.py"));
    let told = "error: --against plays on boardsize=2, --with on its default board size: write the same \
                ;boardsize=N after both\n";
    assert_eq!((code, text.as_str()), (Some(2), told));
}

#[test]
fn a_program_that_is_not_there_is_an_error_and_no_finding() {
    for (option, named) in [
        ("uci:no-such-program", "no-such-program"),
        ("gtp:./nowhere/x;boardsize=5", "./nowhere/x"),
        ("nosuch arg", "nosuch"),
    ] {
        let (code, text) = checked(option, "uci:cargo");
        let told = format!("error: --against: cannot start {named:?}: no such program\n");
        assert_eq!((code, text.as_str()), (Some(2), told.as_str()));
    }
}

#[test]
fn an_adapter_that_does_not_start_is_an_error_that_tells_what_to_install() {
    // Programs that replace the programs by which adapters are started.
    let folder = temporary("adapters");
    std::fs::create_dir_all(&folder).unwrap();
    let put = |name: &str, lines: &str| {
        let (file, new) = (folder.join(name), folder.join(format!("{name}.new")));
        std::fs::write(&new, format!("#!/bin/sh\n{lines}\n")).unwrap();
        let made = Command::new("sh")
            .args(["-c", "chmod +x \"$1\" && mv \"$1\" \"$2\"", "sh"])
            .args([&new, &file])
            .status();
        assert!(made.unwrap().success());
    };
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let told = |arguments: &[&str]| answered(program().args(arguments).env("PATH", &path).output().unwrap());
    for (line, why) in [
        (
            "echo '/usr/bin/python3: No module named bustan_adapters' >&2; exit 1",
            "the adapters in Python are not installed: pip install bustan-adapters",
        ),
        (
            "echo 'bustan_adapters: chess needs chess: pip install chess' >&2; exit 2",
            "bustan_adapters: chess needs chess: pip install chess",
        ),
        ("exit 7", "the process ended at name: exit code 7"),
    ] {
        put("python3", line);
        let (code, text) =
            told(&["check", "any", "--against", "python:chess", "--with", "python:chess", "--games", "1"]);
        assert_eq!(
            (code, text.as_str()),
            (Some(2), &*format!("error: --against: python:chess does not start: {why}\n"))
        );
        let (code, text) = told(&["check", "chess", "--against", "python:chess", "--games", "1"]);
        assert_eq!(
            (code, text.as_str()),
            (Some(2), &*format!("error: --against: python:chess does not start: {why}\n"))
        );
        let (code, text) = told(&["probe", "--against", "python:chess"]);
        assert_eq!(
            (code, text.as_str()),
            (Some(2), &*format!("error: --against: python:chess does not start: {why}\n"))
        );
        let (code, text) = told(&["match", "easy", "python:chess", "--game", "chess", "--games", "2"]);
        assert_eq!(
            (code, text.as_str()),
            (Some(2), &*format!("error: python:chess does not start: {why}\n"))
        );
        // The same applies to a command that the user typed.
        let (code, text) = told(&[
            "check",
            "chess",
            "--against",
            "python3 mine.py",
            "--games",
            "1",
            "--out",
            folder.to_str().unwrap(),
        ]);
        assert_eq!(code, Some(2));
        assert!(text.starts_with("error: --against: python3 mine.py does not start: "), "{text}");
    }
    // A module that Node mistakes for a script reveals nothing about the game, whoever wrote it.
    put("node", "echo \"SyntaxError: Unexpected token 'export'\" >&2; exit 1");
    let (code, text) = told(&["check", "chess", "--against", "node mine.js", "--games", "1"]);
    let why = "error: --against: node mine.js does not start: Node takes the file for a CommonJS module; \
               name it .mjs, or write \"type\": \"module\" into the package.json next to it\n";
    assert_eq!((code, text.as_str()), (Some(2), why));
    put(
        "npx",
        "echo 'npm error code E404' >&2; echo \"npm error 404  'bustan-adapters@*' could not be found\" >&2; exit 1",
    );
    let (code, text) = told(&["check", "chess", "--against", "node:chess.js", "--games", "1"]);
    let why = "error: --against: node:chess.js does not start: the adapters in JavaScript are not installed: npm install bustan-adapters\n";
    assert_eq!((code, text.as_str()), (Some(2), why));
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
        let command = ["check", "chess", "--against", &program, "--games", "60", "--plies", "60", "--out"];
        let (code, text) = answered(run(&[&command[..], &[dir.to_str().unwrap()]].concat(), b""));
        assert!(code == Some(0) && text.contains("legal moves, board, castling, check"), "{name}: {text}");
        // Only the reference engine is queried about positions that cannot occur.
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

/// Checks two Go programs on a small board, the first of them with `slips`, with a file of candidate moves.
fn tried(name: &str, [slips, other]: [&str; 2], words: &str, more: &[&str]) -> (Option<i32>, String) {
    let (file, dir) = (temporary(&format!("{name}.words")), temporary(name));
    std::fs::write(&file, words).unwrap();
    let [one, other] = [slips, other].map(|slips| named("gtp", &format!("go.py {slips};boardsize=4")));
    let engines = ["check", "any", "--against", &one, "--with", &other, "--words", file.to_str().unwrap()];
    let limits = ["--plies", "40", "--out", dir.to_str().unwrap(), "--shrink-time", "4s"];
    answered(run(&[&engines[..], &limits, more].concat(), b""))
}

#[test]
fn divide_claims_no_positions_that_no_program_shows() {
    let file = temporary("divide-unshown.words");
    std::fs::write(&file, VERTICES).unwrap();
    let program = named("gtp", "go.py ;boardsize=4");
    let words = ["--words", file.to_str().unwrap()];
    let (code, text) = answered(run(
        &[&["divide", "any", "1", "--against", &program, "--with", &program], &words[..]].concat(),
        b"",
    ));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("both count 17 sequences.") && !text.contains("position"), "{text}");
}

/// All moves of Go on a 4 by 4 board.
const VERTICES: &str = "# row by row\nA1 B1 C1 D1\nA2 B2 C2 D2\n\nA3 B3 C3 D3\n A4\tB4 C4 D4\npass\n";

#[test]
fn programs_that_list_nothing_are_made_to_play_the_words_of_a_file() {
    for (other, told) in [
        ("", "not reported by either engine; 17 words were tried at each ply"),
        (
            "lists",
            "not reported by Stones (--against); 17 words and the moves that are listed were tried at each ply",
        ),
    ] {
        let (code, text) = tried("words-agree", ["", other], VERTICES, &["--games", "4"]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("compared in 4 games: turn, moves tried one by one, over"), "{text}");
        assert!(text.contains(&format!("legal moves ({told})")), "{text}");
    }
    // A different letter case is another spelling of a move, not another move.
    let (code, text) = tried("words-small", ["", "lists"], &VERTICES.to_lowercase(), &["--games", "4"]);
    assert_eq!(code, Some(0), "{text}");
    // Without `undo`, the game is replayed after each candidate move.
    let (code, text) = tried("words-again", ["", ""], VERTICES, &["--games", "3", "--without", "undo"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn a_move_that_only_a_program_without_a_list_allows_is_found_by_words() {
    for (name, other) in [("words-ko", ""), ("words-ko-listed", "lists")] {
        let (code, text) = tried(name, ["ko", other], VERTICES, &["--time", "60s", "--max-findings", "1"]);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("; Stones (--against): plays it"), "{text}");
        let replay = text.lines().find_map(|line| line.strip_prefix("Play it again: bustan ")).unwrap();
        assert!(replay.contains(&format!("{name}.words")), "{text}");
        let (code, text) =
            answered(run(&shlex::split(replay).unwrap().iter().map(String::as_str).collect::<Vec<_>>(), b""));
        assert_eq!(code, Some(1), "{text}");
    }
    // A program that does not restore everything when it takes back a capture is detected as well.
    let (code, text) =
        tried("words-stays", ["stays", ""], VERTICES, &["--time", "60s", "--max-findings", "1"]);
    assert_eq!(code, Some(1), "{text}");
}

#[test]
fn a_file_of_words_that_cannot_be_tried_is_refused() {
    let file = temporary("words-wrong.words");
    let place = file.to_str().unwrap();
    for (words, told) in [
        ("", "contains no words"),
        ("# A1\n\n", "contains no words"),
        ("A1 B2\nA1", ", line 2, column 1: \"A1\" is already in line 1"),
        (
            "A1\nB\u{1}2 c\u{2}",
            ", line 2, column 1: \"B\\u{1}2\" is not a move, which is one word; 1 other word is wrong, too",
        ),
    ] {
        let (code, text) = tried("words-wrong", ["", ""], words, &["--games", "1"]);
        assert_eq!(code, Some(2), "{text}");
        assert!(
            text.contains("error: --words: ") && text.contains(place) && text.contains(told),
            "{words:?}: {text}"
        );
    }
    let (code, text) = tried("words-none", ["", ""], "Z9", &["--games", "3"]);
    let told =
        "neither Stones (--against) nor Stones (--with) lists legal moves, and both refuse each of --words";
    assert!(code == Some(2) && text.contains(told), "{text}");
    let program = named("uci", "uci.py");
    let chess = ["check", "chess", "--against", &program, "--games", "1", "--words", place];
    std::fs::write(&file, "e2e4 A1").unwrap();
    let (code, text) = answered(run(&chess, b""));
    assert!(code == Some(2) && text.contains("line 1, column 6: \"A1\" is not a move"), "{text}");
    for (missing, told) in [("/nowhere/words", "cannot read /nowhere/words"), ("-", "--words: name a file")] {
        let (code, text) = answered(run(&[&chess[..7], &[missing]].concat(), b""));
        assert!(code == Some(2) && text.contains(told), "{text}");
    }
}

#[test]
fn a_real_program_for_hive_agrees_with_itself_where_it_is_installed() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let Some(file) =
        std::env::split_paths(&path).map(|folder| folder.join("nokamute")).find(|file| file.is_file())
    else {
        eprintln!("skipped: nokamute is not installed");
        return;
    };
    // By default, the program would think on the opponent's time, and allocate large tables for each game.
    let options = "uhp;type=Base+MLP;BackgroundPondering=False;NumThreads=1;TableSizeMiB=1";
    let program = format!("uhp:{} {options}", file.display());
    let dir = temporary("bridges-hive");
    let command =
        ["check", "any", "--against", &program, "--with", &program, "--plies", "40", "--games", "3", "--out"];
    let (code, text) = answered(run(&[&command[..], &[dir.to_str().unwrap()]].concat(), b""));
    assert!(code == Some(0) && text.contains("compared in 3 games: turn, legal moves, over"), "{text}");
}

#[test]
fn a_move_out_of_turn_is_not_said_to_be_judged_by_programs() {
    let go = named("gtp", "gtp.py;boardsize=5");
    for (moves, place, out) in [
        (";B[cc];B[aa]", "line 1, column 22: ", "ply 2: black A5"),
        (";B[cc];B[aa];W[bb]", "line 1, column 22: ", "ply 2: black A5"),
        (";W[cc];B[aa]", "line 1, column 16: ", "ply 1: white C3"),
    ] {
        let record = format!("(;GM[1]SZ[5]{moves})");
        let asked = ["replay", "-", "--game", "any", "--against", &go, "--with", &go];
        let told = refusal(&asked, record.as_bytes());
        let words = "is out of turn: Bustan assumes that players alternate, and queried neither program";
        assert_eq!(told, format!("standard input: {place}{out} {words}"), "{record}");
    }
}
