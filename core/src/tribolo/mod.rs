//! The optimised engine. After every move it finds where the next player can move, by one pass over the rows
//! of the board that handles all cells of a row and all directions at once. It looks for the moves of another
//! player only if that player cannot move.
//!
//! # How it works
//! - *Lanes.* A row is a set of bits, one for each column. A `Word` holds four: the row that the downward
//!   pass has reached, the row that the upward pass has reached, and both of them mirrored. So shifting all
//!   bits up by one place advances a diagonal run in all four directions. On boards of up to 16 columns and
//!   rows a set has 16 bits, and four of them fill a 64-bit number; on larger boards it has 32 bits. Only the
//!   width differs, so small boards test the code that plays on the standard one.
//! - *Passing over the rows.* The `Front` moves from row to row. It is the set of an opponent's cells that
//!   continue a run begun next to a cell of the mover: shifted by one column, for the diagonals, and not
//!   shifted, for the column. Where it reaches an empty cell, the mover has a jump. It takes some thirty
//!   operations a row for both opponents. No bit leaves its lane, since the highest one of each lane is
//!   dropped first.
//! - *Along the rows*, the carry of an addition crosses a run to the right, and in a mirrored row to the left.
//! - *The cells jumped over* follow from the four lines through the move's cell, each kept as a number for
//!   each player. Towards higher bits, adding the run's lowest bit produces a carry just past the run;
//!   towards lower ones, the highest bit not in the run is its end. Nothing branches until the cells to
//!   change are known, since a branch could not predict the jumps.
//! - *Drawing a move* finds the n-th bit of the mover's set, again without branching.
//! - *Undo.* A move and its inverse toggle the same bits, so a journal of the cells jumped over is enough to
//!   take moves back.
//! - *The standard height* is a constant in a copy of the code that plays a move, so that the passes there
//!   are straight-line code.
//!
//! # Rejected designs
//! Positions a second on the standard board in uniformly random games, relative to the design kept. Each
//! figure comes from a prototype that gives the same answers, measured on the same machine:
//!
//! | way | speed |
//! |---|---|
//! | walking from every empty cell in eight directions over an array of bytes | 0.07 |
//! | keeping the jumps of every line, and finding again, by the same additions, those of the lines through changed cells alone | 0.24 |
//! | finding where all three can move, by two passes over 128-bit registers of all six pairs of a mover and an opponent | 0.63 |
//! | as kept, but copying the mover's set before drawing from it | 0.92 |
//! | as kept, but both opponents' runs along columns in one number, those of one mirrored | 0.94 |
//!
//! Keeping results between moves loses although a move of a random game changes only three cells, and with
//! them ten of the 79 lines. Branches cannot predict which lines these are, and at which cells of each
//! something changes. A few mispredictions cost as much as passing over 11 rows, where nothing branches.
//!
//! Numbers that were just stored are read again at the width at which they were stored, 64 bits: a wider read
//! would have to wait until they are in the cache. This is why the mover's set is not copied, and why 128-bit
//! registers gain nothing in the passes.

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
