//! Solving: what comes of every position that a game can reach when both sides play as well as can be.
//!
//! A game takes part by implementing [`Solve`]; [`solve`](fn@solve) does the rest, whatever the game. Of each
//! position it finds out the [`Outcome`]: the lead that the player on turn can make sure of and the *remoteness*, the number of moves to the end when the
//! side that does better hurries and the other holds out:
//!
//! - An ended position has the lead at its end, and remoteness 0.
//! - A player who can come out ahead takes, of the ways to the largest lead, the shortest: one more than the
//!   least remoteness of those children. Who must fall behind takes the longest way to the smallest loss. A
//!   tie is reached by the shortest way.
//! - Positions can come again in some games. Where neither side can force an end, the position is a
//!   [draw](Outcome::Draw), better than a loss and worse than a win. Who can end the game in a tie ends it.
//!
//! For a game that is won or lost this is Gamesman's win, lose, tie and draw; for a game of points, the same
//! with more than one size of win.
//!
//! In a game for three there is no saying what comes of a position without saying what players do who can no
//! longer win themselves. What is solved there needs no such assumption: of each player **the best lead this
//! player can force whatever the others do**, where the lead is over the better of the others. The player
//! makes it as large, and the others together make it as small, as they can. Each player has a graph, see
//! [`Solve::players`], and in it a turn may stay with the same side; all outcomes are that player's.
//!
//! # How
//! - `retrograde` works backwards from the ends along stored edges and so takes loops in its stride. It keeps
//!   about thirty bytes for a position and eight for an edge.
//! - `layers` is for games in which nothing comes again. It keeps no edges: positions are sorted into layers,
//!   and each layer is solved from those behind it.
//! - [`history`] is for games whose rules forbid that anything comes again, so that what can be played
//!   depends on what has been. It searches, remembering what came of each position together with all that led
//!   there.
//!
//! What was found is a [`Solution`]; [`database`] keeps it in a file and finds positions in it again.

pub mod database;
pub mod history;
mod layers;
mod moves;
mod outcome;
mod retrograde;
mod slots;
mod solution;

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bustan_vocabulary::{Game, Solve};

pub use moves::moves;
pub use outcome::{Outcome, best, of_move};
pub use solution::{Row, Solution};

/// How to go about it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Whether of symmetric positions only one is looked at.
    pub symmetry: bool,
    /// How many bytes may be used, as near as that can be told.
    pub memory: u64,
}

/// How far solving has come, for whoever wants to show it or to end it; shared between threads.
#[derive(Debug, Default)]
pub struct Progress {
    /// Positions found so far.
    pub found: AtomicU64,
    /// Positions solved so far.
    pub solved: AtomicU64,
    /// Set to end it at once; may be shared with a signal handler.
    pub stop: Arc<AtomicBool>,
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// It takes more memory than allowed.
    Memory {
        /// The positions found until then.
        positions: u64,
        /// The bytes allowed.
        limit: u64,
    },
    /// It was ended from outside after so many positions were found.
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
                    "there are more than {positions} positions, and to solve them takes more than {megabytes} MB"
                )
            }
            Self::Interrupted(positions) => write!(f, "interrupted after {positions} positions were found"),
            Self::TooLong => {
                f.write_str("an end is more than 65534 moves away, or a position has as many children")
            }
            Self::TooLarge => f.write_str("a game ends with a lead of more than 32766"),
        }
    }
}

impl Error for SolveError {}

/// Solves every position that is reached from the start of a game.
///
/// # Errors
/// When that takes too much memory or is interrupted.
pub fn solve<S: Solve>(graph: &S, limits: Limits, progress: &Progress) -> Result<Solution, SolveError> {
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

/// A game solved for one of its players, or for the one on turn.
#[derive(Clone, Debug)]
pub struct Side<S: Solve> {
    /// In a game for more than two, the player whose outcomes these are. `None` in a game for two: it is the
    /// one on turn.
    pub player: Option<<S::Game as Game>::Player>,
    /// The graph that was solved.
    pub graph: S,
}

/// Solves every position that is reached from the start of a game: once in a game for two, else for each of
/// the players, the one on turn at the start first. The solutions are in the order of the sides.
///
/// # Errors
/// Those of [`solve`](fn@solve).
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

/// The graphs that make up a game: itself in a game for two, else one for each player, that of the one on
/// turn at the start first.
pub fn sides<S: Solve>(graph: &S) -> Vec<Side<S>> {
    let mut sides: Vec<Side<S>> =
        graph.players().into_iter().map(|(player, graph)| Side { player: Some(player), graph }).collect();
    if sides.is_empty() {
        sides.push(Side { player: None, graph: graph.clone() });
    }
    sides
}

/// Limits and progress, looked at now and then.
#[derive(Clone, Copy)]
struct Watch<'a> {
    limits: Limits,
    progress: &'a Progress,
}

/// At one position in this many the limits are looked at.
const EVERY: usize = 1 << 12;

impl Watch<'_> {
    /// Notes that so many positions have been found, for which so many bytes are used.
    fn found(self, positions: usize, bytes: u64) -> Result<(), SolveError> {
        let positions = positions as u64;
        self.progress.found.store(positions, Ordering::Relaxed);
        if bytes > self.limits.memory {
            return Err(SolveError::Memory { positions, limit: self.limits.memory });
        }
        self.go_on()
    }

    /// Notes that so many positions have been solved.
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

    /// The number that stands for a position.
    fn representative<S: Solve>(self, graph: &S, number: u64) -> u64 {
        if self.limits.symmetry { graph.canonical(number) } else { number }
    }
}
