//! Solves games on many threads, processes and machines in parallel.
//!
//! [`Plan::solve`] solves a game like [`solve_all`](bustan_solve::solve_all), with the same result. The
//! positions of a game are distributed over workers by a hash of their numbers. Each worker stores the
//! positions that it owns, and the workers exchange their results about positions of others as a dataflow.
//!
//! - `owner` decides which worker owns a position.
//! - `link` is the dataflow, which uses [timely], in phases: when a phase is over, every frame sent in it has
//!   arrived.
//! - `layered` and `looped` are the two methods to solve a game, which correspond to those of `bustan-solve`.
//! - `tiers` stores the results of workers on disk, so that a run can be resumed.
//! - `peers` connects processes; a [`Team`] is the view of one process of the others. `wire` is the
//!   connection between their dataflows.

mod error;
mod hosts;
mod layered;
mod link;
mod looped;
mod owner;
mod pack;
mod peers;
mod plan;
mod positions;
mod team;
mod tiers;
mod wire;
mod worker;

pub use error::ClusterError;
pub use hosts::hosts;
pub use plan::{Plan, Solved};
pub use team::Team;
