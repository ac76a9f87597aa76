//! Tests comparing two programs with each other, in a known and in an unknown game.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{self, agrees, answered, differs, program, python, refusal, server, temporary, untested};
use serde_json::Value;

const NIM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/nim.py");
const MARKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/marks.py");
const STRAYS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/strays.py");
const CHESS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/shrinking/chess.py");

/// The arguments of a check of two programs, with additional arguments.
fn check<'a>(game: &'a str, [against, with]: [&'a str; 2], others: &[&'a str]) -> Vec<&'a str> {
    [&[game, "--against", against, "--with", with, "--shrink-time", "10m"], others].concat()
}

#[track_caller]
fn agree(out: &str, game: &str, programs: [&str; 2], others: &[&str]) {
    agrees(out, &check(game, programs, others));
}

#[track_caller]
fn differ(out: &str, game: &str, programs: [&str; 2], others: &[&str]) -> Value {
    differs(out, &check(game, programs, others))
}

/// Runs a command suggested in a finding, or a similar one, and returns its exit code and its whole output.
fn told(command: &str) -> (Option<i32>, String) {
    answered(common::told(command))
}

#[test]
fn programs_of_any_game_agree_with_themselves() {
    let nim = python(NIM, "");
    agree("nim", "any", [&nim, &nim], &["--games", "20"]);
    agree("nim-sized", "any", [&nim, &nim], &["--games", "5", "--size", "2", "6"]);
    for game in ["margo", "tribolo", "abrobad"] {
        let engines = ["fast", "reference"].map(|engine| server(&format!("{game} --engine {engine}")));
        agree(&format!("any-{game}"), "any", engines.each_ref().map(String::as_str), &["--games", "3"]);
    }
}

#[test]
fn flaws_of_a_game_that_is_not_known_are_found_and_replay() {
    let good = python(NIM, "");
    for (mode, moves, headline) in [
        // `steals` requires an empty first heap and two coins in the second, `greedy` one coin in the second
        // heap and an empty third.
        ("steals", 2, "the engines differ in heaps: heaps b: Nim says 2, Nim steals says 1"),
        ("greedy", 2, "Nim: refuses b2 (no); Nim greedy: plays it"),
        ("nested", 0, "Nim nested: its bustan-state is not valid JSON"),
        ("misere", 3, "Nim: the result is left+1; Nim misere: right+1"),
        // A refusal to count that contradicts another answer, and is not a limit.
        ("contradicts", 0, "Nim contradicts: lists b2 but refuses it (after a1): no"),
    ] {
        let bad = python(NIM, mode);
        let finding = differ("nim-flawed", "any", [&bad, &good], &["--games", "40", "--size", "1", "3", "2"]);
        let kind = finding["kind"].as_str().unwrap();
        let length = finding["moves"].as_u64().unwrap() - u64::from(finding["question"] == true);
        assert_eq!((length, finding["reproducible"].as_bool()), (moves, Some(true)), "{mode}: {finding}");
        assert_eq!(finding["headline"], headline, "{mode}");
        let replay = finding["replay"].as_str().unwrap();
        let (code, text) = told(replay);
        assert!(code == Some(1) && text.contains(headline), "{mode}: {text}");
        if kind != "fault" {
            assert!(text.contains("play left "), "{mode}: {text}");
            assert!(text.contains("|   a b c "), "the boards are the engines' own: {text}");
            let named = |line: &str| line.starts_with("+- Nim") || line.starts_with("+- both engines");
            assert!(text.lines().any(named), "each in a frame with a name: {text}");
        }
        // Without the flaw, the same command shows that the bug is fixed.
        let (code, text) = told(&replay.replace(&format!(" {mode}"), ""));
        assert!(code == Some(0) && text.contains("The engines agree"), "{mode}: {text}");
    }
}

