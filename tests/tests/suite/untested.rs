//! Checks that targets for which cargo compiles no tests in the main workspace do not contain any.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The libraries and programs of the workspace for which `key` is `false`, with their names and root files.
fn untested(key: &str) -> Vec<(String, PathBuf)> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--no-deps", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    let packages = told["packages"].as_array().expect("packages are a list");
    let targets =
        packages.iter().flat_map(|package| package["targets"].as_array().expect("targets are a list"));
    let of_sources = targets.filter(|target| {
        let kind = target["kind"][0].as_str();
        target[key] == false && matches!(kind, Some("lib" | "bin"))
    });
    of_sources
        .map(|target| {
            let text = |key: &str| target[key].as_str().expect("names and files are text").to_string();
            (text("name"), text("src_path").into())
        })
        .collect()
}

/// The files in a folder and its subfolders whose text satisfies `holds`.
fn which(folder: &Path, holds: fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder with sources can be read");
    entries
        .map(|entry| entry.expect("its entries can be read").path())
        .flat_map(|path| match path.is_dir() {
            true => which(&path, holds),
            false => {
                let holds = fs::read_to_string(&path).is_ok_and(|text| holds(&text));
                Vec::from_iter(holds.then_some(path))
            }
        })
        .collect()
}

fn has_tests(source: &str) -> bool {
    source.lines().any(|line| {
        let line = line.trim_start();
        line.starts_with("#[") && line.ends_with("test]") || line.contains("engine_tests!(")
    })
}

/// Whether doc comments contain code, which cargo would run.
fn has_examples(source: &str) -> bool {
    let comments = source.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or(line.strip_prefix("//!"))
    });
    let fences = comments.filter_map(|line| line.trim_start().strip_prefix("```"));
    fences.step_by(2).any(|language| !["text", "sh", "console", "json", "toml"].contains(&language))
}

#[test]
fn sources_that_cargo_does_not_test_have_no_tests() {
    for (key, known, holds) in
        [("test", "bustan_games", has_tests as fn(&str) -> bool), ("doctest", "bustan_serve", has_examples)]
    {
        let targets = untested(key);
        assert!(targets.iter().any(|(name, _)| name == known), "{targets:?}");
        for (name, root) in targets {
            let tests = which(root.parent().expect("a file is in a folder"), holds);
            assert!(tests.is_empty(), "{name} has tests that never run: {tests:?}");
        }
    }
    // The same functions must find the tests and examples of other sources.
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(!which(&package.join("src"), has_tests).is_empty());
    assert!(!which(&package.join("flawed/src"), has_examples).is_empty());
}
