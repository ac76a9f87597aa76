//! Solves games: finds the outcome of every reachable position under best play by both sides.
//!
//! [`solve`](fn@solve) solves any game that implements [`Solve`]. It finds the [`Outcome`] of each position:
//! the lead that the player to move can guarantee, and the *remoteness*. The remoteness is the number of
//! moves to the end of the game if the side that will be ahead plays for a short game and the other side for
//! a long one:
//!
//! - A final position has the lead at the end of the game, and remoteness 0.
//! - A player who can get ahead selects the shortest of the paths to the largest lead: the remoteness is one
//!   more than the smallest remoteness of the corresponding children. A player who must fall behind selects
//!   the longest path to the smallest loss. A tie is reached by the shortest path.
//! - In some games positions can be repeated. If neither side can force an end, the position is a
//!   [draw](Outcome::Draw), which is better than a loss and worse than a win. A player who can end the game
//!   in a tie does so.
//!
//! For a game that is won or lost, these are Gamesman's values win, lose, tie and draw. In a game of points,
//! wins have different sizes.
//!
//! In a game for three players, the outcome of a position depends on the choices of players who can no longer
//! win themselves. The solver avoids assumptions about these choices. For each player, it finds **the best
//! lead that this player can force whatever the others do**, where the lead is relative to the better of the
//! others: the player maximises it, and the others together minimise it. There is one graph for each player
//! (see [`Solve::players`]), in which the same side may move twice in a row. All outcomes are from the point
//! of view of that player.
//!
//! # How
//! - `retrograde` works backwards from the final positions along stored edges, so it supports cycles. It
//!   needs about thirty bytes per position and eight per edge.
//! - `layers` is for games in which no position repeats. It stores no edges: positions are grouped into
//!   layers, and each layer is solved from later ones.
//! - [`spilled`] uses the same methods with the positions on disk, for games with more positions than fit in
//!   memory.
//! - [`history`] is for games whose rules forbid repetition, so that the legal moves depend on the history.
//!   It searches all games, and stores the outcome of each position together with the set of earlier
//!   positions.
//!
//! The result is a [`Solution`]; [`database`] stores it in a file and looks up positions in it.

pub mod database;
mod graph;
pub mod history;
mod layers;
mod moves;
mod numbered;
mod outcome;
mod retrograde;
mod slots;
mod solution;
pub mod spilled;

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bustan_vocabulary::{Game, Solve};

pub use graph::{Graph, graph};
pub use moves::moves;
use numbered::Numbered;
pub use outcome::{Outcome, best, of_move};
pub use solution::{Counts, Figures, Row, Solution};

/// Options and limits of solving a game.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Whether to solve only one of several symmetric positions.
    pub symmetry: bool,
    /// The maximum memory in bytes, which is accounted as exactly as possible.
    pub memory: u64,
}

/// The progress of solving. It is shared between threads; each of them may display it or stop the run.
#[derive(Debug, Default)]
pub struct Progress {
    /// The number of positions found so far.
    pub found: AtomicU64,
    /// The number of positions solved so far.
    pub solved: AtomicU64,
    /// The number of bytes in files, if positions are on disk.
    pub bytes: AtomicU64,
    /// A flag that stops the run if it is set; it may be shared with a signal handler.
    pub stop: Arc<AtomicBool>,
}

/// Why a game could not be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// Solving the game needs more memory than allowed.
    Memory {
        /// The number of positions found so far.
        positions: u64,
        /// The number of bytes allowed.
        limit: u64,
    },
    /// The run was stopped after this number of positions had been found.
    Interrupted(u64),
    /// The number of children of a position, or the remoteness, does not fit in 16 bits.
    TooLong,
    /// The lead at the end of a game does not fit in 16 bits.
    TooLarge,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { positions, limit } => {
                let megabytes = limit >> 20;
                write!(
                    f,
                    "there are more than {positions} positions, and solving them takes more than {megabytes} MB"
                )
            }
            Self::Interrupted(positions) => write!(f, "interrupted after {positions} positions were found"),
            Self::TooLong => {
                f.write_str("an end is more than 65534 moves away, or a position has more children than that")
            }
            Self::TooLarge => f.write_str("a game ends with a lead of more than 32766"),
        }
    }
}

