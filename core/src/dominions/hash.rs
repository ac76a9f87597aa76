//! The incremental hash: the exclusive or of one pseudo-random number for each fact about the position.

use crate::shared::mix;

/// The fact that the owner, 0 or 1, has this tile on this cell and controls it. Computed rather than looked
/// up: a table of all tiles on all cells would not stay in the cache.
pub(super) const fn placed(cell: u8, tile: u8, owner: u8) -> u64 {
    mix((cell as u64) << 8 | (tile as u64) << 1 | owner as u64 | 1 << 16)
}

/// The fact that the player who does not own the tile on this cell controls it.
pub(super) const fn flipped(cell: u8) -> u64 {
    mix(cell as u64 | 2 << 16)
}

/// The fact that Black is on turn.
pub(super) const TURN: u64 = mix(3 << 16);

/// The fact that the last `passes` moves were passes.
pub(super) const fn passes(passes: u8) -> u64 {
    match passes {
        0 => 0,
        n => mix(n as u64 | 4 << 16),
    }
}
