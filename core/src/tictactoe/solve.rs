//! The solver's graph of numbered positions.

use alloc::format;
use alloc::string::{String, ToString};

use bustan_vocabulary::tictactoe::{Position, TicTacToe};
use bustan_vocabulary::{Measure, Solve};

use super::Board;
use super::marks::{Marks, NUMBERS, canonical, marks, number};
use crate::shared::bits;

/// The positions of Tic-Tac-Toe as a graph, by their position numbers. The marks determine the player to
/// move.
#[derive(Clone, Copy, Debug)]
pub struct Graph {
    start: u32,
    misere: bool,
}

impl Solve for Graph {
    type Game = TicTacToe;
    const MEASURE: Measure = Measure::Result;
    const SYMMETRIES: u32 = 8;

    fn from_start(start: &Position) -> Result<Self, String> {
        let board = Board::from_position(start).map_err(|invalid| invalid.to_string())?;
        Ok(Self { start: board.number(), misere: board.misere })
    }

    fn start(&self) -> u64 {
        self.start.into()
    }

    fn expand(&mut self, position: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        let marks = Marks { of: marks(position as u32) };
        if marks.is_over() {
            return Some(marks.lead(self.misere));
        }
        bits(marks.open()).for_each(|cell| each(number(marks.with(1 << cell).of).into()));
        None
    }

    fn number(&self, position: &Position) -> Result<u64, String> {
        let board = Board::from_position(position).map_err(|invalid| invalid.to_string())?;
        if board.misere != self.misere {
            let game = |misere| if misere { "misere" } else { "standard" };
            return Err(format!(
                "it is of the {} game, not of the {} one",
                game(board.misere),
                game(self.misere)
            ));
        }
        Ok(board.number().into())
    }

    fn position(&self, number: u64) -> Position {
        Board { marks: Marks { of: marks(number as u32) }, misere: self.misere, before: Default::default() }
            .position()
    }

    fn bound(&self) -> Option<u64> {
        Some(NUMBERS.into())
    }

    fn stage(&self, number: u64) -> Option<u32> {
        Some(Marks { of: marks(number as u32) }.count())
    }

    fn canonical(&self, number: u64) -> u64 {
        canonical(marks(number as u32)).into()
    }
}
