//! Reductions of games to smaller or simpler ones.
//!
//! Margo has no pass, so removing a single move would change the colours of all following moves. These
//! reductions remove one move of each player at a time and restore the order of turns between them.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use bustan_vocabulary::Record;
use bustan_vocabulary::margo::{Cell, Margo, Move, Player, Point, Position, Setup, Size};

use super::approach::shortages;
use super::view::supports;

/// The largest number of moves of a game from which all combinations of one move per player are removed as
/// candidates. In longer games, only moves near each other are removed.
const FEW_MOVES: usize = 40;

/// The largest distance, in moves, between removed moves that are near each other.
const NEAR: usize = 6;

/// The sort key of a game by simplicity, most important part first: the size of the board, the number of
/// balls at the start, how unevenly they are distributed among the players, the number of moves, the number
/// of variants, and the moves.
fn measure(record: &Record<Margo>) -> (u8, usize, usize, usize, usize, &[(Player, Move)]) {
    let start = &record.start;
    let unevenness =
        if start.balls().is_empty() { 0 } else { shortages(start).map(|(_, missing)| missing).sum() };
    let setup = record.start.setup();
    let variants = [setup.swap, setup.atari, !setup.cutting, setup.three];
    let variants = variants.into_iter().filter(|&variant| variant).count();
    (setup.size.get(), start.balls().len(), unevenness, record.moves.len(), variants, &record.moves)
}

/// Returns the candidates, most promising first; see [`Explore::reductions`](crate::Explore::reductions).
pub(super) fn reductions(record: &Record<Margo>) -> Vec<Record<Margo>> {
    let mut found = Vec::new();
    smaller_boards(record, &mut found);
    without_moves(record, &mut found);
    without_balls(record, &mut found);
    recoloured(record, &mut found);
    without_variants(record, &mut found);
    images(record, &mut found);
    elsewhere(record, &mut found);
    // Every candidate is smaller in a well-founded order: sizes, numbers and variants only decrease, and
    // there are finitely many lists of a given number of points.
    found.retain(|candidate| measure(candidate) < measure(record));
    found
}

/// The game with all moves relocated, if every cell has a new place. Balls at the start that have no new
/// place are removed, including those that they support.
fn moved(
    record: &Record<Margo>,
    setup: Setup,
    mut cell: impl FnMut(Cell) -> Option<Cell>,
) -> Option<Record<Margo>> {
    let start = &record.start;
    let balls = start.balls().iter();
    let moved =
        balls.filter_map(|(&point, &ball)| Some((Point::at(cell(point.cell())?, point.level())?, ball)));
    let start = match &carried(moved.collect())[..] {
        [] => Position::initial(setup),
        balls => {
            Position::new(setup, start.turn(), start.ply(), start.stage(), balls.iter().copied()).ok()?
        }
    };
    let place = |&(player, mv): &(Player, Move)| match mv {
        Move::Swap => Some((player, Move::Swap)),
        Move::Place(at) => Some((player, Move::Place(cell(at)?))),
    };
    let moves = record.moves.iter().map(place).collect::<Option<Vec<_>>>()?;
    Some(Record { moves, ..Record::new(start) })
}

/// Adds the same moves on smaller boards, in all places where they fit.
fn smaller_boards(record: &Record<Margo>, found: &mut Vec<Record<Margo>>) {
    let setup = record.start.setup();
    for size in (2..setup.size.get()).filter_map(Size::new) {
        let gap = setup.size.get() - size.get();
        for (right, back) in (0..=gap).flat_map(|right| (0..=gap).map(move |back| (2 * right, 2 * back))) {
            let shift = |cell: Cell| {
                let cell = Cell::new(cell.x().checked_sub(right)?, cell.y().checked_sub(back)?)?;
                size.has_cell(cell).then_some(cell)
            };
            found.extend(moved(record, Setup { size, ..setup }, shift));
        }
    }
}

