//! Whole runs: engines compared in random games, in every position, in one record; moves counted, games
//! played.

pub mod audit;
pub mod check;
pub mod classes;
pub mod decision;
pub mod descend;
pub mod exhaust;
pub mod opinions;
pub mod perft;
pub mod playout;
pub mod stall;
pub(crate) mod steady;
pub mod verdict;
