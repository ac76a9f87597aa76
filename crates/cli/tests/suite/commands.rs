//! Tests the output of the commands, with both engines.

use std::fs;

use crate::common::{RECORD, json, refusal, stdout, temporary};
use serde_json::json;

const ENGINES: [&str; 2] = ["fast", "reference"];

#[test]
fn replay_prints_the_last_board_with_groups_and_scores() {
    for engine in ENGINES {
        let text = stdout(&["replay", "-", "--engine", engine], RECORD);
        assert!(text.starts_with("ply 6 of 6: B[P51f8]\n"), "{text}");
        for line in ["white to move", "scores: white -57, black -57 (0)", "groups: 2", "sections: 1"] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        assert!(!text.contains('\u{1b}'));
    }
}

#[test]
fn replay_shows_the_plies_asked_for() {
    let headers = |arguments: &[&str]| -> Vec<String> {
        let text = stdout(&[&["replay", "-"], arguments].concat(), RECORD);
        text.lines().filter(|line| line.starts_with("ply ")).map(String::from).collect()
    };
    assert_eq!(headers(&["--each"]).len(), 7);
    assert_eq!(headers(&["--to", "2"]), ["ply 2 of 6: B[P55h8]"]);
    assert_eq!(headers(&["--from", "5"]), ["ply 5 of 6: W[P62g9]", "ply 6 of 6: B[P51f8]"]);
    assert_eq!(headers(&["--from", "0", "--to", "1"]), ["ply 0 of 6: the start", "ply 1 of 6: W[P63i9]"]);
}

#[test]
fn replay_holds_both_engines_against_each_other() {
    let text = stdout(&["replay", "-", "--engine", "both"], RECORD);
    assert!(text.ends_with("\nThe engines agree.\n"), "{text}");
    let report = json(&["replay", "-", "--engine", "both", "--json", "--from", "4"], RECORD);
    assert_eq!((&report["verdict"], &report["divergence"]), (&json!("agree"), &json!(null)));
    assert_eq!(json(&["replay", "-", "--json"], RECORD)["verdict"], json!(null));
    assert_eq!(report["plies"], json!([4, 5, 6]));
    assert_eq!(report["states"][2]["ply"], 6);
    assert_eq!(report["moves"][0], "W[P63i9]");
}

#[test]
fn replay_writes_a_picture_next_to_its_text_or_instead() {
    let path = temporary("replay.svg");
    let text = stdout(&["replay", "-", "--svg", path.to_str().unwrap()], RECORD);
    assert!(text.starts_with("ply 6 of 6"));
    let picture = fs::read_to_string(path).unwrap();
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
    assert_eq!(stdout(&["replay", "-", "--svg", "-"], RECORD), picture);
}

#[test]
fn replay_writes_what_it_replayed_as_a_record() {
    assert_eq!(stdout(&["replay", "-", "--record", "-"], RECORD).trim_end(), RECORD.trim_end());
    let path = temporary("replay.txt");
    let text = stdout(&["replay", "-", "--to", "2", "--record", path.to_str().unwrap()], RECORD);
    assert!(text.starts_with("ply 2 of 6"));
    assert_eq!(fs::read_to_string(path).unwrap(), "W[P63i9];B[P55h8]\n");
}

#[test]
fn games_of_margo_are_read_and_written_as_in_the_book() {
    let read =
        |text: &str| stdout(&["replay", "-", "--game", "margo", "--record", "-", "--engine", "both"], text);
    for (text, printed) in [
        ("1 C5* 2 E5 3 C7 4 Resign\nWhite wins\n", "1 C5* 2 E5 3 C7\n"),
        ("Start[4 swap] 1 C5* 2 E5", "Start[4 swap white 0]\n1 C5* 2 E5\n"),
        ("Start[3 atari white 0];W[A3];B[A1];W[C1]", "Start[3 atari white 0]\n1 A3 2 A1 3 C1\nResult: W+2\n"),
        ("# a comment\n1 c5\n2. e5 # another\n", "1 C5 2 E5\n"),
    ] {
        assert_eq!(read(text), printed);
        assert_eq!(read(printed), printed);
    }
}

