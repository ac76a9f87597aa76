//! Tests comparing one program with itself, in the mirror of a symmetry and at the same position.

use std::fs;

use crate::common::{
    agrees, answered, check, differs, is_thorough, python, refusal, run, server, temporary, told,
};
use serde_json::Value;

const MORRIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/morris.py");

const UPSIDE_DOWN: &str = "a1<->a3 b1<->b3 c1<->c3 a2->a2 b2->b2 c2->c2 x->x o->o";
const LEFT_TO_RIGHT: &str = "a1<->c1 a2<->c2 a3<->c3 b1->b1 b2->b2 b3->b3 x->x o->o";
const TURNED: &str = "a1->a3 a3->c3 c3->c1 c1->a1 a2->b3 b3->c2 c2->b1 b1->a2 b2->b2 x->x o->o";

/// Writes a file for a test, and returns its path.
fn file(name: &str, lines: &[&str]) -> String {
    let path = temporary(name);
    fs::write(&path, lines.join("\n")).unwrap();
    path.to_str().unwrap().into()
}

/// The first arguments of a check of the morris game with `slips`.
fn morris(slips: &str) -> [String; 3] {
    ["any".into(), "--against".into(), python(MORRIS, slips)]
}

fn words<'a>(morris: &'a [String], others: &[&'a str]) -> Vec<&'a str> {
    let limits = ["--plies", "30", "--shrink-time", "15s"];
    morris.iter().map(String::as_str).chain(others.iter().copied()).chain(limits).collect()
}

#[test]
fn an_engine_agrees_with_itself_in_the_mirror_of_each_symmetry() {
    let symmetries = file("morris.txt", &["# all cells", UPSIDE_DOWN, "", LEFT_TO_RIGHT, TURNED]);
    let sound = morris("");
    let words = words(&sound, &["--games", "20", "--symmetry", &symmetries]);
    let (code, text) = answered(run(&[&["check"], &words[..]].concat(), b""));
    assert_eq!(code, Some(0), "{text}");
    for line in [2, 4, 5] {
        assert!(text.contains(&format!("any ({symmetries}:{line})  agree            20 games")), "{text}");
        let compared = "compared in 20 games: turn, legal moves, board, last, over, ply; in part: winner (17), result (17)";
        assert!(text.contains(&format!("any ({symmetries}:{line}): {compared}")), "{text}");
    }
    assert!(text.contains("\n3 symmetries, "), "{text}");
    assert!(
        text.contains(
            "not compared: hash, positions (not reported by Morris mirrored (a1<->a3 b1<->b3 ...))"
        ),
        "{text}"
    );
}

#[test]
fn one_line_of_a_file_is_one_symmetry_and_its_time_is_shared() {
    let symmetries = file("morris-lines.txt", &[UPSIDE_DOWN, LEFT_TO_RIGHT]);
    let sound = morris("");
    let one = format!("{symmetries}:2");
    let (_, report) = check("morris-line", &words(&sound, &["--games", "3", "--symmetry", &one]));
    assert_eq!(report["checked"].as_array().unwrap().len(), 1, "{report}");
    assert_eq!(report["checked"][0]["game"], format!("any ({one})"));
    assert_eq!(report["checked"][0]["engines"][1], "Morris mirrored (a1<->c1 a2<->c2 ...)");
    let (_, report) = check("morris-time", &words(&sound, &["--time", "4s", "--symmetry", &symmetries]));
    assert_eq!(report["verdict"], "agree", "{report}");
    let seconds = |part: usize| report["checked"][part]["seconds"].as_f64().unwrap();
    assert!((1.5..4.0).contains(&seconds(0)) && (1.5..4.0).contains(&seconds(1)), "{report}");
}

#[test]
fn what_cannot_be_mapped_by_words_is_never_a_difference() {
    let symmetries = file("morris-text.txt", &[TURNED]);
    let shown = |slips: &str, more: &[&str]| {
        let engine = morris(slips);
        let arguments = words(&engine, &[&["--games", "20", "--symmetry", &symmetries], more].concat());
        let (output, report) = check("morris-text", &arguments);
        assert_eq!(output.status.code(), Some(0), "{report}");
        report["checked"][0]["compared"].clone()
    };
    let compared = shown("text", &[]);
    assert_eq!(compared["not_compared"]["board"], "not reported by Morris mirrored (a1->a3 a3->c3 ...)");
    assert_eq!(compared["compared"]["last"], 20);
    // The engine uses other names for its cells, and the file contains the names after `--map`.
    let compared = shown("names", &["--map", "s/m-//"]);
    assert_eq!(compared["compared"]["board"], 20, "{compared}");
    // Without the names of the players, values that contain them are not compared; without the name of a
    // cell, values that contain the cell are not compared.
    for (left_out, never) in [(" x->x o->o", &["board", "winner", "result"][..]), (" b2->b2", &[])] {
        let symmetries = file("morris-some.txt", &[&TURNED.replace(left_out, "")]);
        let sound = morris("");
        let arguments = words(&sound, &["--games", "20", "--symmetry", &symmetries]);
        let (output, report) = check("morris-some", &arguments);
        let compared = &report["checked"][0]["compared"];
        assert_eq!(output.status.code(), Some(0), "{report}");
        assert_eq!(compared["compared"]["legal moves"], 20, "{report}");
        for key in never {
            let why = "not reported by Morris mirrored (a1->a3 a3->c3 ...)";
            assert_eq!(compared["not_compared"][key], why, "{key}: {report}");
        }
    }
}

#[test]
fn a_flaw_in_one_place_is_found_in_the_mirror_and_shrunk() {
    let symmetries = file("morris-flaws.txt", &[UPSIDE_DOWN, LEFT_TO_RIGHT]);
    // With the first slip, three stones in column c do not win, which only the second symmetry reveals.
    let slips = [("column", 2, 5), ("corner", 1, 3)];
    for (slip, line, moves) in slips.into_iter().take(if is_thorough() { 2 } else { 1 }) {
        let flawed = morris(slip);
        let arguments = words(&flawed, &["--games", "100", "--symmetry", &symmetries]);
        let (output, report) = check(&format!("morris-{slip}"), &arguments);
        assert_eq!(output.status.code(), Some(1), "{report}");
        let verdicts: Vec<&Value> =
            report["checked"].as_array().unwrap().iter().map(|part| &part["verdict"]).collect();
        assert_eq!(verdicts, [if slip == "column" { "agree" } else { "differ" }, "differ"], "{slip}");
        let finding = &report["findings"][0];
        assert_eq!((&finding["moves"], &finding["reproducible"]), (&moves.into(), &true.into()), "{finding}");
        let replay = finding["replay"].as_str().unwrap();
        assert!(replay.contains(&format!(" --symmetry {symmetries}:{line}")), "{replay}");
        let (code, text) = answered(told(replay));
        assert!(code == Some(1) && text.contains(finding["headline"].as_str().unwrap()), "{text}");
        assert!(text.contains("+- Morris -") && text.contains("+- Morris mirrored (a1<->"), "{text}");
        let (code, text) = answered(told(&replay.replace(&format!("morris.py {slip}"), "morris.py")));
        assert!(code == Some(0) && text.contains("The engines agree"), "{text}");
        // The long game can be shrunk again.
        let original = finding["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap());
        let original = original.into_iter().find(|file| file.ends_with(".original.txt")).unwrap().to_string();
        let shrink = replay.replacen("bustan replay ", "bustan shrink ", 1);
        let short = shrink.split_whitespace().nth(2).unwrap().to_string();
        let (code, text) = answered(told(&(shrink.replacen(&short, &original, 1) + " --time 15s")));
        assert!(code == Some(1) && text.contains(&format!("The game ({moves} moves")), "{text}");
        // Findings about a symmetry are rechecked when that symmetry is checked.
        let dir = temporary(&format!("morris-{slip}"));
        let out = ["check", "--out", dir.to_str().unwrap()];
        let (_, text) = answered(run(
            &[&out, &words(&flawed, &["--games", "3", "--symmetry", &symmetries])[..]].concat(),
            b"",
        ));
        assert!(text.contains("still there: any-") && !text.contains("gone: any-"), "{text}");
    }
}

#[test]
fn a_file_without_sound_symmetries_is_refused() {
    let sound = morris("");
    let refused = |name: &str, lines: &[&str], problem: &str| {
        let path = file(name, lines);
        let words = words(&sound, &["--symmetry", &path]);
        assert_eq!(refusal(&[&["check"], &words[..]].concat(), b""), format!("{path}{problem}"));
    };
    refused(
        "pair.txt",
        &["# none", "a1 b1"],
        ", line 2, column 1: \"a1\" is not a word and its image, as in \"a1->c1\" or \"a1<->c1\"",
    );
    refused("twice.txt", &["a1<->b1 a1->c1"], ", line 1, column 1: \"a1\" is mapped twice");
    refused(
        "shared.txt",
        &["a1->c1 b1->c1 c1->a1"],
        ", line 1, column 1: \"c1\" is the image of two words, \"a1\" and \"b1\"",
    );
    let open = ", line 1, column 1: \"c1\" is the image of \"a1\" and has none itself; to swap the two, write a1<->c1";
    refused("open.txt", &["a1->c1"], open);
    refused("same.txt", &["a1->a1"], ", line 1, column 1: no word is mapped to another");
    refused("empty.txt", &["# nothing", ""], ": it contains no symmetries");
    let good = file("good.txt", &[UPSIDE_DOWN, "# none", LEFT_TO_RIGHT]);
    let tell = |arguments: &[&str]| refusal(arguments, b"");
    let check = |more: &[&str]| tell(&[&["check"], &words(&sound, more)[..]].concat());
    assert!(check(&["--symmetry", "no-such.txt"]).starts_with("cannot read no-such.txt: "));
    assert_eq!(check(&["--symmetry", &format!("{good}:2")]), format!("{good}: no symmetry in line 2"));
    assert!(check(&["--symmetry", "-"]).contains("name a file"));
    assert!(check(&["--symmetry", &good, "--with", &sound[2]]).contains("cannot be used with"));
    let known = ["check", "tictactoe", "--against", &sound[2], "--symmetry", &good];
    assert_eq!(tell(&known), "--symmetry is only for the game any");
    let record = file("morris-record.txt", &["clear_board", "play x a1"]);
    let replay = ["replay", &record, "--game", "any", "--against", &sound[2], "--symmetry", &good];
    let several = format!("--symmetry: there are 2 symmetries; name one by its line, as in {good}:1");
    assert_eq!(tell(&replay), several);
    assert_eq!(tell(&[&["shrink"], &replay[1..]].concat()), several);
    // Games from the start cannot have a symmetry that swaps the players, unless either player may begin.
    let players = file("players.txt", &["x<->o"]);
    let begins =
        format!("{players}:1: x begins, and o in the mirror; games from the start do not have this symmetry");
    assert_eq!(check(&["--symmetry", &players]), begins);
}

#[test]
fn the_same_position_must_mean_the_same_where_texts_say_everything() {
    let [sound, remembers, hashes] = ["", "remembers", "hashes"].map(morris);
    let with = |engine: &[String; 3], more: &[&str]| {
        let line = engine[2].clone();
        [engine.to_vec(), vec!["--with".into(), line]]
            .concat()
            .into_iter()
            .chain(more.iter().map(|word| word.to_string()))
            .collect::<Vec<_>>()
    };
    let arguments = with(&sound, &["--games", "20", "--whole-positions", "1"]);
    let (output, report) = check("morris-whole", &words(&arguments, &[]));
    assert_eq!(output.status.code(), Some(0), "{report}");
    let again = &report["checked"][0]["compared"]["compared"]["positions that came again"];
    assert!(again.as_u64().unwrap() > 3, "{report}");
    // A text with its counter never recurs, and without the option nothing is compared.
    for more in [&["--whole-positions", "0"][..], &[]] {
        let arguments = with(&remembers, &[&["--games", "20"], more].concat());
        agrees("morris-unasked", &words(&arguments, &[]));
    }
    for (engine, shortest, what) in
        [(&remembers, 10, "legal only at ply "), (&hashes, 10, "but its hash was ")]
    {
        let arguments = with(engine, &["--games", "40", "--whole-positions", "1"]);
        let finding = differs("morris-means", &words(&arguments, &[]));
        assert_eq!((&finding["kind"], &finding["reproducible"]), (&"law".into(), &true.into()), "{finding}");
        assert_eq!(finding["moves"], shortest, "{finding}");
        let headline = finding["headline"].as_str().unwrap();
        assert!(headline.starts_with("Morris (--") && headline.contains(": the position \""), "{headline}");
        assert!(
            headline.contains(" of ply 6 occurs again at ply 10, but ") && headline.contains(what),
            "{headline}"
        );
        let replay = finding["replay"].as_str().unwrap();
        assert!(replay.contains(" --whole-positions 1"), "{replay}");
        let (code, text) = answered(told(replay));
        assert!(code == Some(1) && text.contains(headline), "{text}");
    }
    let known = ["check", "tictactoe", "--against", &server("tictactoe"), "--whole-positions", "0"];
    assert!(refusal(&known, b"").starts_with("--whole-positions is only for the game any; "));
}
