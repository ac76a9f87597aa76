//! Files of candidate moves, for programs that do not list legal moves.

use std::collections::HashMap;
use std::path::Path;

use bustan_harness::erased::{Rules, unknown};
use bustan_vocabulary::uncommented;

use crate::failure::Failure;
use crate::files;
use crate::words::{count, grouped};

/// The option that names a file of candidate moves.
const OPTION: &str = "--words";

/// The maximum number of candidate moves, because each is tried at each ply.
const MOST: usize = 20_000;

/// The candidate moves in a file, with their locations.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    file: String,
    words: Vec<(Place, String)>,
}

/// The line and the column of a candidate move, both from 1.
#[derive(Clone, Copy, Debug)]
struct Place {
    line: usize,
    column: usize,
}

/// Reads a file of candidate moves, separated by white space, and comments.
pub(crate) fn read(path: &Path) -> Result<Words, Failure> {
    let usage = |problem: String| Failure::Usage(format!("{OPTION}: {problem}"));
    if files::is_standard_stream(path) {
        return Err(usage("name a file; commands that replay a finding read it again".into()));
    }
    let (file, text) = (files::name(path), files::read(path)?);
    let words = (1..).zip(text.lines()).flat_map(|(line, text)| {
        let words = files::words(uncommented(text)).into_iter();
        words.map(move |(at, word)| (Place { line, column: files::column(text, at) }, word.to_string()))
    });
    let words = Words { file, words: words.collect() };
    words.are_moves(unknown())?;
    let mut seen = HashMap::new();
    for (Place { line, column }, word) in &words.words {
        if let Some(first) = seen.insert(word, line) {
            return Err(usage(format!(
                "{}, line {line}, column {column}: {word:?} is already in line {first}",
                words.file
            )));
        }
    }
    match words.words.len() {
        0 => Err(usage(format!("{} contains no words", words.file))),
        number if number > MOST => {
            let [all, most] = [number, MOST].map(|number| grouped(number as u64));
            Err(usage(format!("{} has {all} words; at most {most} can be tried at each ply", words.file)))
        }
        _ => Ok(words),
    }
}

impl Words {
    /// The candidate moves.
    pub(crate) fn list(&self) -> impl Iterator<Item = String> {
        self.words.iter().map(|(_, word)| word.clone())
    }

    /// Checks that each candidate is a move of a game.
    pub(crate) fn are_moves(&self, rules: Rules) -> Result<(), Failure> {
        let wrong = |(place, word): &(Place, String)| Some((*place, rules.mv(word).err()?));
        let wrong: Vec<_> = self.words.iter().filter_map(wrong).collect();
        let Some((Place { line, column }, problem)) = wrong.first() else { return Ok(()) };
        let more = match wrong.len() - 1 {
            0 => String::new(),
            more => format!("; {} wrong, too", count(more as u64, "other word is", "other words are")),
        };
        Err(Failure::Usage(format!("{OPTION}: {}, line {line}, column {column}: {problem}{more}", self.file)))
    }
}
