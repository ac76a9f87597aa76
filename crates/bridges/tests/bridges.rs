//! Tests of the bridges with programs that follow their protocols, violate them, or do not support them.

use std::cell::RefCell;
use std::io::Write;
use std::process::{Command, ExitCode};
use std::rc::Rc;

use bustan_bridges::{Spec, serve};
use bustan_harness::protocol::foreign::Wire;
use serde_json::{Value, json};

/// The output of a bridge.
#[derive(Clone, Default)]
struct Output(Rc<RefCell<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns the answers of a program in this folder's `programs` to commands, or `None` without Python.
fn answered(spec: &str, commands: &str) -> Option<(ExitCode, Vec<String>)> {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: python3 is not installed");
        return None;
    }
    let (protocol, rest) = spec.split_once(':').unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    let spec: Spec = format!("{protocol}:python3 {folder}/{rest}").parse().unwrap();
    let (code, text) = served(&spec, commands);
    Some((code, text.trim_end().split("\n\n").map(|answer| answer.trim_end().to_string()).collect()))
}

/// Returns the exit code and the whole output of a bridge.
fn served(spec: &Spec, commands: &str) -> (ExitCode, String) {
    let output = Output::default();
    let code = serve(spec, commands.as_bytes(), output.clone());
    let text = String::from_utf8(output.0.borrow().clone()).unwrap();
    (code, text)
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
    let refused = "? invalid position: found neither a board nor a side to move";
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
    // Without a list of moves, the bridge does not know whether the game is over.
    assert_eq!(state(&told[5]), json!({}));
    let ended = "play white a2a3\nplay black a3a4\nplay white a4a5\nbustan-state\n";
    let (_, told) = answered("uci:uci.py bare", ended).unwrap();
    assert_eq!((&told[..3], state(&told[3])), (&["=".to_string(), "=".into(), "=".into()][..], json!({})));
}

/// Returns the answers of a program that prints what the arguments specify.
fn said(arguments: &[&str], commands: &str) -> Option<(ExitCode, Vec<String>)> {
    let arguments: Vec<String> = arguments.iter().map(|argument| format!("'{argument}'")).collect();
    answered(&format!("uci:said.py {}", arguments.join(" ")), commands)
}

#[test]
fn lists_of_moves_are_read_in_the_forms_that_programs_print() {
    for list in [
        "a2a3: 1\\na2a4: 1\\n\\nNodes searched: 2",
        "a2a3 1\\na2a4 1\\nTotal: 2",
        "a2a3 - 1\\na2a4 - 1\\nnodes 2",
        "1. a2a3 1\\n2. a2a4 1\\nperft 1 = 2",
        "info string a2a3: 1\\ninfo string a2a4: 1\\ninfo string nodes 2",
        "Moves: 2\\na2a3 1\\na2a4 1\\nNodes: 2\\nTime: 3 ms",
        "a2-a3 = 1\\nA2A4 = 1",
    ] {
        let Some((code, told)) = said(&[&format!("go perft 1={list}")], "bustan-legal\nbustan-perft 1\n")
        else {
            return;
        };
        assert_eq!((code, &told[..]), (ExitCode::SUCCESS, &["= a2a3 a2a4".to_string(), "= 2".into()][..]));
    }
    for command in ["perft", "divide"] {
        let (_, told) = said(&[&format!("[|]{command} 1=a2a3 1")], "bustan-legal\n").unwrap();
        assert_eq!(told, ["= a2a3"]);
    }
}

