//! The incremental hash: the exclusive or of one pseudo-random number for each fact about the position.

/// A 64-bit number for each fact: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
const fn mix(fact: u64) -> u64 {
    let x = fact.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// A ball of this colour lies on this point.
pub(super) const fn ball(point: u16, colour: u8) -> u64 {
    mix((point as u64) << 2 | colour as u64)
}

/// The player of this number is on turn.
pub(super) const fn turn(player: u8) -> u64 {
    const KEYS: [u64; 3] = [0, mix(1 << 32), mix(2 << 32)];
    KEYS[player as usize]
}

/// The game is over.
pub(super) const OVER: u64 = mix(3 << 32);
