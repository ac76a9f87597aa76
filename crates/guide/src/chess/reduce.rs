//! Reductions of games of chess to smaller ones.

use alloc::vec::Vec;

use bustan_vocabulary::Record;
use bustan_vocabulary::chess::{Cell, Chess, Draws, Kind, Man, Move, Parts, Position, Rights};

use crate::Symmetric;
use crate::symmetry::{image_of, without_two};

/// The largest number of moves of a game from which all pairs of moves are removed as candidates. In longer
/// games, only pairs of moves near each other are removed.
const FEW_MOVES: usize = 30;

/// The largest distance between the two removed moves in a longer game.
const NEAR: usize = 4;

/// The largest number of pieces, in a position without moves, for which every square is tried for a king.
const FEW_MEN: usize = 6;

/// For each kind, its replacements in the order in which they are tried.
const SIMPLER: [(Kind, &[Kind]); 3] = [
    (Kind::Queen, &[Kind::Rook, Kind::Bishop, Kind::Pawn]),
    (Kind::Rook, &[Kind::Pawn]),
    (Kind::Bishop, &[Kind::Pawn]),
];

/// See [`reductions`](crate::Explore::reductions).
pub(super) fn reductions(record: &Record<Chess>) -> Vec<Record<Chess>> {
    let mut found = Vec::new();
    let start = &record.start;
    let mut with = |change: &dyn Fn(&mut Parts)| {
        let mut parts = start.parts().clone();
        change(&mut parts);
        found.extend(Position::new(parts).ok().map(|start| Record { start, moves: record.moves.clone() }));
    };
    with(&|parts| {
        parts.draws = Draws::None;
        parts.drawn = false;
    });
    with(&|parts| parts.chess960 = false);
    with(&|parts| without_rights(parts, |_| false));
    let free = |kind| {
        let is = move |cell: &Cell| start.man(*cell).is_some_and(|man| man.kind == kind);
        Cell::BOARD.into_iter().filter(is)
    };
    // First all pieces of a kind together, then each of them.
    for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        with(&|parts| free(kind).for_each(|cell| put(parts, cell, None)));
    }
    for cell in
        Cell::BOARD.into_iter().filter(|&cell| start.man(cell).is_some_and(|man| man.kind != Kind::King))
    {
        with(&|parts| put(parts, cell, None));
    }
    for (_, _, rook) in start.parts().rights.all() {
        with(&|parts| without_rights(parts, |other| other != rook));
    }
    with(&|parts| parts.en_passant = None);
    with(&|parts| (parts.halfmoves, parts.fullmoves) = (0, 1));
    with(&|parts| parts.fullmoves = 1);
    for (kind, simpler) in SIMPLER {
        for cell in free(kind) {
            for &kind in simpler {
                with(&|parts| {
                    let man = parts.board[cell.place()];
                    put(parts, cell, man.map(|man| Man { kind, ..man }));
                });
            }
        }
    }
    found.extend(later(record));
    without_moves(record, &mut found);
    with_a_king_elsewhere(record, &mut found);
    found.extend((1..Chess::symmetries(start)).map(|symmetry| image_of(record, symmetry)));
    // Every candidate is smaller in a well-founded order: there are finitely many positions with a limited
    // number of moves before them, and finitely many lists of a limited number of moves.
    found.retain(|candidate| measure(candidate) < measure(record));
    found
}

/// Puts a piece on a square, or empties it, and removes the castling right of a rook on that square.
fn put(parts: &mut Parts, cell: Cell, man: Option<Man>) {
    parts.board[cell.place()] = man;
    without_rights(parts, |rook| rook != cell);
}

/// Removes the castling rights except those with rooks for which `keeps` is true.
fn without_rights(parts: &mut Parts, keeps: impl Fn(Cell) -> bool) {
    let old = core::mem::take(&mut parts.rights);
    for (player, wing) in Rights::ORDER {
        parts.rights.set(player, wing, old.rook(player, wing).filter(|&rook| keeps(rook)));
    }
}

/// The game from the position after its first move, on the assumption that the move only relocated a piece.
fn later(record: &Record<Chess>) -> Option<Record<Chess>> {
    let (&(player, first), moves) = record.moves.split_first()?;
    let mut parts = record.start.parts().clone();
    let man = parts.board[first.from.place()];
    put(&mut parts, first.to, man.map(|man| Man { kind: first.promotion.unwrap_or(man.kind), ..man }));
    put(&mut parts, first.from, None);
    if man.is_some_and(|man| man.kind == Kind::King) {
        without_rights(&mut parts, |rook| rook.rank() != Parts::home(player));
    }
    parts.turn = player.opponent();
    parts.en_passant = None;
    Some(Record { start: Position::new(parts).ok()?, moves: moves.to_vec() })
}

/// Adds the games that result from removing two moves, one of each player. Chess has no pass, and the players
/// alternate, so a single move cannot be removed.
fn without_moves(record: &Record<Chess>, found: &mut Vec<Record<Chess>>) {
    let count = record.moves.len();
    let far = if count <= FEW_MOVES { count } else { NEAR };
    for first in (0..count).rev() {
        let seconds = first + 1..count.min(first + 1 + far);
        found.extend(seconds.filter_map(|second| without_two(record, first, second)));
    }
}

