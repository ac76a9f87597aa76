//! The incremental hash: the exclusive or of one pseudo-random number for each fact about the position.

use super::lines::At;
use crate::shared::mix;

/// The bits of a column's number.
const COLUMN_BITS: usize = 5;

/// The most rows, and columns, a board has.
const SIDE: usize = 26;

/// By row and column, independent of the size of the board, and by the content of the cell: a player or
/// [`WALL`].
static CELLS: [[u64; 4]; SIDE << COLUMN_BITS] = {
    let mut numbers = [[0; 4]; SIDE << COLUMN_BITS];
    let mut i = 0;
    while i < numbers.len() * 4 {
        numbers[i / 4][i % 4] = mix(1 + i as u64);
        i += 1;
    }
    numbers
};

/// The number of a wall among the players, who are numbered 0 to 2.
pub(super) const WALL: usize = 3;

/// The fact that the cell belongs to a player, or is a [`WALL`].
#[inline(always)]
pub(super) fn cell(at: At, content: usize) -> u64 {
    CELLS[at.row << COLUMN_BITS | at.column][content]
}

/// The fact that the player with this number is on turn.
pub(super) const fn turn(player: u8) -> u64 {
    const NUMBERS: [u64; 3] = [0, mix(1 << 32), mix(2 << 32)];
    NUMBERS[player as usize]
}

/// The fact that the game is over.
pub(super) const OVER: u64 = mix(3 << 32);
