//! Tests programs under test: the Python example, a program with almost no commands, and everything that can
//! go wrong with a program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{self, program, python, refusal, temporary, untested};
use bustan_games::GAMES;
use serde_json::Value;

const DOMINIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/examples/python/dominions.py");
const CHESS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/examples/python/chess_uci.py");
const MARKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/marks.py");

/// The arguments of a check of a program, with additional arguments.
fn check<'a>(game: &'a str, against: &'a str, others: &[&'a str]) -> Vec<&'a str> {
    [&[game, "--against", against, "--shrink-time", "5s"], others].concat()
}

#[track_caller]
fn agrees(out: &str, game: &str, against: &str, others: &[&str]) {
    common::agrees(out, &check(game, against, others));
}

#[track_caller]
fn differs(out: &str, game: &str, against: &str, others: &[&str]) -> Value {
    common::differs(out, &check(game, against, others))
}

/// Runs a command suggested in a finding.
fn told(command: &Value) -> Output {
    common::told(command.as_str().unwrap())
}

#[test]
fn the_example_in_python_agrees_with_both_engines() {
    for with in ["reference", "fast"] {
        let out = format!("python-{with}");
        agrees(&out, "dominions", &python(DOMINIONS, ""), &["--size", "2", "--games", "8", "--with", with]);
    }
}

#[test]
fn flaws_of_the_example_are_found_in_short_games_that_replay() {
    for (flaw, longest) in [("suicide", 9), ("passes", 2), ("crash", 9)] {
        let flawed = python(DOMINIONS, &format!("--flaw {flaw}"));
        let finding =
            differs(&format!("flaw-{flaw}"), "dominions", &flawed, &["--size", "2", "--games", "400"]);
        assert!(finding["moves"].as_u64().unwrap() <= longest, "{flaw}: {finding}");
        assert_eq!(finding["reproducible"], true, "{flaw}");
        // The board in the program's state is drawn, too.
        assert!(flaw != "suicide" || finding["files"].to_string().contains(".subject.svg"), "{finding}");
        let replayed = told(&finding["replay"]);
        let text = String::from_utf8(replayed.stdout).unwrap();
        assert_eq!(replayed.status.code(), Some(1), "{flaw}: {text}");
        assert!(text.contains(finding["headline"].as_str().unwrap()), "{flaw}: {text}");
        // Without the flaw, the same command shows that the bug is fixed.
        let mended = finding["replay"].as_str().unwrap().replace(&format!("--flaw {flaw}"), "");
        let replayed = told(&mended.into());
        let text = String::from_utf8(replayed.stdout).unwrap();
        assert_eq!(replayed.status.code(), Some(0), "{flaw}: {text}");
        assert!(text.ends_with("The engines agree.\n"), "{flaw}: {text}");
    }
}

#[test]
fn the_chess_program_in_python_agrees_and_its_flaws_are_found_in_two_moves() {
    let program = |arguments: &str| format!("uci:{}", python(CHESS, arguments));
    agrees("python-chess", "chess", &program(""), &["--games", "20"]);
    for (flaw, headline) in [
        ("en-passant", "is illegal (en passant would expose the king); Mine: plays it"),
        ("castling", "is illegal (the king would castle through check on"),
        ("promotion", "is legal; Mine: refuses it"),
        ("rights", "does not have the right to castle"),
    ] {
        let flawed = program(&format!("--flaw {flaw}"));
        let finding = differs(&format!("chess-{flaw}"), "chess", &flawed, &["--games", "400"]);
        assert!(finding["headline"].as_str().unwrap().contains(headline), "{flaw}: {finding}");
        assert!(finding["moves"].as_u64().unwrap() <= 2, "{flaw}: {finding}");
    }
}

