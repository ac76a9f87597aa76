//! Complete runs: engines compared in random games and in every position; moves counted, games played.

pub mod check;
pub mod classes;
pub mod decision;
pub mod descend;
pub mod exhaust;
pub mod perft;
pub mod playout;
pub mod stall;
pub(crate) mod steady;
