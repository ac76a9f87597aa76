//! Parses data files of tests, which consist of blocks of lines such as `start: 3 atari`.
//!
//! Each block begins with a line that has a certain key and whose value is the name of the block. An indented
//! line continues the value of the previous line. Empty lines and lines that begin with `#` are ignored.

use std::path::Path;
use std::{fmt, fs};

/// A line of a block, joined with the lines that continue it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the line, from 1.
    pub line: usize,
    /// The text before the colon.
    pub key: String,
    /// The text after the colon.
    pub value: String,
}

/// A named block of a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number of the first line of the block, from 1.
    pub line: usize,
    /// The name of the block.
    pub name: String,
    /// The lines of the block after the first one.
    pub entries: Vec<Entry>,
}

/// An error in a data file, with the number of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    line: usize,
    what: String,
}

impl Fault {
    /// Creates an error.
    pub fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// Parses the blocks of a text. Each block begins with the key `opening`.
///
/// # Errors
/// Fails if a line has no colon, if the first block does not begin with `opening`, if two blocks have the
/// same name, or if a block has no name.
pub fn blocks(text: &str, opening: &str) -> Result<Vec<Block>, Fault> {
    let mut blocks: Vec<Block> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        if content.starts_with(' ') {
            let entry = blocks.last_mut().and_then(|block| block.entries.last_mut());
            let entry = entry.ok_or_else(|| Fault::new(line, "there is nothing to go on with"))?;
            entry.value = format!("{} {}", entry.value, content.trim()).trim_start().into();
            continue;
        }
        // Names may contain colons, too, but not followed by a space.
        let parts = content.split_once(": ").or_else(|| Some((content.strip_suffix(':')?, "")));
        let (key, value) = parts.ok_or_else(|| Fault::new(line, format!("no colon in {content:?}")))?;
        let (key, value) = (key.trim().to_string(), value.trim().to_string());
        if key == opening {
            if value.is_empty() || blocks.iter().any(|block| block.name == value) {
                return Err(Fault::new(line, format!("{value:?} is no new name of a {opening}")));
            }
            blocks.push(Block { line, name: value, entries: Vec::new() });
        } else {
            let block = blocks.last_mut();
            let block = block.ok_or_else(|| Fault::new(line, format!("no {opening} has begun")))?;
            block.entries.push(Entry { line, key, value });
        }
    }
    Ok(blocks)
}

/// Reads a data file of this package.
///
/// # Panics
/// Panics if the file does not exist, cannot be read or contains no block.
pub fn read(folder: &str, game: &str, opening: &str) -> Vec<Block> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("{game}.txt"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    let blocks = blocks(&text, opening).unwrap_or_else(|fault| panic!("{folder}/{game}.txt: {fault}"));
    assert!(!blocks.is_empty(), "{folder}/{game}.txt has no {opening}");
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read() {
        let text = "# Of chess.\n\ncase: one\nstart: a: b\nplay:\n    a1\n    b2\n\ncase: two\nstart: #.#\n";
        let entry = |line, key: &str, value: &str| Entry { line, key: key.into(), value: value.into() };
        let one = Block {
            line: 3,
            name: "one".into(),
            entries: vec![entry(4, "start", "a: b"), entry(5, "play", "a1 b2")],
        };
        let two = Block { line: 9, name: "two".into(), entries: vec![entry(10, "start", "#.#")] };
        assert_eq!(blocks(text, "case"), Ok(vec![one, two]));
        assert_eq!(blocks("# nothing\n", "case"), Ok(Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_line() {
        for (text, fault) in [
            ("start: 3\n", "line 1: no case has begun"),
            ("\n  3\n", "line 2: there is nothing to go on with"),
            ("case: one\nstart 3\n", "line 2: no colon in \"start 3\""),
            ("case: one\n\ncase: one\n", "line 3: \"one\" is no new name of a case"),
            ("case:\n", "line 1: \"\" is no new name of a case"),
        ] {
            assert_eq!(
                blocks(text, "case").map_err(|fault| fault.to_string()),
                Err(fault.into()),
                "{text:?}"
            );
        }
    }

    #[test]
    #[should_panic(expected = "cannot read")]
    fn a_file_that_is_not_there_is_no_empty_one() {
        read("cases", "checkers", "case");
    }
}
