//! Tests matches, and players that are used through the protocol.

use std::fs;

use serde_json::{Value, json};

use crate::common::{at_once, json, python, refusal, run, server, stdout, temporary};

fn plays(way: &str) -> String {
    python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/plays.py"), way)
}

/// A report without clock times.
fn timeless(mut report: Value) -> Value {
    report["seconds"] = json!(0);
    report
}

#[test]
fn a_match_is_the_same_with_any_number_of_jobs() {
    let of = |jobs: &str| {
        let line = "match mcts:60 uniform --game dominions --size 2 --games 31 --seed 5 --json --jobs";
        let arguments: Vec<&str> = line.split(' ').chain([jobs]).collect();
        timeless(json(&arguments, ""))
    };
    let report = of("1");
    assert_eq!(of("3"), report);
    // Rounded up to whole pairs.
    assert_eq!((&report["games"], &report["planned"], &report["seed"]), (&json!(32), &json!(32), &json!(5)));
    let [one, other] = [0, 1].map(|player| report["players"][player].clone());
    assert_eq!((&one["name"], &other["name"]), (&json!("mcts:60"), &json!("uniform")));
    assert_eq!(one["points"].as_f64().unwrap() + other["points"].as_f64().unwrap(), 32.0);
    assert!(one["points"].as_f64().unwrap() > 20.0, "{report}");
    assert_eq!(
        (&one["colours"]["white"]["games"], &one["colours"]["black"]["games"]),
        (&json!(16), &json!(16))
    );
    let pairs: u64 = report["pairs"].as_array().unwrap().iter().map(|pairs| pairs.as_u64().unwrap()).sum();
    assert_eq!(pairs, 16);
    let elo = &report["elo"];
    assert!(elo["low"].as_f64() < elo["value"].as_f64(), "{elo}");
}

#[test]
fn a_test_ends_a_match_when_it_is_decided() {
    let line = |test: &'static str| {
        [
            "match",
            "alphabeta:9",
            "uniform",
            "--game",
            "tictactoe",
            "--opening",
            "1",
            "--games",
            "2000",
            "--json",
            "--sprt",
            test,
        ]
    };
    let report = json(&line("elo0=0 elo1=100"), "");
    assert_eq!(report["sprt"]["accepted"], "elo1");
    assert!(report["games"].as_u64() < Some(400), "{}", report["games"]);
    let report = json(&line("elo0=1500,elo1=1600"), "");
    assert_eq!(report["sprt"]["accepted"], "elo0");
    let text = stdout(
        &["match", "uniform", "uniform", "--game", "tictactoe", "--games", "2", "--sprt", "elo1=1"],
        "",
    );
    assert!(text.contains("SPRT elo0=0 elo1=1 alpha=0.05 beta=0.05 model=logistic: LLR "), "{text}");
    assert!(text.contains(" (-2.94 to 2.94), not decided"), "{text}");
    assert!(text.contains("uniform (number 1): ") && text.contains("uniform (number 2): "), "{text}");
}

#[test]
fn three_sit_at_the_board_in_all_ways() {
    let report = json(
        &["match", "twoply", "uniform", "--game", "tribolo", "--size", "6x5", "--games", "12", "--json"],
        "",
    );
    assert_eq!((&report["games"], &report["pairs"]), (&json!(12), &json!(null)));
    for player in 0..2 {
        // In half of the games the player has one seat, in the other half two, which makes 18 seats in 12
        // games.
        assert_eq!(report["players"][player]["games"], 18);
        for colour in ["blue", "red", "green"] {
            assert_eq!(report["players"][player]["colours"][colour]["games"], 6);
        }
    }
    let three = json(
        &[
            "match", "twoply", "uniform", "easy", "--game", "tribolo", "--size", "6x5", "--games", "6",
            "--json",
        ],
        "",
    );
    let points: f64 = (0..3).map(|player| three["players"][player]["points"].as_f64().unwrap()).sum();
    assert!((points - 6.0).abs() < 1e-9, "{three}");
    let text =
        stdout(&["match", "twoply", "uniform", "--game", "tribolo", "--size", "6x5", "--games", "6"], "");
    assert!(text.starts_with("6 games of tribolo from random setups") && !text.contains("Elo"), "{text}");
}

