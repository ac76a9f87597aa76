//! Composition of positions of Tic-Tac-Toe on a page.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::Game;
use bustan_vocabulary::tictactoe::{Cell, Observation, Player, Position, TicTacToe};

use super::picture::mark_alone;
use crate::compose::words;
use crate::{Choice, Compose, Draft, Setting, Values};

const MISERE: &str = "misere";

impl Compose for TicTacToe {
    fn pieces(_: &Draft) -> Vec<Choice> {
        Player::ALL.map(|player| Choice::piece(player, player, mark_alone(player))).into()
    }

    /// Omits the setting for the player to move, who is determined by the marks.
    fn settings(_: &Draft) -> Vec<Setting> {
        let values = Values::one(&[("", "wins"), (MISERE, "loses")]);
        [Setting::new(MISERE, "three in a row", values)].into()
    }

    fn draft(position: &Position) -> Draft {
        let marks = Cell::BOARD.into_iter().filter_map(|cell| Some((cell, position.mark(cell)?)));
        Draft::new(marks).with(MISERE, if position.misere() { MISERE } else { "" })
    }

    fn text(draft: &Draft) -> String {
        let cells = Cell::BOARD.map(|cell| draft.pieces.get(&cell.to_string()).map_or(".", String::as_str));
        words(&[&cells.concat(), draft.setting(MISERE)])
    }

    fn sketch(draft: &Draft) -> Result<Observation, String> {
        let board = draft.placed(|cell: &Cell| cell.place().is_some())?;
        Ok(Observation {
            game: Self::NAME,
            size: 3,
            ply: board.len() as u32,
            to_move: Some(Player::X),
            over: false,
            winner: None,
            scores: Player::ALL.map(|player| (player, 0)).into(),
            board,
            hash: 0,
            canonical: 0,
            misere: draft.setting(MISERE) == MISERE,
        })
    }
}
