//! Golden files: texts that have been reviewed once and must not change unnoticed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use similar::TextDiff;

/// The environment variable that makes [`check`] write the files instead of comparing them.
pub const BLESS: &str = "BUSTAN_BLESS";

/// Compares `text` with the file `name` in the folder `golden` of this package, or writes it to the file if
/// [`BLESS`] is `1`.
///
/// # Panics
/// Panics, with a diff, if the texts differ. Panics if the file cannot be read or written.
pub fn check(name: &str, text: &str) {
    if env::var_os(BLESS).is_none_or(|value| value != "1") {
        return compare(name, text);
    }
    let path = path(name);
    if let Err(error) = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text))
    {
        panic!("cannot write {}: {error}", path.display());
    }
}

/// Compares `text` with the file `name`, but never writes the file. It is meant for a second source of a text
/// that [`check`] has already compared.
///
/// # Panics
/// Panics, with a diff, if the texts differ. Panics if the file cannot be read.
pub fn compare(name: &str, text: &str) {
    let path = path(name);
    let expected =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    if expected != text {
        let diff = TextDiff::from_lines(&expected, text);
        let diff = diff.unified_diff().context_radius(3).header("reviewed", "now").to_string();
        panic!("golden/{name} differs; if that is right, rewrite it with {BLESS}=1 and review it:\n{diff}");
    }
}

/// The names of the files in a subfolder of the folder `golden`.
///
/// # Panics
/// Panics if there is no such folder.
pub fn files(folder: &str) -> BTreeSet<String> {
    let path = path(folder);
    let entries =
        fs::read_dir(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    entries
        .map(|entry| entry.expect("a folder can be read").file_name().to_string_lossy().into_owned())
        .collect()
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(name)
}
