//! The optimised engine. After every move it finds where each of the three players can move: it passes over
//! the rows of the board, taking all cells of a row and all six pairs of players at a time.
//!
//! # How it works
//! - *Lanes.* A row is a set of bits, one for each column. Eight such sets stand side by side in `Lanes`, six
//!   of them for the pairs of a player who moves and an opponent who is jumped over. On boards of up to 16
//!   columns and rows a set has 16 bits, and the eight fill one 128-bit register, which every x86-64 and
//!   AArch64 machine has; on larger boards it has 32 bits. Only the width differs, so small boards test the
//!   code that plays on the standard one.
//! - *Passing over the rows.* The `Front` moves from row to row. It is the set of the jumped player's cells
//!   that continue a run begun beside a cell of the mover: shifted by one column to the left, not at all, and
//!   to the right, for the two diagonals and the column. Where it reaches an empty cell, the mover has a
//!   jump. Two passes, down and up, cover six directions in two dozen operations a row. The shifts drop cells
//!   that leave the board at the side.
//! - *Along the rows*, the carry of an addition crosses a run to the right, and spreading over 1, 2, 4 ...
//!   cells crosses it to the left. The result depends on the one row alone and is kept for rows that did not
//!   change.
//! - *The cells jumped over* follow from the four `Lines` through the move's cell, each kept as one number.
//!   Towards higher bits, adding the run's lowest bit lets a carry out behind the run; towards lower ones,
//!   the highest bit not in the run is its end. Nothing branches until the cells to change are known, for no
//!   branch could predict the jumps.
//! - *Drawing a move* finds the n-th bit of the mover's set, again without branching.
//! - *Undo.* A move and its inverse toggle the same bits, so a journal of the cells jumped over is enough to
//!   take moves back.
//!
//! # What lost
//! Positions a second on the standard board in uniformly random games, relative to the design kept. Each
//! figure comes from a prototype that gives the same answers, measured on the same machine:
//!
//! | way | speed |
//! |---|---|
//! | walking from every empty cell in eight directions over an array of bytes | 0.11 |
//! | keeping the jumps of every line, and finding anew, by the same additions, those of the lines through changed cells alone | 0.38 |
//! | as kept, but walking from the move's cell to find what it jumps over | 0.75 |
//! | as kept, but finding the jumps along all rows anew | 0.95 |
//!
//! Keeping results between moves loses although a move of a random game changes only three cells, and with
//! them ten of the 79 lines. Nobody can predict which lines these are, and at which cells of each something
//! changes. A few wrong guesses of the processor cost as much as passing over 11 rows, where nothing branches
//! but the loop.
//!
//! The compiler makes 128-bit operations of `Lanes` only as long as it knows nothing about single lanes. For
//! this reason the two halves stay apart until they are stored: combining them earlier made the whole slower
//! by an eighth.

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
