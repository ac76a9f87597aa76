//! Tests `bustan exhaust chess` on all positions with certain pieces.

use std::fs;

use crate::common::{answered, json, refusal, run, stdout, temporary};

/// A UCI program that plays like `bustan gtp chess`, except for the flaws in `ways`.
fn planted(ways: &str) -> String {
    const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs/chess.py");
    format!("uci:python3 {PROGRAM} {} {ways}", env!("CARGO_BIN_EXE_bustan"))
}

/// Runs the command on a program with flaws, and returns the exit code and the output.
fn against(name: &str, ways: &str, more: &[&str]) -> (Option<i32>, String) {
    let (program, dir) = (planted(ways), temporary(&format!("classes-{name}")));
    let _ = fs::remove_dir_all(&dir);
    let command = ["exhaust", "chess", "--against", &program, "--jobs", "1", "--out", dir.to_str().unwrap()];
    answered(run(&[&command[..], more].concat(), b""))
}

#[test]
fn all_positions_of_two_kings_are_visited() {
    let text = stdout(&["exhaust", "chess", "--men", "2", "--depth", "1"], "");
    assert!(
        text.starts_with("chess: fast agrees with reference on every position of at most 2 pieces\n"),
        "{text}"
    );
    assert!(text.contains("\n7224 positions, 0 refused by both, 44352 moves; 7224 in "), "{text}");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.contains(&vec!["Kk", "7224", "0", "0", "44352", "8"]), "{text}");
    let object = json(&["exhaust", "chess", "--material", "kK", "--json", "draws", "auto"], "");
    assert_eq!((&object["positions"], &object["ended"]), (&7224.into(), &7224.into()));
    assert_eq!((&object["verdict"], &object["complete"]), (&"agree".into(), &true.into()));
    assert_eq!(object["classes"][0]["ends"]["0"], 7224);
}

#[test]
fn what_cannot_be_visited_is_reported_in_one_line() {
    for (words, told) in [
        (
            &["chess", "--men", "1"][..],
            "--men: all classes of 1 pieces are not enumerated, but those of 2 to 4",
        ),
        (&["chess", "--men", "5"], "of 2 to 4 pieces and, with --special, to 5"),
        (&["chess", "--men", "6", "--special"], "--material names single classes of up to 5"),
        (&["chess", "--men", "x"], "invalid value 'x' for '--men <N>'"),
        (&["chess", "--material", "KXk"], "--material: \"KXk\": 'X' is not a piece"),
        (&["chess", "--material", "KRr"], "--material: \"KRr\": black has no king"),
        (&["chess", "--material", "KRk,"], "--material: \"\": white has no king"),
        (&["chess", "--material", "KKk"], "white has 2 kings"),
        (&["chess", "--material", "KQRBkq"], "6 pieces are too many; a class has at most 5"),
        (&["chess", "--material", "KQk", "--special"], "KQk has no position with a castling right"),
        (&["tictactoe", "--men", "3"], "--men is only for chess, not for tictactoe"),
        (&["margo", "--material", "KRk"], "--material is only for chess, not for margo"),
        (&["chess", "--special"], "--special needs --men or --material"),
        (&["chess", "--against", "x"], "--against needs --men or --material"),
        (&["chess", "--accept", "turn-over-too-early"], "--ignore need --men or --material"),
        (&["chess", "--men", "3", "--depth", "2"], "--depth 2: with --men and --material it is 0 or 1"),
        (&["chess", "--men", "2", "--material", "Kk"], "cannot be used with '--material <PIECES>'"),
        (&["chess", "--men", "2", "--symmetry"], "cannot be used with '--symmetry'"),
        (&["chess", "--men", "2", "--spill", "x"], "cannot be used with '--spill <DIR>'"),
        (&["chess", "--men", "2", "--memory", "9"], "cannot be used with '--memory <MB>'"),
        (&["chess", "--men", "2", "--position", "8"], "cannot be used with '--position <POSITION>'"),
        (&["chess", "--men", "2", "--against", "uci:./there-is-none"], "--against: "),
        (&["chess", "--men", "2", "draws", "never"], "\"never\" is not claim or auto"),
    ] {
        let refused = refusal(&[&["exhaust"], words].concat(), b"");
        assert!(refused.contains(told), "{words:?}: {refused}");
    }
}

#[test]
fn a_right_program_agrees_whatever_it_tells() {
    for (name, ways, compared) in [
        ("whole", "", "compared in 211 positions: turn, legal moves, board, castling, check"),
        ("always", "always", "compared in 211 positions: turn, legal moves"),
        ("bare", "bare searches", "not compared: "),
        ("mute", "mute", "compared in 211 positions: turn, legal moves, over"),
    ] {
        let (code, text) = against(name, ways, &["--material", "KRk", "--special"]);
        assert!(
            code == Some(0) && text.contains("Planted agrees with reference on every position"),
            "{text}"
        );
        assert!(text.contains(compared), "{ways}: {text}");
    }
    let (code, text) = against("moved", "", &["--material", "KRk", "--special", "--depth", "1"]);
    assert!(code == Some(0) && text.contains("moves taken back"), "{text}");
}

#[test]
fn a_program_that_tells_nothing_is_not_tested() {
    let (code, text) = against("least", "bare searches mute", &["--material", "KRk", "--special"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("chess: not tested: the program reports neither its legal moves"), "{text}");
}

#[test]
fn a_move_that_a_program_does_not_know_is_found_and_can_be_accepted() {
    let (code, text) = against("long", "long", &["--material", "KRk,Kkr", "--special"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("Planted differs from reference at a position of KRk"), "{text}");
    assert!(text.contains("--accept verdict-illegal-legal"), "{text}");
    let dir = temporary("classes-long");
    let files: Vec<String> =
        fs::read_dir(dir).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert!(files.iter().any(|file| file.starts_with("chess-verdict-illegal-legal")), "{files:?}");
    let accept = ["--material", "KRk,Kkr", "--special", "--accept", "verdict-illegal-legal"];
    let (code, text) = against("accepted", "long", &accept);
    assert!(code == Some(0) && text.contains("accepted at "), "{text}");
    assert!(text.contains(" positions: verdict-illegal-legal\n"), "{text}");
}
