//! Proposes positions from which one placement may lead to a given position. The placed ball may have lifted
//! (captured) one or two balls of another player.
//!
//! The proposed moves need not be legal: only an engine can decide whether they lead to the position.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use bustan_vocabulary::margo::{Margo, Move, Player, Point, Position, Stage};

use super::view::supports;
use bustan_vocabulary::{Draw, Record};

/// Returns the positions that result from removing one of the balls of the player who moved last, the highest
/// and latest ball first. If the number of moves is larger than the number of balls, positions in which the
/// removed ball had lifted one or two balls come first.
pub(super) fn before(position: &Position) -> Vec<(Position, Move)> {
    let (setup, balls) = (position.setup(), position.balls());
    let players = setup.players();
    let (Some(ply), false, Stage::Open) =
        (position.ply().checked_sub(1), position.swapped(), position.stage())
    else {
        return Vec::new();
    };
    let mover = players[(position.turn() as usize + players.len() - 1) % players.len()];
    let mut laid: Vec<Point> =
        balls.iter().filter(|&(_, &ball)| ball == mover).map(|(&point, _)| point).collect();
    laid.sort_by_key(|point| core::cmp::Reverse(point.level()));
    let without = |point: Point, lifted: &[(Point, Player)]| {
        let others = balls.iter().filter(|&(&other, _)| other != point).map(|(&point, &ball)| (point, ball));
        let others: Vec<(Point, Player)> = others.chain(lifted.iter().copied()).collect();
        if others.iter().any(|&(other, _)| supports(other).any(|support| support == point)) {
            return None;
        }
        let before = Position::new(setup, mover, ply, Stage::Open, others).ok()?;
        Some((before, Move::Place(point.cell())))
    };
    let lifts = (position.ply() as usize).saturating_sub(balls.len());
    let mut found = Vec::new();
    for lifted in liftable(position, mover, lifts) {
        found.extend(laid.iter().filter_map(|&point| without(point, &lifted)));
    }
    found.extend(laid.iter().filter_map(|&point| without(point, &[])));
    found
}

/// Sets of balls that the last move of `mover` may have lifted: one or two balls of another player, but at
/// most `most`.
fn liftable(position: &Position, mover: Player, most: usize) -> Vec<Vec<(Point, Player)>> {
    let (setup, balls) = (position.setup(), position.balls());
    let empty: Vec<Point> = match most {
        0 => Vec::new(),
        _ => setup.size.points().filter(|&point| lies(point, balls)).collect(),
    };
    let mut found = Vec::new();
    for &player in setup.players().iter().filter(|&&player| player != mover) {
        found.extend(empty.iter().map(|&point| Vec::from([(point, player)])));
        for (index, &first) in empty.iter().enumerate().filter(|_| most > 1) {
            found.extend(
                empty[index + 1..].iter().map(|&second| Vec::from([(first, player), (second, player)])),
            );
        }
    }
    found
}

/// Whether a ball can be placed at a point: the point is free, and the balls that must support it are
/// present.
fn lies(point: Point, balls: &BTreeMap<Point, Player>) -> bool {
    !balls.contains_key(&point) && supports(point).all(|below| balls.contains_key(&below))
}

/// The number of balls that each player lacks, on the assumption that all balls at the start were placed in
/// turn and none was lifted.
pub(super) fn shortages(position: &Position) -> impl Iterator<Item = (Player, usize)> {
    let count = |player: Player| position.balls().values().filter(|&&ball| ball == player).count();
    // Players earlier in the order than the player to move have placed one ball more than the others.
    let ahead = |player: Player| usize::from((player as usize) < position.turn() as usize);
    let players = position.setup().players().iter().copied();
    let rounds =
        players.clone().map(|player| count(player).saturating_sub(ahead(player))).max().unwrap_or_default();
    players.map(move |player| (player, (rounds + ahead(player)).saturating_sub(count(player))))
}

/// The maximum number of rounds in addition to those that the balls on the board require.
const ROUNDS: usize = 2;

/// Returns the same moves from a position to which the players have placed the number of balls that the turn
/// requires, or a few more each. A player with too few balls on the board gets additional ones on random
/// points, or counts as having placed some that were lifted.
pub(super) fn reachable(record: &Record<Margo>, draw: &mut Draw<'_>) -> Option<Record<Margo>> {
    let start = &record.start;
    let setup = start.setup();
    if start.stage() != Stage::Open {
        return None;
    }
    let mut balls = start.balls().clone();
    let mut ply = balls.len();
    // No additional rounds in half of the cases.
    let rounds = ROUNDS.saturating_sub(draw(2 * ROUNDS as u32) as usize);
    for (player, missing) in shortages(start) {
        for _ in 0..missing + rounds {
            ply += 1;
            let places: Vec<Point> = setup.size.points().filter(|&point| lies(point, &balls)).collect();
            let lifted = draw(2) == 0 || places.is_empty();
            if !lifted {
                balls.insert(places[draw(places.len() as u32) as usize], player);
            }
        }
    }
    let start = Position::new(setup, start.turn(), u32::try_from(ply).ok()?, Stage::Open, balls).ok()?;
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
    fn before_a_position_with_fewer_balls_than_moves_a_ball_was_there() {
        let position = "3 white 4 WE5:0 BC1:0 BA3:0".parse().unwrap();
        let lifted = ("3 black 3 WA1:0 BC1:0 WE5:0".parse().unwrap(), "A3".parse().unwrap());
        assert!(before(&position).contains(&lifted));
        let whole = "3 white 4 WE5:0 BC1:0 BA3:0 WA1:0".parse().unwrap();
        assert!(before(&whole).iter().all(|(before, _)| before.balls().len() == 3));
    }

    #[test]
    fn a_player_with_too_few_balls_gets_some() {
        let record = "Start[3 white 8 WA1:0 BC1:0 BE1:0 BA3:0];W[C3]".parse().unwrap();
        let even = reachable(&record, &mut |n| n - 1).unwrap();
        let count = |player: Player| even.start.balls().values().filter(|&&ball| ball == player).count();
        assert_eq!((count(Player::White), count(Player::Black), even.start.ply()), (3, 3, 6));
        assert_eq!(even.moves, record.moves);
        let lifted = reachable(&record, &mut |_| 0).unwrap();
        assert_eq!((lifted.start.balls(), lifted.start.ply()), (record.start.balls(), 10));
    }
}
