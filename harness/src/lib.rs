//! harness

pub mod gtp;
pub mod perft;
pub mod playout;
pub mod registry;
