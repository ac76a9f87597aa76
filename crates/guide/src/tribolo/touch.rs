//! Selection of moves of Tribolo on a page.

use bustan_vocabulary::tribolo::{Reason, Tribolo};

use crate::{RuleExplanation, Touch};

impl Touch for Tribolo {
    const TITLE: &'static str = "Tribolo";
    const HOW: &'static str = "click an empty cell from which you jump";
    const SETUPS: &'static [(&'static str, &'static str)] = &[
        ("16 by 11 cells", "16 11"),
        ("8 by 8 cells", "8 8"),
        ("6 by 6 cells", "6 6"),
        ("4 by 4 cells", "4 4"),
        ("26 by 16 cells", "26 16"),
    ];

    fn why(reason: &Reason) -> Option<RuleExplanation> {
        Some(match reason {
            Reason::GameOver => RuleExplanation::new("the game is over", "3.3"),
            Reason::NotYourTurn => RuleExplanation::new("it is another player's turn", "3.1"),
            Reason::OffBoard => RuleExplanation::new("the board has no such cell", "1.2"),
            Reason::Occupied => RuleExplanation::new("the cell is not empty", "2.1"),
            Reason::NoJump => RuleExplanation::new(
                "no line leads from there over cells of one opponent to a cell of another player",
                "2.2",
            ),
        })
    }
}
