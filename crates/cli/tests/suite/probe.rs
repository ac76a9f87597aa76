//! Tests `bustan probe`, the log of a program, and the use of both in a check.

use std::collections::BTreeMap;
use std::fs;

use crate::common::{answered, python, refusal, run, server, temporary};
use serde_json::Value;

const SLOPPY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/sloppy.py");
const RACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/race.py");
const MARKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/marks.py");

/// Probes a program, and returns the exit code and the report.
fn probed(game: &str, program: &str) -> (i32, Value) {
    let output = run(&["probe", game, "--against", program, "--json"], b"");
    let report = serde_json::from_slice(&output.stdout).unwrap();
    (output.status.code().unwrap(), report)
}

/// Checks the program with `slips`, and returns the exit code and the output.
fn checked(name: &str, slips: &str, more: &[&str]) -> (Option<i32>, String) {
    let (dir, subject) = (temporary(name), python(SLOPPY, slips));
    let places = ["--against", &subject, "--out", dir.to_str().unwrap(), "--shrink-time", "3s"];
    answered(run(&[&["check", "tictactoe", "--games", "5"], &places[..], more].concat(), b""))
}

/// The slips of the only program in a report.
fn slips(report: &Value) -> Vec<&str> {
    let trials = report["programs"][0]["trials"].as_array().unwrap();
    let slips = trials.iter().filter(|trial| trial["outcome"] == "slip");
    slips.map(|trial| trial["words"].as_str().unwrap()).collect()
}

#[test]
fn engines_of_this_program_do_not_slip() {
    for game in ["dominions", "margo", "tribolo", "tictactoe", "abrobad", "chess"] {
        let (code, report) = probed(game, &server(game));
        assert_eq!((code, &report["slips"]), (0, &0.into()), "{report}");
        let known = report["programs"][0]["knows"].as_array().unwrap();
        assert_eq!(known.len(), 10, "{report}");
        let trials = report["programs"][0]["trials"].as_array().unwrap();
        let impossible = |trial: &&Value| trial["should"] == "refuses a position that cannot occur";
        assert_eq!(trials.iter().find(impossible).unwrap()["outcome"], "good", "{report}");
        assert_eq!(probed("any", &server(game)).1["slips"], 0, "{game} as a game that is not known");
    }
    // The same applies to a program that does not report whether a move is legal.
    for told in ["", "doubts", "sets"] {
        let (code, report) = probed("tictactoe", &python(SLOPPY, told));
        assert_eq!((code, slips(&report)), (0, vec![]), "{report}");
    }
}

#[test]
fn every_slip_of_an_adapter_is_named() {
    for (slip, words) in [
        ("colour", "plays a move of the wrong colour: it answers \"play o a1\" with \"=\""),
        ("colour", "plays a second move of the same colour: it answers \"play x a2\" with \"=\""),
        (
            "size",
            "accepts meaningless words after boardsize: it answers \"boardsize 5 no-such-variant\" with \"=\"",
        ),
        ("nonsense", "plays a word that is not a move: it answers \"play x zz99\" with \"=\""),
        ("undo", "takes back a move at the start: it answers \"undo\" with \"=\""),
        ("clear", "shows another position after clear_board than at its start"),
        ("twice", "lists a1 twice at the start"),
        (
            "wipes",
            "shows another position after it refused a move: \
                it answers \"play x a2\" with \"? illegal move\"",
        ),
        ("keeps", "shows another position after undo than before a1"),
        ("balks", "refuses undo, which it knows: it answers \"undo\" with \"? cannot undo\""),
        ("refuses", "refuses a move that it lists: it answers \"play x a1\" with \"? illegal move\""),
        (
            "garbles",
            "reports a state that is not a JSON object: it answers \"bustan-state\" with \"= no state\"",
        ),
        ("dies", "the process ended at play: exit code 1 (KeyError: 'zz99')"),
        (
            "sets takes",
            "accepts a text that is not a position: it answers \"bustan-setup !?zz99?!\" with \"=\"",
        ),
        (
            "sets lax",
            "accepts a position that cannot occur: it answers \"bustan-setup xxx...... o\" with \"=\"",
        ),
        (
            "sets forgets",
            "shows another position after it refused one: \
                it answers \"bustan-setup !?zz99?!\" with \"? invalid position\"",
        ),
    ] {
        let (code, report) = probed("tictactoe", &python(SLOPPY, slip));
        assert!(code == 1 && slips(&report).contains(&words), "{slip}: {report}");
        assert!(!slip.starts_with("sets") || slips(&report).len() == 1, "{slip}: {report}");
    }
    let (code, report) = probed("tictactoe", &python(SLOPPY, "end"));
    let told = slips(&report).join("\n");
    assert!(code == 1 && told.contains("lists moves after the end of the game, "), "{report}");
    assert!(told.contains("plays a move after the end of the game: it answers \"play "), "{report}");
    let sized = run(&["probe", "margo", "--size", "4", "--against", &python(SLOPPY, ""), "--json"], b"");
    let report = serde_json::from_slice(&sized.stdout).unwrap();
    let told = "refuses the size: it answers \"boardsize 4\" with \"? unacceptable size\"";
    assert!(sized.status.code() == Some(1) && slips(&report).contains(&told), "{report}");
    let text = answered(run(&["probe", "tictactoe", "--against", &python(SLOPPY, "undo")], b"")).1;
    assert!(text.starts_with("Sloppy: ") && text.ends_with("\n1 mistake\n"), "{text}");
    assert!(text.contains("\nits state holds: to_move, board, last\n"), "{text}");
}

