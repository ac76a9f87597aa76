//! harness
mod compare;
pub mod coverage;
pub mod deepen;
pub mod dice;
mod diff;
pub mod divergence;
pub mod generate;
pub mod lockstep;
mod mutate;
mod replay;
mod seat;
pub mod shrink;
mod watch;
