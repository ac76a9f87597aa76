//! Tests that solve games in memory and on disk, and compare the outcomes with a search.

mod solve;
mod spilled;
mod tribolo;
