//! The text files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that contain files written by tools.
const WRITTEN: [&str; 8] =
    [".git", ".venv", "__pycache__", "artifacts", "bustan-findings", "corpus", "node_modules", "target"];

/// A text file of the repository.
pub(super) struct Source {
    /// The path from the root of the repository, with `/` between its parts.
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) text: String,
}

/// Returns the root of the repository.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns all text files of the repository except those written by tools, sorted by name.
pub(super) fn sources() -> Vec<Source> {
    let root = root();
    let (mut folders, mut found) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository can be read") {
            let entry = entry.expect("its entries can be read");
            let (path, kind) = (entry.path(), entry.file_type().expect("an entry has a type"));
            let last = entry.file_name();
            let last = last.to_string_lossy();
            if kind.is_dir() && !WRITTEN.contains(&&*last) && !last.starts_with("mutants.out") {
                folders.push(path);
            } else if kind.is_file()
                && let Ok(text) = fs::read_to_string(&path)
            {
                let name = path.strip_prefix(&root).expect("it is in the repository").to_string_lossy();
                found.push(Source { name: name.replace('\\', "/"), path: path.clone(), text });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(found.len() > 500, "only {} files were found", found.len());
    found
}