#[test]
fn programs_take_part_and_lose_by_what_they_do_wrong() {
    let cases = [
        ("first", None),
        ("illegal", Some(("illegal_move", "is illegal: occupied"))),
        ("nonsense", Some(("illegal_move", "\"nowhere\" is not a move"))),
        ("resigns", Some(("resignation", "it resigns"))),
        ("stalls", Some(("loss_on_time", "no complete answer to genmove within 0.5 s"))),
        ("dies", Some(("crash", "exit code 3 (assertion failed: enough is enough)"))),
        ("refuses", Some(("refusal", "it answers genmove with \"? no idea\""))),
    ];
    at_once(&cases, |(way, lost)| {
        let program = plays(way);
        let line = ["match", &program, "uniform", "--game", "tictactoe", "--games", "4", "--opening", "0"];
        let timeout = if *way == "stalls" { "500ms" } else { "60s" };
        let report = json(&[&line[..], &["--json", "--jobs", "1", "--timeout", timeout]].concat(), "");
        let player = &report["players"][0];
        let losses = player["lost_at_once"].as_object().unwrap();
        match lost {
            None => assert!(losses.is_empty(), "{report}"),
            Some((cause, words)) => {
                assert!(losses[*cause].as_u64() > Some(0) && losses.len() == 1, "{way}: {report}");
                let first = player["first_loss_at_once"].as_str().unwrap();
                assert!(first.contains(words), "{way}: {first}");
                assert_eq!(report["players"][1]["lost_at_once"], json!({}));
                assert!(player["lost"].as_u64() >= losses[*cause].as_u64());
            }
        }
        assert_eq!(report["games"], 4, "{way}");
    });
}

#[test]
fn who_cannot_start_takes_no_part() {
    for (program, why) in [
        ("./none", "cannot start \"./none\": "),
        ("python3 none.py", "python3 none.py does not start: the process ended at name: exit code 2 ("),
        ("sh -c 'exit 3'", "sh -c 'exit 3' does not start: the process ended at name: exit code 3"),
        ("cat", "cat does not start: "),
    ] {
        let said = refusal(&["match", program, "uniform", "--game", "tictactoe", "--games", "2"], b"");
        assert!(said.contains(why), "{program}: {said}");
    }
}

#[test]
fn games_that_are_no_whole_rounds_are_reported() {
    let played = |games: &str| {
        let line = ["match", "uniform", "uniform", "--game", "tictactoe", "--games", games];
        let output = run(&line, b"");
        assert_eq!(output.status.code(), Some(0));
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (out.lines().next().unwrap_or_default().to_string(), err)
    };
    let (report, told) = played("7");
    assert!(report.starts_with("8 games of tictactoe "), "{report}");
    assert!(
        told.starts_with("7 games are not a whole number of rounds, which have 2 games each")
            && told.contains("8 are"),
        "{told}"
    );
    let (report, told) = played("8");
    assert!(report.starts_with("8 games of tictactoe ") && told.is_empty(), "{report} {told}");
}

#[test]
fn a_program_of_another_protocol_takes_part() {
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs");
    let program = format!("uci:python3 {programs}/uci.py;go=depth 1");
    let report =
        json(&["match", &program, "easy", "--game", "chess", "--games", "2", "--plies", "20", "--json"], "");
    assert_eq!(report["games"], 2);
    assert_eq!(report["players"][0]["name"], program.as_str());
}

#[test]
fn this_program_takes_part_as_any_other() {
    let program = server("dominions --player mcts:20,seed=3");
    let report = json(&["match", &program, "mcts:20,seed=3", "--size", "2", "--games", "4", "--json"], "");
    // Both players make the same moves, so each pair is even.
    assert_eq!(report["pairs"], json!([0, 0, 2, 0, 0]), "{report}");
    assert_eq!(report["players"][0]["lost_at_once"], json!({}));
}

#[test]
fn games_are_written_down_and_can_be_replayed() {
    let dir = temporary("match-games");
    let _ = fs::remove_dir_all(&dir);
    let out = dir.to_str().unwrap();
    stdout(&["match", "easy", "uniform", "--game", "margo", "--size", "3", "--games", "4", "--out", out], "");
    let mut files: Vec<_> = fs::read_dir(&dir).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let names: Vec<_> = files.iter().map(|file| file.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["000001-1.txt", "000001-2.txt", "000002-1.txt", "000002-2.txt"]);
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.starts_with("# round ") && text.contains("\n# white: "), "{text}");
        let replayed = stdout(&["replay", file.to_str().unwrap(), "--game", "margo", "--engine", "both"], "");
        assert!(replayed.ends_with("\nThe engines agree.\n"), "{replayed}");
    }
    // Both games of a round begin with the same moves.
    let moves = |at: usize| fs::read_to_string(&files[at]).unwrap().lines().last().unwrap().to_string();
    let opening = |at: usize| moves(at).split(';').take(1 + 4).collect::<Vec<_>>().join(";");
    assert_eq!(opening(0), opening(1));
    assert_eq!(opening(2), opening(3));
}

