//! Solves games in memory and on disk, and compares the outcomes with a search.

mod solve;
mod spilled;
mod tribolo;
