//! Legality: which moves are legal, the reasons against illegal ones, and the resulting states.

use bustan_vocabulary::margo::{Cell, Move, Player, Point, Reason, Stage};

use super::board::Board;
use super::capture::capture;
use super::connection::groups;
use super::end::over;
use super::freedom::has_freedom;
use super::placement::landing;
use super::state::State;

/// The state after a move of `player`. `earlier` contains the states of the game before `state`.
///
/// # Errors
/// Returns the first reason against an illegal move, in the order of [`Reason`] [margo 6.6].
pub(super) fn result(state: &State, earlier: &[State], player: Player, mv: Move) -> Result<State, Reason> {
    if over(state, earlier) {
        return Err(Reason::GameOver);
    }
    if player != state.turn {
        return Err(Reason::NotYourTurn);
    }
    result_in_turn(state, earlier, mv)
}

/// All legal moves of the player to move, found by trying every move that can be named. There are none when
/// the game is over. Passing is not a move [margo 2.3]; the swap is [margo 9.4].
pub(super) fn legal_moves(state: &State, earlier: &[State]) -> impl Iterator<Item = Move> {
    let names = 1..2 * state.board.setup.size.get();
    let cells = names.clone().flat_map(move |x| names.clone().filter_map(move |y| Cell::new(x, y)));
    let moves = cells.map(Move::Place).chain([Move::Swap]);
    moves.filter(|&mv| result_in_turn(state, earlier, mv).is_ok())
}

/// The state after a move of the player to move, whether or not the game is over.
fn result_in_turn(state: &State, earlier: &[State], mv: Move) -> Result<State, Reason> {
    match mv {
        Move::Place(cell) => place(state, earlier, cell),
        Move::Swap => swap(state),
    }
}

/// The state after a placement, which is judged after all captures [margo 6.1] [margo 6.3].
fn place(state: &State, earlier: &[State], cell: Cell) -> Result<State, Reason> {
    let mover = state.turn;
    let placed = landing(&state.board, cell)?;
    let mut board = state.board.clone();
    board.put(placed, mover);
    let lifted = capture(&mut board, mover);
    if suicide(&board, mover, placed) {
        return Err(Reason::Suicide);
    }
    let captures = lifted.iter().any(|&(_, colour)| colour != mover);
    let mut captured: Vec<Point> = lifted.into_iter().map(|(point, _)| point).collect();
    captured.sort();
    let next = State {
        turn: state.next_player(),
        ply: state.ply + 1,
        captured,
        // Lifting a ball of another colour wins immediately [margo 10.1]; nothing else is different
        // [margo 10.3].
        stage: if board.setup.atari && captures { Stage::Won } else { Stage::Open },
        board,
    };
    if repetition(&next, state, earlier) { Err(Reason::Repetition) } else { Ok(next) }
}

/// Whether the placed ball has been lifted or its group has no freedom [margo 6.1]. Losing other balls does
/// not matter [margo 6.2].
fn suicide(board: &Board, mover: Player, placed: Point) -> bool {
    !groups(board, mover).iter().any(|group| group.contains(&placed) && has_freedom(board, group))
}

/// Whether the whole position [margo 6.4] has occurred before in the game with the same player to move next
/// [margo 6.3]. If the game is over in one of the positions, the player whose turn it would be counts
/// [margo 6.5].
fn repetition(next: &State, state: &State, earlier: &[State]) -> bool {
    earlier
        .iter()
        .chain([state])
        .any(|before| before.turn == next.turn && before.board.same_balls(&next.board))
}

/// The state after a swap. The board and the colour to move do not change [margo 9.1], and the swap counts as
/// a move [margo 9.2]. Only the second move of a game may be a swap [margo 9.3].
///
/// The state is added to the history like any other, but it is not a new position: its balls with its player
/// to move have occurred already [margo 9.2].
fn swap(state: &State) -> Result<State, Reason> {
    if !state.board.setup.swap || state.ply != 1 {
        return Err(Reason::Unsupported);
    }
    Ok(State { ply: state.ply + 1, captured: Vec::new(), ..state.clone() })
}
