//! The distribution of positions over workers.

/// Returns the worker, of `workers`, that owns the position with a number.
///
/// The numbers of a game are not uniformly distributed, so they are mixed first, as in SplitMix64. A number
/// has the same owner on every machine.
pub(crate) fn owner(number: u64, workers: usize) -> usize {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    ((u128::from(mixed) * workers as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_worker_keeps_about_as_many_positions() {
        for workers in [1, 2, 3, 4, 7, 100] {
            let mut kept = vec![0; workers];
            (0..workers as u64 * 1000).for_each(|number| kept[owner(number * 3, workers)] += 1);
            assert!(kept.iter().all(|kept| (850..1150).contains(kept)), "{kept:?}");
        }
    }
}
