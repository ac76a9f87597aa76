//! Tests two bugs with the same signature, found in games that are played at the same time.

use std::fs;

use serde_json::Value;

use crate::common::{at_once, python, run, temporary, told};

const ALIKE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/alike.py");

/// Returns the only finding of a run. The first game that reaches the `slow` bug ends late.
fn found(seed: &str, jobs: &str, slow: &str, limits: &[&str]) -> Value {
    let dir = temporary(&format!("alike-{seed}-{jobs}{}", limits.concat()));
    let _ = fs::remove_dir_all(&dir);
    let once = dir.with_extension("once");
    let _ = fs::remove_file(&once);
    let subject = python(ALIKE, &format!("flawed {slow} '{}'", once.display()));
    let oracle = python(ALIKE, "");
    let check = ["check", "any", "--json", "--against", &subject, "--with", &oracle, "--shrink-time", "90s"];
    let out = ["--seed", seed, "--jobs", jobs, "--out", dir.to_str().unwrap()];
    let output = run(&[&check[..], &out, limits].concat(), b"");
    let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{report:#}");
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(1), "{report:#}");
    assert!(once.exists(), "no game reached the {slow} mistake");
    report["findings"][0].take()
}

/// The parts of a finding that must not depend on the order in which games end.
fn shown(finding: &Value) -> Value {
    let keys = ["signature", "headline", "record", "original_record", "from_start", "same_signature"];
    let more = ["proven_shortest", "shorter", "first_game", "number", "policy", "count", "games_played"];
    keys.into_iter().chain(more).map(|key| (key.to_string(), finding[key].clone())).collect()
}

/// The last move of a record, and the number of moves.
fn about(record: &Value) -> Option<(&str, usize)> {
    let plays = || record.as_str().unwrap_or_default().lines().filter_map(|line| line.strip_prefix("play "));
    Some((plays().next_back()?, plays().count()))
}

/// Replays the game in the file about the other bug, and returns whether there is such a file.
fn other_is_replayed(finding: &Value, plays: &str) -> bool {
    let files = finding["files"].as_array().unwrap().iter().filter_map(Value::as_str);
    let Some(same) = files.into_iter().find(|file| file.ends_with(".same.txt")) else { return false };
    let (replay, short) = (finding["replay"].as_str().unwrap(), same.replace(".same.txt", ".txt"));
    assert!(replay.contains(&short), "{replay}");
    let output = told(&replay.replace(&short, same));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(1) && text.contains(plays), "{text}");
    true
}

#[test]
fn of_two_mistakes_with_one_signature_the_first_game_decides_which_is_shown() {
    let (short, long) = (("black c", 3), ("white b", 4));
    // The first game of each seed shows one of the bugs. The other bug is reported if its game from the start
    // is shorter.
    let cases = [("0", "long", long, Some(short)), ("1", "short", short, None)];
    at_once(&cases, |&(seed, first, (mv, moves), other)| {
        for limits in [&["--max-findings", "1"][..], &["--games", "40", "--keep-going"]] {
            let alone = found(seed, "1", first, limits);
            assert_eq!(alone["signature"], "verdict-illegal-legal", "{alone:#}");
            assert_eq!(about(&alone["record"]), Some((mv, 1)), "{alone:#}");
            assert_eq!(about(&alone["from_start"]["record"]), Some((mv, moves)), "{alone:#}");
            assert_eq!(about(&alone["same_signature"]["record"]), other, "{alone:#}");
            assert_eq!(other_is_replayed(&alone, "Alike: plays c; "), other.is_some(), "{alone:#}");
            // Meanwhile, other games end that show the other bug.
            let together = found(seed, "2", first, limits);
            assert_eq!(shown(&together), shown(&alone), "{limits:?}");
        }
    });
}
