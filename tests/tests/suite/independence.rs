//! Checks that the reference engines do not depend on the engines that they are compared with.

use std::process::Command;

/// The crates on which a crate depends, directly or indirectly, considering only dependencies of the kinds in
/// `edges`.
fn dependencies(package: &str, edges: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--package",
            package,
            "--edges",
            edges,
            "--prefix",
            "none",
            "--format",
            "{p}",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout).expect("names of crates are text");
    let names = told.lines().filter_map(|line| line.split_whitespace().next());
    names.map(String::from).filter(|name| name.starts_with("bustan-") && name != package).collect()
}

#[test]
fn engines_depend_on_the_vocabulary_alone() {
    for engines in ["bustan-core", "bustan-chess", "bustan-reference"] {
        assert_eq!(dependencies(engines, "normal,build"), ["bustan-vocabulary"], "{engines}");
    }
    assert_eq!(dependencies("bustan-vocabulary", "normal,build"), [""; 0]);
    assert_eq!(dependencies("bustan-guide", "normal,build"), ["bustan-vocabulary"]);
    let mut harness = dependencies("bustan-harness", "normal,build");
    harness.sort();
    harness.dedup();
    assert_eq!(harness, ["bustan-guide", "bustan-vocabulary"]);
}

#[test]
fn no_build_of_the_reference_engines_has_the_optimised_ones() {
    let all = dependencies("bustan-reference", "normal,build,dev");
    assert!(!all.is_empty());
    assert!(!all.iter().any(|name| name == "bustan-core" || name == "bustan-chess"), "{all:?}");
    // The same query must find the dependency of a crate that has it.
    assert!(dependencies("bustan-games", "normal").iter().any(|name| name == "bustan-core"));
}
