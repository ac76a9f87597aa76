//! Checks for positions that no game can reach.

use bustan_vocabulary::tictactoe::{Invalid, Player};

use super::rules::has_line;
use super::state::State;

/// Checks that a game can reach the state [tictactoe 3.1].
///
/// X must have as many marks as O if X is to move, and one more if O is to move [tictactoe 3.2]. Only the
/// player who moved last can have three in a row, because the game ends then [tictactoe 3.3].
///
/// # Errors
/// Returns the first fault, in the order of [`Invalid`].
pub(super) fn check(state: &State) -> Result<(), Invalid> {
    let count = |player| state.marks.values().filter(|&&mark| mark == player).count() as u32;
    let (x, o, turn) = (count(Player::X), count(Player::O), state.turn);
    let expected = match turn {
        Player::X => o,
        Player::O => o + 1,
    };
    if x != expected {
        return Err(Invalid::Counts { x, o, turn });
    }
    if has_line(state, turn) { Err(Invalid::Line(turn)) } else { Ok(()) }
}