#[test]
fn games_of_chess_are_read_and_written_in_portable_game_notation() {
    let read =
        |text: &str| stdout(&["replay", "-", "--game", "chess", "--record", "-", "--engine", "both"], text);
    let printed = "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    for text in ["W[f2f3];B[e7e5];W[g2g4];B[d8h4]", "1.f3 e5 2.g4 Qh4", printed] {
        assert_eq!(read(text), printed);
    }
    let drawn = "Start[4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 draws auto];W[e1c1]\n";
    assert_eq!(read(drawn), drawn);
    let refused = refusal(&["replay", "-", "--game", "chess"], b"1. e4 e5 2. Ke3");
    assert_eq!(
        refused,
        "standard input: line 1, column 13: \"Ke3\" is not a legal move there: a king does not move from e1 to e3"
    );
}

#[test]
fn a_refused_move_of_chess_is_explained_in_words() {
    for (game, told) in [
        ("W[e2e5]", "W[e2e5] is illegal: a pawn does not move from e2 to e5"),
        (
            "Start[4k3/4p3/8/K4P1r/8/8/8/8 b - - 0 1];B[e7e5];W[f5e6]",
            "W[f5e6] is illegal: en passant would expose the king",
        ),
        ("W[e1g1]", "W[e1g1] is illegal: the bishop on f1 is in the way of castling"),
        (
            "Start[4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1];W[e1g1]",
            "W[e1g1] is illegal: the king would castle through check on f1",
        ),
    ] {
        let refused = refusal(&["replay", "-", "--game", "chess", "--engine", "both"], game.as_bytes());
        assert!(refused.ends_with(told), "{refused}");
    }
    let square = refusal(&["show", "--game", "chess", "4k3/8/8/8/8/8/8/4K3 w - i9 0 1"], b"");
    assert!(!square.contains("cell"), "{square}");
}

