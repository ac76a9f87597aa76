//! Selection of moves of Tic-Tac-Toe on a page.

use bustan_vocabulary::tictactoe::{Reason, TicTacToe};

use crate::{RuleExplanation, Touch};

impl Touch for TicTacToe {
    const TITLE: &'static str = "Tic-Tac-Toe";
    const HOW: &'static str = "click an empty cell";
    const SETUPS: &'static [(&'static str, &'static str)] =
        &[("three in a row wins", ""), ("misère: three in a row loses", "misere")];

    fn why(reason: &Reason) -> Option<RuleExplanation> {
        Some(match reason {
            Reason::GameOver => RuleExplanation::new("the game is over", "1.4"),
            Reason::NotYourTurn => RuleExplanation::new("it is the other player's turn", "1.2"),
            Reason::OffBoard => RuleExplanation::new("the board has no such cell", "1.1"),
            Reason::Occupied => RuleExplanation::new("the cell has a mark already", "1.2"),
        })
    }
}