#[test]
fn signs_among_a_position_must_not_be_passed_over_in_a_game_that_is_not_known() {
    let (code, report) = probed("any", &python(SLOPPY, "sets skips"));
    let told = slips(&report);
    assert!(code == 1 && told.len() == 1, "{report}");
    let words = "accepts its own position with meaningless characters in it: it answers \"bustan-setup ";
    assert!(told[0].starts_with(words) && told[0].contains("!?zz99?!"), "{report}");
}

#[test]
fn a_set_up_that_must_be_refused_is_tried_in_the_first_game() {
    for (slips, words) in [
        ("lax", "Sloppy: accepts the position"),
        ("forgets", "after it refused the position \"xxx...... o\""),
    ] {
        let (code, text) = checked(&format!("set-up-{slips}"), &format!("sets {slips}"), &[]);
        assert!(code == Some(1) && text.contains(words), "{text}");
    }
    assert_eq!(checked("set-up", "sets", &[]).0, Some(0));
}

#[test]
fn what_cannot_be_probed_is_an_error() {
    let needed = "name the program to try out: --against CMD";
    assert_eq!(refusal(&["probe"], b""), needed);
    let absent = refusal(&["probe", "--against", "/no/such/program"], b"");
    assert!(absent.starts_with("--against: cannot start \"/no/such/program\": "), "{absent}");
    let log = refusal(&["probe", "--against", "true", "--log", "/no/such/place/log"], b"");
    assert!(log.starts_with("--log: cannot write /no/such/place/log: "), "{log}");
}

