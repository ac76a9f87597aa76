//! A fuzzer's findings stay found: the files under `fuzz/regressions`, and the seed corpora beside them,
//! break no law.

use std::path::Path;
use std::{fs, panic};

use bustan_harness::fuzz;
use bustan_reference as reference;
use bustan_vocabulary::{abrobad, dominions, margo, tictactoe, tribolo};

/// The work of a fuzz target on its input: it panics if its law is broken.
type Law = fn(&[u8]);

/// The fuzz targets by name, each with its law.
const TARGETS: [(&str, Law); 16] = [
    (
        "dominions_lockstep",
        fuzz::lockstep::<bustan_core::dominions::FastEngine, reference::dominions::ReferenceEngine>,
    ),
    ("dominions_undo", fuzz::undo::<bustan_core::dominions::FastEngine>),
    ("notation", fuzz::notation::<dominions::Dominions>),
    ("gtp_session", fuzz::protocol::<bustan_core::dominions::FastEngine>),
    ("margo_lockstep", fuzz::lockstep::<bustan_core::margo::FastEngine, reference::margo::ReferenceEngine>),
    ("margo_undo", fuzz::undo::<bustan_core::margo::FastEngine>),
    ("margo_notation", fuzz::notation::<margo::Margo>),
    (
        "tribolo_lockstep",
        fuzz::lockstep::<bustan_core::tribolo::FastEngine, reference::tribolo::ReferenceEngine>,
    ),
    ("tribolo_undo", fuzz::undo::<bustan_core::tribolo::FastEngine>),
    ("tribolo_notation", fuzz::notation::<tribolo::Tribolo>),
    (
        "tictactoe_lockstep",
        fuzz::lockstep::<bustan_core::tictactoe::FastEngine, reference::tictactoe::ReferenceEngine>,
    ),
    ("tictactoe_undo", fuzz::undo::<bustan_core::tictactoe::FastEngine>),
    ("tictactoe_notation", fuzz::notation::<tictactoe::TicTacToe>),
    (
        "abrobad_lockstep",
        fuzz::lockstep::<bustan_core::abrobad::FastEngine, reference::abrobad::ReferenceEngine>,
    ),
    ("abrobad_undo", fuzz::undo::<bustan_core::abrobad::FastEngine>),
    ("abrobad_notation", fuzz::notation::<abrobad::Abrobad>),
];

fn replay(kind: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let mut files = 0;
    for (target, law) in TARGETS {
        let folder = root.join(kind).join(target);
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder can be listed").path();
            if path.file_name().is_some_and(|name| name == ".gitkeep") {
                continue;
            }
            let bytes = fs::read(&path).expect("a file can be read");
            let result = panic::catch_unwind(|| law(&bytes));
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

#[test]
fn every_fuzz_target_is_replayed_here() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/Cargo.toml"));
    let manifest = manifest.expect("the fuzz targets have a manifest");
    let listed: Vec<&str> =
        manifest.lines().filter_map(|line| line.strip_prefix("path = \"fuzz_targets/")).collect();
    let replayed: Vec<String> = TARGETS.iter().map(|(target, _)| format!("{target}.rs\"")).collect();
    assert_eq!(listed, replayed);
}
