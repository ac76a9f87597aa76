//! The optimised engine. After every move it finds the legal moves of the next player, by one pass over the
//! rows of the board that handles all cells of a row and all directions at once. It looks for the moves of
//! another player only if the next player has none.
//!
//! # How it works
//! - *Lanes.* A row is a set of bits, one for each column. A `Word` holds four rows: the one that the
//!   downward pass has reached, the one that the upward pass has reached, and the mirror images of both. So
//!   shifting all bits up by one advances a diagonal run in all four directions. On boards of up to 16
//!   columns and rows, a set has 16 bits, and four sets fill a 64-bit number; on larger boards a set has 32
//!   bits. Apart from the width, the code is the same, so tests on small boards also test the code for the
//!   standard board.
//! - *The pass over the rows.* The `Front` moves from row to row. It is the set of an opponent's cells that
//!   continue a run which began next to a cell of the mover, shifted by one column for the diagonals and
//!   unshifted for the column. When it reaches an empty cell, the mover has a jump. The pass takes about
//!   thirty operations per row for both opponents. No bit leaves its lane, because the highest bit of each
//!   lane is cleared first.
//! - *Along the rows*, the carry of an addition crosses a run to the right, and in a mirrored row to the
//!   left.
//! - *The cells jumped over* follow from the four lines through the cell of the move, which are kept as a
//!   number for each player. Towards higher bits, adding the lowest bit of the run produces a carry just
//!   after the run; towards lower bits, the highest bit that is not in the run is the end of the run. The
//!   code does not branch until the cells to change are known, because no branch predictor could predict the
//!   jumps.
//! - *Drawing a move* finds the `n`-th bit of the set of legal moves, also without branching.
//! - *Undo.* A move and its inverse toggle the same bits, so a journal of the cells jumped over is
//!   sufficient.
//! - *The standard height* is a constant in a separate copy of the code that plays a move, so that the
//!   compiler unrolls the passes.
//!
//! # Rejected designs
//! Speed in positions per second, on the standard board in uniformly random games, relative to the current
//! design. Each number was measured with a prototype that returns the same answers, on the same machine:
//!
//! | design | speed |
//! |---|---|
//! | walking from every empty cell in eight directions over an array of bytes | 0.07 |
//! | keeping the jumps of every line, and recomputing, with the same additions, only those of lines through changed cells | 0.24 |
//! | finding the legal moves of all three players, by two passes over 128-bit registers with all six pairs of a mover and an opponent | 0.63 |
//! | the current design, but with a copy of the mover's set before drawing from it | 0.92 |
//! | the current design, but with both opponents' runs along columns in one number, one of them mirrored | 0.94 |
//!
//! Keeping results between moves is slower although a move of a random game changes only three cells, and
//! thus ten of the 79 lines. Branches cannot predict which lines change, and at which cells of each line. A
//! few mispredictions cost as much as a pass over 11 rows without branches.
//!
//! Numbers that were just stored are read again at the width at which they were stored, 64 bits: a wider read
//! would have to wait until they are in the cache. For this reason the set of legal moves is not copied, and
//! 128-bit registers do not make the passes faster.

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
