//! Complete runs: comparing engines in random games and in every position, counting moves, and playing games.

pub mod check;
pub mod classes;
pub mod decision;
pub mod descend;
pub(crate) mod determinism;
pub mod exhaust;
pub mod perft;
pub mod playout;
pub mod stall;
