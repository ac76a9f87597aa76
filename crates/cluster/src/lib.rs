//! Solves games on many threads, processes and machines at once.
//!
//! [`Plan::solve`] does what [`solve_all`](bustan_solve::solve_all) does, with the same result. The
//! positions of a game are dealt out to workers by a hash of their numbers. Each worker keeps those it owns, and
//! the workers exchange what they find out about those of others as a dataflow.
//!
//! - `owner` says who keeps a position.
//! - `link` is the dataflow, of [timely], in phases: when a phase is over, everything said in it has arrived.
//! - `layered` and `looped` are the two ways to solve a game, as in the harness.
//! - `tiers` keeps what workers learn on disk, so that a run can go on.
//! - `peers` connects processes; a [`Team`] is what one of them has of the others. `wire` is the connection of the
//!   dataflows.

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
