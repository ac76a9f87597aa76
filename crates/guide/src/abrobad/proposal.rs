//! Moves worth asking about, many of them illegal.

use bustan_vocabulary::Draw;
use bustan_vocabulary::abrobad::{Cell, Move, Observation};

use super::view::View;

/// A move to ask both engines about; see [`Explore::proposal`](crate::Explore::proposal).
pub(super) fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Move {
    let view = View::new(seen);
    match draw(16) {
        0 => Move::End,
        1 => Move::Place(any(draw)),
        2 => Move::Slide(any(draw), any(draw)),
        3..=7 => Move::Place(board(draw)),
        // Mostly a stone of the player on turn, mostly to an empty cell.
        _ => {
            let from = tries(draw, |cell| seen.to_move.is_some() && view.at(cell) == seen.to_move);
            let to = tries(draw, |cell| view.at(cell).is_none());
            Move::Slide(from, to)
        }
    }
}

/// A cell of the board.
fn board(draw: &mut Draw<'_>) -> Cell {
    Cell::BOARD[draw(12) as usize]
}

/// A cell of the board or one of the first numbers beyond it.
fn any(draw: &mut Draw<'_>) -> Cell {
    Cell::new(draw(15) as u8 + 1).unwrap_or(Cell::BOARD[0])
}

/// A cell of the board, where a few tries find one of this kind.
fn tries(draw: &mut Draw<'_>, kind: impl Fn(Cell) -> bool) -> Cell {
    let mut cell = board(draw);
    for _ in 0..3 {
        if kind(cell) {
            break;
        }
        cell = board(draw);
    }
    cell
}