impl Error for SolveError {}

/// Solves every position that can be reached from the start of a game.
///
/// # Errors
/// Fails if this takes too much memory or is interrupted.
///
/// # Panics
/// Panics if the game is solved stage by stage and a move does not increase [`Solve::stage`].
pub fn solve<S: Solve>(graph: &S, limits: Limits, progress: &Progress) -> Result<Solution, SolveError> {
    solve_numbers(graph, limits, progress)
}

fn solve_numbers(graph: &dyn Numbered, limits: Limits, progress: &Progress) -> Result<Solution, SolveError> {
    let watch = LimitCheck { limits, progress };
    match graph.bound() {
        Some(bound) if u32::try_from(bound).is_ok() => {
            let slots = slots::Direct::new(bound, watch)?;
            retrograde::solve(graph, slots, watch)
        }
        _ if graph.stage(graph.start()).is_some() => layers::solve(graph, watch),
        _ => retrograde::solve(graph, slots::Hashed::default(), watch),
    }
}

/// A game solved for one of its players, or for the player to move.
#[derive(Clone, Debug)]
pub struct Side<S: Solve> {
    /// The player of the outcomes, in a game for more than two players. `None` in a game for two players,
    /// whose outcomes are those of the player to move.
    pub player: Option<<S::Game as Game>::Player>,
    /// The graph that was solved.
    pub graph: S,
}

/// Solves every position that can be reached from the start of a game: once in a game for two players,
/// otherwise once for each player, beginning with the player to move at the start. The solutions are in the
/// order of the sides.
///
/// # Errors
/// Returns the errors of [`solve`](fn@solve).
///
/// # Panics
/// Panics in the same cases as [`solve`](fn@solve).
pub fn solve_all<S: Solve>(
    graph: &S,
    limits: Limits,
    progress: &Progress,
) -> Result<(Vec<Side<S>>, Vec<Solution>), SolveError> {
    let mut solutions: Vec<Solution> = Vec::new();
    let sides = sides(graph);
    for side in &sides {
        let kept: u64 = solutions.iter().map(Solution::bytes).sum();
        let left = Limits { memory: limits.memory.saturating_sub(kept), ..limits };
        let solution = solve(&side.graph, left, progress).map_err(|error| match error {
            SolveError::Memory { positions, .. } => SolveError::Memory { positions, limit: limits.memory },
            other => other,
        })?;
        solutions.push(solution);
    }
    Ok((sides, solutions))
}

/// The graphs of a game: only the graph itself in a game for two players, otherwise one for each player,
/// beginning with the player to move at the start.
pub fn sides<S: Solve>(graph: &S) -> Vec<Side<S>> {
    let mut sides: Vec<Side<S>> =
        graph.players().into_iter().map(|(player, graph)| Side { player: Some(player), graph }).collect();
    if sides.is_empty() {
        sides.push(Side { player: None, graph: graph.clone() });
    }
    sides
}

/// Limits and progress, which are checked periodically.
#[derive(Clone, Copy)]
struct LimitCheck<'a> {
    limits: Limits,
    progress: &'a Progress,
}

/// The number of positions per check of the limits.
const EVERY: usize = 1 << 12;

impl LimitCheck<'_> {
    /// Reports the number of positions found, and checks that the bytes they need are within the limit.
    fn found(self, positions: usize, bytes: u64) -> Result<(), SolveError> {
        let positions = positions as u64;
        self.progress.found.store(positions, Ordering::Relaxed);
        if bytes > self.limits.memory {
            return Err(SolveError::Memory { positions, limit: self.limits.memory });
        }
        self.go_on()
    }

    /// Reports the number of solved positions.
    fn solved(self, positions: usize) -> Result<(), SolveError> {
        self.progress.solved.store(positions as u64, Ordering::Relaxed);
        self.go_on()
    }

    fn go_on(self) -> Result<(), SolveError> {
        match self.progress.stop.load(Ordering::Relaxed) {
            true => Err(SolveError::Interrupted(self.progress.found.load(Ordering::Relaxed))),
            false => Ok(()),
        }
    }

    /// The number that represents a position.
    fn representative(self, graph: &dyn Numbered, number: u64) -> u64 {
        if self.limits.symmetry { graph.canonical(number) } else { number }
    }
}
