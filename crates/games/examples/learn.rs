//! Converts findings of `check` to inputs of the fuzz targets: `cargo run --release -p bustan-games --example
//! learn -- OUT DIR...`.
//!
//! The shrunk game of each finding in the directories, and the original game, become inputs of all targets of
//! their game. `OUT` gets a folder for each target.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use bustan_games::fuzz::{of_record, parts, targets};
use bustan_harness::report::{ORIGINAL, SHORT};

fn main() -> ExitCode {
    let mut paths = env::args_os().skip(1).map(PathBuf::from);
    let (Some(out), dirs) = (paths.next(), paths.collect::<Vec<_>>()) else {
        eprintln!("the first argument is where the inputs go, the others are directories of findings");
        return ExitCode::from(2);
    };
    let mut written = 0;
    for dir in dirs {
        match learn(&out, &dir) {
            Ok(inputs) => written += inputs,
            Err(error) => {
                eprintln!("{}: {error}", dir.display());
                return ExitCode::from(2);
            }
        }
    }
    println!("{written} inputs in {}", out.display());
    ExitCode::SUCCESS
}

/// Writes the inputs of all findings in a directory, and returns their number.
fn learn(out: &Path, dir: &Path) -> io::Result<usize> {
    let mut names: Vec<String> =
        fs::read_dir(dir)?.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let mut written = 0;
    // The directory contains an original game for every finding, but for no other text.
    for stem in names.iter().filter_map(|name| name.strip_suffix(ORIGINAL)) {
        for (ending, suffix) in [(ORIGINAL, "-original"), (SHORT, "")] {
            let file = dir.join(format!("{stem}{ending}"));
            if file.is_file() {
                written += inputs(out, &file, stem, suffix)?;
            }
        }
    }
    Ok(written)
}

/// Writes the inputs of one game, and returns their number.
fn inputs(out: &Path, file: &Path, stem: &str, suffix: &str) -> io::Result<usize> {
    let text = fs::read_to_string(file)?;
    let mut written = 0;
    for target in targets().filter(|target| stem.starts_with(&format!("{}-", parts(target).1))) {
        match of_record(&target, &text) {
            Ok(input) => {
                let folder = out.join(&target);
                fs::create_dir_all(&folder)?;
                fs::write(folder.join(format!("{stem}{suffix}")), input)?;
                written += 1;
            }
            Err(why) => eprintln!("{}, for {target}: {why}", file.display()),
        }
    }
    Ok(written)
}
