//! Laws that every game obeys, to which each engine is held by itself.
//!
//! A second engine finds what two readings of the rules do not share. These laws find what both may have got
//! wrong alike, and what is wrong in what a game says about itself, such as its symmetries. All of them are
//! checked by `bustan check` along every test game, after every move of some games and at a sample of the
//! positions of the others, and by `bustan exhaust` at every position there is:
//!
//! | law | where |
//! |---|---|
//! | a game that is not over has a legal move, one that is over has none | [`lockstep`](crate::lockstep), after every move |
//! | listed moves are legal and each is listed once, unlisted ones are illegal | there, `position` |
//! | a refused move changes nothing; taking back restores everything; a duplicate is independent | `recorder` |
//! | positions, moves and records are read back from their texts | `recorder` |
//! | hashes are equal exactly when positions are | `recorder`, `images` |
//! | what is observed agrees with itself: turn, end, winner, and scores as the game says ([`Explore::inconsistency`]) | `position` |
//! | the winner has the most points, where [`Explore::most_points_win`], and the result tells winner and scores | `results` |
//! | every move is one ply, and the turn passes as the game says ([`Explore::next_player`]) | `position` |
//! | symmetries: number 0 changes nothing, two in a row are a third | `images` |
//! | images have one canonical form, which is its own | `images` |
//! | images have the images of the legal moves, of the turn, of the scores and the winner, and of what moves lead to | `images` |
//! | the same dice give the same random game | `recorder`, and [`audit`](crate::audit): a finding is played again |
//! | what a position is worth is what is best of the positions after it, and the same at its images | [`solve`](crate::solve), in its tests |
//!
//! [`Explore::inconsistency`]: bustan_guide::Explore::inconsistency
//! [`Explore::most_points_win`]: bustan_guide::Explore::most_points_win
//! [`Explore::next_player`]: bustan_guide::Explore::next_player

mod images;
mod position;
mod results;

use crate::dice::Dice;
use crate::divergence::{Kind, Violation};

/// More than there are pairs of symmetries in any game.
const CHOICES: u32 = 1 << 16;

/// Which of a game's symmetries are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetries {
    /// All of them, and any two in a row.
    All,
    /// One, and it in a row with another, chosen by a number.
    Chosen(u32),
}

impl Symmetries {
    /// One pair, chosen by dice.
    pub(crate) fn drawn(dice: &mut Dice) -> Self {
        Self::Chosen(dice.below(CHOICES))
    }

    /// The pairs to look at among `count` symmetries.
    fn pairs(self, count: usize) -> Vec<(usize, usize)> {
        match self {
            Self::All => (0..count).flat_map(|one| (0..count).map(move |other| (one, other))).collect(),
            Self::Chosen(n) => vec![(n as usize % count, n as usize / count % count)],
        }
    }
}

/// A law broken by an engine, told from others by `what`.
fn broken(name: &str, what: &[&str], words: &str) -> Result<(), Violation> {
    Err(Violation::new(Kind::Law, what, format!("{name}: {words}")))
}
