//! The incremental hash: the exclusive or of one pseudo-random number for each fact about the position.

use crate::shared::mix;

/// The fact that a ball of this colour is on this point.
pub(super) const fn ball(point: u16, colour: u8) -> u64 {
    mix((point as u64) << 2 | colour as u64)
}

/// The fact that the player with this number is on turn.
pub(super) const fn turn(player: u8) -> u64 {
    const KEYS: [u64; 3] = [0, mix(1 << 32), mix(2 << 32)];
    KEYS[player as usize]
}

/// The fact that the game is over.
pub(super) const OVER: u64 = mix(3 << 32);