/// Adds the games that result from removing one move of each player. The players keep their other moves, in
/// the same order.
fn without_moves(record: &Record<Margo>, found: &mut Vec<Record<Margo>>) {
    let (count, players) = (record.moves.len(), record.start.setup().players().len());
    let far = if count <= FEW_MOVES && players == 2 { count } else { NEAR };
    let mut leave = |dropped: &[usize]| {
        let others =
            (0..players).all(|player| dropped.iter().any(|&at| record.moves[at].0 as usize == player));
        if others && dropped.iter().all(|&at| record.moves[at].1 != Move::Swap) {
            let kept =
                record.moves.iter().enumerate().filter(|(at, _)| !dropped.contains(at)).map(|(_, mv)| *mv);
            found.extend(in_turn(&record.start, kept.collect()));
        }
    };
    for first in (0..count).rev() {
        for second in first + 1..count.min(first + 1 + far) {
            match players {
                2 => leave(&[first, second]),
                _ => {
                    (second + 1..count.min(second + 1 + far)).for_each(|third| leave(&[first, second, third]))
                }
            }
        }
    }
}

/// The game in which the players make the moves `left` in turn, each player in the given order; `None` if
/// moves remain.
fn in_turn(start: &Position, mut left: Vec<(Player, Move)>) -> Option<Record<Margo>> {
    let players = start.setup().players();
    let mut turn = start.turn() as usize;
    let mut record = Record::new(start.clone());
    while let Some(at) = left.iter().position(|&(player, _)| player == players[turn]) {
        let (player, mv) = left.remove(at);
        record.moves.push((player, mv));
        if mv != Move::Swap {
            turn = (turn + 1) % players.len();
        }
    }
    left.is_empty().then_some(record)
}

/// Adds the games from a start without some of its balls, first many, then one, and without the balls that
/// they supported.
fn without_balls(record: &Record<Margo>, found: &mut Vec<Record<Margo>>) {
    let start = &record.start;
    let mut balls: Vec<(Point, Player)> = start.balls().iter().map(|(&point, &ball)| (point, ball)).collect();
    balls.sort_by_key(|(point, _)| point.level());
    let mut leave = |remain: Vec<(Point, Player)>| {
        let remain = carried(remain);
        if let Ok(start) = Position::new(start.setup(), start.turn(), start.ply(), start.stage(), remain) {
            found.push(Record { start, moves: record.moves.clone() });
        }
    };
    let mut some = balls.len() / 2;
    while some > 0 {
        for first in (0..balls.len()).step_by(some).rev() {
            leave([&balls[..first], &balls[balls.len().min(first + some)..]].concat());
        }
        some /= 2;
    }
}

/// Adds the games from a start in which one ball of a player with enough balls belongs to a player with too
/// few.
fn recoloured(record: &Record<Margo>, found: &mut Vec<Record<Margo>>) {
    let start = &record.start;
    let (short, even): (Vec<_>, Vec<_>) = shortages(start).partition(|&(_, missing)| missing > 0);
    for (&(from, _), &(to, _)) in even.iter().flat_map(|from| short.iter().map(move |to| (from, to))) {
        for (&recoloured, _) in start.balls().iter().filter(|&(_, &ball)| ball == from) {
            let mut balls = start.balls().clone();
            balls.insert(recoloured, to);
            if let Ok(start) = Position::new(start.setup(), start.turn(), start.ply(), start.stage(), balls) {
                found.push(Record { start, moves: record.moves.clone() });
            }
        }
    }
}

/// The balls that are on the board or supported by others.
fn carried(mut balls: Vec<(Point, Player)>) -> Vec<(Point, Player)> {
    balls.sort_by_key(|(point, _)| point.level());
    let mut kept: BTreeSet<Point> = BTreeSet::new();
    balls.retain(|&(point, _)| supports(point).all(|support| kept.contains(&support)) && kept.insert(point));
    balls
}

/// Adds the games that result from removing one of the variants, and from removing all of them.
fn without_variants(record: &Record<Margo>, found: &mut Vec<Record<Margo>>) {
    let setup = record.start.setup();
    let standard = Setup::standard(setup.size);
    let simpler = [
        standard,
        Setup { swap: false, ..setup },
        Setup { atari: false, ..setup },
        Setup { cutting: true, ..setup },
        Setup { three: false, ..setup },
    ];
    for setup in simpler {
        found.extend(moved(record, setup, Some));
        // Without the swap and the third player, the order of turns is different.
        let mut turns = setup.players().iter().cycle();
        let placed = record.moves.iter().filter(|(_, mv)| setup.swap || *mv != Move::Swap);
        let moves = placed.filter_map(|&(_, mv)| Some((*turns.next()?, mv))).collect();
        if record.start.balls().is_empty() && !setup.swap {
            found.push(Record { moves, ..Record::new(Position::initial(setup)) });
        }
    }
}