#[test]
fn a_finding_is_written_with_the_pictures_that_engines_draw() {
    let (bad, good) = (python(NIM, "steals"), python(NIM, ""));
    differ("nim-pictures", "any", [&bad, &good], &["--games", "40", "--keep-going"]);
    let dir = temporary("nim-pictures");
    let page = fs::read_to_string(dir.join("index.html")).unwrap();
    assert!(
        page.contains("<svg") && page.contains(">  a b c</text>") && page.contains("Nim steals"),
        "{page}"
    );
    let files: Vec<_> = fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.iter().any(|file| file.extension().is_some_and(|kind| kind == "svg")), "{files:?}");
}

#[test]
fn a_picture_that_a_program_draws_is_an_image_in_the_report_and_nothing_else() {
    let (bad, good) = (python(NIM, "steals"), python(NIM, "draws"));
    differ("nim-image", "any", [&bad, &good], &["--games", "40", "--keep-going"]);
    let dir = temporary("nim-image");
    let page = fs::read_to_string(dir.join("index.html")).unwrap();
    let files = fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().path());
    let drawn = files.filter(|file| file.extension().is_some_and(|kind| kind == "svg"));
    let texts: Vec<String> = drawn.map(|file| fs::read_to_string(file).unwrap()).chain([page]).collect();
    let image = |text: &String| text.contains("href=\"data:image/svg+xml,%3Csvg%20xmlns");
    assert!(texts.iter().filter(|text| image(text)).count() > 1, "the page and a picture show it");
    for text in texts {
        assert!(!["<script", "onload=\"", "<foreignObject"].iter().any(|harm| text.contains(harm)), "{text}");
    }
}

#[test]
fn who_is_on_turn_may_be_reported_by_one_by_none_or_on_the_command_line() {
    let (whole, bare) = (python(NIM, ""), python(NIM, "'' bustan-state"));
    agree("nim-one", "any", [&bare, &whole], &["--games", "5"]);
    agree("nim-other", "any", [&whole, &bare], &["--games", "5"]);
    agree("nim-none", "any", [&bare, &bare], &["--games", "5"]);
    // If a program refuses to count for another reason, its lists are compared.
    agree("nim-shallow", "any", [&python(NIM, "shallow"), &whole], &["--games", "40"]);
    agree("nim-colours", "any", [&bare, &bare], &["--games", "5", "--colours", "left,right"]);
    let greedy = python(NIM, "greedy bustan-state undo");
    let finding = differ(
        "nim-bare",
        "any",
        [&greedy, &bare],
        &["--games", "40", "--colours", "left,right", "--size", "1", "3", "2"],
    );
    assert_eq!(finding["moves"], 3, "{finding}");
    assert_eq!(told(finding["replay"].as_str().unwrap()).0, Some(1));
}

#[test]
fn a_game_that_is_not_known_is_divided() {
    const AGREED: &str = "Nim (--against) and Nim (--with) both count 18 sequences.\n\
        They show the same position at the end of 18 of them.\n";
    let [good, bad, bare] = ["", "greedy", "'' bustan-state undo"].map(|arguments| python(NIM, arguments));
    let divide = |against: &str, with: &str| {
        let quoted = |line: &str| format!("'{}'", line.replace('\'', "'\\''"));
        told(&format!(
            "bustan divide any 3 --size '1 1 2' --against {} --with {}",
            quoted(against),
            quoted(with)
        ))
    };
    let (code, text) = divide(&good, &good);
    assert_eq!((code, text.as_str()), (Some(0), AGREED));
    let (code, text) = divide(&bad, &good);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("only Nim greedy lists b2\nafter boardsize 1 1 2\n"), "{text}");
    // If the programs do not report the turn, it follows from the moves of the record.
    let record = temporary("nim-way.txt");
    fs::write(&record, "boardsize 1 1 2\nplay left a1\nplay right b1\n").unwrap();
    let bare = bare.as_str();
    let way = ["divide", "any", "2", "--record", record.to_str().unwrap(), "--against", bare, "--with", bare];
    let output = program().args(way).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        (output.status.code(), text.as_str()),
        (Some(0), "Nim (--against) and Nim (--with) both count 1 sequence.\n")
    );
    let (code, text) = divide(bare, &good);
    assert_eq!(
        (code, text.as_str()),
        (Some(0), AGREED.lines().next().map(|line| format!("{line}\n")).unwrap().as_str())
    );
}

