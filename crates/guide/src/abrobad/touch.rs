//! Selection of moves of Abrobad on a page.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::abrobad::{Abrobad, Move, Reason};

use crate::{RuleExplanation, Touch};

/// The target that selects the end of the game.
const END: &str = "end the game";

impl Touch for Abrobad {
    const TITLE: &'static str = "Abrobad";
    const HOW: &'static str =
        "click an empty cell to place a stone, or one of your stones and then its destination";
    const SETUPS: &'static [(&'static str, &'static str)] = &[("twelve cells", "")];

    fn steps(mv: &Move) -> Vec<String> {
        match mv {
            Move::Place(cell) => Vec::from([cell.to_string()]),
            Move::Slide(from, to) => Vec::from([from.to_string(), to.to_string()]),
            Move::End => Vec::from([END.into()]),
        }
    }

    fn aim(steps: &[&str]) -> Option<Move> {
        match *steps {
            [END] => Some(Move::End),
            [cell] => cell.parse().ok().map(Move::Place),
            [from, to] => Some(Move::Slide(from.parse().ok()?, to.parse().ok()?)),
            _ => None,
        }
    }

    fn why(reason: &Reason) -> Option<RuleExplanation> {
        Some(match reason {
            Reason::GameOver => RuleExplanation::new("the game is over", "3.1"),
            Reason::NotYourTurn => RuleExplanation::new("it is the other player's turn", "1.3"),
            Reason::OffBoard => RuleExplanation::new("the board has no such cell", "1.1"),
            Reason::Occupied => RuleExplanation::new("there is a stone on the cell", "2.1"),
            Reason::MustPlace => RuleExplanation::new(
                "a stone must be placed while an empty cell is next to none of the player's stones",
                "2.1",
            ),
            Reason::AdjacentOwn => {
                RuleExplanation::new("a stone cannot be placed next to a stone of the same player", "2.1")
            }
            Reason::NotOwn => RuleExplanation::new("the player has no stone there to slide", "2.2"),
            Reason::NoSlide => RuleExplanation::new(
                "a stone slides to the first empty cell in one of the six directions",
                "2.2",
            ),
        })
    }
}
