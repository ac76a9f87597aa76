//! Options for known differences, which the user accepts.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bustan_harness::any::Any;
use bustan_harness::compare::known::{Accepted, KnownDifferences};
use bustan_harness::compare::lockstep::{Factories, Factory};
use bustan_harness::compare::panics;
use bustan_harness::erased::Position;
use bustan_vocabulary::{Game, uncommented};

use crate::failure::Failure;
use crate::files;
use crate::number::number;

/// The option that accepts a difference. Reports of commands that take it name this option.
pub(crate) const OPTION: &str = "--accept";

/// The options that name differences to pass over, and what else is known about the engines.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Accept {
    /// Accept differences with this signature: they are counted, but are not findings. A star at the end
    /// matches any words, as in 'panic-*'
    #[arg(long, value_name = "SIGNATURE")]
    accept: Vec<Accepted>,
    /// The same for the signatures in a file, one per line; # at the beginning of a word begins a comment
    #[arg(long, value_name = "FILE")]
    accept_file: Vec<PathBuf>,
    /// Keys of states, such as score, that are not compared, separated by commas
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    ignore: Vec<String>,
    /// The position texts of these engines determine the legal moves, except for the last N words, which
    /// count moves: a text that occurs again in a game must mean the same legal moves. Not for games with
    /// superko or repetition rules. For a game that is not known
    #[arg(long, value_name = "N", value_parser = number(0..=usize::MAX), requires = "against", allow_negative_numbers = true)]
    whole_positions: Option<usize>,
    /// Also compare the reasons that the programs give for refusing a move, for a game that is not known.
    /// --map rewrites their words
    #[arg(long, requires = "against")]
    reasons: bool,
    /// The result of [`known`](Self::known), computed only once because a file may be a pipe.
    #[arg(skip)]
    read: OnceLock<KnownDifferences>,
}

impl Accept {
    /// Whether any of the options was given.
    pub(crate) const fn is_given(&self) -> bool {
        let names = !self.accept.is_empty() || !self.accept_file.is_empty() || !self.ignore.is_empty();
        names || self.whole_positions.is_some() || self.reasons
    }

    /// The files that list accepted differences.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.accept_file.iter().map(PathBuf::as_path)
    }

    /// Everything that the options accept, ignore and state, including the contents of the files.
    pub(crate) fn known(&self) -> Result<KnownDifferences, Failure> {
        if let Some(known) = self.read.get() {
            return Ok(known.clone());
        }
        let mut all: BTreeSet<Accepted> = self.accept.iter().cloned().collect();
        for path in &self.accept_file {
            for (number, line) in (1..).zip(files::read(path)?.lines()) {
                let text = uncommented(line).trim();
                if text.is_empty() {
                    continue;
                }
                let accepted = text.parse();
                all.insert(accepted.map_err(|error| {
                    let column = files::column(line, line.len() - line.trim_start().len());
                    Failure::Usage(format!("{}, line {number}, column {column}: {error}", files::name(path)))
                })?);
            }
        }
        let known = KnownDifferences::accepting(all)
            .ignoring(self.ignore.iter().cloned())
            .with_whole_positions(self.whole_positions)
            .with_reasons(self.reasons);
        Ok(self.read.get_or_init(|| known).clone())
    }

    /// Checks that the options make sense for `game`.
    pub(crate) fn suit(&self, game: &str) -> Result<(), Failure> {
        let misplaced = match game {
            Any::NAME => None,
            _ if self.whole_positions.is_some() => Some(format!(
                "--whole-positions is only for the game any; the invariants of {game} are checked without it"
            )),
            _ if self.reasons => Some(format!(
                "--reasons is only for the game any; the reasons of {game} are compared without it"
            )),
            _ => None,
        };
        misplaced.map_or(Ok(()), |words| Err(Failure::Usage(words)))
    }

    /// Checks that an engine reports each ignored key at the start of a game.
    pub(crate) fn keys_exist(&self, factories: Factories<'_>, start: &Position) -> Result<(), Failure> {
        exist(&self.ignore, factories, start)
    }

    /// The keys that the engines report at the start of a game; empty if no key is ignored.
    pub(crate) fn keys(&self, factories: Factories<'_>, start: &Position) -> BTreeSet<String> {
        if self.ignore.is_empty() { BTreeSet::new() } else { shown(factories, start) }
    }

    /// Checks that every ignored key is among `keys`.
    pub(crate) fn are_among(&self, keys: &BTreeSet<String>) -> Result<(), Failure> {
        among(&self.ignore, keys)
    }
}

/// Checks that every key in `ignored` is among `keys`.
fn among(ignored: &[String], keys: &BTreeSet<String>) -> Result<(), Failure> {
    match ignored.iter().find(|key| !keys.contains(*key)) {
        None => Ok(()),
        Some(key) if keys.is_empty() => {
            Err(Failure::Usage(format!("--ignore {key}: neither engine shows a state")))
        }
        Some(key) => {
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            let there = keys.join(", ");
            Err(Failure::Usage(format!("--ignore: no engine shows {key:?}; there are {there}")))
        }
    }
}

/// Checks that an engine reports each ignored key at the start of a game.
pub(crate) fn exist(ignored: &[String], factories: Factories<'_>, start: &Position) -> Result<(), Failure> {
    if ignored.is_empty() { Ok(()) } else { among(ignored, &shown(factories, start)) }
}

/// The keys that either engine reports at the start of a game.
fn shown(factories: Factories<'_>, start: &Position) -> BTreeSet<String> {
    let engines = [factories.subject, factories.oracle].into_iter();
    engines.flat_map(|factory| panics::answer(|| keys_of(factory, start)).unwrap_or_default()).collect()
}

/// The keys that an engine reports at the start of a game.
fn keys_of(factory: &dyn Factory, start: &Position) -> Vec<String> {
    let mut engine = factory.make();
    // If the engine refuses this start, it remains at another one, which has the same keys.
    let _ = engine.setup(start);
    let seen = engine.observe().and_then(|seen| serde_json::to_value(seen).ok());
    let keys = seen.as_ref().and_then(|seen| seen.as_object()).into_iter().flat_map(|seen| seen.keys());
    keys.cloned().collect()
}

/// The options that accept the differences `accepted`, ignore the same keys as `known`, and repeat its other
/// settings.
pub(crate) fn options(
    accepted: impl IntoIterator<Item = impl ToString>,
    known: &KnownDifferences,
) -> Vec<String> {
    let accepted = accepted.into_iter().map(|accepted| [OPTION.to_string(), accepted.to_string()]);
    let mut options: Vec<String> = accepted.flatten().collect();
    if !known.ignored().is_empty() {
        let keys: Vec<&str> = known.ignored().iter().map(String::as_str).collect();
        options.extend(["--ignore".to_string(), keys.join(",")]);
    }
    if let Some(counters) = known.whole_positions() {
        options.extend(["--whole-positions".to_string(), counters.to_string()]);
    }
    if known.compares_reasons() {
        options.push("--reasons".into());
    }
    options
}