#[test]
fn a_check_that_finds_something_hints_at_slips() {
    let (code, text) = checked("hints", "end size", &[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("\nPossible cause (bustan probe shows more):\n"), "{text}");
    assert!(text.contains("  Sloppy: accepts meaningless words after boardsize: "), "{text}");
    let dir = temporary("hints-begin");
    let hints = |subject: &str, oracle: &str, more: &[&str]| {
        let places = ["--against", subject, "--with", oracle, "--out", dir.to_str().unwrap()];
        let limits = ["--games", "40", "--shrink-time", "3s"];
        answered(run(&[&["check", "any"], &limits[..], &places, more].concat(), b"")).1
    };
    // The probes begin like the games, with the given players.
    let text = hints(&python(SLOPPY, "end size"), &python(SLOPPY, ""), &["--size", "3"]);
    assert!(text.contains("it answers \"boardsize 3 no-such-variant\""), "{text}");
    let text = hints(&python(MARKS, "forgets"), &python(MARKS, ""), &["--colours", "x,o"]);
    assert!(text.contains("signature ") && !text.contains("name them with --colours"), "{text}");
    let (code, text) = checked("no-hints", "", &[]);
    assert!(code == Some(0) && !text.contains("probe"), "{text}");
}

#[test]
fn a_move_that_is_played_but_not_listed_is_reported_so() {
    let (code, text) = checked("unlisted", "unlisted", &[]);
    assert_eq!(code, Some(1), "{text}");
    let headline = "tictactoe: Sloppy: does not list b2, but plays it; reference: lists it\n";
    assert!(text.contains(headline) && text.contains("(1 move, "), "{text}");
}

#[test]
fn answers_that_slipped_by_one_command_are_reported_so() {
    let (code, text) = checked("slipped", "echoes", &[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("its bustan-state is not a JSON object"), "{text}");
    assert!(text.contains("one before it was answered twice or not at all"), "{text}");
}

#[test]
fn a_program_for_another_game_is_reported_so() {
    let (code, report) = probed("tictactoe", &server("dominions"));
    assert_eq!(code, 1, "{report}");
    let told = slips(&report).join("\n");
    assert!(told.contains(", which is not a move of tictactoe"), "{told}");
    assert!(told.contains(" is to move; the players of tictactoe are x, o"), "{told}");
}

#[test]
fn a_wrong_colour_is_tried_though_the_players_are_not_known() {
    let (code, report) = probed("any", &python(SLOPPY, "colour"));
    assert_eq!(code, 1, "{report}");
    let told = slips(&report).join("\n");
    assert!(told.contains("plays a move of the wrong colour: it answers \"play o a1\""), "{told}");
}

#[test]
fn the_log_has_everything_that_is_said_and_the_report_the_last_of_it() {
    let (dir, log) = (temporary("logged"), temporary("talk.txt"));
    let subject = python(SLOPPY, "end");
    let arguments =
        ["check", "tictactoe", "--games", "3", "--jobs", "1", "--shrink-time", "5s", "--against", &subject];
    let places = ["--log", log.to_str().unwrap(), "--out", dir.to_str().unwrap()];
    let output = run(&[&arguments[..], &places, &["--json"]].concat(), b"");
    assert_eq!(output.status.code(), Some(1));
    let talk = fs::read_to_string(&log).unwrap();
    assert!(talk.starts_with("1: python3 ") && talk.contains("\n1> name\n1< = Sloppy\n"), "{talk}");
    // Every command to each process has an answer, in order.
    let mut pending: BTreeMap<&str, i64> = BTreeMap::new();
    for line in talk.lines() {
        let at = line.find([':', '>', '<']).unwrap();
        let (process, rest) = line.split_at(at);
        let count = pending.entry(process).or_default();
        match (&rest[..1], &rest[1..]) {
            (">", " quit") | (":", _) => {}
            (">", _) => *count += 1,
            _ => *count -= 1,
        }
        assert!(*count >= 0, "{line}");
    }
    assert!(pending.len() > 1 && pending.values().all(|&left| left == 0), "{pending:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let finding = &report["findings"][0];
    let said = finding["said"][0].as_array().unwrap();
    assert_eq!(said.len(), 24, "{finding}");
    assert!(said.iter().any(|line| line.as_str().unwrap().starts_with("> play x ")), "{finding}");
    assert!(said.iter().any(|line| line.as_str().unwrap().starts_with("< = ")), "{finding}");
    let files = finding["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap());
    let written =
        files.filter(|file| file.ends_with(".report")).map(|file| fs::read_to_string(file).unwrap());
    let written: String = written.collect();
    assert!(written.contains("The last messages to Sloppy (>) and from it (<):\n  "), "{written}");
}

#[test]
fn a_record_is_every_command_that_changed_the_game_and_each_move_of_it_counts() {
    let changes = ["boardsize ", "clear_board", "bustan-setup ", "play ", "undo"];
    let race = [python(RACE, "score"), python(RACE, "")];
    let sloppy = [python(SLOPPY, "swaps size"), python(SLOPPY, "")];
    for (name, programs, more) in [("race", race, &[][..]), ("size", sloppy, &["--size", "3"][..])] {
        let (dir, log) = (temporary(&format!("whole-{name}")), temporary(&format!("whole-{name}.txt")));
        let _ = fs::remove_dir_all(&dir);
        let places = ["--out", dir.to_str().unwrap(), "--log", log.to_str().unwrap(), "--json"];
        let with = ["check", "any", "--games", "1", "--against", &programs[0], "--with", &programs[1]];
        let output = run(&[&with[..], &places, &["--shrink-time", "1ms", "--jobs", "1"], more].concat(), b"");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let files = report["findings"][0]["files"].as_array().expect("a finding").iter();
        let original = files.map(|file| file.as_str().unwrap()).find(|file| file.ends_with(".original.txt"));
        let record = fs::read_to_string(original.unwrap()).unwrap();
        let record: Vec<&str> = record.lines().filter(|line| !line.starts_with('#')).collect();
        let plays = record.iter().filter(|line| line.starts_with("play ")).count();
        let shapes = report["checked"][0]["shapes"].as_object().unwrap().values();
        let covered: u64 = shapes.map(|count| count.as_u64().unwrap()).sum();
        assert_eq!([report["plies"].as_u64().unwrap(), covered], [plays as u64; 2], "{record:?}: {report:#}");
        let talk = fs::read_to_string(&log).unwrap();
        // The commands to each process that change the game.
        let mut told: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (process, command) in talk.lines().filter_map(|line| line.split_once("> ")) {
            if changes.iter().any(|change| command.starts_with(change)) {
                told.entry(process).or_default().push(command);
            }
        }
        let played = |commands: &&Vec<&str>| commands.windows(record.len()).any(|part| part == record);
        let processes = told.values().filter(played).count();
        assert!(processes >= 2, "{name}: no game of both engines is {record:?}: {told:#?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_log_that_lacks_lines_is_an_error_and_what_was_found_stands() {
    let (code, text) = checked("log-full", "swaps", &["--log", "/dev/full"]);
    assert!(code == Some(1) && text.contains("error: --log: some lines were not written: "), "{text}");
}

#[test]
fn every_check_is_made_in_one_game_of_a_program_in_128() {
    let talk = |games: &str| {
        let (log, program) = (temporary(&format!("thorough-{games}.txt")), python(SLOPPY, ""));
        let arguments =
            ["check", "tictactoe", "--games", games, "--jobs", "1", "--against", &program, "--log"];
        let output = run(&[&arguments[..], &[log.to_str().unwrap()]].concat(), b"");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
        fs::read_to_string(&log).unwrap().matches("> undo\n").count()
    };
    // Game 149 is the first of the games that differ.
    let [before, with, behind] = ["149", "150", "151"].map(talk);
    // After each move, the next move is tried and taken back; at the end, all moves are taken back.
    assert!(with - before >= 10 && behind - with < 10, "{before}, {with}, {behind}");
}

#[test]
fn a_program_is_asked_little_more_than_its_moves() {
    for (game, program) in [("tictactoe", python(SLOPPY, "")), ("dominions", server("dominions"))] {
        let log = temporary(&format!("light-{game}.txt"));
        let arguments =
            ["check", game, "--games", "60", "--jobs", "1", "--json", "--against", &program, "--log"];
        let output = run(&[&arguments[..], &[log.to_str().unwrap()]].concat(), b"");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let plies = report["plies"].as_u64().unwrap();
        let talk = fs::read_to_string(&log).unwrap();
        let commands = talk.lines().filter(|line| line.contains("> ")).count() as u64;
        // A ply takes three commands: the move, the list and the state. Beginning a game takes three
        // commands, and starting a process twelve.
        let least = 3 * (plies + 60) + 2 * 12;
        assert!(commands < least * 3 / 2, "{game}: {commands} commands for {plies} plies");
        assert!(plies > 300, "{report}");
        for sampled in ["moves taken back", "refused moves"] {
            let games = report["checked"][0]["compared"]["compared"][sampled].as_u64();
            assert!(games > Some(0), "{sampled}: {report}");
        }
    }
}

#[test]
fn variants_are_played_only_if_a_program_knows_them_and_small_boards_first() {
    let sizes = |game: &str, program: &str, games: &str| -> Vec<String> {
        let log = temporary(&format!("variants-{game}-{}.txt", program.len()));
        let arguments = ["check", game, "--games", games, "--jobs", "1", "--against", program, "--log"];
        run(&[&arguments[..], &[log.to_str().unwrap()]].concat(), b"");
        let talk = fs::read_to_string(&log).unwrap();
        let sizes = talk
            .lines()
            .filter_map(|line| line.strip_prefix("1> boardsize ").or(line.strip_prefix("2> boardsize ")));
        sizes.map(String::from).collect()
    };
    let told = sizes("margo", &server("margo"), "40");
    assert!(told.iter().any(|words| words.contains("swap")), "{told:?}");
    let holes = |words: &String| words.split(' ').next().unwrap().parse::<u32>().unwrap();
    let first: u32 = told.iter().take(4).map(holes).sum();
    assert!(first <= 4 * 3, "small boards first: {told:?}");
    let silent = run(
        &[
            "check",
            "margo",
            "--games",
            "40",
            "--jobs",
            "1",
            "--against",
            &server("margo"),
            "--without",
            "bustan-variants",
            "--log",
            temporary("silent.txt").to_str().unwrap(),
        ],
        b"",
    );
    assert_eq!(silent.status.code(), Some(0), "{}", String::from_utf8_lossy(&silent.stdout));
    let talk = fs::read_to_string(temporary("silent.txt")).unwrap();
    let variants = ["swap", "atari", "cutting", "players"];
    let told = talk.lines().filter(|line| line.contains("> boardsize "));
    let told: Vec<&str> = told.filter(|line| variants.iter().any(|variant| line.contains(variant))).collect();
    assert_eq!(told, Vec::<&str>::new());
    // A variant is played if the setup names it.
    let named = temporary("named.txt");
    let arguments = ["check", "margo", "--size", "3 swap", "--games", "3", "--against", &server("margo")];
    let more = ["--without", "bustan-variants", "--log", named.to_str().unwrap()];
    assert_eq!(run(&[&arguments[..], &more].concat(), b"").status.code(), Some(0));
    assert!(fs::read_to_string(&named).unwrap().contains("> boardsize 3 swap\n"));
}

#[test]
fn a_verdict_says_what_was_compared_and_what_was_not() {
    let dir = temporary("compared");
    let fine = python(SLOPPY, "");
    let arguments =
        ["check", "tictactoe", "--games", "20", "--against", &fine, "--out", dir.to_str().unwrap()];
    let (code, text) = answered(run(&arguments, b""));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("\ncompared in 20 games: turn, legal moves, board"), "{text}");
    let not = "(not reported by Sloppy)";
    let line = text.lines().find(|line| line.starts_with("not compared: ")).unwrap();
    assert!(line.contains("canonical, ") && line.contains("scores, ") && line.contains(not), "{line}");
    let report: Value = serde_json::from_slice(&fs::read(dir.join("findings.json")).unwrap()).unwrap();
    let compared = &report["checked"][0]["compared"];
    assert_eq!((&compared["games"], &compared["compared"]["board"]), (&20.into(), &20.into()), "{compared}");
    assert_eq!(compared["not_compared"]["hash"], "not reported by Sloppy");
    assert!(compared["compared"].get("hash").is_none(), "{compared}");
    for file in ["index.html", "junit.xml"] {
        let told = fs::read_to_string(dir.join(file)).unwrap();
        assert!(told.contains("compared in 20 games: turn, legal moves, board"), "{file}");
    }
}

#[test]
fn games_that_cannot_begin_are_distinguished() {
    let told = |arguments: &[&str]| {
        let (code, text) = answered(run(arguments, b""));
        assert_eq!(code, Some(2), "{text}");
        text
    };
    let (one, other) = (server("margo"), server("dominions"));
    let none = told(&["check", "any", "--games", "3", "--against", &one, "--with", &other, "--size", "99"]);
    let words = "have no common starting position: Bustan margo fast answers \"boardsize 99\" with \"? \
                 unacceptable size\"";
    assert!(none.contains(words), "{none}");
    let over = told(&[
        "check",
        "tictactoe",
        "--games",
        "3",
        "--against",
        &server("tictactoe"),
        "--position",
        "xxxoo....",
    ]);
    assert!(over.contains("no move was played: the game is over at the start, at \"xxxoo.... o\""), "{over}");
    let fine = python(SLOPPY, "");
    let mute = told(&[
        "check",
        "any",
        "--games",
        "3",
        "--against",
        &fine,
        "--with",
        &fine,
        "--without",
        "bustan-legal",
    ]);
    assert!(mute.contains("no move was played: neither Sloppy"), "{mute}");
    assert!(mute.contains(" lists legal moves"), "{mute}");
}

#[test]
fn a_program_whose_players_are_not_known_is_reported_how_to_name_them() {
    let (code, report) = probed("any", &python(MARKS, ""));
    let told = "refuses a move that it lists: it answers \"play black a1\" with \"? illegal move\"; \
        unless its players are black and white, in this order, name them with --colours";
    assert_eq!((code, slips(&report)), (1, vec![told]), "{report}");
    let named = run(&["probe", "--against", &python(MARKS, ""), "--colours", "x,o"], b"");
    assert_eq!(named.status.code(), Some(0), "{}", String::from_utf8_lossy(&named.stdout));
}

/// The program lists its moves in another order every time, and refuses the list after the end of the game.
#[test]
fn what_is_no_slip_is_not_reported_to_be_one() {
    let (code, report) = probed("tictactoe", &python(SLOPPY, "shuffles"));
    assert_eq!((code, slips(&report)), (0, vec![]), "{report}");
    let (code, report) = probed("tictactoe", &python(SLOPPY, "mute"));
    let told = "refuses bustan-legal, which it knows: it answers \"bustan-legal\" with \"? over\"";
    assert_eq!((code, slips(&report)), (1, vec![told]), "{report}");
    let known = report["programs"][0]["knows"].as_array().unwrap();
    assert!(known.iter().any(|command| command == "bustan-legal"), "{report}");
}

#[test]
fn an_engine_that_does_not_take_back_what_it_was_made_to_play_is_reported_so() {
    let (code, text) = checked("keeps", "unlisted keeps", &["--accept", "legal-set-*"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("signature undo-") && text.contains("after b2 was taken back"), "{text}");
    // The list may change while the state does not.
    let (code, text) = checked("narrows", "unlisted narrows", &["--accept", "legal-set-*"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("signature undo-") && text.contains("after b2 was taken back"), "{text}");
}

#[test]
fn a_key_that_shows_at_times_is_compared_where_it_does() {
    let [late, fine] = ["late", "other"].map(|slips| python(SLOPPY, slips));
    let output = run(&["check", "any", "--games", "5", "--json", "--against", &late, "--with", &fine], b"");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let compared = &report["checked"][0]["compared"];
    assert_eq!(compared["compared"]["last"], 5, "{report}");
    assert!(compared["not_compared"].get("last").is_none(), "{report}");
}

#[test]
fn a_program_that_lists_nothing_is_tried_out_with_words() {
    let file = temporary("probe.words");
    fs::write(&file, "a1 b1 c1 a2 b2 c2 a3 b3 c3\n").unwrap();
    let probed = |slip: &str, more: &[&str]| {
        let program = python(SLOPPY, slip);
        let words = ["--words", file.to_str().unwrap(), "--without", "bustan-legal"];
        let command = ["probe", "tictactoe", "--json", "--against", &program];
        let output = run(&[&command[..], &words, more].concat(), b"");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (output.status.code().unwrap(), report)
    };
    for more in [&[][..], &["--without", "undo"]] {
        let (code, report) = probed("sets", more);
        assert_eq!((code, slips(&report)), (0, vec![]), "{report}");
        let open = report["programs"][0]["trials"].as_array().unwrap();
        let open: Vec<&Value> = open.iter().filter(|trial| trial["outcome"] == "open").collect();
        let about = |trial: &&&Value| {
            let should = trial["should"].as_str().unwrap();
            !should.contains("lists") && !should.contains("undo")
        };
        assert_eq!(open.iter().filter(about).count(), 0, "{open:?}");
    }
    for (slip, words) in [
        ("colour", "plays a move of the wrong colour"),
        ("colour", "plays a second move of the same colour"),
        ("end", "plays a move after the end of the game"),
    ] {
        let (code, report) = probed(slip, &[]);
        assert!(code == 1 && slips(&report).iter().any(|told| told.starts_with(words)), "{slip}: {report}");
    }
    fs::write(&file, "a1 z9!\n").unwrap();
    let program = python(SLOPPY, "");
    let refused =
        refusal(&["probe", "tictactoe", "--against", &program, "--words", file.to_str().unwrap()], b"");
    assert!(refused.contains("line 1, column 4: \"z9!\""), "{refused}");
}
