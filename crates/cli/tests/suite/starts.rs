//! Tests programs that do not start as named on the command line, or end before a game begins, and the
//! messages about them.

use bustan_harness::protocol::foreign::Program;
use bustan_harness::report::command::word;

use crate::common::{answered, python, refusal, run};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs");

/// The message of a check with a program that cannot play.
#[track_caller]
fn refused(game: &str, against: &str) -> String {
    let with: &[&str] = if game == "any" { &["--with", against] } else { &[] };
    refusal(&[&["check", game, "--games", "2", "--against", against], with].concat(), b"")
}

/// The message of a check with a program that cannot play, with a short time limit for the first answer.
#[track_caller]
fn refused_soon(game: &str, against: &str) -> String {
    let check = ["check", game, "--against", against, "--start-timeout", "1s"];
    let with: &[&str] = if game == "any" { &["--with", against] } else { &[] };
    refusal(&[&check[..], with].concat(), b"")
}

#[test]
fn a_program_of_another_protocol_is_named_with_its_prefix() {
    let said = |answers: &str| python(&format!("{PROGRAMS}/said.py"), answers);
    let other = |program: &str| python(&format!("{PROGRAMS}/{program}"), "");
    let [uci, stones, hive] = [said("'\\|name=Unknown command: name'"), other("gtp.py"), other("uhp.py")];
    let usi = python(&format!("{PROGRAMS}/uci.py"), "usi");
    let named = |prefix: &str, line: &str| {
        format!("; name it {}", word(&format!("{prefix}{}", Program::parse(line).unwrap())))
    };
    for (game, line, answer, hint) in [
        ("chess", uci.clone(), "it answers `uci` with `uciok`", named("uci:", &uci)),
        ("any", format!("gtp:{uci};boardsize=5"), "it answers `uci` with `uciok`", named("uci:", &uci)),
        ("any", usi.clone(), "it answers `usi` with `usiok`", named("usi:", &usi)),
        ("any", format!("uci:{usi}"), "it answers `usi` with `usiok`", named("usi:", &usi)),
        ("any", format!("uci:{stones};Hash=1"), "it answers `name` with `= Stones`", named("gtp:", &stones)),
        ("any", hive.clone(), "it begins with `id Beetle v1`", named("uhp:", &hive)),
        ("any", format!("uci:{hive}"), "it begins with `id Beetle v1`", named("uhp:", &hive)),
    ] {
        let message = refused_soon(game, &line);
        assert!(message.contains(answer) && message.ends_with(&hint), "{line}: {message}");
    }
    // The bridge may stop the program first.
    let message = refused("any", &format!("gtp:{uci}"));
    assert!(message.contains("does not speak GTP") && message.ends_with(&named("uci:", &uci)), "{message}");
    // A program that speaks Bustan's protocol has no prefix.
    let server = format!("'{}' gtp chess", env!("CARGO_BIN_EXE_bustan"));
    let message = refused_soon("chess", &format!("uci:{server}"));
    let hint = format!("; it knows commands of Bustan's protocol{}", named("", &server));
    assert!(message.ends_with(&hint), "{message}");
    // The message does not guess the protocol of a program that answers no greeting.
    let message = refused_soon("any", "cat");
    assert!(message.contains("does not start: ") && !message.contains("name it"), "{message}");
}

#[test]
fn a_wrong_option_of_a_program_of_two_protocols_is_reported_without_the_other_protocol() {
    for (option, told) in [
        ("Style=blod", "Pawn has no Style \"blod\" (did you mean bold?); it has plain, bold"),
        ("hsh=16", "Pawn has no option \"hsh\" (did you mean Hash?); it has Hash, Clear Hash, Style"),
    ] {
        let message = refused("any", &format!("uci:python3 {PROGRAMS}/uci.py two;{option}"));
        assert!(message.ends_with(&format!("does not start: {told}")), "{message}");
    }
}

#[test]
fn what_a_program_said_instead_of_an_answer_is_quoted() {
    let said = python(&format!("{PROGRAMS}/said.py"), "'\\|name=Unknown command: name'");
    let message = refused("chess", &said);
    let answer = "answers name with text that is not a protocol answer: \"Unknown command: name\"; it \
                  answers";
    assert!(message.contains(answer), "{message}");
}

