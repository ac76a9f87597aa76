//! The README and the chapters of the book as text, and the examples in them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The table of contents of the book.
pub(crate) const SUMMARY: &str = "docs/SUMMARY.md";

/// The directory of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and all files of the book, by path from the root.
pub(crate) fn pages() -> BTreeMap<String, String> {
    let root = root();
    let mut paths = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the book can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    let page = |path: PathBuf| {
        let name =
            path.strip_prefix(&root).expect("it is in the repository").to_str().expect("names are text");
        (name.to_string(), fs::read_to_string(&path).expect("a page can be read"))
    };
    paths.into_iter().map(page).collect()
}

/// A block of code: its language and its lines.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block<'a> {
    pub(crate) language: &'a str,
    pub(crate) lines: Vec<&'a str>,
}

/// The blocks of code of a text, and the lines outside them.
pub(super) fn parts(text: &str) -> (Vec<Block<'_>>, Vec<&str>) {
    let (mut blocks, mut prose) = (Vec::new(), Vec::new());
    let mut open: Option<Block<'_>> = None;
    for line in text.lines() {
        match (open.take(), line.trim_start().strip_prefix("```")) {
            (None, Some(language)) => open = Some(Block { language: language.trim(), lines: Vec::new() }),
            (None, None) => prose.push(line),
            (Some(block), Some(_)) => {
                blocks.push(block);
                // The text before a block and the text after it are separate paragraphs.
                prose.push("");
            }
            (Some(mut block), None) => {
                block.lines.push(line);
                open = Some(block);
            }
        }
    }
    assert!(open.is_none(), "a block of code has no end: {open:?}");
    (blocks, prose)
}

/// The blocks of code of a text.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    parts(text).0
}

/// A command of an example.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The command as typed.
    pub(crate) line: String,
    /// The output, in a session on a terminal.
    pub(crate) told: Option<String>,
}

/// The commands in a text, in order, from both its terminal sessions and its blocks of commands.
pub(crate) fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for block in blocks(text) {
        match block.language {
            "sh" => {
                let lines = block.lines.iter().filter(|line| !line.trim().is_empty());
                steps.extend(lines.map(|line| Step { line: line.to_string(), told: None }));
            }
            "console" => {
                assert!(
                    block.lines.first().is_some_and(|line| line.starts_with("$ ")),
                    "no command: {block:?}"
                );
                for line in block.lines {
                    match (line.strip_prefix("$ "), steps.last_mut().and_then(|step| step.told.as_mut())) {
                        (Some(line), _) => steps.push(Step { line: line.into(), told: Some(String::new()) }),
                        (None, Some(told)) => *told += &format!("{line}\n"),
                        (None, None) => unreachable!("a session begins with a command"),
                    }
                }
            }
            _ => {}
        }
    }
    steps
}

/// Whether printed lines match the quoted ones. A quoted line of three dots matches any number of lines, and
/// three dots after a space match the rest of a line.
pub(crate) fn is_told(printed: &[&str], told: &[&str]) -> bool {
    match told.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|left_out| is_told(&printed[left_out..], rest)),
        Some((line, rest)) => printed.split_first().is_some_and(|(first, others)| {
            let same =
                line.strip_suffix(" ...").map_or(first == line, |beginning| first.starts_with(beginning));
            same && is_told(others, rest)
        }),
    }
}
