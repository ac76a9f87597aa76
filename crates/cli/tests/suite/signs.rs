//! Tests moves whose texts contain signs, such as `Qxf7#` and `e8=Q+`, in lists, records, files and options.

use std::fs;

use serde_json::Value;

use crate::common::{agrees, answered, differs, python, refusal, run, stdout, temporary, told};

const SIGNS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/signs.py");

/// The arguments that compare two programs, with additional arguments.
fn pair<'a>(against: &'a str, with: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["any", "--against", against, "--with", with, "--games", "8", "--shrink-time", "10m"], more].concat()
}

#[test]
fn words_with_signs_are_played_written_down_and_played_again() {
    let [good, rook] = ["", "rook"].map(|mode| python(SIGNS, mode));
    agrees("signs", &pair(&good, &good, &[]));
    let finding = differs("signs-rook", &pair(&rook, &good, &[]));
    assert_eq!(finding["headline"], "Signs: plays e8=Q+; Signs rook: refuses it", "{finding:#}");
    let replay = finding["replay"].as_str().unwrap();
    let (code, text) = answered(told(replay));
    assert!(code == Some(1) && text.contains(" Qxf7# O-O-O\n  play black e8=Q+\n"), "{text}");
    let (code, text) = answered(told(&replay.replace(" rook", " ")));
    assert!(code == Some(0) && text.contains("The engines agree"), "{text}");

    // A game that uses all moves, with comments.
    let game = "# one\nplay white Qxf7#\nplay black R1a3\n # two\nplay white O-O-O\nplay black N@f3!?\nplay white e8=Q+\n";
    let (file, out) = (temporary("signs.game"), temporary("signs-shrunk"));
    fs::write(&file, game).unwrap();
    let out = out.to_str().unwrap();
    let programs = [file.to_str().unwrap(), "--game", "any", "--against", &rook, "--with", &good];
    let (code, text) = answered(run(&[&["shrink", "--out", out], &programs[..]].concat(), b""));
    assert!(code == Some(1) && text.contains("play white Qxf7#"), "{text}");
    let (code, text) = answered(run(&[&["replay"], &programs[..]].concat(), b""));
    assert!(code == Some(1) && text.contains("plays e8=Q+; Signs rook: refuses it"), "{text}");
}

#[test]
fn a_program_that_takes_such_a_sign_for_a_comment_is_found() {
    let [good, reader] = ["", "reader"].map(|mode| python(SIGNS, mode));
    let finding = differs("signs-reader", &pair(&reader, &good, &[]));
    let headline = finding["headline"].as_str().unwrap();
    assert!(headline.contains("Qxf7#"), "{headline}");
}

#[test]
fn words_with_signs_are_accepted_by_an_option_and_by_a_file() {
    let [good, rook] = ["", "rook"].map(|mode| python(SIGNS, mode));
    let finding = differs("signs-named", &pair(&rook, &good, &[]));
    let signature = format!("{}@e8=Q+", finding["signature"].as_str().unwrap());
    agrees("signs-accepted", &pair(&rook, &good, &["--accept", &signature]));
    let file = temporary("signs.accepted");
    let other = signature.replace("e8=Q+", "Qxf7#");
    fs::write(&file, format!("# known\n{other} # not this one\n")).unwrap();
    let finding = differs("signs-other", &pair(&rook, &good, &["--accept-file", file.to_str().unwrap()]));
    assert!(finding["replay"].as_str().is_some(), "{finding:#}");
    fs::write(&file, format!("{other}\n{signature} # this one\n")).unwrap();
    agrees("signs-file", &pair(&rook, &good, &["--accept-file", file.to_str().unwrap()]));
}

#[test]
fn words_with_signs_are_tried_and_rewritten() {
    let [good, mute, bare] = ["", "mute", "bare"].map(|mode| python(SIGNS, mode));
    let file = temporary("signs.words");
    fs::write(&file, "Qxf7# e8=Q+ # two\n# three\nO-O-O\tN@f3!? R1a3 exd6 a1#b").unwrap();
    let words = file.to_str().unwrap();
    agrees("signs-words", &pair(&mute, &mute, &["--words", words]));
    agrees("signs-mute", &pair(&mute, &good, &["--words", words]));
    let finding = differs("signs-bare", &pair(&bare, &good, &[]));
    assert!(finding["headline"].as_str().unwrap().contains("Qxf7"), "{finding:#}");
    agrees("signs-map", &pair(&bare, &good, &["--map", "s/^Qxf7$/Qxf7#/"]));
    agrees("signs-cut", &pair(&good, &bare, &["--map", "s/#$//"]));
    fs::write(&file, "Qxf7#\n##").unwrap();
    let (code, text) =
        answered(run(&[&["check"], &pair(&mute, &good, &["--words", words])[..]].concat(), b""));
    assert_eq!(code, Some(0), "what begins with the sign is a comment: {text}");
    let record = b"play white #Qxf7\n";
    let refused = refusal(&["replay", "-", "--game", "any", "--against", &good, "--with", &good], record);
    assert!(refused.ends_with("line 1, column 12: \"#Qxf7\" begins a comment"), "{refused}");
}

