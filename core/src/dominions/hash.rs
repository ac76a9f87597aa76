//! The incremental hash: the exclusive or of one pseudo-random number for each fact about the position.

/// A 64-bit number for each fact: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014). Computed rather
/// than looked up: a table of all tiles on all cells would not stay in the cache.
const fn mix(fact: u64) -> u64 {
    let x = fact.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The owner, 0 or 1, has this tile on this cell, and the player of the same number controls it.
pub(super) const fn placed(cell: u8, tile: u8, owner: u8) -> u64 {
    mix((cell as u64) << 8 | (tile as u64) << 1 | owner as u64 | 1 << 16)
}

/// The tile on this cell is controlled by the player who does not own it.
pub(super) const fn flipped(cell: u8) -> u64 {
    mix(cell as u64 | 2 << 16)
}

/// Black is on turn.
pub(super) const TURN: u64 = mix(3 << 16);

/// The last `passes` moves were passes.
pub(super) const fn passes(passes: u8) -> u64 {
    match passes {
        0 => 0,
        n => mix(n as u64 | 4 << 16),
    }
}