#[cfg(unix)]
#[test]
fn who_interrupts_a_match_gets_a_report_of_it() {
    use std::process::Stdio;
    use std::time::Duration;

    let mut program = crate::common::program();
    let line = "match uniform uniform --game tictactoe --games 1000000000 --json";
    let child = program.args(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["interrupted"], true);
    assert!(report["games"].as_u64() > Some(0), "{report}");
}

#[test]
fn bad_arguments_are_reported_in_one_line() {
    for (arguments, problem) in [
        (&["match", "mcts:0", "uniform"][..], "mcts:0: expected a number of playouts"),
        (&["match", "uniform", "nobody"], "cannot start \"nobody\": "),
        (&["match", "uniform", "uniform", "uniform"], "3 players are too many: this game is for two"),
        (&["match", "alphabeta:2", "uniform", "--game", "tribolo"], "alphabeta:2 does not play tribolo: "),
        (
            &["match", "twoply", "uniform", "--game", "tribolo", "--sprt", "elo1=5"],
            "--sprt compares two players",
        ),
        (&["match", "uniform", "uniform", "--timeout", "0"], "--timeout: the time must be longer than 0"),
        (
            &["match", "solved:nowhere.db", "uniform"],
            "solved:nowhere.db does not play dominions: cannot read",
        ),
        (&["match", "uniform", "uniform", "--size", "99"], ""),
        (&["match", "uniform"], ""),
        (&["match", "uniform", "uniform", "--sprt", "elo1=x"], "invalid value 'elo1=x' for '--sprt <TEST>'"),
        (&["gtp", "tictactoe", "--player", "nobody"], "invalid value 'nobody' for '--player <PLAYER>'"),
    ] {
        let told = refusal(arguments, b"");
        assert!(told.starts_with(problem), "{arguments:?}: {told}");
    }
}

#[test]
fn a_player_chooses_the_moves_of_a_session() {
    let answers = |arguments: &[&str], lines: &str| -> Vec<String> {
        let text = stdout(&[&["gtp"], arguments].concat(), lines);
        text.lines().filter(|line| !line.is_empty()).map(String::from).collect()
    };
    let session = |engine: &str, player: &str| {
        let lines = "play x a1\nplay o b2\nplay x a3\nreg_genmove o\ngenmove o\nbustan-position\nundo\ngenmove x\ngenmove o\n";
        answers(&["tictactoe", "--engine", engine, "--player", player], lines)
    };
    // X is about to complete a line, which only a2 prevents.
    for player in ["mcts:500", "alphabeta:9", "strong"] {
        for engine in ["fast", "reference"] {
            let told = session(engine, player);
            let expected = [
                "=",
                "=",
                "=",
                "= a2",
                "= a2",
                "= x..oo.x.. x",
                "=",
                "? illegal move: not-your-turn",
                "= a2",
            ];
            assert_eq!(told.iter().map(|line| line.trim_end()).collect::<Vec<_>>(), expected, "{player}");
        }
    }
    // Any other command may come between two `genmove` commands.
    let lines = "genmove white\nboardsize 3\ngenmove white\ngenmove black\nclear_board\ngenmove black\nundo\nundo\ngenmove white\n";
    let told = answers(&["dominions", "--size", "2", "--player", "mcts:50"], lines);
    assert!(told.iter().filter(|line| line.starts_with("= P")).count() >= 4, "{told:?}");
    let output = run(&["gtp", "tribolo", "--player", "alphabeta:2"], b"");
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn a_program_that_was_killed_once_is_started_again_and_the_match_says_so() {
    let file = temporary("match-killed");
    let _ = fs::remove_file(&file);
    let killed = plays(&format!("killed '{}'", file.display()));
    let options = ["--game", "tictactoe", "--games", "6", "--opening", "1", "--jobs", "1", "--json"];
    let output = run(&[&["match", &killed, &plays("first")], &options[..]].concat(), b"");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["games"]), (Some(0), &json!(6)), "{told}");
    assert_eq!(told.matches("it was started again, and that game was played again").count(), 1, "{told}");
    assert!(told.contains(" in game 2 of round 1; "), "{told}");
}
