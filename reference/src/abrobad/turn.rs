//! Moves: which moves are legal, and their effects.

use bustan_vocabulary::abrobad::{Cell, Move, Player, Reason};

use super::board::{Board, DIRECTIONS, cells, line};
use super::end::over;
use super::state::State;

/// Checks whether `player` may make a move.
///
/// # Errors
/// Returns the first reason against the move, in the order of [`Reason`] [abrobad 2.5].
pub(super) fn verdict(state: &State, player: Player, mv: Move) -> Result<(), Reason> {
    if over(&state.board) {
        return Err(Reason::GameOver);
    }
    if player != state.turn {
        return Err(Reason::NotYourTurn);
    }
    in_turn(&state.board, player, mv)
}

/// Checks a move of the player to move, `player`; returns the first reason against it [abrobad 2.5].
fn in_turn(board: &Board, player: Player, mv: Move) -> Result<(), Reason> {
    match mv {
        Move::Place(cell) => place(board, player, cell),
        Move::Slide(from, to) => slide(board, player, from, to),
        Move::End => end(board, player),
    }
}

/// All legal moves, found by trying every move that can be named. There are none when the game is over.
/// Passing is not a move [abrobad 2.4].
pub(super) fn legal_moves(state: &State) -> Vec<Move> {
    if over(&state.board) {
        return Vec::new();
    }
    let slides = cells().flat_map(|from| cells().map(move |to| Move::Slide(from, to)));
    let moves = [Move::End].into_iter().chain(cells().map(Move::Place)).chain(slides);
    moves.filter(|&mv| in_turn(&state.board, state.turn, mv).is_ok()).collect()
}

/// Whether `player` has to place a stone: there is an empty cell with no adjacent stone of the player
/// [abrobad 2.1].
pub(super) fn must_place(board: &Board, player: Player) -> bool {
    board.empty_cells().any(|cell| !board.has_adjacent(cell, player))
}

/// Checks whether `player` may place a stone on a cell [abrobad 2.1].
fn place(board: &Board, player: Player, cell: Cell) -> Result<(), Reason> {
    target(board, cell)?;
    if board.has_adjacent(cell, player) { Err(Reason::AdjacentOwn) } else { Ok(()) }
}

/// Checks whether `player` may slide an own stone from `from` to `to`: the player need not place a stone, and
/// `to` is the first empty cell on a line from `from` [abrobad 2.2].
fn slide(board: &Board, player: Player, from: Cell, to: Cell) -> Result<(), Reason> {
    if !cells().any(|cell| cell == from) {
        return Err(Reason::OffBoard);
    }
    target(board, to)?;
    if must_place(board, player) {
        return Err(Reason::MustPlace);
    }
    if board.at(from) != Some(player) {
        return Err(Reason::NotOwn);
    }
    let first_empty = |direction| line(from, direction).find(|&cell| board.is_empty(cell));
    if DIRECTIONS.into_iter().any(|direction| first_empty(direction) == Some(to)) {
        Ok(())
    } else {
        Err(Reason::NoSlide)
    }
}

/// Checks whether `player` may end the game, which is only an alternative to sliding [abrobad 2.3].
fn end(board: &Board, player: Player) -> Result<(), Reason> {
    if must_place(board, player) { Err(Reason::MustPlace) } else { Ok(()) }
}

/// Checks that a cell is on the board and empty, so that a stone can be put on it.
fn target(board: &Board, cell: Cell) -> Result<(), Reason> {
    if !cells().any(|other| other == cell) {
        return Err(Reason::OffBoard);
    }
    if board.is_empty(cell) { Ok(()) } else { Err(Reason::Occupied) }
}

/// Makes a legal move. Nothing is captured [abrobad 1.5], and the opponent moves next [abrobad 1.3].
pub(super) fn make(state: &mut State, mv: Move) {
    let stones = &mut state.board.stones;
    match mv {
        Move::Place(cell) => {
            stones.insert(cell, state.turn);
        }
        Move::Slide(from, to) => {
            stones.remove(&from);
            stones.insert(to, state.turn);
        }
        // The opponent gets every empty cell [abrobad 2.3] and, as after any other move, the turn.
        Move::End => {
            for cell in cells() {
                stones.entry(cell).or_insert(state.turn.opponent());
            }
        }
    }
    state.turn = state.turn.opponent();
    state.ply += 1;
}