/// Adds the rotations and reflections of the game.
fn images(record: &Record<Margo>, found: &mut Vec<Record<Margo>>) {
    let setup = record.start.setup();
    let far = 2 * setup.size.get();
    for image in 1..8 {
        let turn = |cell: Cell| {
            let (x, y) = if image & 4 == 0 { (cell.x(), cell.y()) } else { (cell.y(), cell.x()) };
            let x = if image & 1 == 0 { x } else { far.checked_sub(x)? };
            let y = if image & 2 == 0 { y } else { far.checked_sub(y)? };
            Cell::new(x, y)
        };
        found.extend(moved(record, setup, turn));
    }
}

/// Adds the games with one of the moves in the first hole that no move uses.
fn elsewhere(record: &Record<Margo>, found: &mut Vec<Record<Margo>>) {
    let used: BTreeSet<Move> = record.moves.iter().map(|&(_, mv)| mv).collect();
    let holes = record.start.setup().size.points().take_while(|point| point.level() == 0);
    let mut unused: Vec<Move> =
        holes.map(|hole| Move::Place(hole.cell())).filter(|hole| !used.contains(hole)).collect();
    unused.sort_unstable();
    let Some(&hole) = unused.first() else { return };
    for place in 0..record.moves.len() {
        let mut candidate = record.clone();
        candidate.moves[place].1 = hole;
        found.push(candidate);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn texts(record: &str) -> Vec<String> {
        let record: Record<Margo> = record.parse().unwrap();
        reductions(&record).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_small_game_comes_to_the_smallest_board_that_holds_it() {
        let found = texts("W[G7];B[I7];W[I9]");
        assert_eq!(found[0], "Start[2 white 0];W[A1];B[C1];W[C3]");
    }

    #[test]
    fn a_move_of_each_player_is_left_out() {
        let found = texts("Start[2 white 0];W[A1];B[C1];W[C3];B[A3]");
        for expected in ["W[A1];B[A3]", "W[A1];B[C1]", "W[C3];B[A3]", "W[C3];B[C1]"] {
            let expected = ["Start[2 white 0];", expected].concat();
            assert!(found.contains(&expected), "{found:?}");
        }
    }

    #[test]
    fn each_of_three_players_makes_a_move_less() {
        let found = texts("Start[3 players 3 white 0];W[A1];B[C1];G[E1];W[A3];B[C3];G[E3]");
        for expected in ["W[A1];B[C1];G[E1]", "W[A3];B[C1];G[E3]", "W[A1];B[C3];G[E1]"] {
            let expected = ["Start[3 players 3 white 0];", expected].concat();
            assert!(found.contains(&expected), "{found:?}");
        }
    }

    #[test]
    fn variants_and_their_moves_are_left_out() {
        let found = texts("Start[2 swap players 3 white 0];W[A1];B[swap];B[C1];G[C3]");
        assert!(found.contains(&"Start[2 white 0];W[A1];B[C1];W[C3]".to_string()), "{found:?}");
    }

    #[test]
    fn balls_at_the_start_are_left_out() {
        let found = texts("Start[3 black 5 WA1:0 BC1:0];B[E5]");
        assert!(found.contains(&"Start[3 black 5 WA1:0];B[E5]".to_string()), "{found:?}");
    }

    #[test]
    fn repeated_reduction_ends() {
        for text in
            ["W[G7];B[I7];W[I9];B[M13]", "Start[3 swap white 0];W[C3];B[swap];B[A5];W[E5]", "W[C3];B[Z99]"]
        {
            let mut record: Record<Margo> = text.parse().unwrap();
            let mut steps = 0;
            while let Some(smaller) = reductions(&record).pop() {
                assert!(measure(&smaller) < measure(&record));
                record = smaller;
                steps += 1;
                assert!(steps < 1000, "{text} is reduced for ever");
            }
        }
    }
}