#[test]
fn castling_is_reported_as_uci_writes_it() {
    let position = "bustan-setup r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\nbustan-legal\n";
    let start = "startpos[|]go perft 1=a2a3: 1";
    for (list, told) in [
        ("O-O: 1\\nO-O-O: 1\\na1a2: 1", "= a1a2 e1c1 e1g1"),
        ("0-0: 1\\n0-0-0: 1\\na1a2: 1", "= a1a2 e1c1 e1g1"),
        ("e1h1: 1\\ne1a1: 1\\na1a2: 1", "= a1a2 e1c1 e1g1"),
    ] {
        let Some((_, answers)) = said(&[start, &format!("w KQkq - 0 1[|]go perft 1={list}")], position)
        else {
            return;
        };
        assert_eq!(answers[1], told);
    }
    // The program is sent the notation that it printed. Black castles, too.
    let white = "w KQkq - 0 1[|]go perft 1=e1h1: 1";
    let black = "w KQkq - 0 1 moves e1h1[|]go perft 1=e8a8: 1\\nO-O: 1";
    let (_, told) =
        said(&[start, white, black], &format!("{position}play white e1g1\nbustan-legal\n")).unwrap();
    assert_eq!(told[2..], ["=", "= e8c8 e8g8"]);
    // A rook on e1 that moves along the rank does not castle.
    let rook = "bustan-setup 4k3/8/8/8/8/8/K7/R3R3 w - - 0 1\nbustan-legal\n";
    let (_, told) = said(&[start, "w - - 0 1[|]go perft 1=e1h1: 1"], rook).unwrap();
    assert_eq!(told[1], "= e1h1");
    // Without a list, the program may accept either notation.
    let searches = [
        "startpos[|].*searchmoves (a2a3|h2h3)$=bestmove (none)",
        "startpos[|].*searchmoves a2a4$=bestmove a2a4",
        "w KQkq - 0 1[|].*searchmoves e1h1$=bestmove e1h1",
        "searchmoves=bestmove (none)",
        "go (perft|depth 1$)=bestmove a2a4",
    ];
    let (_, told) = said(&searches, &format!("{position}play white e1c1\nplay white e1g1\n")).unwrap();
    assert_eq!(told[2..], ["? illegal move", "="]);
}

#[test]
fn a_list_that_is_not_whole_is_not_reported() {
    let start = "startpos[|]go perft 1=a2a3: 1\\nnodes 1";
    for (list, why) in [
        ("a3a4: 1\\nnodes 2", "the list of moves is incomplete: it has 1, and the total is 2"),
        ("a3a4: 1", "the total after the list of moves is missing"),
        ("", "the total after the list of moves is missing"),
        ("a3a4: 1\\nP@e4: 1\\nnodes 2", "cannot identify the move \"P@e4\""),
    ] {
        let commands = "play white a2a3\nbustan-legal\nbustan-state\nbustan-perft 1\n";
        let Some((code, told)) = said(&[&format!("moves a2a3[|]go perft 1={list}"), start], commands) else {
            return;
        };
        let refused = format!("? not told: Parrot at \"position startpos moves a2a3\": {why}");
        assert_eq!((code, &told[1], state(&told[2])), (ExitCode::SUCCESS, &refused, json!({})));
    }
    // Whether a move is legal is not reported either.
    let played = said(&[start], "play white a2a3\nplay white a3a4\nplay black e7e5\nname\n").unwrap().1;
    assert!(played[2].starts_with("? not told: Parrot at \"position startpos moves a2a3\": "), "{played:?}");
    assert_eq!(played[3], "= Parrot");
    // The start has no other list to fall back on.
    let (code, _) = said(&["go perft 1=a2a3: 1\\nnodes 2"], "name\n").unwrap();
    assert_eq!(code, ExitCode::from(3));
}

#[test]
fn no_move_in_a_drawn_game_does_not_make_a_move_illegal() {
    let searches = [
        "[|]d$=Fen: 4k3/8/8/8/8/8/8/R3K3 w - - 100 90",
        "startpos[|].*searchmoves (a2a3|h2h3)$=bestmove (none)",
        "startpos[|].*searchmoves a2a4$=bestmove a2a4",
        "w - - 0 1[|].*searchmoves a1a2$=bestmove a1a2",
        "searchmoves=bestmove (none)",
        "w - - 0 1[|]go depth 1$=bestmove a1b1",
        "go=bestmove (none)",
    ];
    let commands = "bustan-setup 4k3/8/8/8/8/8/8/R3K3 w - - 100 90\nplay white a1h8\nplay white a1a2\n";
    let Some((code, told)) = said(&searches, commands) else { return };
    assert_eq!((code, &*told[1], &*told[2]), (ExitCode::SUCCESS, "? illegal move", "="));
    // If the program never plays, no move is legal, unless too few pieces remain.
    let over: Vec<&str> = searches.into_iter().filter(|said| !said.starts_with("w - -")).collect();
    let (code, told) = said(&over, commands).unwrap();
    assert_eq!(
        (code, &told[1..]),
        (ExitCode::SUCCESS, &["? illegal move".to_string(), "? illegal move".into()][..])
    );
    let dead = "[|]d$=Fen: 4k3/8/8/8/8/8/8/N3K3 w - - 0 90";
    let (code, told) = said(&[&[dead], &over[1..]].concat(), commands).unwrap();
    let why = "plays no move with so few pieces, so it is unknown whether a1h8 is legal";
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(told[1].starts_with("? not told: Parrot at ") && told[1].ends_with(why), "{told:?}");
}

