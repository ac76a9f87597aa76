//! Capture: the balls that are lifted after a placement.

use std::cmp::Reverse;

use bustan_vocabulary::margo::{Player, Point, Setup};

use super::board::Board;
use super::connection::groups;
use super::freedom::has_freedom;

/// A lifted ball, as its point and its colour.
pub(super) type Lifted = (Point, Player);

/// Captures after `mover` has placed a ball, colour after colour [margo 5.1]. Returns the lifted balls.
///
/// Captures end after two consecutive iterations that lift nothing [margo 5.4], or after three with three
/// players [margo 12.4].
pub(super) fn capture(board: &mut Board, mover: Player) -> Vec<Lifted> {
    let round = round(board.setup, mover);
    let mut lifted = Vec::new();
    let mut in_a_row_without_lift = 0;
    for colour in round.iter().copied().cycle() {
        let now = iteration(board, colour);
        in_a_row_without_lift = if now.is_empty() { in_a_row_without_lift + 1 } else { 0 };
        lifted.extend(now);
        if in_a_row_without_lift == round.len() {
            break;
        }
    }
    lifted
}

/// The colours of one round, with the mover's colour last [margo 5.1] [margo 12.4].
fn round(setup: Setup, mover: Player) -> Vec<Player> {
    let players = setup.players();
    let after_mover = players.iter().skip_while(|&&player| player != mover).skip(1);
    let up_to_mover = players.iter().take_while(|&&player| player != mover);
    after_mover.chain(up_to_mover).copied().chain([mover]).collect()
}

/// Performs one iteration: lifts the balls of the groups of a colour that have no freedom, from the top down
/// [margo 5.2].
///
/// A ball that still carries another stays [margo 5.3]. A ball that only this iteration uncovers stays, too,
/// because the groups are determined before the first ball is lifted [margo 5.5].
pub(super) fn iteration(board: &mut Board, colour: Player) -> Vec<Lifted> {
    let mut doomed: Vec<Point> =
        groups(board, colour).into_iter().filter(|group| !has_freedom(board, group)).flatten().collect();
    doomed.sort_by_key(|ball| Reverse(ball.level()));
    let mut lifted = Vec::new();
    for ball in doomed {
        if !carries(board, ball) {
            board.lift(ball);
            lifted.push((ball, colour));
        }
    }
    lifted
}

/// Whether another ball rests on `ball`.
fn carries(board: &Board, ball: Point) -> bool {
    board.above(ball).any(|above| board.at(above).is_some())
}
