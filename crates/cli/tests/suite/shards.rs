//! Tests that runs in shards, killed and resumed runs, and merged runs all leave the same bytes as a single
//! run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{complaints, program, temporary};
use serde_json::Value;

/// A time limit long enough for searches to end on their own on a busy machine, so that their results are the
/// same.
const IN_TIME: &str = "--shrink-time=5m";

/// A Tic-Tac-Toe engine that sometimes forgets that a cell is occupied.
const FORGETFUL: &str = concat!("python3 '", env!("CARGO_MANIFEST_DIR"), "/tests/engines/marks.py' forgets");

/// An empty folder for a test, in which its runs have directories with short names.
fn folder(name: &str) -> PathBuf {
    let folder = temporary(&format!("shards-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A command to run in a folder.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = program();
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program starts")
}

/// Runs a command, checks that it ends with the exit code `code`, and returns its output.
#[track_caller]
fn ends(code: i32, folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", complaints(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command, checks that it fails, and returns its error.
#[track_caller]
fn error(code: i32, folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let told = complaints(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    assert!(output.stdout.is_empty() && told.starts_with("error: ") && told.lines().count() == 1, "{told}");
    told
}

/// The files in a directory, by name, with their contents.
fn files(dir: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(dir).unwrap().map(|file| file.unwrap());
    let named = files.map(|file| (file.file_name().into_string().unwrap(), file.path()));
    named.map(|(name, path)| (name, fs::read_to_string(path).unwrap())).collect()
}

#[track_caller]
fn same(one: &BTreeMap<String, String>, other: &BTreeMap<String, String>) {
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    one.iter().for_each(|(name, text)| assert_eq!(text, &other[name], "{name}"));
}

/// The files and the output of a single run of all items, in the directory `all`, which is then removed.
#[track_caller]
fn one(code: i32, folder: &Path, arguments: &[&str]) -> (BTreeMap<String, String>, String) {
    let printed = ends(code, folder, &[arguments, &["--reproducible", "--out", "all"]].concat());
    let left = files(&folder.join("all"));
    fs::remove_dir_all(folder.join("all")).unwrap();
    (left, printed)
}

/// Merges shards in the directory `all`, and returns its files and the output.
#[track_caller]
fn merged(code: i32, folder: &Path, shards: &[&str], more: &[&str]) -> (BTreeMap<String, String>, String) {
    let printed = ends(code, folder, &[&["merge", "--out", "all"], more, shards].concat());
    (files(&folder.join("all")), printed)
}

/// Waits until a process has written `steps` steps to its journal, and kills it with a signal that cannot be
/// caught.
fn killed(mut child: Child, dir: &Path, steps: usize) {
    let begun = Instant::now();
    let lines = || fs::read_to_string(dir.join("run.jsonl")).map_or(0, |text| text.lines().count());
    while lines() <= steps && child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{steps} steps");
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let journal = fs::read_to_string(dir.join("run.jsonl")).unwrap();
    assert!(
        !journal.contains("\"Over\""),
        "it was over before it was killed: {} lines",
        journal.lines().count()
    );
}

/// Runs 16 shards, two at a time, kills three of them midway, resumes those, and merges all.
fn campaign(name: &str, code: i32, arguments: &[&str], more: &[&str]) {
    let folder = folder(name);
    let (left, printed) = one(code, &folder, arguments);
    let names: Vec<String> = (0..16).map(|index| format!("shard-{index}")).collect();
    let shard = |index: usize| {
        let part = format!("{index}/16");
        let options =
            ["--shard", &part, "--resume", "--out", &names[index], "--save-every", "0s", "--jobs", "1"];
        let mut command = command(&folder, &[arguments, &options].concat());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    for (index, steps) in [(3, 1), (7, 2), (12, 3)] {
        killed(shard(index).spawn().unwrap(), &folder.join(&names[index]), steps);
    }
    let dirs: Vec<&str> = names.iter().map(String::as_str).collect();
    let early = error(3, &folder, &[&["merge", "--out", "all"], more, &dirs[..8]].concat());
    assert!(early.contains("has no run.jsonl"), "{early}");
    thread::scope(|scope| {
        for half in 0..2 {
            let shard = &shard;
            scope.spawn(move || {
                for index in (half..16).step_by(2) {
                    let ended = shard(index).status().unwrap().code();
                    assert!(ended == Some(0) || ended == Some(code), "shard {index}: {ended:?}");
                }
            });
        }
    });
    let order: Vec<&str> = dirs.iter().cycle().skip(5).step_by(3).take(16).copied().collect();
    let (other, told) = merged(code, &folder, &order, more);
    same(&left, &other);
    assert_eq!(printed, told);
}

#[test]
fn sixteen_shards_three_of_them_killed_come_to_the_bytes_of_one_run() {
    campaign("agree", 0, &["check", "dominions", "--size", "3", "--games", "240", "--seed", "5"], &[]);
}

#[test]
fn sixteen_shards_three_of_them_killed_come_to_the_findings_of_one_run() {
    let arguments = ["check", "tictactoe", "--against", FORGETFUL, "--games", "96", "--keep-going", IN_TIME];
    campaign("differ", 1, &arguments, &["--programs"]);
}

#[test]
fn a_run_that_ends_with_its_first_finding_is_put_together_too() {
    let folder = folder("first");
    let arguments = ["check", "tictactoe", "--against", FORGETFUL, "--games", "60", "--seed", "2", IN_TIME];
    let (left, printed) = one(1, &folder, &arguments);
    for (index, dir) in ["a", "b", "c"].into_iter().enumerate() {
        let shard = format!("{index}/3");
        let output = run(&folder, &[&arguments[..], &["--shard", &shard, "--out", dir]].concat());
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", complaints(&output));
    }
    let unallowed = error(2, &folder, &["merge", "a", "b", "c", "--out", "all"]);
    assert!(unallowed.contains("--programs allows merge to start the programs that it names"), "{unallowed}");
    let (other, told) = merged(1, &folder, &["b", "c", "a"], &["--programs"]);
    same(&left, &other);
    assert_eq!(printed, told);
}

#[test]
fn shards_of_all_positions_with_some_pieces_go_on_after_a_kill() {
    campaign("pieces", 0, &["exhaust", "chess", "--material", "KRkr", "--special", "--depth", "0"], &[]);
}

#[test]
fn the_first_position_that_shows_a_difference_is_found_again_when_shards_are_put_together() {
    let folder = folder("pieces-first");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../bridges/tests/programs/chess.py");
    let program = format!("uci:python3 {program} {} long", env!("CARGO_BIN_EXE_bustan"));
    let arguments = ["exhaust", "chess", "--material", "Kkr,KRk", "--special", "--against", &program];
    let (left, printed) = one(1, &folder, &arguments);
    for (index, dir) in ["a", "b", "c"].into_iter().enumerate() {
        let shard = format!("{index}/3");
        let output = run(&folder, &[&arguments[..], &["--shard", &shard, "--out", dir]].concat());
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", complaints(&output));
    }
    let unallowed = error(2, &folder, &["merge", "a", "b", "c", "--out", "all"]);
    assert!(unallowed.contains("--programs allows merge to start the programs that it names"), "{unallowed}");
    let (other, told) = merged(1, &folder, &["b", "c", "a"], &["--programs"]);
    same(&left, &other);
    assert_eq!(printed, told);
}

#[test]
fn every_position_and_every_sequence_can_be_dealt_out() {
    for (name, arguments) in [
        ("exhaust", &["exhaust", "tictactoe"][..]),
        ("symmetric", &["exhaust", "tictactoe", "--symmetry", "--depth", "4"]),
        ("history", &["exhaust", "margo", "--size", "2"]),
        ("material", &["exhaust", "chess", "--material", "KRk,Kkr", "--special", "--depth", "1"]),
        ("perft", &["perft", "dominions", "2", "--size", "2"]),
        ("divide", &["perft", "tictactoe", "5", "--engine", "reference"]),
        ("short", &["perft", "tictactoe", "1"]),
    ] {
        let folder = folder(name);
        let (left, printed) = one(0, &folder, arguments);
        for index in 0..3 {
            let (shard, dir) = (format!("{index}/3"), format!("s{index}"));
            ends(0, &folder, &[arguments, &["--shard", &shard, "--out", &dir]].concat());
            // A resumed run has nothing left to do, and changes nothing.
            ends(0, &folder, &[arguments, &["--shard", &shard, "--out", &dir, "--resume"]].concat());
        }
        let (other, told) = merged(0, &folder, &["s1", "s2", "s0"], &[]);
        same(&left, &other);
        assert_eq!(printed, told, "{name}");
    }
}

#[test]
fn a_part_of_a_count_has_the_digest_that_the_whole_tells_of_it() {
    let folder = folder("digest");
    let whole = ends(0, &folder, &["perft", "tictactoe", "4", "--reproducible", "--json"]);
    let whole: Value = serde_json::from_str(&whole).unwrap();
    assert_eq!(
        (&whole["nodes"], &whole["subtrees"], &whole["moves"]),
        (&3024.into(), &504.into(), &3.into())
    );
    let parts = whole["parts"].as_array().unwrap();
    assert_eq!(
        (parts.len(), parts.iter().filter_map(|part| part["nodes"].as_u64()).sum::<u64>()),
        (16, 3024)
    );
    for (engine, index) in [("fast", 3), ("reference", 15)] {
        let (shard, dir) = (format!("{index}/16"), format!("part-{index}"));
        let part =
            ["perft", "tictactoe", "4", "--engine", engine, "--shard", &shard, "--out", &dir, "--json"];
        let part: Value = serde_json::from_str(&ends(0, &folder, &part)).unwrap();
        for key in ["shard", "nodes", "sha256", "subtrees"] {
            assert_eq!(part[key], parts[index][key], "{key} of part {index}");
        }
    }
}

/// The maximum number of sequences in a tree. Counting more takes too long for a test.
const QUICK: u64 = 300_000_000;

#[test]
fn trees_are_counted_as_they_are_listed() {
    let folder = folder("listed");
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/counts.md");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")).skip(1);
    let mut trees = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [arguments, nodes, subtrees, sha256, ""] = cells[..] else { panic!("{row}") };
        if nodes.parse::<u64>().unwrap() > QUICK {
            continue;
        }
        let arguments: Vec<&str> = ["perft"].into_iter().chain(arguments.split(' ')).collect();
        let told = ends(0, &folder, &[&arguments[..], &["--reproducible"]].concat());
        assert!(told.starts_with(&format!("{nodes} nodes in {subtrees} subtrees after ")), "{row}: {told}");
        assert!(told.ends_with(&format!("\nsha256 {sha256}\n")), "{row}: {told}");
        trees += 1;
    }
    assert!(trees > 5, "{trees}");
}

#[test]
fn what_does_not_belong_together_is_named_with_its_directory() {
    let folder = folder("foreign");
    let check = |games: &str, shard: &str, out: &str| {
        ends(0, &folder, &["check", "tictactoe", "--games", games, "--shard", shard, "--out", out]);
    };
    check("9", "0/3", "zero");
    check("9", "1/3", "one");
    check("12", "2/3", "other");
    check("9", "2/4", "fourth");
    let merge = |code, dirs: &[&str]| error(code, &folder, &[&["merge", "--out", "all"], dirs].concat());
    assert!(merge(3, &["zero", "one"]).contains("shard 2/3 is missing"));
    assert!(merge(3, &["one"]).contains("shards 0/3, 2/3 are missing"));
    assert!(merge(2, &["zero", "one", "zero"]).contains("zero and zero are both shard 0/3"));
    let told = merge(2, &["zero", "one", "other"]);
    assert!(
        told.contains(
            "other does not belong to zero: the run is a different one: check tictactoe --games 12;"
        ),
        "{told}"
    );
    let told = merge(2, &["zero", "fourth"]);
    assert!(
        told.contains("fourth does not belong to zero: it is shard 2/4, and zero is shard 0/3"),
        "{told}"
    );
    assert!(merge(3, &["zero", "nowhere"]).contains("nowhere has no run.jsonl"));
    assert!(
        error(2, &folder, &["merge", "zero", "--out", "zero"])
            .contains("zero is a shard; --out must name another")
    );
    check("9", "2/3", "two");
    // The cases: another version, a damaged journal, and a shard with missing games.
    let path = folder.join("one/run.jsonl");
    let good = fs::read_to_string(&path).unwrap();
    for (text, code, problem) in [
        (good.replace(env!("CARGO_PKG_VERSION"), "9.9.9"), 2, "one does not belong to zero: version 9.9.9"),
        (
            good.replacen("\"from\":0", "\"from\":1", 1),
            2,
            "continues with game 1 of shard 1/3 instead of game 0",
        ),
        (good.replacen("tried", "tired", 1), 2, "run.jsonl, line 2, is damaged"),
        (
            good.lines().take(2).fold(String::new(), |all, line| all + line + "\n"),
            3,
            "not finished: one (tictactoe, 3 games",
        ),
        (
            good.lines().take(1).fold(String::new(), |all, line| all + line + "\n"),
            3,
            "1 of 3 shards have not reached tictactoe",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let told = merge(code, &["zero", "one", "two"]);
        assert!(told.contains(problem), "{problem}: {told}");
    }
}

#[test]
fn a_directory_belongs_to_one_run() {
    let folder = folder("own");
    let shard = ["check", "tictactoe", "--games", "9", "--shard", "0/2", "--out", "part"];
    ends(0, &folder, &shard);
    assert!(error(2, &folder, &shard).contains("part has the run.jsonl of a run: --resume continues it"));
    let other = ["check", "tictactoe", "--games", "8", "--shard", "0/2", "--out", "part", "--resume"];
    assert!(error(2, &folder, &other).contains("the run is a different one: check tictactoe --games 9"));
    let journal = folder.join("part/run.jsonl");
    let begun = fs::read_to_string(&journal).unwrap();
    ends(0, &folder, &[&shard[..], &["--resume"]].concat());
    let at = begun.find(r#""build":""#).unwrap() + 9;
    fs::write(&journal, [&begun[..at], "0123456789abcdef", &begun[at + 16..]].concat()).unwrap();
    let told = error(2, &folder, &[&shard[..], &["--resume"]].concat());
    assert!(told.contains("part: another build of the program started this run"), "{told}");
    ends(0, &folder, &["check", "tictactoe", "--games", "9", "--out", "plain"]);
    for option in [&["--reproducible"][..], &["--resume"], &["--shard", "1/2"]] {
        let arguments = [&["check", "tictactoe", "--games", "9", "--out", "plain"], option].concat();
        assert!(
            error(2, &folder, &arguments).contains("plain has findings.json of another run"),
            "{option:?}"
        );
    }
    let words = |arguments: &[&str]| error(2, &folder, &[&["check", "tictactoe"], arguments].concat());
    assert!(words(&["--shard", "0/2", "--out", "x"]).contains("need --games"));
    assert!(words(&["--shard", "0/2", "--games", "9"]).contains("need --out DIR"));
    assert!(
        words(&["--resume", "--games", "9", "--time", "1s", "--out", "x"])
            .contains("--time cannot be combined with")
    );
    assert!(words(&["--shard", "5/6", "--games", "5", "--out", "x"]).contains("nothing to do in this part"));
    assert!(words(&["--save-every", "1s"]).contains("--save-every needs --shard or --resume"));
    let nobody = command(&folder, &[&shard[..5], &["env", "--out", "y"]].concat()).output().unwrap();
    assert!(
        complaints(&nobody).contains("none of the variables JOB_COMPLETION_INDEX"),
        "{}",
        complaints(&nobody)
    );
    let mut job = command(&folder, &[&shard[..5], &["env/2", "--out", "z"]].concat());
    assert_eq!(job.env("JOB_COMPLETION_INDEX", "1").status().unwrap().code(), Some(0));
    assert!(
        fs::read_to_string(folder.join("z/run.jsonl")).unwrap().contains("\"shard\":{\"index\":1,\"of\":2}")
    );
}

#[test]
fn putting_together_begins_again_where_it_was_killed() {
    let folder = folder("again");
    let arguments = ["check", "tictactoe", "--games", "9"];
    let (left, _) = one(0, &folder, &arguments);
    ends(0, &folder, &[&arguments[..], &["--shard", "0/1", "--out", "part"]].concat());
    fs::create_dir(folder.join("all")).unwrap();
    for name in [".bustan-merge", "index.html", "tictactoe-verdict-x-0-7.svg"] {
        fs::write(folder.join("all").join(name), "left").unwrap();
    }
    let (other, _) = merged(0, &folder, &["part"], &[]);
    same(&left, &other);
    assert!(
        error(2, &folder, &["merge", "part", "--out", "all"])
            .contains("all has findings.json of another run")
    );
}

#[cfg(unix)]
#[test]
fn a_shard_that_is_asked_to_end_says_so_whatever_it_has_found_and_goes_on() {
    let folder = folder("asked");
    let arguments = ["check", "tictactoe", "--against", FORGETFUL, "--games", "4000", "--keep-going"];
    let options = ["--shard", "0/2", "--resume", "--save-every", "0s", "--out", "part"];
    let shard = [&arguments[..], &options].concat();
    let child = command(&folder, &shard).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let found = || {
        let text = fs::read_to_string(folder.join("part/findings.json")).unwrap_or_default();
        text.contains("\"differ\"")
            && fs::read_to_string(folder.join("part/run.jsonl")).unwrap().lines().count() > 2
    };
    let begun = Instant::now();
    while !found() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(5));
    }
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(143), "it is to be run again");
}
