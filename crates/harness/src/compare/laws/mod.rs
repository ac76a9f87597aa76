//! Laws that every game obeys, checked on each engine by itself.
//!
//! A second engine finds mistakes that two readings of the rules do not share. These laws find mistakes that
//! both may share, and mistakes in what a game declares about itself, such as its symmetries. `bustan check`
//! checks all of them along every test game, after every move of some games and at a sample of the positions
//! of the others, and `bustan exhaust` checks them at every position:
//!
//! | law | where |
//! |---|---|
//! | a game that is not over has a legal move, one that is over has none | [`lockstep`](crate::compare::lockstep), after every move |
//! | listed moves are legal and each is listed once, unlisted ones are illegal | there, `position` |
//! | a refused move changes nothing | `unchanged` |
//! | undo restores everything | `walk`, `unchanged` |
//! | a duplicate is independent, and undoes the same number of moves | `duplicates` |
//! | positions, moves and records are read back from their texts | `text`, [`lockstep`](crate::compare::lockstep) |
//! | on one board, hashes are equal exactly when positions are, also for positions that differ only in the player on turn, if that player is a word of the text | `hashes`, `images`, `position` |
//! | an observation agrees with itself: turn, end, winner, and scores as the game says ([`Explore::inconsistency`]) | `position` |
//! | the winner has the most points, if [`Explore::most_points_win`] says so, and the result names winner and scores | `results` |
//! | every move is one ply, and the turn passes as the game says ([`Explore::next_player`]) | `position` |
//! | a position text that recurs in a game means the same, if texts are declared to describe everything | `meaning` |
//! | symmetries: number 0 changes nothing, two in a row are a third | `images` |
//! | images have one canonical form, which is its own | `images` |
//! | images have the images of the legal moves, of the turn, of the scores and the winner, and of the positions that moves lead to | `images` |
//! | the number of legal moves that an engine counts is the number of those listed | `counts` |
//! | a random game of an engine ends at a position that it can be set up with, after the moves that it counts; if few games are left, each occurs with the odds of uniformly random moves, except in games whose random games end differently | `counts`, `odds` |
//! | the same dice give the same random game | `counts`, and [`audit`](crate::compare::audit): a finding is played again |
//! | the value of a position is the best among the positions after it, and the same at its images | the crate `bustan-solve`, in its tests |
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
mod walk;

use crate::base::Dice;
use crate::compare::divergence::{Kind, Violation};
pub(crate) use text::Unrestored;
pub(crate) use walk::{Astray, Played, Walking};

/// Greater than the number of pairs of symmetries in any game.
const CHOICES: u32 = 1 << 16;

/// Selects the symmetries to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetries {
    /// All of them, and any two in a row.
    All,
    /// One symmetry, by itself and followed by another; the number chooses both.
    Chosen(u32),
}

impl Symmetries {
    /// Draws one pair at random.
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

/// Reports a law broken by an engine; `what` distinguishes it from others.
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