#[test]
fn a_list_that_did_not_come_in_time_is_not_taken_for_a_later_one() {
    let commands = "bustan-legal\nplay white a2a3\nbustan-legal\nundo\nbustan-legal\nbustan-perft 1\nknown_command bustan-perft\n";
    let Some((code, told)) = answered("uci:uci.py late slow", commands) else { return };
    let why = "a list of moves arrived so late that it could be mistaken for a later one";
    assert_eq!((code, &*told[0]), (ExitCode::SUCCESS, "= a2a3"));
    assert_eq!(told[2], format!("? not told: Pawn at \"position startpos moves a2a3\": {why}"));
    assert_eq!(told[4], format!("? not told: Pawn at \"position startpos\": {why}"));
    assert_eq!(told[5], format!("? not told: {why}"));
    assert_eq!(told[6], "= true");
}

#[test]
fn a_list_of_the_start_that_comes_after_the_next_question_is_not_taken_for_its_answer() {
    let Some((code, told)) = answered("uci:uci.py behind", "name\nplay white a2a3\nbustan-legal\n") else {
        return;
    };
    assert_eq!((code, &told[..]), (ExitCode::from(3), &[String::new()][..]));
}

#[test]
fn a_list_without_total_that_pauses_is_not_taken_for_a_whole_one() {
    let commands =
        "known_command bustan-perft\nbustan-legal\nplay white a2a3\nbustan-legal\nbustan-perft 1\n";
    let Some((code, told)) = answered("uci:uci.py pauses", commands) else { return };
    let why = "a list of moves arrived so late that it could be mistaken for a later one";
    assert_eq!(code, ExitCode::SUCCESS);
    // Counts over several plies would pause more often.
    assert_eq!(told[0], "= false");
    assert_eq!(told[1], format!("? not told: Pawn at \"position startpos\": {why}"));
    assert_eq!(told[4], "? unknown command");
}

#[test]
fn a_program_that_passes_over_searchmoves_tells_nothing_of_legality() {
    for slips in [
        // A program that always plays the same move, one that plays every move it is given, and a silent one.
        &["go depth=bestmove a2a3", "go perft=bestmove a2a3"][..],
        &[
            "searchmoves a2a3=bestmove a2a3",
            "searchmoves h2h3=bestmove h2h3",
            "searchmoves e7e5=bestmove e7e5",
        ],
        &[],
    ] {
        let Some((code, told)) = said(slips, "name\n") else { return };
        assert_eq!((code, &told[..]), (ExitCode::from(3), &[String::new()][..]));
    }
    // In variants with a different start position, different moves are weak.
    let race =
        ["go depth 1 searchmoves h2g3=bestmove h2g3", "searchmoves g2g3=bestmove g2g3", "go=bestmove f2g3"];
    assert_eq!(said(&race, "name\n").unwrap().1, ["= Parrot"]);
}

#[test]
fn a_position_without_counters_is_not_made_whole() {
    let list = "go perft 1=a2a3: 1";
    let drawing = "[|]d$=| P |\\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\\n764406239026";
    let commands = "bustan-position\nbustan-state\nshowboard\n";
    let Some((_, told)) = said(&[list, drawing], commands) else { return };
    assert_eq!(told[0], "? not told: the program does not report its whole position");
    let state = state(&told[1]);
    assert_eq!((&state["castling"], &state["board"]["e1"]), (&json!("KQkq"), &json!("K")));
    assert_eq!((state.get("halfmoves"), state.get("fullmoves")), (None, None));
    assert_eq!(told[2], "= \n| P |");
}

#[test]
fn rights_of_chess960_are_sent_by_the_files_of_rooks() {
    let option = "option=name UCI_Chess960 type check default false";
    let start = "startpos[|]go perft 1=a2a3: 1";
    let sent = "3RK3 w D - 0 1[|]go perft 1=e1d1: 1";
    let commands = "bustan-setup 4k3/8/8/8/8/8/8/3RK3 w Q - 0 1 chess960\nbustan-legal\n";
    let Some((_, told)) = said(&[option, start, sent], commands) else { return };
    assert_eq!(told[1], "= e1d1");
}

