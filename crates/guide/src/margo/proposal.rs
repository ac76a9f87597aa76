//! Proposals of moves with which engines are queried, many of them illegal.

use alloc::vec::Vec;

use bustan_vocabulary::Draw;
use bustan_vocabulary::margo::{Cell, Move, Point};

use crate::margo::view::View;

/// Returns a move with which both engines are queried; see [`Explore::proposal`](crate::Explore::proposal).
pub(super) fn proposal(view: &View<'_>, draw: &mut Draw<'_>) -> Move {
    let points = match draw(16) {
        0 => return Move::Swap,
        1 | 2 => return anywhere(view, draw),
        // A placement at a point from which a ball was just lifted may repeat a position.
        3..=7 if !view.seen.captured.is_empty() => view.seen.captured.clone(),
        // A placement in a hole without an empty neighbour may be suicide or a capture.
        3..=9 => free(view, |point| {
            point.level() == 0 && !view.around(point).any(|other| view.is_empty_hole(other))
        }),
        // A point on four balls, or on three.
        _ => free(view, |point| point.level() > 0 && gaps(view, point) <= 1),
    };
    match points.len() {
        0 => anywhere(view, draw),
        count => Move::Place(points[draw(count as u32) as usize].cell()),
    }
}

/// The lowest free points of all cells that satisfy `kind`.
fn free(view: &View<'_>, kind: impl Fn(Point) -> bool) -> Vec<Point> {
    let lowest = view.size.points().filter(|point| point.level() < 2);
    lowest.filter_map(|point| view.free(point.cell())).filter(|&point| kind(point)).collect()
}

fn gaps(view: &View<'_>, point: Point) -> usize {
    view.below(point).filter(|&below| view.ball(below).is_none()).count()
}

/// A move with any cell on the grid or just beyond it.
fn anywhere(view: &View<'_>, draw: &mut Draw<'_>) -> Move {
    let beyond = 2 * u32::from(view.size.get()) + 1;
    let mut coordinate = || draw(beyond) as u8 + 1;
    let (x, y) = (coordinate(), coordinate());
    Cell::new(x, y).map_or(Move::Swap, Move::Place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::margo::Board;
    use bustan_vocabulary::margo::Reason;

    #[test]
    fn proposals_meet_every_reason() {
        let mut state = 1_u64;
        let mut draw = |n: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % u64::from(n)) as u32
        };
        let mut board = Board::from_position(&"3".parse().unwrap()).unwrap();
        let mut found = [0; Reason::ALL.len()];
        let mut legal = 0;
        for _ in 0..5000 {
            let seen = board.observe();
            let Some(player) = board.turn() else {
                while board.undo() {}
                continue;
            };
            let mv = proposal(&View::new(&seen), &mut draw);
            match board.check(player, mv) {
                Ok(()) => legal += 1,
                Err(reason) => found[reason as usize] += 1,
            }
            let moves: Vec<Move> = board.legal_moves().collect();
            board.play(moves[draw(moves.len() as u32) as usize]).unwrap();
        }
        assert!(legal > 100);
        for reason in [Reason::OffBoard, Reason::Unsupported, Reason::Suicide, Reason::Repetition] {
            assert!(found[reason as usize] > 10, "{reason}: {found:?}");
        }
    }
}
