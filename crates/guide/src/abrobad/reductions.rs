//! Ways to make a game smaller or simpler.
//!
//! There is no pass in Abrobad and players alternate, so a move is dropped together with one of the other
//! player.

use alloc::vec::Vec;

use bustan_vocabulary::Record;
use bustan_vocabulary::abrobad::{Abrobad, Move, Player, Position};

use crate::{Explore, Symmetric};

/// Games with at most this many moves are tried without any two; longer ones without two that are near each
/// other.
const FEW_MOVES: usize = 40;

/// How near, in moves.
const NEAR: usize = 6;

/// What makes one game simpler than another, most important first: the stones at the start, the number of
/// moves, that of the moves before the start, and the numbers of the cells.
fn measure(record: &Record<Abrobad>) -> (usize, usize, u32, Vec<Move>, &Position) {
    let stones = record.start.stones().iter().flatten().count();
    let moves = record.moves.iter().map(|&(_, mv)| mv).collect();
    (stones, record.moves.len(), record.start.ply(), moves, &record.start)
}

/// The candidates, most promising first; see [`Explore::reductions`](crate::Explore::reductions).
pub(super) fn reductions(record: &Record<Abrobad>) -> Vec<Record<Abrobad>> {
    let mut found = Vec::new();
    without_stones(record, &mut found);
    without_moves(record, &mut found);
    without_past(record, &mut found);
    images(record, &mut found);
    // Every candidate is less by a well-founded order: numbers only fall, and there are finitely many lists
    // of so many of the moves that can be named.
    found.retain(|candidate| measure(candidate) < measure(record));
    found
}

/// The game from a start without one stone.
fn without_stones(record: &Record<Abrobad>, found: &mut Vec<Record<Abrobad>>) {
    let start = &record.start;
    for place in (0..12).filter(|&place| start.stones()[place].is_some()) {
        let mut stones = *start.stones();
        stones[place] = None;
        let count = stones.iter().flatten().count() as u32;
        for ply in [count, start.ply()] {
            if let Ok(start) = Position::new(stones, start.turn(), ply) {
                found.push(Record { start, moves: record.moves.clone() });
            }
        }
    }
}

/// The game without two moves of different players.
fn without_moves(record: &Record<Abrobad>, found: &mut Vec<Record<Abrobad>>) {
    let count = record.moves.len();
    let far = if count <= FEW_MOVES { count } else { NEAR };
    for first in (0..count).rev() {
        for second in first + 1..count.min(first + 1 + far) {
            if record.moves[first].0 != record.moves[second].0 {
                let kept =
                    record.moves.iter().enumerate().filter(|&(place, _)| place != first && place != second);
                found.push(Record { start: record.start.clone(), moves: kept.map(|(_, mv)| *mv).collect() });
            }
        }
    }
}

/// The game from the same start with fewer moves before it.
fn without_past(record: &Record<Abrobad>, found: &mut Vec<Record<Abrobad>>) {
    let start = &record.start;
    let count = start.stones().iter().flatten().count() as u32;
    if let Ok(start) = Position::new(*start.stones(), start.turn(), count) {
        found.push(Record { start, moves: record.moves.clone() });
    }
}

/// The game turned and mirrored, and with the players exchanged unless it begins at the beginning, where X is
/// on turn.
fn images(record: &Record<Abrobad>, found: &mut Vec<Record<Abrobad>>) {
    for symmetry in 1..Abrobad::symmetries(&record.start) {
        let image = |&(player, mv): &(Player, Move)| {
            (Abrobad::image_player(player, symmetry), Abrobad::image_move(&record.start, &mv, symmetry))
        };
        let start = Abrobad::image(&record.start, symmetry);
        if Abrobad::is_start(&record.start) && !Abrobad::is_start(&start) {
            continue;
        }
        found.push(Record { start, moves: record.moves.iter().map(image).collect() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn texts(record: &str) -> Vec<String> {
        let record: Record<Abrobad> = record.parse().unwrap();
        reductions(&record).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn stones_and_the_past_are_left_out() {
        let found = texts("Start[x.o......... x 8];X[7]");
        for expected in [
            "Start[..o......... x 1];X[7]",
            "Start[x........... x 8];X[7]",
            "Start[x.o......... x 2];X[7]",
            "Start[o.x......... o 8];O[7]",
        ] {
            // The last is an image that is no simpler.
            assert_eq!(
                found.contains(&expected.to_string()),
                !expected.starts_with("Start[o.x"),
                "{found:?}"
            );
        }
    }

    #[test]
    fn moves_are_left_out_in_pairs_and_turned() {
        let found = texts("X[12];O[8];X[6]");
        for expected in ["X[6]", "X[12]", "X[1];O[4];X[10]"] {
            assert!(found.contains(&expected.to_string()), "{found:?}");
        }
    }

    #[test]
    fn repeated_reduction_ends() {
        for text in ["Start[x.o...x.o... o 9];O[12];X[3-4];O[0]", "X[12];O[8];X[6];O[99]", "X[9];O[10-11]"] {
            let mut record: Record<Abrobad> = text.parse().unwrap();
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
