//! The ways to choose moves on a page.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Display;

use crate::Picture;

/// How people choose the moves of a game by touching targets one after the other, such as the square that a
/// piece leaves and the square where it goes, and what a page shows them about the game.
///
/// A target is a cell of the drawing, by its name, an item in the [tray](Touch::tray), or a button that bears
/// the name of the target.
pub trait Touch: Picture {
    /// The name of the game for people, e.g. `Tic-Tac-Toe`.
    const TITLE: &'static str = Self::NAME;

    /// How a move is chosen, in words that follow `To move,`.
    const HOW: &'static str = "type a move";

    /// The setups that people choose from: the name of each, and the words that
    /// [`initial`](bustan_vocabulary::Game::initial) takes. The first is the standard one.
    const SETUPS: &'static [(&'static str, &'static str)] = &[("the standard game", "")];

    /// The targets that are buttons with their own names, in the order in which they are offered. Other
    /// buttons follow them.
    const BUTTONS: &'static [&'static str] = &[];

    /// Whether the board can be drawn from the side of the second player.
    const FLIPS: bool = false;

    /// The targets that choose a move. The list of one legal move is never a prefix of another's.
    fn steps(mv: &Self::Move) -> Vec<String> {
        vec![mv.to_string()]
    }

    /// The move that these targets choose, legal or not; `None` as long as they choose none.
    fn aim(steps: &[&str]) -> Option<Self::Move> {
        let [one] = steps else { return None };
        one.parse().ok()
    }

    /// The items next to the board from which the player on turn chooses, such as the tiles in hand.
    fn tray(seen: &Self::Observation) -> Vec<Choice> {
        let _ = seen;
        Vec::new()
    }

    /// Facts that the drawing does not show but people want to see, such as the pieces captured.
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

/// The explanation of a reason, and the rule that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Why {
    /// A sentence without a full stop.
    pub words: &'static str,
    /// The number of the rule in the rules of the game, e.g. `2.6`.
    pub rule: &'static str,
}

impl Why {
    /// An explanation for this rule.
    pub const fn new(words: &'static str, rule: &'static str) -> Self {
        Self { words, rule }
    }
}

/// A target next to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The target.
    pub target: String,
    /// Its name for people.
    pub label: String,
    /// A drawing of it, an SVG document; empty if the name is enough.
    pub svg: String,
    /// The next choices.
    pub then: Vec<Choice>,
}

impl Choice {
    /// A choice without further choices.
    pub(crate) fn piece(target: impl Display, label: impl Display, svg: String) -> Self {
        Self { target: target.to_string(), label: label.to_string(), svg, then: Vec::new() }
    }
}