#[test]
fn of_a_program_that_lists_no_moves_it_is_said_what_was_asked() {
    const LAX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/lax.py");
    let server = format!("'{}' gtp dominions --size 2", env!("CARGO_BIN_EXE_bustan"));
    let without = "bustan-legal,bustan-state,bustan-position,bustan-setup,bustan-perft,undo,final_score";
    let options = ["--size", "2", "--games", "400", "--shrink-time", "12s", "--without", without];
    let against = python(LAX, &server);
    let finding = common::differs("lax", &[&["dominions", "--against", &against], &options[..]].concat());
    assert_eq!(finding["signature"], "verdict-played-legal-illegal-mismatch", "{finding}");
    // W[P63b2];B[P1c3] shows the same difference, but finding it takes far too many queries.
    let (moves, length) = (finding["moves"].as_u64().unwrap(), finding["length"].as_str().unwrap());
    assert!((2..=3).contains(&moves), "{finding}");
    assert_eq!(
        (&finding["proven_shortest"], &finding["searched"]["looked_at"]),
        (&false.into(), &"listed".into())
    );
    assert!(length.contains("; not every illegal move was tried"), "{length}");
    assert!(!length.contains("proven") && !length.contains("time ended"), "{length}");
}

#[test]
fn a_program_is_led_along_a_long_game() {
    const GAME: &str = include_str!("../../../../tests/golden/dominions-sample.txt");
    let server = format!("'{}' gtp dominions", env!("CARGO_BIN_EXE_bustan"));
    let moves: Vec<&str> = GAME.trim().split(';').take(50).collect();
    let led = |name: &str, moves: &[&str]| {
        let record = temporary(name);
        fs::write(&record, moves.join(";")).unwrap();
        let divide = ["divide", "dominions", "1", "--record", record.to_str().unwrap(), "--against", &server];
        let output = program().args(divide).args(["--without", "undo,bustan-perft"]).output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let name = "Bustan dominions fast";
    assert_eq!(
        led("long", &moves),
        format!(
            "{name} and reference both count 378 sequences.\nThey show the same position at the end of 378 of them.\n"
        )
    );
    // More moves follow the refused move than are sent ahead at once.
    let again = [&moves[..1], &["B[pass]"], &moves];
    let refused = format!("error: the engine {name} refuses P63i9 of white on the way there\n");
    assert_eq!(led("long-refused", &again.concat()), refused);
}

#[test]
fn a_refusal_is_reported_though_the_program_ends_after_it() {
    const ENDS: &str = "n=0; while read -r command rest; do
        [ $command = play ] && n=$((n + 1))
        case $n$command in 2play) echo \"? no\" ;; 3play) exit 3 ;; *) echo \"= \" ;; esac
        echo
    done";
    let record = temporary("refused-and-ended");
    fs::write(&record, "X[a1];O[a2];X[a3]").unwrap();
    let against = format!("sh -c '{ENDS}'");
    let divide = ["divide", "tictactoe", "1", "--record", record.to_str().unwrap(), "--against", &against];
    assert_eq!(refusal(&divide, b""), "the engine sh refuses a2 of o on the way there");
}

#[test]
fn the_same_seed_gives_the_same_finding_of_a_program_with_any_number_of_jobs() {
    let against = python(MARKS, "forgets");
    let found = |jobs: &str, again: u32| {
        let out = format!("same-{jobs}-{again}");
        let arguments = ["tictactoe", "--against", &against, "--games", "30", "--jobs", jobs, "--seed", "3"];
        let (_, mut report) = common::check(&out, &arguments);
        let mut findings = report["findings"].take();
        for finding in findings.as_array_mut().unwrap() {
            for told in ["files", "replay", "shrink"] {
                finding[told].take();
            }
        }
        findings
    };
    let first = found("1", 0);
    assert!(!first.as_array().unwrap().is_empty());
    for (jobs, again) in [("2", 0), ("1", 1), ("2", 1)] {
        assert_eq!(found(jobs, again), first, "{jobs} jobs");
    }
}

#[test]
fn the_engines_of_this_program_agree_over_the_protocol() {
    for &game in GAMES {
        let server = format!("'{}' gtp {game}", env!("CARGO_BIN_EXE_bustan"));
        agrees(&format!("self-{game}"), game, &server, &["--games", "6"]);
    }
}

