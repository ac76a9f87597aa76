//! The optimised engine: where everyone can move is found by passing over the rows of the board, many cells at a time.

mod board;
mod fast;
mod hash;
mod lane;
mod lines;
mod perft;
mod query;
mod row;
mod select;
#[cfg(test)]
mod tests;

pub use fast::FastEngine;
