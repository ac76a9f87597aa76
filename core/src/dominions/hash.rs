//! Incremental Zobrist hashing: the hash is the XOR of one pseudo-random number per fact about the position.

use crate::shared::mix;

/// The number of the fact that `owner`, 0 or 1, has placed `tile` on `cell` and controls it. It is computed
/// because a table of all tiles on all cells would not stay in the cache.
pub(super) const fn placed(cell: u8, tile: u8, owner: u8) -> u64 {
    mix((cell as u64) << 8 | (tile as u64) << 1 | owner as u64 | 1 << 16)
}

/// The number of the fact that the tile on `cell` is controlled by the player who does not own it.
pub(super) const fn flipped(cell: u8) -> u64 {
    mix(cell as u64 | 2 << 16)
}

/// The number of the fact that Black is to move.
pub(super) const TURN: u64 = mix(3 << 16);

/// The number of the fact that the last `passes` moves were passes; 0 if `passes` is 0.
pub(super) const fn passes(passes: u8) -> u64 {
    match passes {
        0 => 0,
        n => mix(n as u64 | 4 << 16),
    }
}
