//! Composition of positions of Abrobad on a page.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::Game;
use bustan_vocabulary::abrobad::{Abrobad, Cell, Observation, Player, Position};

use super::picture::stone_alone;
use crate::compose::{MOVES, TURN, words};
use crate::{Choice, Compose, Draft, Setting};

impl Compose for Abrobad {
    fn pieces(_: &Draft) -> Vec<Choice> {
        Player::ALL.map(|player| Choice::piece(player, player, stone_alone(player))).into()
    }

    fn settings(_: &Draft) -> Vec<Setting> {
        [Setting::turn(&Player::ALL), Setting::moves()].into()
    }

    fn draft(position: &Position) -> Draft {
        let stones = Cell::BOARD.into_iter().zip(position.stones());
        Draft::new(stones.filter_map(|(cell, stone)| Some((cell, (*stone)?))))
            .with(TURN, position.turn())
            .with(MOVES, position.ply())
    }

    fn text(draft: &Draft) -> String {
        let cells = Cell::BOARD.map(|cell| draft.pieces.get(&cell.to_string()).map_or(".", String::as_str));
        words(&[&cells.concat(), draft.setting(TURN), draft.setting(MOVES)])
    }

    fn sketch(draft: &Draft) -> Result<Observation, String> {
        let board = draft.placed(|cell: &Cell| cell.place().is_some())?;
        let turn = draft.read(TURN)?;
        Ok(Observation {
            game: Self::NAME,
            size: Cell::BOARD.len() as u8,
            ply: board.len() as u32,
            to_move: Some(turn),
            over: false,
            winner: None,
            scores: Player::ALL.map(|player| (player, 0)).into(),
            board,
            groups: Vec::new(),
            must_place: false,
            turn,
        })
    }
}
