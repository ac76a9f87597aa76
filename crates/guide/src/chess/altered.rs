//! Positions that violate, or almost violate, a condition for positions that can be set up.
//!
//! Random changes of the text of a position seldom produce such positions, because all pieces are in one word
//! of the text.

use alloc::vec::Vec;

use bustan_vocabulary::Draw;
use bustan_vocabulary::chess::{Cell, Kind, Man, Parts, Player, Position};

use super::critical::{LEAPS, Men, stepped};

/// A random change of a position; `None` if it does not apply.
type Change = fn(&mut Parts, &mut Draw<'_>) -> Option<()>;

/// The changes, which are equally likely.
const CHANGES: [Change; 4] = [pawn_at_an_end, double_step, checks, crowd];

/// Returns the position with a randomly selected change.
pub(super) fn drawn(position: &Position, draw: &mut Draw<'_>) -> Option<Position> {
    let mut parts = Parts { en_passant: None, ..position.parts().clone() };
    CHANGES[draw(CHANGES.len() as u32) as usize](&mut parts, draw)?;
    Position::new(parts).ok()
}

/// The number of pieces of a player whose kind satisfies `is`.
fn count(parts: &Parts, player: Player, is: impl Fn(Kind) -> bool) -> usize {
    parts.board.iter().flatten().filter(|man| man.player == player && is(man.kind)).count()
}

/// The empty squares that satisfy `is`.
fn empty(parts: &Parts, is: impl Fn(Cell) -> bool) -> Vec<Cell> {
    Cell::BOARD.into_iter().filter(|cell| parts.board[cell.place()].is_none() && is(*cell)).collect()
}

/// Removes a random square from `cells` and returns it.
fn take(cells: &mut Vec<Cell>, draw: &mut Draw<'_>) -> Option<Cell> {
    if cells.is_empty() { None } else { Some(cells.swap_remove(draw(cells.len() as u32) as usize)) }
}

/// Removes a pawn of the player, if there is one, so that the player can have another piece.
fn remove_pawn(parts: &mut Parts, player: Player) {
    let pawn = Some(Man { player, kind: Kind::Pawn });
    if let Some(place) = parts.board.iter_mut().find(|man| **man == pawn) {
        *place = None;
    }
}

/// Puts a pawn on the first or the last rank.
fn pawn_at_an_end(parts: &mut Parts, draw: &mut Draw<'_>) -> Option<()> {
    let player = Player::ALL[draw(2) as usize];
    let cell = take(&mut empty(parts, |cell| matches!(cell.rank(), 0 | 7)), draw)?;
    remove_pawn(parts, player);
    parts.board[cell.place()] = Some(Man { player, kind: Kind::Pawn });
    Some(())
}

/// Sets the en passant square to one that a pawn may have just crossed. In some positions, the pawn is
/// missing, or a piece is on the crossed square or on the pawn's initial square.
fn double_step(parts: &mut Parts, draw: &mut Draw<'_>) -> Option<()> {
    let (file, player) = (draw(8) as u8, parts.turn.opponent());
    let ranks = if player == Player::White { [1, 2, 3] } else { [6, 5, 4] };
    let knight = Man { player, kind: Kind::Knight };
    let pawn = Man { player, kind: Kind::Pawn };
    for (rank, usual, other) in
        [(ranks[0], None, Some(knight)), (ranks[1], None, Some(knight)), (ranks[2], Some(pawn), None)]
    {
        let place = &mut parts.board[Cell::new(file, rank)?.place()];
        if place.is_some_and(|man| man.kind == Kind::King) {
            return None;
        }
        *place = if draw(4) == 0 { other } else { usual };
    }
    parts.en_passant = Cell::new(file, ranks[1]);
    Some(())
}

/// Adds two to four knights that give check to the king of the player to move.
fn checks(parts: &mut Parts, draw: &mut Draw<'_>) -> Option<()> {
    let king = Men(parts.board).king(parts.turn)?;
    let near = |cell| LEAPS.iter().any(|step| stepped(king, *step) == Some(cell));
    let (player, mut cells) = (parts.turn.opponent(), empty(parts, near));
    for _ in 0..2 + draw(3) {
        let cell = take(&mut cells, draw)?;
        if count(parts, player, |_| true) == 16 {
            remove_pawn(parts, player);
        }
        parts.board[cell.place()] = Some(Man { player, kind: Kind::Knight });
    }
    Some(())
}

/// Adds pawns or knights of a player, up to the maximum number for a position or one more.
fn crowd(parts: &mut Parts, draw: &mut Draw<'_>) -> Option<()> {
    let player = Player::ALL[draw(2) as usize];
    let (kind, most) = if draw(2) == 0 { (Kind::Pawn, 8) } else { (Kind::Knight, 16) };
    let number = count(parts, player, |own| kind != Kind::Pawn || own == kind);
    let mut cells = empty(parts, |cell| !matches!(cell.rank(), 0 | 7));
    for _ in number..most + draw(2) as usize {
        let cell = take(&mut cells, draw)?;
        parts.board[cell.place()] = Some(Man { player, kind });
    }
    Some(())
}
