//! Selection of moves on a page.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Display;

use crate::Picture;

/// The way in which users select the moves of a game, and what a page shows about the game. To select a move,
/// a user clicks targets one after the other, such as the square from which a piece moves and the square to
/// which it moves.
///
/// A target is a cell of the drawing, identified by its name, an item in the [tray](Touch::tray), or a button
/// with the name of the target.
pub trait Touch: Picture {
    /// The human-readable name of the game, such as `Tic-Tac-Toe`.
    const TITLE: &'static str = Self::NAME;

    /// Instructions for selecting a move, as a phrase that follows `To move,`.
    const HOW: &'static str = "type a move";

    /// The setups that users can select: the name of each, and the words for
    /// [`initial`](bustan_vocabulary::Game::initial). The first is the standard setup.
    const SETUPS: &'static [(&'static str, &'static str)] = &[("the standard game", "")];

    /// The targets that are always buttons, in the order in which they are displayed. Other buttons follow
    /// them.
    const BUTTONS: &'static [&'static str] = &[];

    /// Whether the board can be drawn from the side of the second player.
    const FLIPS: bool = false;

    /// The targets that select a move. The list of a legal move is never a prefix of that of another.
    fn steps(mv: &Self::Move) -> Vec<String> {
        vec![mv.to_string()]
    }

    /// The move that these targets select, legal or not; `None` if they do not select a move yet.
    fn aim(steps: &[&str]) -> Option<Self::Move> {
        let [one] = steps else { return None };
        one.parse().ok()
    }

    /// The items next to the board from which the player to move can select, such as the tiles in hand.
    fn tray(seen: &Self::Observation) -> Vec<Choice> {
        let _ = seen;
        Vec::new()
    }

    /// Facts of interest to users that the drawing does not show, such as the captured pieces.
    fn facts(seen: &Self::Observation) -> Vec<String> {
        let _ = seen;
        Vec::new()
    }

    /// Explains why a move is refused, with the number of the rule. `None` if the game does not have
    /// explanations.
    fn why(reason: &Self::Reason) -> Option<RuleExplanation> {
        let _ = reason;
        None
    }
}

/// The explanation of a reason, and the rule on which it is based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleExplanation {
    /// A sentence without a full stop.
    pub words: &'static str,
    /// The number of the rule in the rules of the game, such as `2.6`.
    pub rule: &'static str,
}

impl RuleExplanation {
    /// Returns an explanation with the number of its rule.
    pub const fn new(words: &'static str, rule: &'static str) -> Self {
        Self { words, rule }
    }
}

/// A target next to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name of the target.
    pub target: String,
    /// The human-readable label.
    pub label: String,
    /// A drawing of the target, as an SVG document; empty if the label suffices.
    pub svg: String,
    /// The choices that follow after this target is clicked.
    pub then: Vec<Choice>,
}

impl Choice {
    /// Returns a choice without further choices.
    pub(crate) fn piece(target: impl Display, label: impl Display, svg: String) -> Self {
        Self { target: target.to_string(), label: label.to_string(), svg, then: Vec::new() }
    }
}
