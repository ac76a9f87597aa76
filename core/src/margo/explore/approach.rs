//! How a position may have come about by placing balls alone.
//!
//! Whether it can have, an engine has to tell: the moves proposed here need not be legal.

use alloc::vec::Vec;

use crate::margo::{Margo, Move, Player, Point, Position, Stage};
use crate::{Draw, Record};

/// The positions without one of the balls of the player who moved last, the highest and latest first.
pub(super) fn before(position: &Position) -> Vec<(Position, Move)> {
    let setup = position.setup();
    let players = setup.players();
    let (Some(ply), false, Stage::Open) = (position.ply().checked_sub(1), position.swapped(), position.stage()) else {
        return Vec::new();
    };
    let mover = players[(position.turn() as usize + players.len() - 1) % players.len()];
    let laid = position.balls().iter().filter(|&(_, &ball)| ball == mover);
    let mut laid: Vec<Point> = laid.map(|(&point, _)| point).collect();
    laid.sort_by_key(|point| core::cmp::Reverse(point.level()));
    let without = |point: Point| {
        let balls = position.balls().iter().filter(|&(&other, _)| other != point).map(|(&point, &ball)| (point, ball));
        // Refused where another ball rests on this one.
        Some((Position::new(setup, mover, ply, Stage::Open, balls).ok()?, Move::Place(point.cell())))
    };
    laid.into_iter().filter_map(without).collect()
}

/// How many balls each player has too few, if all balls at the start were placed in turn and none has been lifted.
pub(super) fn shortages(position: &Position) -> impl Iterator<Item = (Player, usize)> {
    let count = |player: Player| position.balls().values().filter(|&&ball| ball == player).count();
    // Those before the one on turn have placed one more than the others.
    let ahead = |player: Player| usize::from((player as usize) < position.turn() as usize);
    let players = position.setup().players().iter().copied();
    let rounds = players.clone().map(|player| count(player).saturating_sub(ahead(player))).max().unwrap_or_default();
    players.map(move |player| (player, (rounds + ahead(player)).saturating_sub(count(player))))
}

/// The same moves from a position to which the players have placed as many balls as the turn asks for: where one has too few on
/// the board, balls of his are added in empty holes, here or there.
pub(super) fn reachable(record: &Record<Margo>, draw: &mut Draw<'_>) -> Option<Record<Margo>> {
    let start = &record.start;
    let setup = start.setup();
    if start.stage() != Stage::Open {
        return None;
    }
    let mut balls = start.balls().clone();
    let holes = setup.size.points().take_while(|point| point.level() == 0);
    let mut holes: Vec<Point> = holes.filter(|hole| !balls.contains_key(hole)).collect();
    for (player, missing) in shortages(start) {
        for _ in 0..missing {
            let hole = draw(u32::try_from(holes.len()).ok().filter(|&holes| holes > 0)?);
            balls.insert(holes.swap_remove(hole as usize), player);
        }
    }
    let ply = u32::try_from(balls.len()).ok()?;
    let start = Position::new(setup, start.turn(), ply, Stage::Open, balls).ok()?;
    Some(Record { start, moves: record.moves.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    #[test]
    fn before_a_position_a_ball_that_carries_none_was_missing() {
        let position = "2 black 5 WA1:0 BC1:0 WA3:0 BC3:0 WB2:1".parse().unwrap();
        let text = |(before, mv): (Position, Move)| [&before.to_string(), " ", &mv.to_string()].concat();
        let found: Vec<String> = before(&position).into_iter().map(text).collect();
        assert_eq!(found, ["2 white 4 WA1:0 WA3:0 BC1:0 BC3:0 B2"]);
        assert!(before(&"2 white 0".parse().unwrap()).is_empty());
    }

    #[test]
    fn who_has_too_few_balls_gets_some() {
        let record = "Start[3 white 8 WA1:0 BC1:0 BE1:0 BA3:0];W[C3]".parse().unwrap();
        let even = reachable(&record, &mut |n| n - 1).unwrap();
        let count = |player: Player| even.start.balls().values().filter(|&&ball| ball == player).count();
        assert_eq!((count(Player::White), count(Player::Black), even.start.ply()), (3, 3, 6));
        assert_eq!(even.moves, record.moves);
    }
}
