//! Ways to make a game smaller or simpler.
//!
//! There is no pass in Tic-Tac-Toe and players alternate, so a move is dropped together with one of the other
//! player.

use alloc::vec::Vec;

use bustan_vocabulary::Record;
use bustan_vocabulary::tictactoe::{Cell, Move, Player, Position, TicTacToe};

use crate::Symmetric;

/// What makes one game simpler than another, most important first: the marks at the start, the number of
/// moves, the option, and the names of the cells.
fn measure(record: &Record<TicTacToe>) -> (u32, usize, bool, Vec<Move>, &Position) {
    let cells = record.moves.iter().map(|&(_, mv)| mv).collect();
    (record.start.ply(), record.moves.len(), record.start.misere(), cells, &record.start)
}

/// The candidates, most promising first; see [`Explore::reductions`](crate::Explore::reductions).
pub(super) fn reductions(record: &Record<TicTacToe>) -> Vec<Record<TicTacToe>> {
    let mut found = Vec::new();
    played(record, &mut found);
    without_marks(record, &mut found);
    without_moves(record, &mut found);
    if record.start.misere() {
        let start = Position::new(*record.start.marks(), record.start.turn(), false);
        found.push(Record { start, moves: record.moves.clone() });
    }
    images(record, &mut found);
    // Every candidate is less by a well-founded order: there are finitely many positions, and lists of so
    // many of the cells that can be named.
    found.retain(|candidate| measure(candidate) < measure(record));
    found
}

/// The marks of the start played from an empty board, X and O in turn.
fn played(record: &Record<TicTacToe>, found: &mut Vec<Record<TicTacToe>>) {
    let marks = |player| {
        let own = Cell::BOARD.into_iter().filter(move |&cell| record.start.mark(cell) == Some(player));
        own.map(move |cell| (player, Move(cell)))
    };
    let (x, mut o) = (marks(Player::X), marks(Player::O));
    let mut moves = Vec::new();
    for mv in x {
        moves.push(mv);
        moves.extend(o.next());
    }
    moves.extend(record.moves.iter().copied());
    found.push(Record { start: Position::initial(record.start.misere()), moves });
}

/// The game from a start without a mark of each player.
fn without_marks(record: &Record<TicTacToe>, found: &mut Vec<Record<TicTacToe>>) {
    let marks = record.start.marks();
    let places = |player| (0..9).filter(move |&place| marks[place] == Some(player));
    for (x, o) in places(Player::X).flat_map(|x| places(Player::O).map(move |o| (x, o))) {
        let mut fewer = *marks;
        (fewer[x], fewer[o]) = (None, None);
        let start = Position::new(fewer, record.start.turn(), record.start.misere());
        found.push(Record { start, moves: record.moves.clone() });
    }
}

/// The game without two moves of different players.
fn without_moves(record: &Record<TicTacToe>, found: &mut Vec<Record<TicTacToe>>) {
    let count = record.moves.len();
    for (first, second) in (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)))
    {
        if record.moves[first].0 != record.moves[second].0 {
            let kept =
                record.moves.iter().enumerate().filter(|&(place, _)| place != first && place != second);
            found.push(Record { start: record.start.clone(), moves: kept.map(|(_, mv)| *mv).collect() });
        }
    }
}

/// The game turned and mirrored.
fn images(record: &Record<TicTacToe>, found: &mut Vec<Record<TicTacToe>>) {
    for symmetry in 1..TicTacToe::symmetries(&record.start) {
        let turned =
            |(player, mv): &(Player, Move)| (*player, TicTacToe::image_move(&record.start, mv, symmetry));
        let start = TicTacToe::image(&record.start, symmetry);
        found.push(Record { start, moves: record.moves.iter().map(turned).collect() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn texts(record: &str) -> Vec<String> {
        let record: Record<TicTacToe> = record.parse().unwrap();
        reductions(&record).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_start_is_played_or_left_out() {
        let found = texts("Start[x..o..... x misere];X[b2]");
        for expected in [
            "Start[......... x misere];X[a3];O[a2];X[b2]",
            "Start[......... x misere];X[b2]",
            "Start[x..o..... x];X[b2]",
        ] {
            assert!(found.contains(&expected.to_string()), "{found:?}");
        }
    }

    #[test]
    fn moves_are_left_out_in_pairs_and_turned() {
        let found = texts("X[c3];O[b2];X[a3]");
        for expected in ["X[a3]", "X[c3]", "X[a1];O[b2];X[a3]"] {
            assert!(found.contains(&expected.to_string()), "{found:?}");
        }
    }

    #[test]
    fn repeated_reduction_ends() {
        for text in ["Start[xo.ox.... x misere];X[c1]", "X[c3];O[b2];X[c1];O[c2];X[z9]"] {
            let mut record: Record<TicTacToe> = text.parse().unwrap();
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
