//! Legality: which moves may be made, why the others may not, and what a move leads to.

use bustan_vocabulary::margo::{Cell, Move, Player, Point, Reason, Stage};

use super::board::Board;
use super::capture::capture;
use super::connection::groups;
use super::end::over;
use super::freedom::has_freedom;
use super::placement::landing;
use super::state::State;

/// The state to which a move of a player leads. `earlier` are the states the game has gone through before this one.
///
/// # Errors
/// When the move is illegal: the first reason why, in the order of [`Reason`].
pub(super) fn result(state: &State, earlier: &[State], player: Player, mv: Move) -> Result<State, Reason> {
    if over(state, earlier) {
        return Err(Reason::GameOver);
    }
    if player != state.turn {
        return Err(Reason::NotYourTurn);
    }
    result_in_turn(state, earlier, mv)
}

/// All legal moves of the player on turn while the game goes on: every move that can be named is tried.
pub(super) fn legal_moves(state: &State, earlier: &[State]) -> impl Iterator<Item = Move> {
    let names = 1..2 * state.board.setup.size.get();
    let cells = names.clone().flat_map(move |x| names.clone().filter_map(move |y| Cell::new(x, y)));
    let moves = cells.map(Move::Place).chain([Move::Swap]);
    moves.filter(|&mv| result_in_turn(state, earlier, mv).is_ok())
}

/// The state to which a move of the player on turn leads while the game goes on.
fn result_in_turn(state: &State, earlier: &[State], mv: Move) -> Result<State, Reason> {
    match mv {
        Move::Place(cell) => place(state, earlier, cell),
        Move::Swap => swap(state),
    }
}

/// "A placement is illegal when, after all captures", it is suicide or repeats a position.
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
        // "The mover wins at once when a move lifts at least one opponent ball."
        stage: if board.setup.atari && captures { Stage::Won } else { Stage::Open },
        board,
    };
    if repetition(&next, state, earlier) { Err(Reason::Repetition) } else { Ok(next) }
}

/// "The placed ball is gone or its group has no freedom (no suicide)."
fn suicide(board: &Board, mover: Player, placed: Point) -> bool {
    !groups(board, mover).iter().any(|group| group.contains(&placed) && has_freedom(board, group))
}

/// "The whole position (every ball on every level, buried ones included) with the next player on turn has occurred before in
/// the game (situational superko)." The position from which the game started has occurred.
fn repetition(next: &State, state: &State, earlier: &[State]) -> bool {
    earlier.iter().chain([state]).any(|before| before.turn == next.turn && before.board.same_balls(&next.board))
}

/// "In reply to the first ball the second player may play `swap` instead. Board, colours on the board and colour on turn stay
/// as they are, the ply counts, superko does not look at it."
fn swap(state: &State) -> Result<State, Reason> {
    if !state.board.setup.swap || state.ply != 1 {
        return Err(Reason::Unsupported);
    }
    Ok(State { ply: state.ply + 1, captured: Vec::new(), ..state.clone() })
}
