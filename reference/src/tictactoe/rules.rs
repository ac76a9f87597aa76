//! The game: which cells a player may mark, and whether the game is over.

use std::collections::BTreeMap;

use bustan_vocabulary::tictactoe::{Cell, Move, Player, Reason};

use super::state::State;

/// All cells, row by row from the bottom left [tictactoe 1.1].
pub(super) fn cells() -> impl Iterator<Item = Cell> {
    (1..=3).flat_map(|row| (0..3).filter_map(move |column| Cell::new(column, row)))
}

/// Checks whether `player` may make a move: it is the player's turn, and the cell is empty [tictactoe 1.2].
///
/// # Errors
/// Returns the first reason against the move, in the order of [`Reason`] [tictactoe 1.8].
pub(super) fn verdict(state: &State, player: Player, mv: Move) -> Result<(), Reason> {
    if over(state) {
        return Err(Reason::GameOver);
    }
    if player != state.turn {
        return Err(Reason::NotYourTurn);
    }
    free(state, mv.0)
}

/// Checks that a cell is on the board and then that it is empty [tictactoe 1.2], in this order
/// [tictactoe 1.8].
fn free(state: &State, cell: Cell) -> Result<(), Reason> {
    if !cells().any(|other| other == cell) {
        return Err(Reason::OffBoard);
    }
    if state.marks.contains_key(&cell) { Err(Reason::Occupied) } else { Ok(()) }
}

/// All legal moves: every free cell, unless the game is over. Passing is not a move [tictactoe 1.3].
pub(super) fn legal_moves(state: &State) -> Vec<Move> {
    if over(state) {
        return Vec::new();
    }
    cells().filter(|&cell| free(state, cell).is_ok()).map(Move).collect()
}

/// Whether `player` has three marks in a row, a column or a diagonal [tictactoe 1.4].
pub(super) fn has_line(state: &State, player: Player) -> bool {
    let own: Vec<(i32, i32)> = state
        .marks
        .iter()
        .filter(|&(_, &mark)| mark == player)
        .map(|(cell, _)| (i32::from(cell.column()), i32::from(cell.row())))
        .collect();
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    own.iter().any(|&(column, row)| {
        directions.iter().any(|&(right, up)| {
            let next = (column + right, row + up);
            let last = (column + 2 * right, row + 2 * up);
            own.contains(&next) && own.contains(&last)
        })
    })
}

/// Whether the game is over, because of three in a row [tictactoe 1.4] or because the board is full
/// [tictactoe 1.6].
pub(super) fn over(state: &State) -> bool {
    has_line(state, Player::X) || has_line(state, Player::O) || state.marks.len() == cells().count()
}

/// The winner: the player with three in a row, or the opponent in the misère game [tictactoe 1.5]. `None` if
/// there are no three in a row [tictactoe 1.6].
pub(super) fn winner(state: &State) -> Option<Player> {
    let in_a_row = Player::ALL.into_iter().find(|&player| has_line(state, player))?;
    Some(if state.misere { in_a_row.opponent() } else { in_a_row })
}

/// The scores: 1 for the winner, 0 for everyone else [tictactoe 1.7].
pub(super) fn scores(state: &State) -> BTreeMap<Player, u32> {
    let winner = winner(state);
    Player::ALL.into_iter().map(|player| (player, u32::from(winner == Some(player)))).collect()
}
