//! How moves are chosen on a page.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Display;

use crate::Picture;

/// How people choose the moves of a game by touching targets one after the other, such as the cell that a piece
/// leaves and the cell where it comes to, and what a page tells them about the game.
///
/// A target is a cell of the drawing, by its name, a thing in the [tray](Touch::tray), or a button that bears
/// the name of the target.
pub trait Touch: Picture {
    /// The name of the game for people, e.g. `Tic-Tac-Toe`.
    const TITLE: &'static str = Self::NAME;

    /// How a move is chosen, in words that follow `To move,`.
    const HOW: &'static str = "type a move";

    /// The setups that people choose from: what each is called, and the words that
    /// [`initial`](bustan_vocabulary::Game::initial) takes. The first is the standard one.
    const SETUPS: &'static [(&'static str, &'static str)] = &[("the standard game", "")];

    /// The targets that are buttons with their own names, in the order in which they are offered. Any other follows them.
    const BUTTONS: &'static [&'static str] = &[];

    /// Whether the board can be drawn from the side of the second player.
    const FLIPS: bool = false;

    /// The targets that choose a move. Those of one legal move never begin with all of another's.
    fn steps(mv: &Self::Move) -> Vec<String> {
        vec![mv.to_string()]
    }

    /// The move that these targets choose, legal or not; `None` while they choose none.
    fn aim(steps: &[&str]) -> Option<Self::Move> {
        let [one] = steps else { return None };
        one.parse().ok()
    }

    /// What lies beside the board to be chosen by the player on turn, such as the tiles in hand.
    fn tray(seen: &Self::Observation) -> Vec<Choice> {
        let _ = seen;
        Vec::new()
    }

    /// What the drawing does not show but people want to see, such as the pieces captured.
    fn facts(seen: &Self::Observation) -> Vec<String> {
        let _ = seen;
        Vec::new()
    }

    /// Why a move is refused: a sentence for people, and the number of the rule; `None` if the game gives no
    /// reasons.
    fn why(reason: &Self::Reason) -> Option<Why> {
        let _ = reason;
        None
    }
}

/// The words for a reason, and the rule that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Why {
    /// A sentence without a full stop.
    pub words: &'static str,
    /// The number of the rule in the rules of the game, e.g. `2.6`.
    pub rule: &'static str,
}

impl Why {
    /// These words for this rule.
    pub const fn new(words: &'static str, rule: &'static str) -> Self {
        Self { words, rule }
    }
}

/// A target beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The target.
    pub target: String,
    /// Its name for people.
    pub label: String,
    /// A drawing of it, an SVG document; empty if its name says it all.
    pub svg: String,
    /// What can be chosen next.
    pub then: Vec<Choice>,
}

impl Choice {
    /// A choice with nothing behind it.
    pub(crate) fn piece(target: impl Display, label: impl Display, svg: String) -> Self {
        Self { target: target.to_string(), label: label.to_string(), svg, then: Vec::new() }
    }
}