#[test]
fn a_program_that_only_plays_is_asked_nothing_else() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    if answered("uci:said.py", "quit\n").is_none() {
        return;
    }
    let program = format!("uci:python3 {folder}/said.py 'go nodes=bestmove e2e4' 'go perft=bestmove a2a3'");
    let spec = Spec { plays_only: true, ..program.parse().unwrap() };
    let commands = "genmove white\nplay black e7e5\nknown_command bustan-legal\nknown_command bustan-state\n";
    let told = "= e2e4\n\n= \n\n= false\n\n= false\n\n".to_string();
    assert_eq!(served(&spec, commands), (ExitCode::SUCCESS, told));
    // A program without node limits is stopped.
    let program = format!("uci:python3 {folder}/said.py 'stop=bestmove d2d4'");
    let spec = Spec { plays_only: true, ..program.parse().unwrap() };
    assert_eq!(served(&spec, "genmove white\n"), (ExitCode::SUCCESS, "= d2d4\n\n".into()));
}

#[test]
fn what_a_program_is_sent_and_sends_is_passed_on_between_the_answers() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
    if answered("uci:said.py", "quit\n").is_none() {
        return;
    }
    for (program, commands, sent, lines) in [
        (
            "uci:uci.py",
            "play white a2a3\nbustan-legal\n",
            "uci\nucinewgame\nisready\nposition startpos\n",
            "> position startpos moves a2a3\n> d\n> isready\n> go perft 1\n> isready\n< +---+\n",
        ),
        (
            "gtp:gtp.py;boardsize=2",
            "bustan-legal\n",
            "name\nversion\n",
            "> all_legal black\n< = A1 A2 B1 B2\n",
        ),
        ("uhp:uhp.py", "bustan-legal\n", "newgame Base\nvalidmoves\n", "> validmoves\n< wS1\n< ok\n"),
    ] {
        let (protocol, program) = program.split_once(':').unwrap();
        let spec: Spec = format!("{protocol}:python3 {folder}/{program}").parse().unwrap();
        let (_, plain) = served(&spec, commands);
        let (_, output) = served(&Spec { passes_on: true, ..spec }, commands);
        let wire: Vec<Wire<'_>> = output.lines().filter_map(Wire::read).collect();
        assert!(wire.is_sorted_by_key(|wire| wire.at), "{output}");
        let told: String =
            wire.iter().filter(|wire| wire.sent).map(|wire| format!("{}\n", wire.line)).collect();
        assert!(told.starts_with(sent) && told.ends_with("\nquit\n"), "{told}");
        let both = wire.iter().map(|wire| format!("{} {}\n", if wire.sent { '>' } else { '<' }, wire.line));
        let both: String = both.collect();
        assert!(both.contains(lines), "{both}");
        // The answers are unchanged, and the lines that belong to a command precede its answer.
        let answers: Vec<&str> = output.lines().filter(|line| Wire::read(line).is_none()).collect();
        assert_eq!(answers, plain.lines().collect::<Vec<_>>());
        let at = |text: &str| output.find(text).unwrap();
        assert!(
            at(lines.lines().next().unwrap())
                < at(answers.iter().rev().find(|line| !line.is_empty()).unwrap())
        );
    }
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
    assert_eq!(code, ExitCode::from(128 + 9));
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
    // In shogi, black moves first, even if the program also prints the same position in chess notation.
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
                "? unacceptable size: boards have 1 to 25 lines",
                "= \n A B\n . ."
            ]
        );
    }
    let (code, told) = answered("gtp:gtp.py banner", "name\nboardsize 2\nbustan-legal\n").unwrap();
    assert_eq!((code, &*told[2]), (ExitCode::SUCCESS, "= A1 A2 B1 B2 pass"));
    let (_, told) =
        answered("gtp:gtp.py lists", "known_command bustan-legal\nplay black C3\nplay white C3\n").unwrap();
    assert_eq!(told, ["= false", "=", "? illegal move"]);
}

#[test]
fn in_hive_words_are_joined_and_the_winner_is_reported() {
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