#[test]
fn a_program_is_held_to_what_it_knows() {
    // The program can only begin the standard game.
    agrees("marks", "tictactoe", &python(MARKS, ""), &["--games", "6"]);
    let server = format!("'{}' gtp margo", env!("CARGO_BIN_EXE_bustan"));
    let without = "bustan-setup,bustan-position,bustan-state,undo,bustan-perft,final_score";
    agrees("without", "margo", &server, &["--games", "6", "--without", without]);
    let finding = differs("forgets", "tictactoe", &python(MARKS, "forgets"), &["--games", "20"]);
    assert_eq!((&finding["moves"], &finding["reproducible"]), (&3.into(), &true.into()), "{finding}");
    assert_eq!(told(&finding["replay"]).status.code(), Some(1));
}

#[test]
fn no_more_is_claimed_of_shorter_games_than_a_search_can_see() {
    // Both programs show their bug in a game of four moves, but one of them only if no move was taken back
    // before.
    let slips = |mode: &str| python(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/slips.py"), mode);
    for mode in ["undoes", "rare"] {
        for seed in ["0", "1"] {
            let options = ["--games", "20", "--seed", seed];
            let finding = differs(&format!("slips-{mode}"), "tictactoe", &slips(mode), &options);
            let length = finding["length"].as_str().unwrap();
            if finding["moves"].as_u64().unwrap() > 4 {
                assert_eq!(finding["proven_shortest"], false, "{mode}: {finding}");
                assert!(mode == "undoes" || !length.contains("no shorter game"), "{mode}: {length}");
                assert!(
                    mode == "rare" || length.contains("moves were taken back between them"),
                    "{mode}: {length}"
                );
            }
        }
    }
}

#[test]
fn a_program_that_tells_positions_and_takes_none_is_not_said_to_refuse_their_images() {
    for (game, size) in [("dominions", "2"), ("abrobad", "12")] {
        let server = format!("'{}' gtp {game}", env!("CARGO_BIN_EXE_bustan"));
        let options = ["--without", "bustan-setup", "--games", "20", "--seed", "2", "--size", size];
        agrees(&format!("no-setup-{game}"), game, &server, &options);
    }
}

#[test]
fn whatever_a_program_does_is_a_finding_with_its_last_lines() {
    let cases = [
        (
            "dies",
            1,
            "Marks: the process ended at play: exit code 1 (RuntimeError: no b2 today)",
            "stderr: RuntimeError: no b2 today",
        ),
        ("leaves", 1, "Marks: the process ended at play: exit code 0", "the command: play x b2"),
        ("hangs", 1, "Marks: no complete answer to play within 2 s", "the command: play x b2"),
        (
            "babbles",
            1,
            "Marks: answers play with text that is not a protocol answer",
            "the answer: b2, what a move",
        ),
        (
            "numbers",
            0,
            "Marks: answers bustan-legal with the number of a command that had none",
            "the command: bustan-legal",
        ),
        ("drones", 1, "Marks: answers play without end", "the command: play x b2"),
    ];
    common::at_once(&cases, |&(mode, moves, headline, detail)| {
        // Only a program that hangs needs a short timeout. Shrinking is limited by its number of moves.
        let timeout = if mode == "hangs" { "2s" } else { "1m" };
        let against = python(MARKS, mode);
        let check = ["tictactoe", "--against", &against, "--games", "40", "--jobs", "1"];
        let limits = ["--timeout", timeout, "--shrink-time", "10m"];
        let finding = common::differs(&format!("marks-{mode}"), &[&check[..], &limits].concat());
        assert_eq!(finding["kind"], "fault", "{mode}: {finding}");
        assert_eq!(
            (&finding["moves"], &finding["headline"]),
            (&moves.into(), &headline.into()),
            "{mode}: {finding}"
        );
        let details = finding["details"].as_array().unwrap();
        assert!(details.iter().any(|line| line == detail), "{mode}: {details:?}");
        assert_eq!(told(&finding["replay"]).status.code(), Some(1), "{mode}");
    });
    let told = refusal(&["check", "tictactoe", "--games", "4", "--against", &python(MARKS, "never")], b"");
    assert!(told.ends_with("does not start: the process ended at name: exit code 1 (not today)"), "{told}");
}

#[test]
fn what_does_no_harm_is_no_finding() {
    let cases = [("slow", "1s"), ("flood", "1m"), ("blank", "1m"), ("stays", "1m")];
    common::at_once(&cases, |(mode, timeout)| {
        let options = ["--games", "2", "--jobs", "1", "--timeout", timeout];
        agrees(&format!("marks-{mode}"), "tictactoe", &python(MARKS, mode), &options);
    });
}

#[test]
fn names_do_not_reach_the_terminal_as_they_are() {
    let against = python(MARKS, "escapes");
    let output =
        program().args(["check", "tictactoe", "--games", "2", "--against", &against]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(": Marks\u{fffd}[31m agrees with reference") && !text.contains('\x1b'), "{text:?}");
}

#[test]
fn what_cannot_be_tested_is_refused() {
    for (arguments, message) in [
        (&["tictactoe", "--against", "/no/such/engine"][..], "--against: cannot start \"/no/such/engine\": "),
        (
            &["tictactoe", "--against", "python3 'x"],
            "--against: a quotation mark is not closed in the command line ",
        ),
        (&["tictactoe", "--against", ""], "--against: a command line without a program"),
        (&["tictactoe", "--against", "true", "--timeout", "0s"], "--timeout: the time must be longer than 0"),
        (&["--against", "true"], "with --against, name the game that it plays"),
        (
            &["tictactoe", "--timeout", "1s"],
            "the following required arguments were not provided: --against <CMD>",
        ),
    ] {
        let refused = refusal(&[&["check"], arguments].concat(), b"");
        assert!(refused.starts_with(message), "{refused}");
    }
    let nowhere = ["check", "tribolo", "--games", "2", "--against", &python(MARKS, "")];
    assert_eq!(
        untested(&nowhere),
        "no move was played: Marks and reference have no common starting position; this requires boardsize \
         or bustan-setup"
    );
}

/// The number of processes that were started, and the number of those that are still running.
#[cfg(target_os = "linux")]
fn alive(numbers: &Path) -> (usize, usize) {
    let text = fs::read_to_string(numbers).unwrap_or_default();
    let there = |number: &&str| {
        let status = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        status.contains("python")
    };
    (text.lines().count(), text.lines().filter(there).count())
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_after() {
    let cases = [
        ("stays", None),
        ("forks", None),
        ("", "-TERM".into()),
        ("", "-KILL".into()),
        ("hangs", "-TERM".into()),
        ("hangs", "-KILL".into()),
    ];
    common::at_once(&cases, |&(mode, signal)| {
        let numbers = temporary(&format!("numbers{mode}{}", signal.unwrap_or_default()));
        let _ = fs::remove_file(&numbers);
        let against = python(MARKS, &format!("'{mode}' '{}'", numbers.display()));
        let time = if signal.is_some() { "1h" } else { "1s" };
        let mut checker = program()
            .args(["check", "tictactoe", "--timeout", "1h", "--time", time, "--against", &against])
            .args([
                "--out",
                temporary(&format!("left-behind{mode}{}", signal.unwrap_or_default())).to_str().unwrap(),
            ])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while alive(&numbers).1 == 0 && begun.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(20));
        }
        if let Some(signal) = signal {
            thread::sleep(Duration::from_millis(500));
            Command::new("kill").args([signal, &checker.id().to_string()]).status().unwrap();
        }
        // The check does not wait for an answer that is no longer needed and would take an hour.
        let told = Instant::now();
        while checker.try_wait().unwrap().is_none() {
            assert!(told.elapsed() < Duration::from_secs(300), "{mode} {signal:?}: it hangs");
            thread::sleep(Duration::from_millis(20));
        }
        let ended = Instant::now();
        while alive(&numbers).1 > 0 && ended.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(20));
        }
        let (started, left) = alive(&numbers);
        assert!(started > 0 && left == 0, "{mode} {signal:?}: {left} of {started} left");
    });
}
