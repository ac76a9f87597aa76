//! Describes the frequency of a difference.

use crate::compare::plural;

/// The minimum number of games from which a rate per thousand is given.
const LEAST_GAMES: u64 = 100;

/// Describes how many of `games` games showed something, and the first of them.
pub(super) fn frequency(count: u64, games: u64, first: u64) -> String {
    let rate = match games {
        ..LEAST_GAMES => String::new(),
        _ => format!(" ({} per 1000)", per_thousand(count as f64 * 1000.0 / games as f64)),
    };
    format!("in {count} of {}{rate}, first in game {first}", plural(games as usize, "game"))
}

/// Formats a rate with one decimal, or with as many decimals as are needed to show a digit other than 0.
fn per_thousand(rate: f64) -> String {
    let decimals = (1..6).find(|&decimals| rate * 10_f64.powi(decimals) >= 1.0).unwrap_or(6) as usize;
    format!("{rate:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_give_no_rate() {
        assert_eq!(frequency(1, 1, 0), "in 1 of 1 game, first in game 0");
        assert_eq!(frequency(1, 99, 7), "in 1 of 99 games, first in game 7");
        assert_eq!(frequency(1, 100, 7), "in 1 of 100 games (10.0 per 1000), first in game 7");
        assert_eq!(frequency(1, 1000, 7), "in 1 of 1000 games (1.0 per 1000), first in game 7");
    }

    #[test]
    fn a_rate_shows_a_digit_that_counts() {
        assert_eq!(
            [1000.0, 1.0, 0.25, 0.02, 0.0013].map(per_thousand),
            ["1000.0", "1.0", "0.2", "0.02", "0.001"]
        );
    }
}
