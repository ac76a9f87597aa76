//! The list of mutants, which cargo-mutants creates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::subject::{Part, Subject};
use crate::text;

/// A place in a file, as a line and a column, both from 1.
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

/// The kind of change of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Genre {
    /// The body of a function is replaced by a value.
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

/// An entry of the list, as cargo-mutants prints it.
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
    /// The index of the mutant in the list.
    pub(crate) number: usize,
    /// The file, the change and the function, followed by a number if there are several mutants with this
    /// name.
    pub(crate) name: String,
    /// The file, relative to the workspace root.
    pub(crate) file: PathBuf,
    /// The line of the change.
    pub(crate) line: usize,
    pub(crate) genre: Genre,
    /// The part of the file that is replaced.
    pub(crate) span: Span,
    /// The text that replaces it.
    pub(crate) replacement: String,
    /// Whether the code may be evaluated at compile time: it is in a `const fn` or outside functions.
    pub(crate) evaluated: bool,
}

/// Derives names of mutants from those of cargo-mutants.
#[derive(Default)]
struct Names(BTreeMap<String, usize>);

impl Names {
    /// Returns the name without the line and the column, because they change with all preceding code. Adds a
    /// number if a previous mutant had the same name.
    fn name(&mut self, part: Part, listed: &str) -> String {
        let name = match listed.splitn(4, ':').collect::<Vec<_>>()[..] {
            [file, _, _, change] => format!("{}:{change}", part.label(file)),
            _ => listed.to_owned(),
        };
        let of_name = self.0.entry(name.clone()).or_default();
        *of_name += 1;
        if *of_name > 1 { format!("{name} #{of_name}") } else { name }
    }
}

/// Returns the list of cargo-mutants for the files of a package that match the pattern `files`.
fn entries(workspace: &Path, part: Part, files: &Path) -> Result<Vec<Entry>, String> {
    let told = Command::new("cargo")
        .args(["mutants", "--list", "--json", "--package", part.package(), "--file"])
        .arg(files)
        .current_dir(workspace)
        .output()
        .map_err(text)?;
    if !told.status.success() {
        return Err(format!(
            "cargo mutants: {}\nIt is installed by: cargo install cargo-mutants@27.1.0 --locked",
            String::from_utf8_lossy(&told.stderr).trim()
        ));
    }
    serde_json::from_slice(&told.stdout)
        .map_err(|error| format!("the list of cargo-mutants cannot be read: {error}"))
}

/// Returns all mutants of a subject.
pub(crate) fn list(workspace: &Path, subject: &Subject) -> Result<Vec<Mutant>, String> {
    let mut names = Names::default();
    let mut all = Vec::new();
    for entry in entries(workspace, subject.part, &subject.folder().join("**/*.rs"))? {
        if !subject.has(&entry.file) {
            continue;
        }
        let source = fs::read_to_string(workspace.join(&entry.file)).map_err(text)?;
        let evaluated = entry.function.as_ref().is_none_or(|function| {
            let head = source.lines().skip(function.span.start.line - 1);
            let head: Vec<&str> = head.take(entry.span.start.line + 1 - function.span.start.line).collect();
            head.join(" ").split("fn ").next().unwrap_or_default().contains("const")
        });
        let name = names.name(subject.part, &entry.name);
        let number = all.len();
        let Entry { file, genre, span, replacement, .. } = entry;
        all.push(Mutant { number, name, file, line: span.start.line, genre, span, replacement, evaluated });
    }
    Ok(all)
}

/// Returns the names among `names`, of any part and game, that are not the name of a mutant.
pub(crate) fn missing<'a>(
    workspace: &Path,
    names: impl Iterator<Item = &'a str>,
) -> Result<Vec<&'a str>, String> {
    let mut of_packages: BTreeMap<&str, (Part, Vec<&str>)> = BTreeMap::new();
    for name in names {
        let part = Part::of_name(name);
        of_packages.entry(part.package()).or_insert((part, Vec::new())).1.push(name);
    }
    let mut missing = Vec::new();
    for (part, named) in of_packages.into_values() {
        let listed = entries(workspace, part, &part.crate_folder().join("src/**/*.rs"))?;
        let mut names = Names::default();
        let known: BTreeSet<String> = listed.iter().map(|entry| names.name(part, &entry.name)).collect();
        missing.extend(named.into_iter().filter(|name| !known.contains(*name)));
    }
    Ok(missing)
}

/// Returns the mutants of a subject that a file names, one per line. Lines of other subjects, and lines that
/// begin with `#`, are ignored.
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
                .ok_or_else(|| format!("{}: unknown mutant {line}", file.display()))
        })
        .collect()
}

/// Returns a digest of the sources that determine the result of a mutant, except for tests and other crates:
/// if these change to find more mutants, only the survivors need to be tried again.
pub(crate) fn digest(workspace: &Path, subject: &Subject) -> Result<String, String> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders = vec![workspace.join(match subject.part {
        Part::Engine => subject.folder(),
        Part::Solve | Part::Reference | Part::Harness | Part::Solver => {
            subject.part.crate_folder().join("src")
        }
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
    let root = fs::read_dir(workspace.join(subject.part.crate_folder()).join("src")).map_err(text)?;
    files.extend(root.flatten().map(|entry| entry.path()).filter(|path| path.is_file()));
    files.sort_unstable();
    files.dedup();
    let mut digest = Sha256::new();
    for file in files {
        digest.update(fs::read(&file).map_err(text)?);
    }
    Ok(digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::{Names, Part};

    #[test]
    fn names_have_no_line_and_a_number_if_there_are_several() {
        let mut names = Names::default();
        let mut name = |listed| names.name(Part::Reference, listed);
        let [first, second] =
            ["10:5", "11:7"].map(|place| format!("reference/src/chess/end.rs:{place}: replace < with >"));
        assert_eq!(name(&first), "reference/chess/end.rs: replace < with >");
        assert_eq!(name(&second), "reference/chess/end.rs: replace < with > #2");
        assert_eq!(name("reference/src/chess/end.rs:9:1: delete !"), "reference/chess/end.rs: delete !");
    }
}
