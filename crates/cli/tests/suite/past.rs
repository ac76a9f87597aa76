//! Tests checks that continue after a difference, and accepted differences.

use std::fs;

use crate::common::{self, at_once, differs, program, python, refusal, temporary};
use serde_json::Value;

const RACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/race.py");

/// The arguments of a check of the race game with two engines, with additional arguments.
fn race<'a>(subject: &'a str, oracle: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["any", "--against", subject, "--with", oracle, "--jobs", "2"], more].concat()
}

/// Runs a check of the race game that continues after findings. Returns its report and its findings, each as
/// its signature and number of moves, in order.
fn going_on(name: &str, wrong: [&str; 2], more: &[&str]) -> (Value, Vec<(String, u64)>) {
    let [subject, oracle] = wrong.map(|wrong| python(RACE, wrong));
    let dir = temporary(name);
    let _ = fs::remove_dir_all(&dir);
    let arguments = race(&subject, &oracle, &[&["--keep-going"], more].concat());
    let output = program().args(["check", "--json", "--out"]).arg(&dir).args(arguments).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let told =
        |finding: &Value| (finding["signature"].as_str().unwrap().into(), finding["moves"].as_u64().unwrap());
    let mut findings: Vec<_> = report["findings"].as_array().unwrap().iter().map(told).collect();
    findings.sort();
    (report, findings)
}

#[test]
fn five_mistakes_are_five_findings_each_at_its_shortest() {
    let limits = ["--games", "60", "--shrink-time", "8s"];
    let (report, findings) = going_on("race", ["all", ""], &limits);
    let expected = [
        ("fault-subject-ended-at-play-assertionerror-has-no-neighbour", 2),
        ("legal-set-listed-illegal", 1),
        ("legal-set-unlisted-legal", 5),
        ("observation-board", 5),
        ("observation-score", 3),
    ];
    assert_eq!(findings, expected.map(|(signature, moves)| (signature.to_string(), moves)), "{report}");
    for finding in report["findings"].as_array().unwrap() {
        assert!(!finding["length"].as_str().unwrap_or_default().contains("not shrunk yet"), "{finding}");
        let replayed = common::told(finding["replay"].as_str().unwrap());
        let text = String::from_utf8(replayed.stdout).unwrap();
        assert_eq!(replayed.status.code(), Some(1), "{finding}: {text}");
        assert!(text.contains(finding["headline"].as_str().unwrap()), "{finding}: {text}");
        let figure = |name: &str| finding[name].as_u64().unwrap();
        assert!(figure("ended_games") <= figure("count") && figure("first_ply") <= figure("last_ply"));
        assert!(figure("last_ply") <= 16, "{finding}");
    }
}

#[test]
fn the_shortest_game_that_showed_a_finding_is_made_short_as_well() {
    // The time is too short for shrinking any game.
    let moves = |games: &str| {
        let limits = ["--games", games, "--shrink-time", "1ms"];
        let (report, findings) = going_on("shortest", ["score", ""], &limits);
        let [(signature, moves)] = &findings[..] else { panic!("{report}") };
        assert_eq!(signature, "observation-score");
        *moves
    };
    let [first, shortest] = ["1", "40"].map(moves);
    assert!(shortest < first, "{first} moves, then {shortest}");
}

#[test]
fn a_finding_says_whether_games_went_on_after_it() {
    let (subject, oracle) = (python(RACE, "crash extra"), python(RACE, ""));
    let dir = temporary("behind");
    let limits = ["--keep-going", "--games", "60", "--shrink-time", "1s", "--out", dir.to_str().unwrap()];
    let (_, text) =
        common::answered(program().arg("check").args(race(&subject, &oracle, &limits)).output().unwrap());
    let extent = |signature: &str| {
        let behind = text.split_once(&format!("signature {signature}")).map_or("", |(_, behind)| behind);
        behind.lines().find(|line| line.starts_with("It occurred ")).unwrap_or_default().to_string()
    };
    for signature in ["fault-", "legal-set-"] {
        assert!(extent(signature).ends_with("; games continued after it."), "{signature}: {text}");
    }
}

