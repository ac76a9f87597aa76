//! Tests `solve` with several processes: its output, its files, and how it ends.

#[expect(dead_code, reason = "these tests need a part of it")]
#[path = "../suite/common/mod.rs"]
mod common;

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, process};

use crate::common::{complaints, json, refusal, run, temporary};
use serde_json::Value;

/// A listener on a free port below 32,768. The system uses higher ports for outgoing connections, and could
/// reuse one of them before the process for which it was chosen listens on it.
fn free() -> TcpListener {
    const PORTS: u32 = 12_000;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = process::id() % PORTS;
    let mut ports = (0..PORTS).map(|_| 20_000 + (first + NEXT.fetch_add(1, Ordering::Relaxed)) % PORTS);
    ports.find_map(|port| TcpListener::bind(("127.0.0.1", port as u16)).ok()).unwrap()
}

/// A report without the parts that differ from run to run.
fn report(arguments: &[&str]) -> Value {
    let mut report = json(&[&["solve"], arguments, &["--json"]].concat(), "");
    report["seconds"] = Value::Null;
    report
}

#[test]
fn processes_together_print_and_write_what_one_does() {
    let games: [&[&str]; 3] = [
        &["margo", "--size", "2", "--symmetry"],
        &["tictactoe", "--misere"],
        &["tribolo", "--size", "3x3", "seed", "1"],
    ];
    let (alone, together) = (temporary("alone.db"), temporary("together.db"));
    let before = |game: &[&str], more: &[&'static str], db: &std::path::Path| {
        let words: Vec<String> = game[..1]
            .iter()
            .chain(more)
            .chain(&["--db", db.to_str().unwrap()])
            .map(|word| word.to_string())
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).chain(game[1..].iter().copied()).collect();
        report(&words)
    };
    for game in games {
        let one = before(game, &[], &alone);
        for more in
            [&["--threads", "2"][..], &["--local-processes", "2"], &["--local-processes=4", "--threads=2"]]
        {
            assert_eq!(before(game, more, &together), one, "{more:?}");
            assert!(fs::read(&together).unwrap() == fs::read(&alone).unwrap(), "{game:?} {more:?}");
        }
        for more in [
            &["--threads=2", "--memory=64", "--spill=gathered"][..],
            &["--local-processes=2", "--spill=gathered"],
        ] {
            fs::write(&together, "").unwrap();
            assert_eq!(before(game, more, &together), one, "{more:?}");
            assert!(fs::read(&together).unwrap() == fs::read(&alone).unwrap(), "{game:?} {more:?}");
            assert!(!std::path::Path::new("gathered").exists(), "it is removed at the end");
        }
    }
}

#[test]
fn arguments_of_processes_together_are_checked() {
    let hosts = temporary("hosts.txt");
    let named = hosts.to_str().unwrap();
    let refused = |text: &str, process: &str| {
        fs::write(&hosts, text).unwrap();
        refusal(&["solve", "tictactoe", "--hosts", named, "--process", process], b"")
    };
    assert!(refused("node-0\n", "0").contains("line 1: \"node-0\" is not an address such as node-0:2101"));
    assert!(refused("a:1\nb:1\n", "2").contains("there is no process 2"));
    let spilled = ["solve", "tictactoe", "--threads", "2", "--memory", "1", "--spill", "gathered"];
    assert_eq!(refusal(&spilled, b""), "--spill needs --memory 8 or more");
    let directory = temporary("gathered-occupied");
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("notes"), "mine").unwrap();
    let told =
        refusal(&["solve", "tictactoe", "--threads", "2", "--spill", directory.to_str().unwrap()], b"");
    assert!(told.contains("has notes in it"), "{told}");
}

#[test]
fn a_process_that_is_alone_ends_in_time_and_may_be_started_again() {
    let listeners = [(); 2].map(|()| free());
    let hosts = listeners.each_ref().map(|listener| listener.local_addr().unwrap().to_string());
    let [first, _second] = listeners;
    drop(first);
    let list = temporary("alone.txt");
    fs::write(&list, hosts.join("\n")).unwrap();
    let words =
        ["solve", "tictactoe", "--hosts", list.to_str().unwrap(), "--process", "0", "--patience", "200ms"];
    let output = run(&words, b"");
    let said = complaints(&output);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("process 1 cannot be reached at") && said.contains("within 0.2 s"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}