#[test]
fn what_both_programs_list_and_refuse_is_a_finding_that_replays() {
    // The programs agree with each other, but disagree with Bustan about black and white.
    let marks = python(MARKS, "");
    let finding = differ("marks-colours", "any", [&marks, &marks], &["--games", "2"]);
    assert_eq!((&finding["moves"], &finding["reproducible"]), (&1.into(), &true.into()), "{finding}");
    let headline = finding["headline"].as_str().unwrap();
    for name in ["Marks (--against)", "Marks (--with)"] {
        assert!(headline.contains(&format!("{name}: lists ")), "{finding}");
    }
    assert_eq!(headline.matches(", but refuses it").count(), 2, "{finding}");
    let guess = "neither says whose turn it is; black is assumed";
    assert_eq!(finding["details"], serde_json::json!([guess]));
    let (code, text) = told(finding["replay"].as_str().unwrap());
    assert!(code == Some(1) && text.contains(guess), "{text}");
    agree("marks-colours", "any", [&marks, &marks], &["--games", "2", "--colours", "x,o"]);
}

#[test]
fn a_program_that_does_not_even_start_is_an_error() {
    let check =
        ["check", "any", "--games", "2", "--against", &python(MARKS, "never"), "--with", &python(NIM, "")];
    let told = refusal(&check, b"");
    assert!(told.ends_with("does not start: the process ended at name: exit code 1 (not today)"), "{told}");
}

#[test]
fn programs_of_a_known_game_are_held_against_each_other() {
    let marks = python(MARKS, "");
    let server = server("tictactoe");
    agree("marks-server", "tictactoe", [&marks, &server], &["--games", "6"]);
    agree("server-marks", "tictactoe", [&server, &marks], &["--games", "6"]);
    let finding =
        differ("marks-forgets", "tictactoe", [&server, &python(MARKS, "forgets")], &["--games", "40"]);
    assert_eq!((&finding["moves"], &finding["reproducible"]), (&3.into(), &true.into()), "{finding}");
    let (code, text) = told(finding["replay"].as_str().unwrap());
    assert!(
        code == Some(1) && text.contains("Marks: plays c3; Bustan tictactoe fast: refuses it (occupied)"),
        "{text}"
    );
}

#[test]
fn programs_that_start_as_chess_does_are_compared_in_small_positions() {
    let right = server("chess");
    let wrong = python(CHESS, &format!("'{}' castling", env!("CARGO_BIN_EXE_bustan")));
    let limits = ["--games", "24", "--plies", "16", "--max-findings", "1"];
    let finding = differ("any-chess", "any", [&wrong, &right], &limits);
    assert_eq!(finding["signature"], "verdict-illegal-legal", "{finding}");
    assert!(finding["number"].as_u64().unwrap() < 8 && finding["moves"].as_u64().unwrap() <= 1, "{finding}");
    let made_up = "\nThis is a position of chess that Bustan made up, because ";
    assert!(report(&finding).contains(made_up), "{finding}");
    assert_eq!(finding["made_up"], true);
    // Shrinking the record a second time keeps the remark.
    let record = file(&finding, ".original.txt");
    let out = temporary("any-chess-again");
    let again = ["shrink", &record, "--game", "any", "--against", &wrong, "--with", &right];
    let (code, text) = answered(program().args(again).arg("--out").arg(out).output().unwrap());
    assert!(code == Some(1) && text.contains(made_up), "{text}");
}

/// The file of a finding with the suffix `ending`.
fn file(finding: &Value, ending: &str) -> String {
    let mut files = finding["files"].as_array().unwrap().iter().filter_map(Value::as_str);
    files.find(|file| file.ends_with(ending)).unwrap().into()
}

