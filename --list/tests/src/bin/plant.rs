//! Makes a copy of this workspace, with all of the [`mutants`] in its engines:
//! `cargo run -p bustan-tests --bin plant FOLDER`.

use std::path::Path;

use bustan_tests::mutants;

fn main() -> std::io::Result<()> {
    let copy = std::env::args_os().nth(1).expect("plant FOLDER");
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    mutants::plant(&workspace, Path::new(&copy))
}