#[test]
fn a_summary_prints_each_game_once() {
    let (subject, oracle) = (python(RACE, "crash score"), python(RACE, ""));
    let dir = temporary("once");
    let _ = fs::remove_dir_all(&dir);
    let limits = ["--keep-going", "--games", "60", "--shrink-time", "2s", "--out", dir.to_str().unwrap()];
    let (code, text) =
        common::answered(program().arg("check").args(race(&subject, &oracle, &limits)).output().unwrap());
    assert_eq!(code, Some(1), "{text}");
    let report: Value = serde_json::from_slice(&fs::read(dir.join("findings.json")).unwrap()).unwrap();
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2, "{report:#}");
    let mut shorter = 0;
    for finding in findings {
        let record = finding["record"].as_str().unwrap().replace('\n', "\n  ");
        assert_eq!(text.matches(&format!(":\n  {record}\n\n")).count(), 1, "{record}: {text}");
        let Some(headline) = finding["shorter"]["headline"].as_str() else { continue };
        let name = finding["shorter"]["finding"].as_str().unwrap();
        let told = format!("shows another difference: {headline}\n  the game of finding {name} ");
        assert!(
            text.contains(&format!("{told}above\n")) || text.contains(&format!("{told}below\n")),
            "{text}"
        );
        shorter += 1;
    }
    assert_eq!(shorter, 1, "the crash takes fewer moves: {report:#}");
}

#[test]
fn a_move_missing_at_the_start_does_not_hide_one_missing_later() {
    let limits = ["--games", "60", "--shrink-time", "8s"];
    let (report, findings) = going_on("hides", ["hides crash score forgets moves", ""], &limits);
    let expected = [
        ("fault-subject-ended-at-play-assertionerror-has-no-neighbour", 2),
        ("legal-set-unlisted-legal", 1),
        ("legal-set-unlisted-legal-elsewhere", 5),
        ("observation-board", 5),
        ("observation-score", 3),
    ];
    assert_eq!(findings, expected.map(|(signature, moves)| (signature.to_string(), moves)), "{report}");
    let of = |signature: &str| {
        let all = report["findings"].as_array().unwrap();
        all.iter().find(|finding| finding["signature"] == signature).unwrap()
    };
    let elsewhere = of("legal-set-unlisted-legal-elsewhere");
    assert_eq!(elsewhere["shorter"], Value::Null, "what is passed over is named already");
    let replay = elsewhere["replay"].as_str().unwrap();
    let replayed = common::told(replay);
    let text = String::from_utf8(replayed.stdout).unwrap();
    assert!(
        replayed.status.code() == Some(1) && text.contains(elsewhere["headline"].as_str().unwrap()),
        "{text}"
    );
    let more = [&limits[..], &["--accept", "legal-set-unlisted-legal@a1"]].concat();
    let (report, listed) = going_on("hides", ["hides crash score forgets moves", ""], &more);
    assert!(
        listed.iter().any(|(signature, moves)| signature.starts_with("legal-set-unlisted") && *moves == 5),
        "{report}"
    );
    assert!(
        !listed.iter().any(|(signature, moves)| signature.starts_with("legal-set-unlisted") && *moves == 1),
        "{report}"
    );
}

#[test]
fn what_is_accepted_is_no_finding_and_no_exit_code() {
    let (subject, oracle) = (python(RACE, "score forgets"), python(RACE, ""));
    let file = temporary("accepted.txt");
    fs::write(&file, "# our score counts otherwise\nobservation-score   # since 1.2\n\n").unwrap();
    let file = file.to_str().unwrap();
    let dir = temporary("accepted-found");
    let dir = dir.to_str().unwrap();
    let more = ["--games", "30", "--accept-file", file, "--accept", "legal-set-*", "--out", dir];
    let arguments = [&["check"], &race(&subject, &oracle, &more)[..]].concat();
    let (code, text) = common::answered(common::run(&arguments, b""));
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("agrees with Race, except for accepted differences (observation-score, "),
        "{text}"
    );
    let page = fs::read_to_string(temporary("accepted-found").join("index.html")).unwrap();
    assert!(page.contains("except for accepted differences (observation-score, "), "{page}");
    assert!(text.contains("any: accepted in ") && text.contains(": observation-score\n"), "{text}");
    let one = ["--games", "30", "--accept", "observation-score", "--shrink-time", "8s"];
    let finding = differs("accepted-one", &race(&subject, &oracle, &one));
    assert_eq!((&finding["signature"], &finding["moves"]), (&"legal-set-unlisted-legal".into(), &5.into()));
    assert!(finding["command"].as_str().unwrap().contains(" --accept observation-score "), "{finding}");
}

