//! The list of mutants, as cargo-mutants makes it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::subject::{Part, Subject};
use crate::text;

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

/// All mutants of a part.
pub(crate) fn list(workspace: &Path, subject: &Subject) -> Result<Vec<Mutant>, String> {
    let told = Command::new("cargo")
        .args(["mutants", "--list", "--json", "--package", subject.package(), "--file"])
        .arg(subject.folder().join("**/*.rs"))
        .current_dir(workspace)
        .output()
        .map_err(text)?;
    if !told.status.success() {
        return Err(format!(
            "cargo mutants: {}\nIt is installed by: cargo install cargo-mutants@27.1.0 --locked",
            String::from_utf8_lossy(&told.stderr).trim()
        ));
    }
    let entries: Vec<Entry> = serde_json::from_slice(&told.stdout)
        .map_err(|error| format!("the list of cargo-mutants cannot be read: {error}"))?;
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = Vec::new();
    for entry in entries {
        if !subject.has(&entry.file) {
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
            [file, _, _, change] => format!("{}:{change}", subject.label(file)),
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

/// The mutants of a part that a file names, one on a line. Lines of other parts, and those that begin with `#`, are
/// passed over.
pub(crate) fn named<'a>(
    file: &Path,
    subject: &Subject,
    all: &'a [Mutant],
) -> Result<Vec<&'a Mutant>, String> {
    let content = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = content.lines().filter(|line| subject.is_named(line));
    lines
        .map(|line| {
            all.iter()
                .find(|mutant| mutant.name == line)
                .ok_or_else(|| format!("{}: there is no mutant {line}", file.display()))
        })
        .collect()
}

/// Tells the sources apart on which the fate of a mutant depends, but for the tests and for other crates: when these
/// find more, only the survivors need to be tried again.
pub(crate) fn digest(workspace: &Path, subject: &Subject) -> Result<String, String> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders = vec![workspace.join(match subject.part {
        Part::Engine => subject.folder(),
        Part::Solve | Part::Reference | Part::Harness => subject.crate_folder().join("src"),
    })];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).map_err(text)?.flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if !path.ends_with("tests.rs") => files.push(path),
                false => {}
            }
        }
    }
    let root = fs::read_dir(workspace.join(subject.crate_folder()).join("src")).map_err(text)?;
    files.extend(root.flatten().map(|entry| entry.path()).filter(|path| path.is_file()));
    files.sort_unstable();
    files.dedup();
    let mut digest = Sha256::new();
    for file in files {
        digest.update(fs::read(&file).map_err(text)?);
    }
    Ok(digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}
