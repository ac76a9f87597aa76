//! A fuzzer's findings stay found: the files under `fuzz/regressions`, and the seed corpora beside them,
//! break no law.

use std::path::Path;
use std::{fs, panic};

use bustan_games::fuzz::{run, targets};

fn replay(kind: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let mut files = 0;
    for target in targets() {
        let folder = root.join(kind).join(&target);
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder can be listed").path();
            if path.file_name().is_some_and(|name| name == ".gitkeep") {
                continue;
            }
            let bytes = fs::read(&path).expect("a file can be read");
            let result = panic::catch_unwind(|| run(&target, &bytes));
            assert!(result.is_ok(), "{} breaks the law of {target}", path.display());
            files += 1;
        }
    }
    files
}

#[test]
fn regressions_break_no_law() {
    replay("regressions");
}

#[test]
fn seed_corpora_break_no_law() {
    assert!(replay("seeds") >= 100, "the seed corpora are there");
}

/// A game whose targets are forgotten fails here, and above, where it has no folders.
#[test]
fn every_law_of_every_game_has_a_fuzz_target() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/Cargo.toml"));
    let manifest = manifest.expect("the fuzz targets have a manifest");
    let programs = manifest.split("[[bin]]\n").skip(1);
    let listed: Vec<&str> =
        programs.filter_map(|it| it.lines().find_map(|line| line.strip_prefix("name = "))).collect();
    let expected: Vec<String> = targets().map(|target| format!("{target:?}")).collect();
    assert_eq!(listed, expected);
}
