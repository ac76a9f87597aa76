//! Policies that steer games, and proposals of moves with which engines are queried.

use alloc::vec::Vec;

use bustan_vocabulary::Draw;
use bustan_vocabulary::chess::{Cell, Kind, Man, Move, Observation, Player};

use super::{apart, castles};
use crate::tables::policies;

// Every legal move keeps some weight, so that no policy can get stuck.
policies! {
    Uniform = "uniform": "all legal moves with equal probability",
    Castle = "castle": "castling, and what clears the way for it",
    EnPassant = "en-passant": "adjacent pawns, and captures en passant",
    Promote = "promote": "pawns forward, and promotions to any piece",
    Pin = "pin": "pieces on lines with the opponent's king, and kings among them",
    Check = "check": "pieces that attack the opponent's king",
    Repeat = "repeat": "the same pieces to and fro, so that positions occur again",
    Bare = "bare": "captures, until there are only kings",
}

/// The square of a player's king.
fn king(seen: &Observation, player: Player) -> Option<Cell> {
    let king = Man { player, kind: Kind::King };
    seen.board.iter().find(|&(_, &man)| man == king).map(|(&cell, _)| cell)
}

/// Whether pieces of this kind move along the line between two squares, ignoring pieces between them.
fn is_on_line(kind: Kind, from: Cell, to: Cell) -> bool {
    let (files, ranks) = apart(from, to);
    let (straight, diagonal) = (files == 0 || ranks == 0, files == ranks);
    match kind {
        Kind::Rook => straight,
        Kind::Bishop => diagonal,
        Kind::Queen => straight || diagonal,
        Kind::Knight => matches!((files, ranks), (1, 2) | (2, 1)),
        Kind::King => files <= 1 && ranks <= 1,
        Kind::Pawn => files == 1 && ranks == 1,
    }
}

/// See [`weigh`](crate::Explore::weigh).
pub(super) fn weigh(policy: usize, seen: &Observation, moves: &[Move], weights: &mut Vec<u32>) {
    let want = Want::of(policy);
    let (Some(player), false) = (seen.to_move, want == Want::Uniform) else {
        weights.resize(moves.len(), 1);
        return;
    };
    let target = king(seen, player.opponent());
    // Moves to the other file of a pair of adjacent files, on the same rank, and back.
    let swings = |mv: &&Move| mv.from.file() ^ 1 == mv.to.file() && mv.from.rank() == mv.to.rank();
    let least = moves.iter().filter(swings).min();
    weights.extend(moves.iter().map(|mv| {
        let kind = seen.board.get(&mv.from).map_or(Kind::King, |man| man.kind);
        let becomes = mv.promotion.unwrap_or(kind);
        let captures = seen.board.contains_key(&mv.to);
        let aims = target.is_some_and(|king| is_on_line(becomes, mv.to, king));
        match want {
            Want::Uniform => 1,
            Want::Castle => match kind {
                _ if castles(seen, mv).is_some() => 400,
                Kind::King | Kind::Rook => 1,
                Kind::Pawn => 6,
                _ if matches!(mv.from.rank(), 0 | 7) => 20,
                _ => 4,
            },
            Want::EnPassant => en_passant(seen, player, kind, mv),
            Want::Promote => match (mv.promotion, kind) {
                (Some(_), _) => 100,
                (None, Kind::Pawn) if captures => 40,
                (None, Kind::Pawn) => 20,
                _ => 2,
            },
            Want::Pin => match becomes {
                Kind::Queen | Kind::Rook | Kind::Bishop if aims => 40,
                Kind::King => 10,
                _ => 4,
            },
            Want::Check => {
                if aims {
                    60
                } else {
                    3
                }
            }
            Want::Repeat => match kind {
                _ if Some(mv) == least => 60,
                Kind::Pawn => 1,
                _ if captures => 1,
                _ => 3,
            },
            Want::Bare => {
                if captures {
                    100
                } else {
                    2
                }
            }
        }
    }));
}

/// The weight of a move according to how much it leads to en passant captures.
fn en_passant(seen: &Observation, player: Player, kind: Kind, mv: &Move) -> u32 {
    if kind != Kind::Pawn {
        return 2;
    }
    if seen.en_passant == Some(mv.to) && mv.from.file() != mv.to.file() {
        return 300;
    }
    let other = Man { player: player.opponent(), kind: Kind::Pawn };
    let beside = seen.board.iter().any(|(&cell, &man)| man == other && apart(cell, mv.to) == (1, 0));
    match mv.from.rank().abs_diff(mv.to.rank()) {
        2 if beside => 100,
        // Double steps are saved for later.
        2 => 2,
        _ if matches!(mv.from.rank(), 1 | 6) => 4,
        _ => 20,
    }
}