#[test]
fn one_of_several_games_is_chosen_by_its_number() {
    let two = "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. d4 *\n";
    let chess = |command: &[&'static str]| [command, &["-", "--game", "chess"]].concat();
    let read =
        |number| stdout(&[&chess(&["replay"])[..], &["--record", "-", "--number", number]].concat(), two);
    assert_eq!([read("1"), read("2")].map(|game| game.contains("1. e4 e5 *")), [true, false]);
    let divided = ["divide", "chess", "1", "--record", "-", "--number", "2"];
    assert!(stdout(&divided, two).contains("20"));
    let another = "standard input: line 5, column 1: another game begins here; keep one game, or choose one with --number";
    assert_eq!(refusal(&["divide", "chess", "1", "--record", "-"], two.as_bytes()), another);
    let none = refusal(&[&chess(&["replay"])[..], &["--number", "3"]].concat(), two.as_bytes());
    assert_eq!(none, "standard input: line 8, column 1: there is no game 3; the text has 2");
    let one = refusal(&[&chess(&["replay"])[..], &["--number", "2"]].concat(), b"W[e2e4]");
    assert_eq!(one, "--number 2: standard input is not a file of several games");
}

#[test]
fn show_takes_what_the_protocol_prints() {
    let position = json(&["replay", "-", "--json"], RECORD)["position"].as_str().unwrap().to_string();
    for engine in ENGINES {
        let report = json(&["show", &position, "--engine", engine, "--json"], "");
        assert_eq!(report["position"], position.as_str());
        assert_eq!(report["state"]["scores"], json!({"white": -57, "black": -57}));
    }
    let words: Vec<&str> = position.split(' ').collect();
    let text = stdout(&[&["show"], &words[..]].concat(), "");
    assert!(text.contains("\ngroups: 2\n"), "{text}");
    assert!(stdout(&["show", &position, "--svg"], "").starts_with("<svg "));
}

#[test]
fn colour_is_for_terminals_unless_asked_for() {
    let with =
        |arguments: &[&str]| stdout(&[&["show", "9", "W63i9"], arguments].concat(), "").contains('\u{1b}');
    assert!(with(&["--color", "always"]) && with(&["--colour", "always"]));
    assert!(!with(&[]) && !with(&["--color", "never"]));
}

#[test]
fn octal_numbers_are_an_alternative() {
    assert!(stdout(&["show", "9", "W33i9"], "").contains("33"));
    assert!(stdout(&["show", "9", "W33i9", "--octal"], "").contains("03"));
}

#[test]
fn perft_counts_and_divides() {
    for engine in ENGINES {
        let report =
            json(&["perft", "dominions", "2", "--size", "2", "--engine", engine, "--divide", "--json"], "");
        assert_eq!(report["nodes"], 3139);
        assert!(report["seconds"].is_f64());
        let divide = report["divide"].as_object().unwrap();
        assert_eq!(divide.len(), 106);
        assert_eq!(divide.values().map(|nodes| nodes.as_u64().unwrap()).sum::<u64>(), 3139);
        assert!(divide.keys().is_sorted());
        let text = stdout(&["perft", "dominions", "1", "--size", "3", "--engine", engine], "");
        assert!(text.starts_with("574 nodes in "), "{text}");
    }
    let text = stdout(&["perft", "dominions", "1", "--size", "2", "--divide"], "");
    assert_eq!(text.lines().filter(|line| line.ends_with(": 1")).count(), 106);
    assert!(stdout(&["perft", "dominions", "0"], "").starts_with("1 node in "));
    assert_eq!(json(&["perft", "dominions", "0", "--divide", "--json"], "")["nodes"], 1);
}

#[test]
fn perft_begins_where_it_is_asked_to() {
    let report = |arguments: &[&str]| json(&[&["perft", "tribolo", "2", "--json"], arguments].concat(), "");
    let start = "5x4 G...R...B#.......... green 0";
    for arguments in [
        &["--size", "5x4", "--seed", "9"][..],
        &["--seed", "9", "--size", "5", "4"],
        &["--size", "5x4", "seed", "9"],
        &["--position", "5x4 G...R...B#.......... green"],
    ] {
        assert_eq!(report(arguments)["start"], start, "{arguments:?}");
    }
    assert_eq!(report(&["--position", "5x1 .RB#. blue", "--divide"])["nodes"], 0);
    assert_eq!(json(&["perft", "tribolo", "1", "--position", "5x1 .RB#. blue", "--json"], "")["nodes"], 1);
    assert_eq!(
        json(&["perft", "margo", "1", "--size", "3", "players", "3", "--json"], "")["start"],
        "3 players 3 white 0"
    );
    let seedless = refusal(&["perft", "dominions", "1", "--seed", "7"], b"");
    assert_eq!(seedless, "dominions has no random setup, so it does not take a seed");
    assert!(
        refusal(&["perft", "tribolo", "1", "--position", "5x1 .RB"], b"").starts_with("invalid position: ")
    );
}

#[test]
fn results_of_three_players_are_reported_once_and_ties_name_who_shares() {
    let show = |position: &str| stdout(&["show", "--game", "tribolo", position], "");
    for (position, lines) in [
        ("3x1 BRG red", ["game over: shared", "scores: blue 1, red 1, green 1"]),
        ("5x1 BBRRG red", ["game over: shared by blue and red", "scores: blue 2, red 2, green 1"]),
        ("5x1 BBRGG red", ["game over: shared by blue and green", "scores: blue 2, red 1, green 2"]),
    ] {
        let text = show(position);
        assert!(lines.iter().all(|line| text.lines().any(|found| found == *line)), "{text}");
    }
    let picture = stdout(&["show", "--game", "tribolo", "5x1 BBRGG red", "--svg", "-"], "");
    assert!(
        picture.contains(">game over: shared by blue and green</text>"),
        "the words of the terminal: {picture}"
    );
    let text = stdout(&["exhaust", "tribolo", "--size", "3", "1", "--seed", "1"], "");
    assert!(text.ends_with("ends: blue 1 red 1 green 1: 1\n"), "{text}");
}

#[test]
fn a_mark_before_a_record_is_no_part_of_it() {
    let marked = format!("\u{feff}{RECORD}");
    assert_eq!(stdout(&["replay", "-"], &marked), stdout(&["replay", "-"], RECORD));
}

#[test]
fn what_a_record_should_have_is_said_in_terms_of_the_game() {
    let refused = |game: &str| refusal(&["replay", "-", "--game", game], b"blah");
    assert!(refused("tribolo").contains("such as B[...]"), "{}", refused("tribolo"));
    assert!(refused("dominions").contains("such as W[pass]"));
}

#[test]
fn playout_measures_and_is_reproducible() {
    for engine in ENGINES {
        let play = |seed: &str| {
            let size = ["--size", "4", "--engine", engine];
            let report = json(
                &[&["playout", "dominions", "--games", "20", "--json", "--seed", seed], &size[..]].concat(),
                "",
            );
            assert_eq!(report["games"], 20);
            for key in ["plies", "seconds", "plies_per_second", "mean_legal"] {
                assert!(report[key].as_f64().unwrap() > 0.0, "{key}");
            }
            (report["plies"].clone(), report["mean_legal"].clone())
        };
        assert_eq!(play("7"), play("7"));
        assert_ne!(play("7"), play("8"));
    }
    // Many games are needed, because nearly all have the same length.
    let plies = |options: &[&str]| {
        let report = json(&[&["playout", "tribolo", "--json"], options].concat(), "");
        report["plies"].as_u64().unwrap()
    };
    assert_eq!(
        plies(&["--games", "401", "--seed", "7", "--jobs", "2"]),
        plies(&["--games", "201", "--seed", "7"]) + plies(&["--games", "200", "--seed", "8"])
    );
    assert!(stdout(&["playout", "dominions", "--games", "3"], "").starts_with("3 games of dominions, "));
    assert!(stdout(&["playout", "dominions", "--games", "1"], "").starts_with("1 game of dominions, "));
    assert_eq!(json(&["playout", "dominions", "--games", "0", "--json"], "")["plies_per_second"], 0.0);
}

#[test]
fn every_command_has_help_with_an_example() {
    let top = stdout(&["--help"], "");
    let names = [
        "check",
        "exhaust",
        "merge",
        "solve",
        "query",
        "replay",
        "show",
        "perft",
        "divide",
        "playout",
        "shrink",
        "policies",
        "new",
        "probe",
        "gtp",
        "match",
        "serve",
        "bridge",
        "completions",
        "man",
    ];
    let listed =
        top.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let listed: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(listed.iter().all(|name| *name == "help" || names.contains(name)), "{listed:?}");
    for name in names {
        assert!(top.lines().any(|line| line.trim_start().starts_with(name)), "{name}");
        let help = stdout(&[name, "--help"], "");
        assert!(help.contains("\nExample") && help.contains(&format!("bustan {name}")), "{help}");
    }
}

#[test]
fn completions_and_manual_pages_cover_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&["completions", shell], "").contains("playout"), "{shell}");
    }
    let fish = stdout(&["completions", "fish"], "");
    for command in ["check", "exhaust", "solve", "perft", "divide", "playout", "gtp"] {
        let games = fish.lines().find(|line| {
            line.starts_with(&format!(
                "complete -c bustan -n \"__fish_bustan_using_subcommand {command}; and not "
            ))
        });
        assert!(games.is_some_and(|line| line.contains(" -f -a \"dominions ")), "{command}: {games:?}");
    }
    let pages = stdout(&["man"], "");
    for page in ["bustan 1", "bustan-replay 1", "bustan-playout 1", "bustan-man 1"] {
        assert!(pages.contains(&format!(".TH {page}")), "{page}");
    }
    let dir = temporary("man");
    fs::create_dir_all(&dir).unwrap();
    assert_eq!(stdout(&["man", "--dir", dir.to_str().unwrap()], ""), "");
    assert!(dir.join("bustan.1").is_file() && dir.join("bustan-gtp.1").is_file());
    assert!(
        !pages.contains('`') && !pages.contains("EXTRA") && !pages.contains("Possible values"),
        "{pages}"
    );
    let page = fs::read_to_string(dir.join("bustan-replay.1")).unwrap();
    let section = |title: &str| {
        let text = page.split_once(&format!(".SH {title}\n")).expect(title).1;
        text.split(".SH ")
            .next()
            .unwrap()
            .replace("\\fB", "")
            .replace("\\fI", "")
            .replace("\\fR", "")
            .replace("\\-", "-")
    };
    let synopsis = section("SYNOPSIS");
    let shown = "bustan replay [--game GAME] [--number N] [--engine ENGINE] [--against CMD] [--with ENGINE]";
    assert!(synopsis.contains(shown) && synopsis.contains(" FILE\n"), "{synopsis}");
    assert!(
        section("NAME").contains("Replay a recorded game")
            && !section("DESCRIPTION").contains("a recorded game")
    );
    assert!(section("OPTIONS").contains("Which engine replays: fast, reference, both"));
    let examples = section("EXAMPLES");
    assert!(
        examples.contains(".nf\n") && examples.contains("\nbustan replay game.txt --from 58 --to 61  "),
        "{examples}"
    );
    assert!(
        fs::read_to_string(dir.join("bustan-show.1")).unwrap().contains("[\\fB\\-\\-svg\\fR [\\fIFILE\\fR]]")
    );
    assert!(fs::read_to_string(dir.join("bustan.1")).unwrap().contains("EXIT STATUS"));
}
