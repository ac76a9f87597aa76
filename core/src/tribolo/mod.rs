//! The optimised engine: after every move, where each of the three players can move is found by passing over
//! the rows of the board, all cells of a row and all six pairs of players at a time.
//!
//! # How it works
//! - *Lanes.* A row is a set of bits, one for each column. Eight such sets stand side by side in `Lanes`, six
//!   of them for the pairs of a player who moves and an opponent who is jumped over. Up to 16 columns and
//!   rows they are 16 bits wide, and the eight fill one 128-bit register, which every x86-64 and AArch64
//!   machine has; on larger boards they are 32 bits wide. Nothing but the width differs, so small boards test
//!   what plays on the standard one.
//! - *Passing over the rows.* From row to row, the cells of the jumped player that continue a run which began
//!   beside a cell of the mover are the `Front`: shifted by one column to the left, not at all and to the
//!   right, for the two diagonals and the column. Where it comes to an empty cell, the mover has a jump.
//!   Twice over the rows, down and up, is six directions in two dozen operations a row. What leaves the board
//!   at the side is shifted out.
//! - *Along the rows* a run is crossed to the right by the carry of an addition, to the left by spreading
//!   over 1, 2, 4 ... cells. That depends on the one row alone and is kept for the rows that did not change.
//! - *What a move jumps over* is found from the four `Lines` through its cell, each kept as one number. To
//!   higher bits, adding the run's lowest bit lets a carry out behind the run; to lower ones, the highest bit
//!   not in the run is its end. Nothing branches until the cells to change are known, for where the jumps are
//!   cannot be predicted.
//! - *Drawing a move* finds the n-th bit of the mover's set, again without branching.
//! - *Undo.* A move and its inverse toggle the same bits, so a journal of the cells jumped over is all that
//!   taking back needs.
//!
//! # What lost
//! Positions a second on the standard board in uniformly random games, the kept way as 1, each measured on
//! one and the same machine as a prototype that answers alike:
//!
//! | way | speed |
//! |---|---|
//! | walking from every empty cell in eight directions over an array of bytes | 0.11 |
//! | keeping the jumps of every line, and finding anew, by the same additions, those of the lines through changed cells alone | 0.38 |
//! | as kept, but walking from the move's cell to find what it jumps over | 0.75 |
//! | as kept, but finding the jumps along all rows anew | 0.95 |
//!
//! Keeping results between moves loses although a move of a random game changes only three cells, and with
//! them ten of the 79 lines: which lines these are, and at which cells of each something changes, nobody can
//! predict, and a few wrong guesses of the processor cost as much as passing over 11 rows, where nothing
//! branches but the loop.
//!
//! The compiler makes 128-bit operations of `Lanes` only as long as it knows nothing about single lanes. That
//! the two halves are not put together before they are stored is for this: doing so made the whole slower by
//! an eighth.

mod board;
mod fast;
mod hash;
mod lane;
mod lines;
mod perft;
mod query;
mod row;
mod select;
mod solve;
#[cfg(test)]
mod tests;

pub use fast::FastEngine;
pub use solve::Graph;