#[test]
fn a_record_is_replayed_and_made_short_after_what_is_accepted() {
    let (subject, oracle) = (python(RACE, "score moves"), python(RACE, ""));
    let record = temporary("score-first.txt");
    let moves = ["black a1", "white c1", "black b2", "white d1", "black a2", "white d4"];
    fs::write(&record, moves.map(|mv| format!("play {mv}\n")).concat()).unwrap();
    let record = record.to_str().unwrap();
    let engines = ["--game", "any", "--against", &subject, "--with", &oracle];
    let command = |name, more: &[&str]| {
        let (code, text) =
            common::answered(common::run(&[&[name, record], &engines[..], more].concat(), b""));
        (code.unwrap(), text)
    };
    let (code, text) = command("replay", &[]);
    assert!(code == 1 && text.contains("differ in score"), "{text}");
    let (code, text) = command("replay", &["--accept", "observation-score"]);
    assert!(code == 1 && text.contains("board a2: only Race has"), "{text}");
    let (code, text) = command("replay", &["--accept", "observation-score", "--to", "3"]);
    assert!(code == 0 && text.contains("The engines agree, except for observation-score."), "{text}");
    let dir = temporary("accepted-short");
    let out = ["--accept", "observation-score", "--time", "5s", "--out", dir.to_str().unwrap()];
    let (code, text) = command("shrink", &out);
    assert!(code == 1 && text.contains("signature observation-board") && text.contains("(5 moves"), "{text}");
}

#[test]
fn crashes_are_distinguished_by_their_last_words() {
    let (report, findings) =
        going_on("crashes", ["crash ends", ""], &["--games", "60", "--shrink-time", "2s"]);
    let signatures: Vec<String> = findings.into_iter().map(|(signature, _)| signature).collect();
    let expected = ["assertionerror-has-no-neighbour", "is-taken-no-way-on"];
    assert_eq!(signatures, expected.map(|words| format!("fault-subject-ended-at-play-{words}")), "{report}");
}

#[test]
fn a_difference_on_the_board_comes_before_whose_turn_it_is() {
    let (subject, oracle) = (python(RACE, "lingers"), python(RACE, ""));
    let finding = differs("lingers", &race(&subject, &oracle, &["--games", "60", "--shrink-time", "2s"]));
    assert_eq!(finding["signature"], "observation-board-score-to-move");
    let headline = finding["headline"].as_str().unwrap();
    assert_eq!(headline, "Race: d3 has white; Race with a flaw: it is empty");
}

#[test]
fn what_lies_after_an_accepted_crash_is_not_said_to_agree() {
    let (subject, oracle) = (python(RACE, "crash"), python(RACE, ""));
    let record = temporary("crash-first.txt");
    fs::write(&record, "play black a1\nplay white c3\nplay black b2\n").unwrap();
    let dir = temporary("crash-accepted");
    let engines = ["--game", "any", "--against", &subject, "--with", &oracle, "--accept", "fault-*"];
    let command = |name, more: &[&str]| {
        let arguments = [&[name, record.to_str().unwrap()], &engines[..], more].concat();
        common::answered(common::run(&arguments, b""))
    };
    let (code, text) = command("replay", &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("-neighbour; nothing after 2 moves was checked."), "{text}");
    let (code, text) = command("shrink", &["--out", dir.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("accepted in 1 game, and nothing after it was checked: fault-"), "{text}");
}

#[test]
fn keys_that_are_ignored_are_not_compared() {
    let (subject, oracle) = (python(RACE, "score"), python(RACE, ""));
    let dir = temporary("ignored");
    let more = ["--games", "30", "--ignore", "score", "--out", dir.to_str().unwrap()];
    let arguments = [&["check"], &race(&subject, &oracle, &more)[..]].concat();
    let (code, text) = common::answered(common::run(&arguments, b""));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("agrees with Race, not compared in score"), "{text}");
    let line = |begins: &str| text.lines().find(|line| line.starts_with(begins)).unwrap();
    assert!(
        line("compared in 30 games: ").contains("board") && !line("compared in ").contains("score"),
        "{text}"
    );
    assert!(line("what they changed: ").contains("board") && !line("what they ").contains("score"), "{text}");
    let (nodes, plain) = (python(RACE, "nodes back"), python(RACE, "nodes back"));
    let more = ["--games", "30", "--ignore", "nodes", "--out", dir.to_str().unwrap()];
    let arguments = [&["check"], &race(&nodes, &plain, &more)[..]].concat();
    let (code, text) = common::answered(common::run(&arguments, b""));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("moves taken back") && text.contains("nodes (ignored)"), "{text}");
    let more = ["--games", "30", "--ignore", "score,points"];
    let message = refusal(&[&["check"], &race(&subject, &oracle, &more)[..]].concat(), b"");
    assert!(message.contains("no engine shows \"points\"; there are board, score, to_move"), "{message}");
    let message = refusal(&["check", "tictactoe", "--ignore", "points"], b"");
    assert!(
        message.contains("no engine shows \"points\"; there are ") && message.contains("scores"),
        "{message}"
    );
}