/// See [`proposal`](crate::Explore::proposal).
pub(super) fn proposal(seen: &Observation, draw: &mut Draw<'_>) -> Option<Move> {
    let own: Vec<(Cell, Kind)> = seen
        .board
        .iter()
        .filter(|(_, man)| Some(man.player) == seen.to_move)
        .map(|(&cell, man)| (cell, man.kind))
        .collect();
    let any = |draw: &mut Draw<'_>| Cell::BOARD[draw(64) as usize];
    let mut mv = Move::new(any(draw), any(draw));
    if own.is_empty() || draw(12) == 0 {
        return Some(mv);
    }
    let (from, kind) = match draw(5) {
        // The king is only one of many pieces, but queries about its moves are the most informative.
        0 => own.iter().copied().find(|&(_, kind)| kind == Kind::King)?,
        _ => own[draw(own.len() as u32) as usize],
    };
    // If the pawn is next to a pawn of the opponent, that pawn may have just made a double step, which is
    // visible only if it can be captured.
    let has_neighbour = |cell: Cell| {
        let others = seen.board.iter().filter(|(_, man)| Some(man.player) != seen.to_move);
        others.filter(|(_, man)| man.kind == Kind::Pawn).any(|(&other, _)| apart(cell, other) == (1, 0))
    };
    let beside = own.iter().copied().find(|&(cell, kind)| kind == Kind::Pawn && has_neighbour(cell));
    let (from, kind) = beside.filter(|_| draw(2) == 0).unwrap_or((from, kind));
    mv.from = from;
    mv.to = match kind {
        Kind::King | Kind::Pawn => step(seen, (from, kind), &own, draw).unwrap_or(mv.to),
        _ => along_line(kind, from, mv.to, draw),
    };
    let last = matches!(mv.to.rank(), 0 | 7);
    let promotes = kind == Kind::Pawn && last;
    if (promotes && draw(4) > 0) || draw(24) == 0 {
        mv.promotion = Some(Move::PROMOTIONS[draw(4) as usize]);
    }
    Some(mv)
}

/// The square to propose for a king or a pawn: mostly one where such a piece could move on some board. `None`
/// is off the board.
fn step(
    seen: &Observation,
    (from, kind): (Cell, Kind),
    own: &[(Cell, Kind)],
    draw: &mut Draw<'_>,
) -> Option<Cell> {
    let aside = |files: i8, ranks: i8| {
        let at = |place: u8, by: i8| u8::try_from(place as i8 + by).ok();
        Cell::new(at(from.file(), files)?, at(from.rank(), ranks)?)
    };
    let beside = |draw: &mut Draw<'_>| draw(3) as i8 - 1;
    if kind == Kind::Pawn {
        let forward = if seen.to_move == Some(Player::White) { 1 } else { -1 };
        let ranks = [forward, forward, forward, 2 * forward, -forward][draw(5) as usize];
        return aside(beside(draw), ranks);
    }
    if draw(2) > 0 {
        return aside(beside(draw), beside(draw));
    }
    let rooks: Vec<Cell> =
        own.iter().filter(|(_, kind)| *kind == Kind::Rook).map(|&(cell, _)| cell).collect();
    match draw(3) {
        0 if !rooks.is_empty() => Some(rooks[draw(rooks.len() as u32) as usize]),
        1 => aside(-2, 0),
        _ => aside(2, 0),
    }
}

/// The target to propose for another piece: `to`, or else the first of a few random squares that is on a line
/// of the piece.
fn along_line(kind: Kind, from: Cell, mut to: Cell, draw: &mut Draw<'_>) -> Cell {
    for _ in 0..8 {
        if is_on_line(kind, from, to) {
            break;
        }
        to = Cell::BOARD[draw(64) as usize];
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn seen(text: &str) -> Observation {
        let position: bustan_vocabulary::chess::Position = text.parse().unwrap();
        crate::chess::compose::observed(&position)
    }

    fn heaviest(policy: &str, text: &str, moves: &[&str]) -> String {
        let number = POLICIES.iter().position(|known| known.name == policy).unwrap();
        let moves: Vec<Move> = moves.iter().map(|mv| mv.parse().unwrap()).collect();
        let mut weights = Vec::new();
        weigh(number, &seen(text), &moves, &mut weights);
        let best = (0..moves.len()).max_by_key(|&at| weights[at]).unwrap();
        alloc::format!("{}", moves[best])
    }

    #[test]
    fn policies_want_what_they_are_named_after() {
        let kings = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(heaviest("castle", kings, &["e1e2", "a1a2", "e1g1"]), "e1g1");
        assert_eq!(heaviest("bare", kings, &["e1e2", "a1a8", "e1g1"]), "a1a8");
        assert_eq!(heaviest("check", kings, &["e1e2", "a1a2", "a1a8"]), "a1a8");
        let pawns = "4k3/1P6/8/8/4p3/8/3P4/4K3 w - - 0 1";
        assert_eq!(heaviest("en-passant", pawns, &["d2d3", "e1e2", "d2d4"]), "d2d4");
        assert_eq!(heaviest("promote", pawns, &["d2d3", "e1e2", "b7b8n"]), "b7b8n");
    }

    #[test]
    fn proposals_name_pieces_of_the_player_on_turn() {
        let seen = seen("4k3/1P6/8/8/4p3/8/3P4/4K3 w - - 0 1");
        let mut number = 7;
        let mut draw = |n| {
            number = (number * 29 + 11) % 1009;
            number % n
        };
        let all: Vec<Move> = (0..300).filter_map(|_| proposal(&seen, &mut draw)).collect();
        let own = |mv: &&Move| seen.board.get(&mv.from).is_some_and(|man| man.player == Player::White);
        assert!(all.iter().filter(own).count() > 200);
        assert!(all.iter().any(|mv| mv.promotion.is_some()));
    }
}
