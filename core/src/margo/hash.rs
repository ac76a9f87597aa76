//! Incremental Zobrist hashing: the hash is the XOR of one pseudo-random number per fact about the position.

use crate::shared::mix;

/// The number of the fact that a ball of this colour is on this point.
pub(super) const fn ball(point: u16, colour: u8) -> u64 {
    mix((point as u64) << 2 | colour as u64)
}

/// The number of the fact that the player with this number is to move.
pub(super) const fn turn(player: u8) -> u64 {
    const KEYS: [u64; 3] = [0, mix(1 << 32), mix(2 << 32)];
    KEYS[player as usize]
}

/// The number of the fact that the game is over.
pub(super) const OVER: u64 = mix(3 << 32);
