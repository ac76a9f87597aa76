//! Checks that the sample of mutants fits the current engines, and that other tools are tried on a part of
//! it.

use std::fs;
use std::path::Path;
use std::process::Command;

use bustan_tests::fuzzed::flaws;
use bustan_tests::mutants::{MUTANTS, mutated};

#[test]
fn every_mutant_has_its_place() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files = mutated(&workspace).unwrap_or_else(|error| panic!("{error}"));
    for (number, mutant) in MUTANTS.iter().enumerate() {
        let file = Path::new("core/src").join(mutant.game).join(mutant.file);
        let switch = format!("crate::is_on({number})");
        assert!(String::from_utf8_lossy(&files[&file]).contains(&switch), "{mutant:?}");
    }
}

#[test]
fn every_flaw_that_other_tools_are_tried_on_is_there() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench/beside/sample.txt");
    let sample = fs::read_to_string(file).expect("the sample is checked in");
    let lines: Vec<&str> = sample.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 24);
    for line in lines {
        let (game, flaw) = line.split_once(' ').expect("a game and a flaw");
        let planted = flaws(&format!("{game}_lockstep")).iter().any(|name| name == flaw);
        let drawn = |file: &str, change: &str| {
            MUTANTS.iter().any(|mutant| (mutant.game, mutant.file, mutant.change) == (game, file, change))
        };
        assert!(planted || flaw.split_once(": ").is_some_and(|(file, change)| drawn(file, change)), "{line}");
    }
}

#[test]
fn plant_refuses_anything_but_one_folder() {
    let plant = |words: &[&str]| {
        let mut plant = Command::new(env!("CARGO_BIN_EXE_plant"));
        plant.args(words).current_dir(env!("CARGO_TARGET_TMPDIR")).output().expect("it can be run")
    };
    let one = "give one folder, for the copy of the workspace";
    let option = |word: &str| format!("{word} is not a folder, and there are no options");
    for (words, problem) in [
        (&[][..], one.to_string()),
        (&["one", "two"], one.into()),
        (&["--help"], option("--help")),
        (&["-x"], option("-x")),
        (&["-"], option("-")),
    ] {
        let output = plant(words);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*errors), (Some(2), &*format!("plant: {problem}\n")), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
    // A copy must never replace a file.
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plant-over-a-file");
    fs::write(&file, "kept").expect("a file can be written");
    let output = plant(&[file.to_str().expect("the path is text")]);
    let errors = String::from_utf8_lossy(&output.stderr);
    let begins = format!("plant: cannot copy the workspace to {}: ", file.display());
    assert!(output.status.code() == Some(2) && errors.starts_with(&begins), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert_eq!(fs::read_to_string(&file).expect("it is still there"), "kept");
    // It must not replace other files in a folder either, nor a workspace with a Git history.
    for kept in ["kept.txt", "assay/strength/Cargo.toml"] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plant-over-files");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("assay/strength")).expect("a folder can be made");
        fs::create_dir_all(folder.join(".git")).expect("a folder can be made");
        fs::write(folder.join(kept), "kept").expect("a file can be written");
        let output = plant(&[folder.to_str().expect("the path is text")]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2), "{errors}");
        assert!(errors.ends_with(": it has other files, which would be removed\n"), "{errors}");
        assert_eq!(fs::read_to_string(folder.join(kept)).expect("it is still there"), "kept");
    }
}
