//! Two engines side by side, which pages can query.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use serde_json::{Value, json};

/// A request to play a game on both engines.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairQuery {
    /// The name of the game.
    pub game: String,
    /// The record of the game.
    pub record: String,
    /// A change of a move in the record.
    #[serde(default)]
    pub edit: Option<Edit>,
    /// An additional move, with its player.
    #[serde(default)]
    pub then: Option<(String, String)>,
    /// Whether to run every check, as for a finding.
    #[serde(default)]
    pub closely: bool,
    /// The signatures of differences to ignore.
    #[serde(default)]
    pub passing: Vec<String>,
}

/// A change of a single move of a record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The number of the move, from 1.
    pub ply: usize,
    /// The new move of the same player; `None` removes the move.
    pub to: Option<String>,
}

/// Two engines, the findings about them in a directory, and queries about them. Games are identified by name
/// and records are text, so that one server can show all games.
///
/// Results are JSON objects, which pages receive unchanged. Errors are human-readable sentences. Every method
/// may take long, because programs may have to be started. Methods with a flag `unneeded` return soon after
/// it is set, with any result; work that saves a finding is completed.
pub trait Pair: Send + Sync {
    /// Returns the engines and the directory, as specified on the command line: `games` (those that the
    /// engines can play side by side), `directory` (or `null`), and `options` (those that specify programs,
    /// quoted for a shell).
    fn about(&self) -> Value;

    /// Returns the findings in the directory. `findings` is an array of objects with `name`, `game`,
    /// `headline`, `signature` (`null` if it is unknown, because an older version wrote the finding or its
    /// data is damaged), `moves`, and `other_programs` (the options of the programs with which it was found,
    /// if they differ from the current ones). `list` contains the findings as rendered by
    /// [`list`](bustan_harness::report::list()). `unshown` is an array of sentences about files of findings
    /// that cannot be read.
    ///
    /// # Errors
    /// Fails if the directory cannot be read.
    fn findings(&self) -> Result<Value, String>;

    /// Returns a finding: its object in [`findings`](Self::findings), with the additional keys `record`,
    /// `report`, `commands` and `paste`. `paste` contains the texts of its game for other programs and pages:
    /// an array of objects with `name`, `text` and `link`, which is a URL or `null`.
    ///
    /// # Errors
    /// Fails if there is no finding with this name.
    fn finding(&self, name: &str) -> Result<Value, String>;

    /// Plays a game on both engines up to the first difference. Returns `engines`, `plies`, `verdict`,
    /// `words` and `finding` as described in `bustan_harness::report::stepped`; `records`, the record after
    /// each number of moves; `moves`, the player, the text and the human notation of each move; and `legal`,
    /// the legal moves in the last position in which the engines agree, each an array of the move and the
    /// targets that select it.
    ///
    /// # Errors
    /// Fails if there is no such game, if the text is not a record, if the move to change does not exist, or
    /// if a program does not start.
    fn step(&self, asked: PairQuery, unneeded: &Arc<AtomicBool>) -> Result<Value, String>;

    /// Shrinks the game of a record if the engines differ in it, and saves the finding in the directory. The
    /// result contains the `name` of the finding, which is `null` if the engines agree.
    ///
    /// # Errors
    /// Fails in the same cases as [`step`](Self::step), and if there is no directory or it is not writable.
    fn shrink(&self, game: &str, record: &str) -> Result<Value, String>;

    /// Counts the sequences of `depth` moves after a record on both engines, by first move. Without a depth,
    /// selects one that can be counted quickly. The result contains `depth`, `engines`, `branches` (an array
    /// of objects with `said`, `move` and `nodes`, which is an array of two counts or `null`), `record` (an
    /// array of the record followed by each of the moves), and `trouble` (a sentence, if an engine failed).
    ///
    /// # Errors
    /// Fails in the same cases as [`step`](Self::step), and if an engine does not list its moves.
    fn divide(
        &self,
        game: &str,
        record: &str,
        depth: Option<u32>,
        unneeded: &Arc<AtomicBool>,
    ) -> Result<Value, String>;

    /// Returns a number that changes soon after a watched file does, such as the file of a program under
    /// test.
    fn stamp(&self) -> u64;
}

/// A pair without engines: every query is answered with an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPair;

/// The error for queries about engines.
const NONE: &str = "there are no engines to compare";

impl Pair for NoPair {
    fn about(&self) -> Value {
        json!({ "games": [], "directory": null, "options": "" })
    }

    fn findings(&self) -> Result<Value, String> {
        Err(NONE.into())
    }

    fn finding(&self, _: &str) -> Result<Value, String> {
        Err(NONE.into())
    }

    fn step(&self, _: PairQuery, _: &Arc<AtomicBool>) -> Result<Value, String> {
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
