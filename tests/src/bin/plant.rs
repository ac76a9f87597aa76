//! Copies the workspace and inserts all [`mutants`] into the engines of the copy: `cargo run -p bustan-tests
//! --bin plant FOLDER`.

use std::path::Path;
use std::process::ExitCode;

use bustan_tests::mutants;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let problem = match &words[..] {
        [option] if option.as_encoded_bytes().starts_with(b"-") => {
            format!("{} is not a folder, and there are no options", option.display())
        }
        [copy] => {
            let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
            match mutants::plant(&workspace, Path::new(copy)) {
                Ok(()) => return ExitCode::SUCCESS,
                Err(error) => format!("cannot copy the workspace to {}: {error}", Path::new(copy).display()),
            }
        }
        _ => "give one folder, for the copy of the workspace".into(),
    };
    eprintln!("plant: {problem}");
    ExitCode::from(2)
}