#[test]
fn what_is_accepted_and_never_shows_is_reported() {
    let (subject, oracle) = (python(RACE, "score"), python(RACE, ""));
    let dir = temporary("never-shown");
    let accepted = ["--accept", "observation-score", "--accept", "observation-scroe"];
    let more = [&["--games", "20", "--out", dir.to_str().unwrap()], &accepted[..]].concat();
    let arguments = [&["check"], &race(&subject, &oracle, &more)[..]].concat();
    let (code, text) = common::answered(common::run(&arguments, b""));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("accepted, but no game showed it: observation-scroe\n"), "{text}");
    assert!(!text.contains("showed it: observation-score\n"), "{text}");
}

#[test]
fn an_engine_that_answers_by_chance_is_reported_so_whatever_it_contradicts() {
    let (report, findings) =
        going_on("by-chance", ["chance back", "back"], &["--games", "20", "--shrink-time", "2s"]);
    let signatures: Vec<&str> = findings.iter().map(|(signature, _)| signature.as_str()).collect();
    assert!(signatures.contains(&"not-deterministic-subject"), "{report}");
    assert!(!signatures.iter().any(|signature| signature.starts_with("undo-")), "{report}");
}

#[test]
fn a_clock_in_the_state_is_no_error_of_taking_back() {
    let (report, findings) =
        going_on("clock", ["clock back", "back"], &["--games", "12", "--shrink-time", "2s"]);
    let signatures: Vec<&str> = findings.iter().map(|(signature, _)| signature.as_str()).collect();
    assert_eq!(signatures, ["not-deterministic-subject"], "{report}");
}

#[test]
fn a_key_that_changes_with_the_process_is_no_reason_for_another_difference() {
    let (subject, oracle) = (python(RACE, "pid hides"), python(RACE, ""));
    let finding = differs("pid", &race(&subject, &oracle, &["--games", "5", "--shrink-time", "1s"]));
    assert_eq!((&finding["signature"], &finding["moves"]), (&"legal-set-unlisted-legal".into(), &1.into()));
    let report = finding["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap());
    let report =
        report.filter(|file| file.ends_with(".report")).map(|file| fs::read_to_string(file).unwrap());
    let report: String = report.collect();
    assert!(report.contains("To ignore this one: --accept legal-set-unlisted-legal@a1\n"), "{report}");
}

#[test]
fn a_program_that_differs_in_every_game_is_not_started_for_every_game() {
    let (subject, oracle) = (python(RACE, "extra"), python(RACE, ""));
    let [dir, log] = ["every-game", "every-game.log"].map(temporary);
    let places = ["--log", log.to_str().unwrap(), "--out", dir.to_str().unwrap()];
    let more = [&["--keep-going", "--games", "300", "--shrink-time", "1s"], &places[..]].concat();
    let arguments = [&["check"], &race(&subject, &oracle, &more)[..]].concat();
    let (code, text) = common::answered(common::run(&arguments, b""));
    assert!(code == Some(1) && text.contains("300 games"), "{text}");
    let talk = fs::read_to_string(&log).unwrap();
    let starts = talk.lines().filter(|line| line.contains(": python3 ")).count();
    assert!(starts < 150, "{starts} processes");
}

#[test]
fn what_is_no_signature_is_an_error_that_names_it() {
    let file = temporary("no-signature.txt");
    fs::write(&file, "observation-score\n\nscore # the score\n").unwrap();
    let file = file.to_str().unwrap();
    at_once(
        &[
            (vec!["check", "tictactoe", "--accept", "score"], "\"score\" is not a signature"),
            (
                vec!["check", "tictactoe", "--accept-file", file],
                "no-signature.txt, line 3, column 1: \"score\" is not",
            ),
            (vec!["check", "tictactoe", "--accept-file", "no/such"], "no/such"),
            (vec!["check", "any", "--against", "true", "--without", "undo,nonsense"], "'nonsense'"),
            (vec!["replay", file, "--accept", "turn-*"], "--accept and --ignore need two engines"),
        ],
        |(arguments, expected)| {
            let message = refusal(arguments, b"");
            assert!(message.contains(expected), "{arguments:?}: {message}");
        },
    );
}
