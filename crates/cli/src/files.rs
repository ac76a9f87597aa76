//! Files and standard streams.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use bustan_harness::base::atomic_file;
use bustan_harness::report::Reports;
use bustan_harness::report::command::word;
use bustan_notation::Format;
use serde::Serialize;

use crate::failure::Failure;

/// The maximum size of an input, in bytes. The longest record of a game has a few thousand bytes.
const LONGEST: u64 = 1 << 24;

/// The name of a path for messages.
pub(crate) fn name(path: &Path) -> String {
    if is_standard_stream(path) { "standard input".into() } else { path.display().to_string() }
}

/// Whether a path denotes a standard stream.
pub(crate) fn is_standard_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The failure for a text that is not a position, because of `problem`. The text may have been meant as the
/// name of a file.
pub(crate) fn not_a_position(text: &str, problem: String) -> Failure {
    let path = Path::new(text);
    match path.exists() {
        true if path.is_file() => Failure::Position(format!(
            "{text} is a file; check, divide and perft read the positions of a file with --positions {}",
            word(text)
        )),
        false if is_like_a_path(text) => Failure::Missing(text.into()),
        _ => Failure::Position(problem),
    }
}

/// Whether a text looks like a path: a word with a slash, or with an extension of a few letters. The board of
/// a position may contain slashes and dots, too; a chess board contains seven slashes and no dot.
fn is_like_a_path(text: &str) -> bool {
    let is_board = text.matches('/').count() >= 7 && !text.contains('.');
    let is_listed = || bustan_notation::of(text).is_some_and(Format::lists_positions);
    if text.contains(char::is_whitespace) || is_board || is_listed() {
        return false;
    }
    let extension = text.rsplit_once('.').filter(|(stem, _)| !stem.is_empty() && !stem.ends_with('.'));
    let is_extension =
        |word: &str| (1..=5).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    text.contains('/') || extension.is_some_and(|(_, extension)| is_extension(extension))
}

/// Reads a whole file, or standard input for `-`, of at most `most` bytes.
pub(crate) fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if is_standard_stream(path) {
        io::stdin().lock().take(most + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Failure::Missing(name(path)),
        _ => Failure::Read(name(path), error),
    })?;
    if bytes.len() as u64 > most { Err(Failure::TooLong(name(path), most)) } else { Ok(bytes) }
}

/// Reads a whole text file, or standard input for `-`. Accepts the line endings of any system.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let mut bytes = read_bytes(path, LONGEST)?;
    // Some editors write a byte order mark at the beginning of a text; it has no meaning.
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(.."\u{feff}".len());
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Failure::Utf16(name(path)));
    }
    let text = String::from_utf8(bytes).or_else(|error| {
        if may_be_pgn(error.as_bytes()) {
            // The PGN standard uses Latin-1, whose bytes are the first characters of Unicode.
            return Ok(error.into_bytes().into_iter().map(char::from).collect());
        }
        let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let line_start = good.rfind('\n').map_or(0, |at| at + 1);
        let column = good[line_start..].chars().count() + 1;
        Err(Failure::NotText(name(path), good.matches('\n').count() + 1, column))
    })?;
    // A comment ends with its line, even if single carriage returns end lines.
    Ok(if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text })
}

/// Whether a text begins like games in PGN: with a tag or a move number.
fn may_be_pgn(bytes: &[u8]) -> bool {
    let begun = bytes.trim_ascii_start();
    let digits = begun.iter().take_while(|byte| byte.is_ascii_digit()).count();
    begun.first() == Some(&b'[') || digits > 0 && begun.get(digits) == Some(&b'.')
}

/// The words of a text, each with the byte offset at which it begins.
pub(crate) fn words(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let pieces = text.split_inclusive(char::is_whitespace).map(|piece| {
        at += piece.len();
        (at - piece.len(), piece.trim_end())
    });
    pieces.filter(|(_, word)| !word.is_empty()).collect()
}

/// The column, from 1, of the byte at offset `at` in a line.
pub(crate) fn column(line: &str, at: usize) -> usize {
    line[..at].chars().count() + 1
}

/// Refuses to overwrite the record that is being read, and to write two texts to one file. Each output is
/// given with the option that names it.
pub(crate) fn keep_apart(record: &Path, outputs: &[(&str, Option<&Path>)]) -> Result<(), Failure> {
    let named = outputs.iter().filter_map(|&(option, path)| Some((option, path?)));
    let outputs: Vec<(&str, &Path)> = named.filter(|(_, path)| !is_standard_stream(path)).collect();
    let source = (!is_standard_stream(record)).then_some(record);
    for (i, &(option, path)) in outputs.iter().enumerate() {
        if atomic_file::same(source, path) {
            return Err(Failure::Usage(format!("{option} would overwrite the record, {}", path.display())));
        }
        if let Some((other, _)) = outputs[..i].iter().find(|(_, other)| atomic_file::same(Some(other), path))
        {
            return Err(Failure::Usage(format!("{other} and {option} both write to {}", path.display())));
        }
    }
    Ok(())
}

/// Writes a file atomically, or writes to standard output for `-`.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if is_standard_stream(path) {
        return print(text);
    }
    atomic_file::write(path, text.as_bytes())
        .map_err(|error| Failure::Write(path.display().to_string(), error))
}

/// The default directory for findings. It is created only when there is a finding.
const DEFAULT_OUT: &str = "bustan-findings";

/// The directory for findings: the requested one, if it is usable, or else the default.
pub(crate) fn reports(out: Option<&Path>) -> Result<Reports, Failure> {
    match out {
        Some(dir) => Reports::open(dir).map_err(|error| Failure::Usage(error.to_string())),
        None => Ok(Reports::on_demand(DEFAULT_OUT)),
    }
}

/// Writes to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(Failure::Output)
}

/// The version of the objects that commands print. It changes if a field is removed or changes its meaning.
/// `docs/reference/schema.json` lists all fields.
const VERSION: u32 = 1;

/// The object of a command, with its format and version.
#[derive(Serialize)]
struct Printed<'o, O> {
    format: String,
    version: u32,
    #[serde(flatten)]
    object: &'o O,
}

/// Writes the JSON object of a command to standard output.
pub(crate) fn print_json(command: &str, object: &impl Serialize) -> Result<(), Failure> {
    let object = Printed { format: format!("bustan-{command}"), version: VERSION, object };
    let text = serde_json::to_string_pretty(&object).map_err(|error| Failure::Output(error.into()))?;
    print(&(text + "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_looks_like_a_path_is_distinguished_from_a_position() {
        for path in ["game.pgn", "./game", "games/no.such.epd", "~/x.sgf"] {
            assert!(is_like_a_path(path), "{path}");
        }
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "white",
            "xxoox....",
            "x.......o",
            ".RBG",
            "9",
            "",
        ] {
            assert!(!is_like_a_path(text), "{text}");
        }
    }
}
