//! What cargo compiles no tests for in the main workspace has none.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The targets of the workspace that say `test = false`: their names and root files.
fn untested() -> Vec<(String, PathBuf)> {
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
        target["test"] == false && matches!(kind, Some("lib" | "bin"))
    });
    of_sources
        .map(|target| {
            let text = |key: &str| target[key].as_str().expect("names and files are text").to_string();
            (text("name"), text("src_path").into())
        })
        .collect()
}

/// The files of a folder, and of those in it, that have a test.
fn with_tests(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder with sources can be read");
    entries
        .map(|entry| entry.expect("its entries can be read").path())
        .flat_map(|path| match path.is_dir() {
            true => with_tests(&path),
            false => {
                let begins = |line: &str| {
                    let line = line.trim_start();
                    line.starts_with("#[") && line.ends_with("test]") || line.contains("engine_tests!(")
                };
                let has = |text: String| text.lines().any(begins);
                Vec::from_iter(fs::read_to_string(&path).is_ok_and(has).then_some(path))
            }
        })
        .collect()
}

#[test]
fn sources_that_cargo_does_not_test_have_no_tests() {
    let targets = untested();
    assert!(targets.iter().any(|(name, _)| name == "bustan_games"), "{targets:?}");
    for (name, root) in targets {
        let tests = with_tests(root.parent().expect("a file is in a folder"));
        assert!(tests.is_empty(), "{name} has tests that never run: {tests:?}");
    }
    // The same question about sources that do have tests.
    assert!(!with_tests(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).is_empty());
}
