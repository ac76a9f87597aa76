//! Solves games whose rules forbid repeating a position, with a search that takes the history into account.
//!
//! In such a game, the legal moves depend on the positions that have occurred, and so does the outcome of a
//! position. The search visits all games. It stores the outcome of each position together with the set of
//! earlier positions, whose order does not matter. The graph of [`Solve`] has no history. If all children of
//! a position have occurred, the game is over, with the lead that [`Solve::stuck`] returns.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use bustan_vocabulary::Solve;
use rustc_hash::FxBuildHasher;

use super::numbered::Numbered;
use super::{LimitCheck, Limits, Outcome, Progress, SolveError, best};

/// The solved start of a game in which no position may be repeated.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The outcome of the start.
    pub outcome: Outcome,
    /// For each child of the start, its number and its outcome.
    pub children: Vec<(u64, Outcome)>,
    /// The number of positions that can be reached, with any history.
    pub positions: u64,
    /// The number of solved pairs of a position and a set of earlier positions.
    pub histories: u64,
    /// The number of moves in the longest game.
    pub longest: u32,
}

/// The maximum number of reachable positions: each needs one bit in a set.
pub const MOST_POSITIONS: usize = 128;

/// Why a game with a history was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryError {
    /// The rules of the game do not forbid repeating a position.
    NoHistory,
    /// More than [`MOST_POSITIONS`] positions can be reached.
    TooMany,
    /// An error that can also occur in games without a history.
    Solve(SolveError),
}

impl std::fmt::Display for HistoryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoHistory => f.write_str(
                "the rules of this game do not forbid repeating a position: it is solved without a history",
            ),
            Self::TooMany => {
                write!(
                    f,
                    "more than {MOST_POSITIONS} positions are reached, too many to be solved with their history"
                )
            }
            Self::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HistoryError {}

/// Solves the start of a game in which no position may be repeated.
///
/// # Errors
/// Fails if the rules do not forbid repetition, if the game is too large, or if the search is interrupted.
pub fn search<S: Solve>(graph: &S, limits: Limits, progress: &Progress) -> Result<Searched, HistoryError> {
    search_numbers(graph, limits, progress)
}

fn search_numbers(
    graph: &dyn Numbered,
    limits: Limits,
    progress: &Progress,
) -> Result<Searched, HistoryError> {
    let start = graph.start();
    graph.stuck(start).ok_or(HistoryError::NoHistory)?;
    let mut search = Search {
        graph: graph.walker(),
        watch: LimitCheck { limits, progress },
        slots: HashMap::default(),
        children: Vec::new(),
        known: HashMap::default(),
    };
    let slot = search.slot(start)?;
    let (outcome, longest) = search.solve(slot, 1 << slot)?;
    let mut children = Vec::new();
    for child in search.expanded(slot)?.children {
        let (outcome, _) = search.solve(child, 1 << slot | 1 << child)?;
        let number =
            search.slots.iter().find(|(_, slot)| **slot == child).map_or(start, |(number, _)| *number);
        children.push((number, outcome));
    }
    Ok(Searched {
        outcome,
        children,
        positions: search.slots.len() as u64,
        histories: search.known.len() as u64,
        longest,
    })
}

/// A position and its children.
#[derive(Clone)]
struct Expanded {
    number: u64,
    /// The outcome of the game if it is over irrespective of its history; otherwise the outcome if all
    /// children have occurred.
    end: Outcome,
    /// The slots of the children, each once.
    children: Vec<usize>,
}

struct Search<'a> {
    graph: Box<dyn Numbered + 'a>,
    watch: LimitCheck<'a>,
    slots: HashMap<u64, usize, FxBuildHasher>,
    /// The expanded positions, by slot; `None` until they are expanded.
    children: Vec<Option<Expanded>>,
    /// The outcome and the length of the longest game, by slot and by the set of positions that have
    /// occurred.
    known: HashMap<(usize, u128), (Outcome, u32), FxBuildHasher>,
}

/// The bytes of an entry in a hash table that is at worst half full.
const BYTES: u64 = 2 * 49;

impl Search<'_> {
    fn slot(&mut self, number: u64) -> Result<usize, HistoryError> {
        let fresh = self.slots.len();
        let slot = *self.slots.entry(number).or_insert(fresh);
        if slot >= MOST_POSITIONS {
            return Err(HistoryError::TooMany);
        }
        if slot == self.children.len() {
            self.children.push(None);
            let mut numbers = Vec::new();
            let ended = self.graph.expand(number, &mut |child| numbers.push(child));
            numbers.sort_unstable();
            numbers.dedup();
            let lead = ended.or(self.graph.stuck(number)).unwrap_or_default();
            let end = Outcome::ended(lead).map_err(HistoryError::Solve)?;
            let children = numbers.into_iter().map(|child| self.slot(child)).collect::<Result<_, _>>()?;
            self.children[slot] = Some(Expanded { number, end, children });
        }
        Ok(slot)
    }

    fn expanded(&self, slot: usize) -> Result<Expanded, HistoryError> {
        self.children[slot].clone().ok_or(HistoryError::TooMany)
    }

    /// The outcome of a position if the positions in `been`, which include it, have occurred, and the length
    /// of the longest game from it.
    fn solve(&mut self, slot: usize, been: u128) -> Result<(Outcome, u32), HistoryError> {
        if let Some(&known) = self.known.get(&(slot, been)) {
            return Ok(known);
        }
        let Expanded { number, end, children } = self.expanded(slot)?;
        let mut outcomes = Vec::new();
        let mut longest = 0;
        for child in children.into_iter().filter(|child| been >> child & 1 == 0) {
            let (outcome, moves) = self.solve(child, been | 1 << child)?;
            outcomes.push(outcome);
            longest = longest.max(moves + 1);
        }
        let outcome = best(self.graph.own_turn(number), outcomes).unwrap_or(end);
        self.known.insert((slot, been), (outcome, longest));
        self.watch.progress.solved.fetch_add(1, Ordering::Relaxed);
        let histories = self.known.len();
        self.watch.found(self.slots.len(), histories as u64 * BYTES).map_err(HistoryError::Solve)?;
        Ok((outcome, longest))
    }
}
