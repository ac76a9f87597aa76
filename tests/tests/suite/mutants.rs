//! The sample of mutants fits the engines as they are.

use std::path::Path;

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
