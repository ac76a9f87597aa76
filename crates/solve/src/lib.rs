//! Solves games: finds the outcome of every reachable position when both sides play as well as they can.
//!
//! A game is solved if it implements [`Solve`]; [`solve`](fn@solve) does the rest, for any game. It finds the
//! [`Outcome`] of each position: the lead that the player on turn can guarantee, and the *remoteness*. The
//! remoteness is the number of moves to the end if the side that comes out ahead plays for a short game and
//! the other side for a long one:
//!
//! - An ended position has the lead at its end, and remoteness 0.
//! - A player who can come out ahead takes the shortest of the ways to the largest lead: the remoteness is
//!   one more than the least among those children. A player who must fall behind takes the longest way to the
//!   smallest loss. A tie is reached by the shortest way.
//! - In some games positions can be repeated. If neither side can force an end, the position is a
//!   [draw](Outcome::Draw), better than a loss and worse than a win. A player who can end the game in a tie
//!   does so.
//!
//! For a game that is won or lost this is Gamesman's win, lose, tie and draw. A game of points has more than
//! one size of win.
//!
//! In a game for three, the outcome of a position depends on the choices of players who can no longer win
//! themselves. The question solved here needs no assumption about that. For each player it is **the best lead
//! this player can force whatever the others do**, where the lead is over the better of the others. The
//! player makes it as large, and the others together make it as small, as they can. Each player has a graph,
//! see [`Solve::players`], in which the same side may move twice in a row; all outcomes are that player's.
//!
//! # How
//! - `retrograde` works backwards from the ends along stored edges and so handles loops. It keeps about
//!   thirty bytes for a position and eight for an edge.
//! - `layers` is for games in which no position repeats. It keeps no edges: positions are sorted into layers,
//!   and each layer is solved from later ones.
//! - [`spilled`] does the same with the positions on disk, for games with more of them than memory holds.
//! - [`history`] is for games whose rules forbid repetition, so that the legal moves depend on the history.
//!   It searches, and remembers the outcome of each position together with all positions that led there.
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

/// Options of a solution, and its limits.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Whether to look at only one of symmetric positions.
    pub symmetry: bool,
    /// The bytes that may be used, counted as exactly as possible.
    pub memory: u64,
}

/// The progress of solving. It is shared between threads; any holder may show it or end the run.
#[derive(Debug, Default)]
pub struct Progress {
    /// The number of positions found so far.
    pub found: AtomicU64,
    /// The number of positions solved so far.
    pub solved: AtomicU64,
    /// The bytes of files, where positions are on disk.
    pub bytes: AtomicU64,
    /// Set to end the run at once; may be shared with a signal handler.
    pub stop: Arc<AtomicBool>,
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The game takes more memory than allowed.
    Memory {
        /// The positions found until then.
        positions: u64,
        /// The bytes allowed.
        limit: u64,
    },
    /// The run was ended from outside after this many positions were found.
    Interrupted(u64),
    /// A position has too many children, or an end is too far away, to be counted in 16 bits.
    TooLong,
    /// A lead at the end of a game is too large to be counted in 16 bits.
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

/// Solves every position that is reached from the start of a game.
///
/// # Errors
/// Fails if that takes too much memory or is interrupted.
///
/// # Panics
/// Panics if it solves stage by stage and a move does not increase [`Solve::stage`].
pub fn solve<S: Solve>(graph: &S, limits: Limits, progress: &Progress) -> Result<Solution, SolveError> {
    solve_numbers(graph, limits, progress)
}

fn solve_numbers(graph: &dyn Numbered, limits: Limits, progress: &Progress) -> Result<Solution, SolveError> {
    let watch = Watch { limits, progress };
    match graph.bound() {
        Some(bound) if u32::try_from(bound).is_ok() => {
            let slots = slots::Direct::new(bound, watch)?;
            retrograde::solve(graph, slots, watch)
        }
        _ if graph.stage(graph.start()).is_some() => layers::solve(graph, watch),
        _ => retrograde::solve(graph, slots::Hashed::default(), watch),
    }
}

/// A game solved for one of its players, or for the player on turn.
#[derive(Clone, Debug)]
pub struct Side<S: Solve> {
    /// The player whose outcomes these are, in a game for more than two. `None` in a game for two: it is the
    /// player on turn.
    pub player: Option<<S::Game as Game>::Player>,
    /// The graph that was solved.
    pub graph: S,
}

/// Solves every position that is reached from the start of a game: once in a game for two, else for each of
/// the players, beginning with the one on turn at the start. The solutions are in the order of the sides.
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

/// The graphs that make up a game: the graph itself in a game for two, else one for each player, beginning
/// with the one on turn at the start.
pub fn sides<S: Solve>(graph: &S) -> Vec<Side<S>> {
    let mut sides: Vec<Side<S>> =
        graph.players().into_iter().map(|(player, graph)| Side { player: Some(player), graph }).collect();
    if sides.is_empty() {
        sides.push(Side { player: None, graph: graph.clone() });
    }
    sides
}

/// Limits and progress, checked now and then.
#[derive(Clone, Copy)]
struct Watch<'a> {
    limits: Limits,
    progress: &'a Progress,
}

/// The limits are checked at one position in this many.
const EVERY: usize = 1 << 12;

impl Watch<'_> {
    /// Reports the number of positions found, and the bytes they take.
    fn found(self, positions: usize, bytes: u64) -> Result<(), SolveError> {
        let positions = positions as u64;
        self.progress.found.store(positions, Ordering::Relaxed);
        if bytes > self.limits.memory {
            return Err(SolveError::Memory { positions, limit: self.limits.memory });
        }
        self.go_on()
    }

    /// Reports the number of positions solved.
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
