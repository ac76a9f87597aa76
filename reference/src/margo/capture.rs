//! Capture: what is lifted after a ball has been placed.

use std::cmp::Reverse;

use bustan_vocabulary::margo::{Player, Point, Setup};

use super::board::Board;
use super::connection::groups;
use super::freedom::has_freedom;

/// A ball that was lifted: where it lay and whose it was.
pub(super) type Lifted = (Point, Player);

/// Captures after `mover` has placed a ball.
///
/// "Iterate over colours: opponent, mover, opponent, mover, … Stop when two iterations in a row lifted nothing." Of three
/// players: "the iteration goes through the other colours in turn order, then the mover, and stops after one full round without
/// a lift".
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

/// The colours of one round, the mover's last.
fn round(setup: Setup, mover: Player) -> Vec<Player> {
    let players = setup.players();
    let after_mover = players.iter().skip_while(|&&player| player != mover).skip(1);
    let up_to_mover = players.iter().take_while(|&&player| player != mover);
    after_mover.chain(up_to_mover).copied().chain([mover]).collect()
}

/// "In each iteration look at the position as it stands now, take every group of that colour without freedom, and lift its
/// balls from the top down. A ball that still carries another ball (one that stays) cannot be lifted: it stays as a *zombie*."
///
/// "Buried balls are in no group, so an iteration never lifts them; one uncovered by an iteration is an ordinary visible ball
/// in the next": the groups are found before the first ball is lifted.
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

/// Whether a ball rests on this one.
fn carries(board: &Board, ball: Point) -> bool {
    board.above(ball).any(|above| board.at(above).is_some())
}
