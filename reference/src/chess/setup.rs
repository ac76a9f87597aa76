//! Positions that are set up.

use bustan_vocabulary::chess::{Cell, Invalid, Kind, Man, Player};

use super::board::{Board, cells, is_on_rank};
use super::check::is_in_check;
use super::pawns::behind;
use super::pieces::{attacks, is_attacked};
use super::state::State;

/// Checks whether a game can start from a state. All arrangements that pass can be set up [chess 9.7].
///
/// # Errors
/// Returns the first reason against the state.
pub(super) fn validate(state: &State) -> Result<(), Invalid> {
    kings(&state.board)?;
    numbers(&state.board)?;
    pawns(&state.board)?;
    let other = state.turn.opponent();
    // The player who is not to move must not be in check [chess 9.3].
    if is_in_check(state, other) {
        return Err(Invalid::InCheck(other));
    }
    if let Some(crossed) = state.en_passant.filter(|&crossed| !can_be_crossed(state, crossed)) {
        return Err(Invalid::EnPassant(crossed));
    }
    checks(state)
}

/// The number of pieces of `player` whose kind satisfies `is`.
fn count(board: &Board, player: Player, is: impl Fn(Kind) -> bool) -> u32 {
    board.of(player).filter(|&(_, kind)| is(kind)).count() as u32
}

/// Checks that each player has exactly one king [chess 9.1].
fn kings(board: &Board) -> Result<(), Invalid> {
    for player in Player::ALL {
        let count = count(board, player, |kind| kind == Kind::King);
        if count != 1 {
            return Err(Invalid::Kings { player, count });
        }
    }
    Ok(())
}

/// Checks that each player has at most as many pieces, and at most as many pawns [chess 9.1], as in the
/// initial position [chess 1.2].
fn numbers(board: &Board) -> Result<(), Invalid> {
    for player in Player::ALL {
        let count = count(board, player, |_| true);
        if count > 16 {
            return Err(Invalid::Pieces { player, count });
        }
    }
    for player in Player::ALL {
        let count = count(board, player, |kind| kind == Kind::Pawn);
        if count > 8 {
            return Err(Invalid::Pawns { player, count });
        }
    }
    Ok(())
}

/// Checks that no pawn is on the first or the last rank [chess 9.2].
fn pawns(board: &Board) -> Result<(), Invalid> {
    let is_pawn = |&cell: &Cell| board.at(cell).is_some_and(|man| man.kind == Kind::Pawn);
    let is_at_end = |&cell: &Cell| is_on_rank(cell, Player::White, 1) || is_on_rank(cell, Player::White, 8);
    match cells().filter(is_pawn).find(is_at_end) {
        Some(cell) => Err(Invalid::Pawn(cell)),
        None => Ok(()),
    }
}

/// Whether a pawn of the player who is not to move can have crossed a square in the last move [chess 9.4].
fn can_be_crossed(state: &State, crossed: Cell) -> bool {
    let (player, other) = (state.turn, state.turn.opponent());
    let pawn = Some(Man { player: other, kind: Kind::Pawn });
    let (Some(stands), Some(came_from)) = (behind(player, crossed), behind(other, crossed)) else {
        return false;
    };
    let stood = state.board.at(stands) == pawn
        && is_on_rank(stands, other, 4)
        && state.board.is_empty(crossed)
        && state.board.is_empty(came_from);
    let mut before = state.board;
    before.carry(stands, came_from);
    stood && before.king(player).is_some_and(|king| !is_attacked(&before, king, other))
}

/// Checks that at most two pieces give check [chess 9.5].
fn checks(state: &State) -> Result<(), Invalid> {
    let Some(king) = state.board.king(state.turn) else { return Ok(()) };
    let attackers = state.board.of(state.turn.opponent());
    let count = attackers.filter(|&(from, _)| attacks(&state.board, from, king)).count() as u32;
    if count > 2 { Err(Invalid::Checks(count)) } else { Ok(()) }
}
