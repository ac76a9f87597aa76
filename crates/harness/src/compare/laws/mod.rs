//! Laws: invariants of every game, checked on each engine by itself.
//!
//! A second engine reveals errors that the two implementations of the rules do not share. Laws reveal errors
//! that both may share, and errors in the declarations of a game, such as its symmetries. `bustan check`
//! checks all laws along every test game, after every move of some games and at a sample of the positions of
//! the others. `bustan exhaust` checks them at every position:
//!
//! | law | where |
//! |---|---|
//! | a game that is not over has a legal move, and a game that is over has none | [`lockstep`](crate::compare::lockstep), after every move |
//! | listed moves are legal and listed only once, and unlisted moves are illegal | [`lockstep`](crate::compare::lockstep), `position` |
//! | a refused move changes nothing | `unchanged` |
//! | undo restores everything | `undo_walk`, `unchanged` |
//! | a duplicate is independent, and undoes the same number of moves | `duplicates` |
//! | positions, moves and records survive being written and read | `text`, [`lockstep`](crate::compare::lockstep) |
//! | on one board, hashes are equal if and only if positions are equal, also for positions that differ only in the player to move, if that player is a word of the text | `hashes`, `images`, `position` |
//! | an observation is consistent: the player to move, the end, the winner, and the scores as the game declares ([`Explore::inconsistency`]) | `position` |
//! | the winner has the most points, if [`Explore::most_points_win`] returns `true`, and the result agrees with the winner and the scores | `results` |
//! | every move is one ply, and the next player is as the game declares ([`Explore::next_player`]) | `position` |
//! | a position text that recurs in a game has the same meaning, if texts are declared to be complete | `meaning` |
//! | symmetry 0 changes nothing, and the composition of two symmetries is a symmetry | `images` |
//! | all images of a position have the same canonical form, which is its own canonical form | `images` |
//! | the legal moves, the player to move, the scores, the winner and the successors of an image are the images of those of the position | `images` |
//! | an engine's count of legal moves equals the number of listed moves | `counts` |
//! | a random game of an engine ends at a position at which the engine can be set up, after the number of moves that it counts; if only a few games are possible, each has the probability that uniformly random moves give it, except in games whose random games end differently | `counts`, `playouts` |
//! | the same dice give the same random game | `counts`, and [`audit`](crate::compare::audit), which replays a finding |
//! | the value of a position is the best value among its successors, and its images have the same value | the crate `bustan-solve`, in its tests |
//!
//! [`Explore::inconsistency`]: bustan_guide::Explore::inconsistency
//! [`Explore::most_points_win`]: bustan_guide::Explore::most_points_win
//! [`Explore::next_player`]: bustan_guide::Explore::next_player

mod counts;
mod duplicates;
mod hashes;
mod images;
mod limit;
mod meaning;
mod position;
mod results;
mod text;
mod unchanged;
mod undo_walk;

use crate::base::Dice;
use crate::compare::divergence::{Kind, Violation};
pub(crate) use text::Unrestored;
pub(crate) use undo_walk::{Astray, WalkStep, WalkedGame};

/// Greater than the number of pairs of symmetries in any game.
const CHOICES: u32 = 1 << 16;

/// Selects the symmetries to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetries {
    /// All symmetries, and all compositions of two.
    All,
    /// One symmetry, by itself and composed with another. The number selects both.
    Chosen(u32),
}

impl Symmetries {
    /// Selects one pair at random.
    pub(crate) fn drawn(dice: &mut Dice) -> Self {
        Self::Chosen(dice.below(CHOICES))
    }

    /// Returns the pairs to check among `count` symmetries.
    fn pairs(self, count: usize) -> Vec<(usize, usize)> {
        match self {
            Self::All => (0..count).flat_map(|one| (0..count).map(move |other| (one, other))).collect(),
            Self::Chosen(n) => vec![(n as usize % count, n as usize / count % count)],
        }
    }
}

/// Returns the violation of a law by an engine. `what` distinguishes the law from others.
fn broken(name: &str, what: &[&str], words: &str) -> Result<(), Violation> {
    Err(Violation::new(Kind::Law, what, format!("{name}: {words}")))
}

#[cfg(test)]
mod engine_tests;
#[cfg(test)]
mod long_tests;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_choose_every_pair_of_symmetries() {
        for count in [1, 8, 12] {
            let mut drawn: Vec<_> =
                (0..2_000).map(|seed| Symmetries::drawn(&mut Dice::new(seed)).pairs(count)).collect();
            drawn.sort_unstable();
            drawn.dedup();
            let all = Symmetries::All.pairs(count).into_iter().map(|pair| vec![pair]);
            assert_eq!(drawn, all.collect::<Vec<_>>());
        }
    }
}
