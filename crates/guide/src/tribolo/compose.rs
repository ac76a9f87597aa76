//! Composition of positions of Tribolo on a page.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bustan_vocabulary::Game;
use bustan_vocabulary::tribolo::{Cell, Content, Observation, Player, Position, Size, Tribolo};

use super::picture::cell_alone;
use crate::compose::{BOARD, MOVES, TURN, words};
use crate::{Choice, Compose, Draft, Setting};

impl Compose for Tribolo {
    fn pieces(_: &Draft) -> Vec<Choice> {
        let contents = Content::ALL.into_iter().filter(|&content| content != Content::Empty);
        contents.map(|content| Choice::piece(content, content, cell_alone(content))).collect()
    }

    /// Includes a setting for the player asked first. The player to move is the first with a legal move, in
    /// cyclic order from that player.
    fn settings(_: &Draft) -> Vec<Setting> {
        [Setting { label: "asked first for a move", ..Setting::turn(&Player::ALL) }, Setting::moves()].into()
    }

    fn draft(position: &Position) -> Draft {
        let cells = position.size().cells().zip(position.cells());
        Draft::new(cells.filter(|(_, content)| **content != Content::Empty))
            .with(BOARD, position.size())
            .with(TURN, position.asked())
            .with(MOVES, position.ply())
    }

    fn text(draft: &Draft) -> String {
        let content = |cell: Cell| {
            let named = draft.pieces.get(&cell.to_string()).and_then(|content| content.parse().ok());
            named.unwrap_or(Content::Empty).symbol()
        };
        let size = draft.read::<Size>(BOARD).unwrap_or(Size::STANDARD);
        let cells: String = size.cells().map(content).collect();
        words(&[&size.to_string(), &cells, draft.setting(TURN), draft.setting(MOVES)])
    }

    fn sketch(draft: &Draft) -> Result<Observation, String> {
        let size: Size = draft.read(BOARD)?;
        let board: BTreeMap<Cell, Content> = draft.placed(|&cell| size.has(cell))?;
        let scores = Player::ALL.map(|player| {
            (player, board.values().filter(|content| content.owner() == Some(player)).count() as u32)
        });
        Ok(Observation {
            game: Self::NAME,
            width: size.width(),
            height: size.height(),
            ply: 0,
            to_move: Some(draft.read(TURN)?),
            over: false,
            winner: None,
            scores: scores.into(),
            board,
            jumps: BTreeMap::new(),
            moves: BTreeMap::new(),
            taken: Vec::new(),
        })
    }
}