#[test]
fn trees_of_a_program_without_lists_are_compared_by_words() {
    let [good, mute, wrong] = ["", "mute", "mute rook"].map(|mode| python(SIGNS, mode));
    let file = temporary("signs-divide.words");
    fs::write(&file, "Qxf7# e8=Q+ O-O-O N@f3!? R1a3 exd6\n").unwrap();
    let words = file.to_str().unwrap();
    let divided = |against: &str, with: &str, more: &[&str]| {
        let command = ["divide", "any", "3", "--against", against, "--with", with];
        answered(run(&[&command[..], more].concat(), b""))
    };
    for with in [&good, &mute] {
        let (code, text) = divided(&mute, with, &["--words", words]);
        assert!(code == Some(0) && text.contains("120"), "{text}");
        let (code, text) = divided(&wrong, with, &["--words", words]);
        assert!(code == Some(1) && text.contains("e8=Q+") && text.contains("O-O-O"), "{text}");
    }
    // Candidate moves that the other program lists are tried, too.
    fs::write(&file, "Qxf7#\n").unwrap();
    let (code, text) = divided(&good, &mute, &["--words", words]);
    assert!(code == Some(0) && text.contains("120"), "{text}");
    let (code, text) = divided(&mute, &good, &[]);
    assert!(code == Some(2) && text.contains("it needs bustan-legal, or candidate moves"), "{text}");
    // Without `undo`, the game is replayed after each candidate move.
    fs::write(&file, "R1a3 exd6").unwrap();
    let (code, text) = divided(&mute, &mute, &["--words", words, "--without", "undo"]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn chess_is_played_in_the_notation_of_people_and_answers_in_that_of_programs() {
    let lines = "play white f3\nplay black e5\nplay white g4\nplay black Qh4# # mate\nbustan-state\n";
    let answers = stdout(&["gtp", "chess"], lines);
    assert!(answers.starts_with("= \n\n= \n\n= \n\n= \n\n= {"), "{answers}");
    assert!(answers.contains("\"winner\":\"black\""), "{answers}");
    // Both texts denote a bishop move from the first rank to c3 in human notation, and a knight move from b1
    // in the notation of programs.
    let setup = "bustan-setup 8/7k/8/4B3/8/8/8/KN2B3 w - - 0 1\n";
    let position =
        |mv: &str| stdout(&["gtp", "chess"], &format!("{setup}play white {mv}\nbustan-position\n"));
    assert!(position("B1c3").ends_with("= 8/7k/8/4B3/8/2B5/8/KN6 b - - 1 1\n\n"), "{}", position("B1c3"));
    assert!(position("b1c3").ends_with("= 8/7k/8/4B3/8/2N5/8/K3B3 b - - 1 1\n\n"), "{}", position("b1c3"));
    let wrong =
        stdout(&["gtp", "chess"], "play white Nf4\nplay black Nf6\nplay white e2e5\nreg_genmove white\n");
    let answers: Vec<&str> = wrong.split("\n\n").collect();
    assert_eq!(answers[..3], ["? syntax error", "? syntax error", "? illegal move: no-move"]);
    let chosen = answers[3].strip_prefix("= ").unwrap();
    assert!(chosen.len() == 4 && chosen.is_ascii(), "{chosen}");
}

#[cfg(unix)]
#[test]
fn findings_of_chess_tell_the_moves_in_the_notation_of_people_too() {
    let out = temporary("signs-castling");
    let _ = fs::remove_dir_all(&out);
    let bustan = env!("CARGO_BIN_EXE_bustan");
    let program = format!("sh -c \"'{bustan}' gtp chess | sed -u 's/ e1g1//'\"");
    let start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let check = ["check", "chess", "--against", &program, "--position", start, "--games", "3", "--out"];
    let (code, text) = answered(run(&[&check[..], &[out.to_str().unwrap()]].concat(), b""));
    assert!(code == Some(1) && text.contains("W[e1g1]\n  (1. O-O)\n"), "{text}");
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("W[e1g1]\n(1. O-O)</pre>"), "{page}");
    let report: Value =
        serde_json::from_slice(&fs::read(out.join("findings.json")).unwrap()).expect("it is JSON");
    assert_eq!(report["findings"][0]["written"], "1. O-O");
    // A game in human notation is shrunk, and replaying it prints both notations.
    let game = temporary("signs.pgn");
    let command = [game.to_str().unwrap(), "--game", "chess", "--against", &program];
    fs::write(&game, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 1\"]\n\n1... Ke7 2. O-O *\n")
        .unwrap();
    let (code, text) = answered(run(&[&["replay"], &command[..]].concat(), b""));
    assert!(code == Some(1) && text.contains("B[e8e7];W[e1g1]\n  (1... Ke7 2. O-O)\n"), "{text}");
    let (code, text) =
        answered(run(&[&["shrink", "--out", out.to_str().unwrap()], &command[..]].concat(), b""));
    assert!(code == Some(1) && text.contains(". O-O)\n"), "{text}");
}