fn report(finding: &Value) -> String {
    fs::read_to_string(file(finding, ".report")).unwrap()
}

#[test]
fn a_position_that_a_program_reported_is_not_called_made_up() {
    let wrong = python(STRAYS, &format!("'{}' tictactoe", env!("CARGO_BIN_EXE_bustan")));
    let (_, found) = common::check(
        "any-strays",
        &check("any", [&wrong, &server("tictactoe")], &["--games", "6", "--keep-going", "--plies", "10"]),
    );
    let findings = found["findings"].as_array().unwrap();
    let reported = findings.iter().find(|finding| finding["signature"] == "verdict-illegal-legal").unwrap();
    assert!(reported["original_record"].as_str().unwrap().starts_with("bustan-setup "), "{reported}");
    assert!(!report(reported).contains("made up, because both engines start as chess does"), "{reported}");
}

#[test]
fn small_positions_are_offered_to_programs_that_announce_positions_and_to_no_others() {
    let right = server("chess");
    let without = |commands: &str| {
        python(CHESS, &format!("'{}' rook --without {commands}", env!("CARGO_BIN_EXE_bustan")))
    };
    // The number of small positions at which the program under test was set up, and the number at which it
    // played.
    let offered = |out: &str, program: &str| {
        let log = temporary(&format!("{out}.log"));
        let limits = ["--games", "16", "--plies", "16", "--log", log.to_str().unwrap()];
        agree(out, "any", [program, &right], &limits);
        let talk = fs::read_to_string(log).unwrap();
        let mut small: BTreeSet<&str> = BTreeSet::new();
        let (mut offered, mut played) = (0, 0);
        for (process, said) in talk.lines().filter_map(|line| line.split_once("> ")) {
            if let Some(position) = said.strip_prefix("bustan-setup ") {
                // No game from the start has so few pieces after 16 plies.
                let pieces =
                    position.split(' ').next().unwrap().chars().filter(|c| c.is_alphabetic()).count();
                small.remove(process);
                if pieces < 12 {
                    offered += 1;
                    small.insert(process);
                }
            } else if said.starts_with("play ") && small.remove(process) {
                played += 1;
            }
        }
        (offered, played)
    };
    let (all, begun) = offered("any-chess-right", &right);
    assert!(all > begun && begun >= 12, "{all} offered, {begun} games");
    assert_eq!(offered("any-chess-unable", &without("bustan-setup")), (0, 0));
    // This program accepts positions, but does not announce it.
    assert_eq!(offered("any-chess-silent", &without("known_command,list_commands")), (0, 0));
}

#[test]
fn a_game_that_is_not_known_takes_two_programs() {
    let needed = "`any` compares two programs; give --against CMD and --with CMD";
    for arguments in [&["check", "any"][..], &["check", "any", "--against", "true"], &["divide", "any", "2"]]
    {
        assert_eq!(refusal(arguments, b""), needed);
    }
    let (good, record) = (python(NIM, ""), temporary("nim-record.txt"));
    fs::write(&record, "play left a1\nplay right\n").unwrap();
    let replay = ["replay", record.to_str().unwrap(), "--game", "any", "--against", &good, "--with", &good];
    let refused = refusal(&replay, b"");
    assert!(
        refused.contains("line 2, column 1: \"play right\" is incomplete; a move looks like"),
        "{refused}"
    );
    // If both programs refuse a size, they are not made to play at another size.
    let server = server("dominions");
    let words = ["check", "any", "--games", "2", "--against", &server, "--with", &server, "--size", "99"];
    assert!(untested(&words).starts_with("no move was played: "));
    let words = ["check", "any", "--games", "2", "--against", &good, "--with", &good, "--position", "1 2 3"];
    let reason = untested(&words);
    assert!(
        reason.starts_with(
            "no move was played: Nim (--against) and Nim (--with) have no common starting position"
        ),
        "{reason}"
    );
}
