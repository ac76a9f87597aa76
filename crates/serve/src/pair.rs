//! Two engines side by side, for the questions of pages.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use serde_json::{Value, json};

/// A game to be played on both engines.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The name of the game.
    pub game: String,
    /// The record.
    pub record: String,
    /// A move of the record to be edited.
    #[serde(default)]
    pub edit: Option<Edit>,
    /// A further move, with the player who makes it.
    #[serde(default)]
    pub then: Option<(String, String)>,
    /// Whether to make every check, as for a finding.
    #[serde(default)]
    pub closely: bool,
    /// The signatures of differences to ignore.
    #[serde(default)]
    pub passing: Vec<String>,
}

/// Another move in place of one of a record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The number of the move, from 1.
    pub ply: usize,
    /// The move in its place, of the same player; `None` leaves the move out.
    pub to: Option<String>,
}

/// Two engines, the findings about them in a directory, and the questions about them. Games are named, and
/// records are texts, so that one server shows all games.
///
/// Answers are JSON objects, which pages show unchanged. Errors are sentences for people. Every method may
/// take long: programs may have to be started. Methods with a flag `unneeded` give up soon after it is set,
/// with any answer; work that keeps a finding is completed.
pub trait Pair: Send + Sync {
    /// Returns the engines and the directory, as named on the command line: `games` (those that the engines
    /// can play side by side), `directory` (or `null`), `options` (those that name programs, in a form for a
    /// shell).
    fn about(&self) -> Value;

    /// Returns the findings of the directory, `findings`: an array of objects with `name`, `game`,
    /// `headline`, `signature` (`null` if it is not known, because an older version has written the finding
    /// or its data is damaged), `moves`, and `other_programs`, the options of the programs it was found with
    /// if they are not these; and `list`, the same as drawn by [`list`](bustan_harness::report::list()); and
    /// `unshown`, an array of sentences about files of findings that cannot be read.
    ///
    /// # Errors
    /// When the directory cannot be read.
    fn findings(&self) -> Result<Value, String>;

    /// Returns a finding: its object in [`findings`](Self::findings), with `record`, `report`, `commands`,
    /// and `paste`, the forms of its game for other programs and pages: an array of objects with `name`,
    /// `text` and `link`, an address or `null`.
    ///
    /// # Errors
    /// When there is no finding of this name.
    fn finding(&self, name: &str) -> Result<Value, String>;

    /// Plays a game on both engines, up to where they differ. Returns `engines`, `plies`, `verdict`, `words`,
    /// `finding` as in `bustan_harness::report::stepped`, `records`, the record after each number of moves,
    /// `moves`, the player, the text and the words of each move, and `legal`, the legal moves at the last
    /// position where both were alike, each an array of the move and the targets that choose it.
    ///
    /// # Errors
    /// When there is no such game, the text is not a record, there is no such move to edit, or a program does
    /// not start.
    fn step(&self, asked: Asked, unneeded: &Arc<AtomicBool>) -> Result<Value, String>;

    /// Shrinks the game of a record, if the engines differ in it, and keeps the finding in the directory. The
    /// answer names it: `name`; `null` if they agree.
    ///
    /// # Errors
    /// As for [`step`](Self::step), and when there is no directory or it cannot be written.
    fn shrink(&self, game: &str, record: &str) -> Result<Value, String>;

    /// Counts the sequences of `depth` moves after a record on both engines, by first move; without a depth,
    /// of the number of moves that can be counted quickly. The answer has `depth`, `engines`, `branches` (an
    /// array of objects with `said`, `move` and `nodes`, two counts or `null`), `record` (an array, the
    /// record with each of the moves), `trouble` (a sentence, if an engine broke down).
    ///
    /// # Errors
    /// As for [`step`](Self::step), and when an engine does not list its moves.
    fn divide(
        &self,
        game: &str,
        record: &str,
        depth: Option<u32>,
        unneeded: &Arc<AtomicBool>,
    ) -> Result<Value, String>;

    /// Returns a number that changes soon after a watched file does, such as the file of a program under test.
    fn stamp(&self) -> u64;
}

/// No engines: every question about them is answered with an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unpaired;

/// The error for questions about engines.
const NONE: &str = "there are no engines to compare";

impl Pair for Unpaired {
    fn about(&self) -> Value {
        json!({ "games": [], "directory": null, "options": "" })
    }

    fn findings(&self) -> Result<Value, String> {
        Err(NONE.into())
    }

    fn finding(&self, _: &str) -> Result<Value, String> {
        Err(NONE.into())
    }

    fn step(&self, _: Asked, _: &Arc<AtomicBool>) -> Result<Value, String> {
        Err(NONE.into())
    }

    fn shrink(&self, _: &str, _: &str) -> Result<Value, String> {
        Err(NONE.into())
    }

    fn divide(&self, _: &str, _: &str, _: Option<u32>, _: &Arc<AtomicBool>) -> Result<Value, String> {
        Err(NONE.into())
    }

    fn stamp(&self) -> u64 {
        0
    }
}
