//! Selection of moves of Margo on a page.

use bustan_vocabulary::margo::{Margo, Reason};

use crate::{RuleExplanation, Touch};

impl Touch for Margo {
    const TITLE: &'static str = "Margo";
    const HOW: &'static str = "click a hole or the middle of four balls";
    const SETUPS: &'static [(&'static str, &'static str)] = &[
        ("size 7", "7"),
        ("size 7, the second player may swap", "7 swap"),
        ("size 7 for three", "7 players 3"),
        ("size 7, the first capture wins", "7 atari"),
        ("size 4", "4"),
        ("size 3", "3"),
        ("size 5", "5"),
        ("size 9", "9"),
        ("size 13", "13"),
    ];

    fn why(reason: &Reason) -> Option<RuleExplanation> {
        Some(match reason {
            Reason::GameOver => RuleExplanation::new("the game is over", "7.1"),
            Reason::NotYourTurn => RuleExplanation::new("it is another player's turn", "1.5"),
            Reason::OffBoard => RuleExplanation::new("the board has no such point", "1.4"),
            Reason::Unsupported => RuleExplanation::new(
                "a ball lies in an empty hole, or on four balls that nothing lies on",
                "2.1",
            ),
            Reason::Suicide => {
                RuleExplanation::new("after all captures the ball's group would have no freedom", "6.1")
            }
            Reason::Repetition => RuleExplanation::new("the whole position would occur again", "6.3"),
        })
    }
}
