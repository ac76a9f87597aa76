//! Ways in which a position may have arisen by placing balls, some of which were lifted again one at a time.
//!
//! Only an engine can tell whether it did: the moves proposed here need not be legal.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use bustan_vocabulary::margo::{Margo, Move, Player, Point, Position, Stage};

use super::view::supports;
use bustan_vocabulary::{Draw, Record};

/// The positions without one of the balls of the player who moved last, the highest and latest first. If
/// there were more moves than there are balls, the positions in which that ball lifted one or two others come
/// first.
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

/// Sets of balls that a move of this player may have lifted from a position: one or two of another player,
/// but not more than `most`.
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

/// Whether a ball can be placed at a point, as far as the other balls allow.
fn lies(point: Point, balls: &BTreeMap<Point, Player>) -> bool {
    !balls.contains_key(&point) && supports(point).all(|below| balls.contains_key(&below))
}

/// The number of balls that each player is short of, if all balls at the start were placed in turn and none
/// was lifted.
pub(super) fn shortages(position: &Position) -> impl Iterator<Item = (Player, usize)> {
    let count = |player: Player| position.balls().values().filter(|&&ball| ball == player).count();
    // The players before the one on turn have placed one more than the others.
    let ahead = |player: Player| usize::from((player as usize) < position.turn() as usize);
    let players = position.setup().players().iter().copied();
    let rounds =
        players.clone().map(|player| count(player).saturating_sub(ahead(player))).max().unwrap_or_default();
    players.map(move |player| (player, (rounds + ahead(player)).saturating_sub(count(player))))
}

/// The most rounds added beyond those that the balls on the board require.
const ROUNDS: usize = 2;

/// The same moves from a position in which the players have placed the number of balls that the turn
/// requires, or a few more each. A player with too few balls on the board gets some added here or there, or
/// has placed some that were lifted.
pub(super) fn reachable(record: &Record<Margo>, draw: &mut Draw<'_>) -> Option<Record<Margo>> {
    let start = &record.start;
    let setup = start.setup();
    if start.stage() != Stage::Open {
        return None;
    }
    let mut balls = start.balls().clone();
    let mut ply = balls.len();
    // No rounds, half of the time.
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