#[test]
fn a_program_that_ends_after_its_greeting_has_started() {
    let ended = "started, but ended at `go perft 1`:";
    let mut cases = vec![
        ("!7 boom", "exit code 7 (boom)"),
        ("!3 boom", "exit code 3 (boom)"),
        ("!0 boom", "exit code 0 (boom)"),
        ("!5 ", "exit code 5"),
    ];
    if cfg!(unix) {
        cases.extend([("!-9 boom", "killed by signal 9 (boom)"), ("!-11 ", "killed by signal 11")]);
    }
    for (answer, how) in cases {
        let program = python(&format!("{PROGRAMS}/said.py"), &format!("'go perft={answer}'"));
        let message = refused("chess", &format!("uci:{program}"));
        assert!(message.ends_with(&format!("{ended} {how}")), "{answer}: {message}");
        assert!(!message.contains("does not start"), "{message}");
    }
    // The same applies to a program that speaks Bustan's protocol.
    let plain = "sh -c 'read -r line; echo \"= Mine\"; echo; read -r line; echo boom >&2; exit 4'";
    let message = refused("chess", plain);
    assert!(
        message.ends_with("started, but ended at `known_command boardsize`: exit code 4 (boom)"),
        "{message}"
    );
}

#[test]
fn a_program_whose_moves_cannot_be_read_is_said_to_print_them() {
    for (list, first) in [
        (r"Nf3: 1\nNc3: 1\ne4: 1\nd4: 1\n\nNodes searched: 20", "Nf3: 1"),
        (r"info string counting\na4 1\nb4 1\n2", "a4 1"),
        (r"1. e4 - 1\n2. exd5 - 1", "1. e4 - 1"),
        (r"e2e4\nd2d4", "e2e4"),
    ] {
        let program =
            python(&format!("{PROGRAMS}/said.py"), &format!("'go perft={list}' '\\|go=bestmove e2e4'"));
        let message = refused("chess", &format!("uci:{program}"));
        let told = format!("(its moves cannot be read, the first line of them is {first:?})");
        assert!(message.contains(&told), "{list}: {message}");
    }
    let silent = python(&format!("{PROGRAMS}/said.py"), "'\\|go=bestmove e2e4'");
    let message = refused("chess", &format!("uci:{silent}"));
    assert!(message.contains("(it prints no moves)"), "{message}");
}

/// The command line of a program with the prefix of its protocol.
fn protocol_of(protocol: &str, program: &str) -> String {
    format!("{protocol}:python3 {PROGRAMS}/{program}")
}

#[test]
fn a_program_that_hangs_is_reported_of_in_its_own_protocol() {
    let name = |protocol: &str, program: &str| format!("name it '{}'\n", protocol_of(protocol, program));
    for (protocol, program, told) in [
        ("uci", "uci.py silent", "no `uciok` within 1 s of `uci`\n".into()),
        ("usi", "uci.py silent", "no `usiok` within 1 s of `usi`\n".into()),
        (
            "gtp",
            "uci.py",
            format!(
                "no answer within 1 s of `name`; it answers `uci` with `uciok`; {}",
                name("uci", "uci.py")
            ),
        ),
        (
            "uhp",
            "gtp.py",
            format!(
                "no `ok` within 1 s of the start; it answers `name` with `= Stones`; {}",
                name("gtp", "gtp.py")
            ),
        ),
    ] {
        let program = protocol_of(protocol, program);
        let check = ["check", "any", "--against", &program, "--with", &program, "--start-timeout", "1s"];
        let (code, text) = answered(run(&check, b""));
        assert!(code == Some(2) && text.ends_with(&format!("does not start: {told}")), "{text}");
    }
}

#[test]
fn an_option_limits_the_time_for_a_program_that_hangs_at_the_start() {
    let program = protocol_of("uci", "uci.py silent");
    let soon = ["check", "chess", "--against", &program, "--time", "5s", "--start-timeout", "1s"];
    let (code, text) = answered(run(&soon, b""));
    assert!(code == Some(2) && text.ends_with("no `uciok` within 1 s of `uci`\n"), "{text}");
}
