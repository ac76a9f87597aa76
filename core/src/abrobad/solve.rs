//! The solver's graph of numbered positions.

use alloc::string::String;

use bustan_vocabulary::abrobad::{Abrobad, Position};
use bustan_vocabulary::{Measure, Solve};

use super::Board;
use super::stones::{CELLS, IMAGES, NUMBERS, Stones, TERNARY, image};
use crate::shared::bits;

/// The positions of Abrobad as a graph, in which positions can repeat.
///
/// The number of a position has a digit in base 3 for each cell, and a bit for the player to move. Of the
/// 1,062,882 numbers, 700,030 belong to positions that games reach.
#[derive(Clone, Copy, Debug)]
pub struct Graph {
    start: u32,
}

/// The weight of each cell's digit.
const WEIGHTS: [u32; CELLS] = {
    let mut weights = [1; CELLS];
    let mut cell = 1;
    while cell < CELLS {
        weights[cell] = 3 * weights[cell - 1];
        cell += 1;
    }
    weights
};

impl Solve for Graph {
    type Game = Abrobad;
    const MEASURE: Measure = Measure::Result;
    /// The symmetries of the board, each with and without exchanging the colours.
    const SYMMETRIES: u32 = 12;

    fn from_start(start: &Position) -> Result<Self, String> {
        Ok(Self { start: Board::from_position(start).stones.number() })
    }

    fn start(&self) -> u64 {
        self.start.into()
    }

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        let stones = Stones::from_number(number as u32);
        if let Some(winner) = stones.winner() {
            return Some(if winner == stones.turn { 1 } else { -1 });
        }
        // Twice the digit of an own stone. When a stone appears or disappears, the number changes by `digit`
        // times the weight of the cell.
        let digit = 2 * (u32::from(stones.turn) + 1);
        let turned = number as u32 ^ 1;
        let places = stones.places();
        if places != 0 {
            bits(places).for_each(|cell| each((turned + digit * WEIGHTS[cell]).into()));
            return None;
        }
        for from in bits(stones.own()) {
            let lifted = turned - digit * WEIGHTS[from];
            bits(stones.slides(from)).for_each(|to| each((lifted + digit * WEIGHTS[to]).into()));
        }
        each((turned + (6 - digit) * TERNARY[usize::from(stones.free())]).into());
        None
    }

    fn number(&self, position: &Position) -> Result<u64, String> {
        Ok(Board::from_position(position).stones.number().into())
    }

    fn position(&self, number: u64) -> Position {
        let stones = Stones::from_number(number as u32);
        stones.position((stones.of[0] | stones.of[1]).count_ones())
    }

    fn bound(&self) -> Option<u64> {
        Some(NUMBERS.into())
    }

    /// The smallest number among the symmetric images, with colours exchanged so that X is to move.
    fn canonical(&self, number: u64) -> u64 {
        let Stones { of: [x, o], turn } = Stones::from_number(number as u32);
        let of = if turn == 0 { [x, o] } else { [o, x] };
        let numbers =
            IMAGES.iter().map(|images| Stones { of: of.map(|cells| image(cells, images)), turn: 0 }.number());
        numbers.min().unwrap_or_default().into()
    }
}
