//! Incremental Zobrist hashing: the hash is the XOR of one pseudo-random number per fact about the position.

use super::lines::At;
use crate::shared::mix;

/// The number of bits of a column's number.
const COLUMN_BITS: usize = 5;

/// The maximum number of rows, and of columns, of a board.
const SIDE: usize = 26;

/// For each cell (by row and column, independently of the size of the board) and each content (a player or
/// [`WALL`]), the number of the fact that the cell has this content.
static CELLS: [[u64; 4]; SIDE << COLUMN_BITS] = {
    let mut numbers = [[0; 4]; SIDE << COLUMN_BITS];
    let mut i = 0;
    while i < numbers.len() * 4 {
        numbers[i / 4][i % 4] = mix(1 + i as u64);
        i += 1;
    }
    numbers
};

/// The number that represents a wall. The players have the numbers 0 to 2.
pub(super) const WALL: usize = 3;

/// The number of the fact that the cell belongs to a player, or is a [`WALL`].
#[inline(always)]
pub(super) fn cell(at: At, content: usize) -> u64 {
    CELLS[at.row << COLUMN_BITS | at.column][content]
}

/// The number of the fact that the player with this number is to move.
pub(super) const fn turn(player: u8) -> u64 {
    const NUMBERS: [u64; 3] = [0, mix(1 << 32), mix(2 << 32)];
    NUMBERS[player as usize]
}

/// The number of the fact that the game is over.
pub(super) const OVER: u64 = mix(3 << 32);