/// Adds positions without one piece and with a king on a different square. Near the edge, fewer pieces
/// suffice to control all squares around a king.
fn with_a_king_elsewhere(record: &Record<Chess>, found: &mut Vec<Record<Chess>>) {
    let parts = record.start.parts();
    let men: Vec<(Cell, Man)> =
        Cell::BOARD.into_iter().filter_map(|cell| Some((cell, record.start.man(cell)?))).collect();
    if !record.moves.is_empty() || men.len() > FEW_MEN {
        return;
    }
    let (kings, others): (Vec<_>, Vec<_>) = men.into_iter().partition(|(_, man)| man.kind == Kind::King);
    for (gone, _) in others {
        for (from, king) in &kings {
            for to in Cell::BOARD {
                let mut parts = parts.clone();
                put(&mut parts, gone, None);
                put(&mut parts, *from, None);
                if parts.board[to.place()].is_none() && to != *from {
                    put(&mut parts, to, Some(*king));
                    without_rights(&mut parts, |rook| rook.rank() != Parts::home(king.player));
                    let start = Position::new(parts).ok();
                    found.extend(start.map(|start| Record { start, moves: Vec::new() }));
                }
            }
        }
    }
}

/// The sort key of a game by simplicity, most important part first: the options, the number of moves, the
/// pieces and their kinds, the castling rights, the counters of earlier moves, whether there is an en passant
/// square, and the names of the squares.
fn measure(record: &Record<Chess>) -> impl Ord + use<'_> {
    let parts = record.start.parts();
    let options = (parts.draws, parts.chess960);
    let men = parts.board.iter().flatten();
    let (count, weight) = men.fold((0, 0), |(count, weight), man| (count + 1, weight + man.kind as u32));
    let rights = parts.rights.all().count();
    let moves: Vec<Move> = record.moves.iter().map(|&(_, mv)| mv).collect();
    let before = (parts.halfmoves, parts.fullmoves);
    (
        options,
        count,
        record.moves.len(),
        rights,
        weight,
        before,
        parts.en_passant.is_some(),
        moves,
        &record.start,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn texts(record: &str) -> Vec<String> {
        let record: Record<Chess> = record.parse().unwrap();
        reductions(&record).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn pieces_rights_options_and_the_past_are_left_out() {
        let found = texts("Start[r3k2r/8/8/8/8/8/8/Q3K2R w Kkq - 3 9 draws auto];W[e1g1]");
        for expected in [
            "Start[r3k2r/8/8/8/8/8/8/Q3K2R w Kkq - 3 9];W[e1g1]",
            "Start[4k2r/8/8/8/8/8/8/Q3K2R w Kk - 3 9 draws auto];W[e1g1]",
            "Start[r3k2r/8/8/8/8/8/8/Q3K2R w kq - 3 9 draws auto];W[e1g1]",
            "Start[r3k2r/8/8/8/8/8/8/Q3K2R w Kkq - 0 1 draws auto];W[e1g1]",
            "Start[r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 3 9 draws auto];W[e1g1]",
        ] {
            assert!(found.contains(&expected.to_string()), "{expected}: {found:?}");
        }
    }

    #[test]
    fn a_king_is_tried_on_other_squares_without_a_piece() {
        let found = texts("Start[1k6/8/8/6n1/8/4nnKn/8/8 w - - 0 1]");
        assert!(found.contains(&"Start[1k6/8/8/8/8/4nn1n/8/7K w - - 0 1]".into()), "{found:?}");
        // A king is not tried elsewhere in a game with moves or in a position with many pieces.
        let elsewhere = |record: &str| texts(record).iter().any(|text| text.contains("/7K w"));
        assert!(!elsewhere("Start[1k6/8/8/6n1/8/4nnKn/8/8 w - - 0 1];W[g3h2]"));
        assert!(!elsewhere("Start[1k6/8/6n1/6n1/8/4nnKn/8/8 w - - 0 1]"));
    }

    #[test]
    fn a_game_begins_later() {
        let found = texts("Start[4k3/3p4/1b6/8/2P5/8/8/6K1 w - - 0 1];W[c4c5];B[d7d5]");
        assert!(found.contains(&"Start[4k3/3p4/1b6/2P5/8/8/8/6K1 b - - 0 1];B[d7d5]".into()), "{found:?}");
    }

    #[test]
    fn repeated_reduction_ends() {
        let mut record: Record<Chess> =
            "Start[r3k2r/p7/8/8/3P4/8/8/Q3K2R b Kkq d3 3 9 chess960 draws auto];B[a7a5];W[e1h1]"
                .parse()
                .unwrap();
        let mut steps = 0;
        while let Some(smaller) = reductions(&record).pop() {
            assert!(measure(&smaller) < measure(&record));
            record = smaller;
            steps += 1;
            assert!(steps < 1000, "it is reduced for ever");
        }
    }
}
