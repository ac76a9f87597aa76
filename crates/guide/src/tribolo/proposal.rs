//! Proposals of moves with which engines are queried, many of them illegal.

use alloc::vec::Vec;

use bustan_vocabulary::Draw;
use bustan_vocabulary::tribolo::{Cell, Content, Move, Observation};

use crate::tribolo::view::{Line, STEPS, View};

/// Returns a move with which both engines are queried; see [`Explore::proposal`](crate::Explore::proposal).
pub(super) fn proposal(view: &View, seen: &Observation, draw: &mut Draw<'_>) -> Move {
    let cells: Vec<Cell> = match draw(16) {
        0 | 1 => return anywhere(view, draw),
        2 => seen.board.keys().copied().collect(),
        // Cells where some player can move, perhaps not the player to move.
        3..=6 => seen.moves.values().flatten().copied().collect(),
        // Cells with a line that no cell closes, or that a cell of the wrong player closes.
        7..=10 => empty(view, |cell| {
            let lines =
                seen.to_move.into_iter().flat_map(|player| STEPS.map(|step| view.line(cell, step, player)));
            lines.into_iter().any(|line| !matches!(line, Line::Nothing | Line::Jump(_)))
        }),
        // Cells next to a cell that is not empty.
        _ => empty(view, |cell| {
            let beside = STEPS.into_iter().filter_map(|step| view.step(cell, step));
            beside.into_iter().any(|beside| view.at(beside).is_some_and(|content| content != Content::Empty))
        }),
    };
    match cells.len() {
        0 => anywhere(view, draw),
        count => Move(cells[draw(count as u32) as usize]),
    }
}

/// The empty cells of a certain kind.
fn empty(view: &View, kind: impl Fn(Cell) -> bool) -> Vec<Cell> {
    view.size.cells().filter(|&cell| view.is_empty(cell) && kind(cell)).collect()
}

/// Any cell on the board, or in the column and row just beyond it.
fn anywhere(view: &View, draw: &mut Draw<'_>) -> Move {
    let mut beyond = |length: u8| draw(u32::from(length) + 1) as u8;
    let (column, row) = (beyond(view.size.width()).min(25), beyond(view.size.height()));
    Move(Cell::new(column, row).unwrap_or(Cell::FIRST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tribolo::starts::start;
    use bustan_core::tribolo::FastEngine;
    use bustan_vocabulary::tribolo::{Lot, Reason};
    use bustan_vocabulary::{Engine, Ruling};

    #[test]
    fn proposals_meet_every_reason() {
        let mut lot = Lot::new(2);
        let mut engine = FastEngine::default();
        let mut found = [0; Reason::ALL.len()];
        let mut legal = 0;
        for _ in 0..300 {
            engine.setup(&start(&mut |n| lot.below(n))).unwrap();
            loop {
                let seen = engine.observe().unwrap();
                let player = engine.turn().unwrap_or(bustan_vocabulary::tribolo::Player::Red);
                match engine.verdict(player, &proposal(&View::new(&seen), &seen, &mut |n| lot.below(n))) {
                    Ruling::Legal => legal += 1,
                    Ruling::Illegal(reason) => found[reason as usize] += 1,
                    _ => {}
                }
                let moves = engine.legal_moves().unwrap();
                if moves.is_empty() {
                    break;
                }
                engine.play(player, &moves[lot.below(moves.len() as u32) as usize]).unwrap();
            }
        }
        assert!(legal > 100);
        for reason in [Reason::GameOver, Reason::OffBoard, Reason::Occupied, Reason::NoJump] {
            assert!(found[reason as usize] > 10, "{reason}: {found:?}");
        }
    }
}
