//! Limits the lengths of the games of a search.
//!
//! Long games repeat the same few moves at their beginning, and short games do not get far. Some games may
//! therefore have as many moves as possible while staying shorter than the best one; others may have half of
//! that number, a quarter, and so on. Each length gets the same total number of moves, so there are more of
//! the shorter games.

use crate::base::Dice;

/// The maximum number of times that the length is halved.
const HALVES: u32 = 4;

/// The minimum number of moves to which a length is reduced.
const FEWEST: usize = 6;

/// The seed of the lengths, an arbitrary constant.
const LENGTHS: u64 = 0x4c65_6e67_7468;

/// Returns the maximum number of moves of game number `number`, which must have fewer than `length` moves.
pub(super) fn most_moves(number: u64, length: usize) -> usize {
    let most = length.saturating_sub(1);
    let mut parts: Vec<usize> = (0..=HALVES).map(|halves| (most >> halves).max(FEWEST).min(most)).collect();
    parts.dedup();
    let weights: Vec<u32> = parts.iter().map(|part| (most / part.max(&1)) as u32).collect();
    parts[Dice::of_game(LENGTHS, number).weighted(&weights)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Returns each maximum length with its share of all moves, in percent.
    fn shares(length: usize) -> Vec<(usize, usize)> {
        let mut moves = BTreeMap::<usize, usize>::new();
        (0..4_000)
            .map(|number| most_moves(number, length))
            .for_each(|most| *moves.entry(most).or_default() += most);
        let all: usize = moves.values().sum();
        moves.into_iter().map(|(most, moves)| (most, (moves * 100).div_ceil(all))).collect()
    }

    #[test]
    fn games_have_all_or_a_part_of_the_moves_and_each_length_as_many_moves() {
        for (length, lengths) in [
            (129, &[8, 16, 32, 64, 128][..]),
            (101, &[6, 12, 25, 50, 100]),
            (29, &[6, 7, 14, 28]),
            (13, &[6, 12]),
            (7, &[6]),
            (3, &[2]),
        ] {
            let shares = shares(length);
            assert_eq!(shares.iter().map(|(most, _)| *most).collect::<Vec<_>>(), lengths);
            let even = 100 / lengths.len();
            assert!(shares.iter().all(|(_, share)| share.abs_diff(even) <= 5), "{length}: {shares:?}");
        }
        assert_eq!([0, 1].map(|length| most_moves(0, length)), [0; 2]);
    }
}
