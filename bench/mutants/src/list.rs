//! The list of mutants, as cargo-mutants makes it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::text;

/// Files of an engine that no check runs.
const LEFT_OUT: [&str; 2] = ["solve.rs", "tests.rs"];

/// A place in a file: line and column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Span {
    pub(crate) start: Place,
    pub(crate) end: Place,
}

/// What kind of change a mutant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Genre {
    /// The body of a function gives way to a value.
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
}

#[derive(Debug, Deserialize)]
struct Function {
    span: Span,
}

/// An entry of the list.
#[derive(Debug, Deserialize)]
struct Entry {
    file: PathBuf,
    function: Option<Function>,
    genre: Genre,
    name: String,
    replacement: String,
    span: Span,
}

/// A mutant.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// Its place in the list.
    pub(crate) number: usize,
    /// The file, the change and the function, and a number if there are several of that name.
    pub(crate) name: String,
    /// The file, in the workspace.
    pub(crate) file: PathBuf,
    /// The line of the change.
    pub(crate) line: usize,
    pub(crate) genre: Genre,
    /// What gives way.
    pub(crate) span: Span,
    /// What stands there instead.
    pub(crate) replacement: String,
    /// Whether the compiler may evaluate the code: it is in a `const fn` or in none.
    pub(crate) evaluated: bool,
}

/// The mutants of the fast engine of a game.
pub(crate) fn list(workspace: &Path, game: &str) -> Result<Vec<Mutant>, String> {
    let folder = Path::new("core/src").join(game);
    if game.is_empty() || game.contains(['/', '.', '*']) || !workspace.join(&folder).is_dir() {
        return Err(format!("{game}: {} has no engine of that name", folder.display()));
    }
    let told = Command::new("cargo")
        .args(["mutants", "--list", "--json", "--package", "bustan-core", "--file"])
        .arg(folder.join("*.rs"))
        .current_dir(workspace)
        .output()
        .map_err(text)?;
    if !told.status.success() {
        return Err(format!(
            "cargo mutants: {}\nIt is installed by: cargo install cargo-mutants --locked",
            String::from_utf8_lossy(&told.stderr).trim()
        ));
    }
    let entries: Vec<Entry> = serde_json::from_slice(&told.stdout)
        .map_err(|error| format!("the list of cargo-mutants cannot be read: {error}"))?;
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = Vec::new();
    for entry in entries {
        if entry.file.file_name().is_some_and(|name| LEFT_OUT.iter().any(|out| name == *out)) {
            continue;
        }
        let source = fs::read_to_string(workspace.join(&entry.file)).map_err(text)?;
        let evaluated = entry.function.as_ref().is_none_or(|function| {
            let head = source.lines().skip(function.span.start.line - 1);
            let head: Vec<&str> = head.take(entry.span.start.line + 1 - function.span.start.line).collect();
            head.join(" ").split("fn ").next().unwrap_or_default().contains("const")
        });
        // Without line and column, which change with everything before them.
        let mut name = match entry.name.splitn(4, ':').collect::<Vec<_>>()[..] {
            [file, _, _, change] => format!("{}:{change}", file.trim_start_matches("core/src/")),
            _ => entry.name.clone(),
        };
        let of_name = names.entry(name.clone()).or_default();
        *of_name += 1;
        if *of_name > 1 {
            name += &format!(" #{of_name}");
        }
        let number = all.len();
        let Entry { file, genre, span, replacement, .. } = entry;
        all.push(Mutant { number, name, file, line: span.start.line, genre, span, replacement, evaluated });
    }
    Ok(all)
}

/// The mutants of a game that a file names. Lines that begin with `#` say something to people.
pub(crate) fn named<'a>(file: &Path, game: &str, all: &'a [Mutant]) -> Result<Vec<&'a Mutant>, String> {
    let content = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = content.lines().filter(|line| line.starts_with(&format!("{game}/")));
    lines
        .map(|line| {
            all.iter()
                .find(|mutant| mutant.name == line)
                .ok_or_else(|| format!("{}: there is no mutant {line}", file.display()))
        })
        .collect()
}

/// Tells the sources apart on which the fate of a mutant depends, but for the tests: a test that comes to them needs
/// only the survivors to be tried again.
pub(crate) fn digest(workspace: &Path, game: &str) -> Result<String, String> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in [format!("core/src/{game}"), "core/src".into()] {
        let entries = fs::read_dir(workspace.join(folder)).map_err(text)?;
        files.extend(
            entries
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| path.is_file() && !path.ends_with("tests.rs")),
        );
    }
    files.sort_unstable();
    let mut digest = Sha256::new();
    for file in files {
        digest.update(fs::read(&file).map_err(text)?);
    }
    Ok(digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}
