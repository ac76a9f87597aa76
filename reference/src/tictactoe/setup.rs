//! The check for positions that could not arise.

use bustan_vocabulary::tictactoe::{Invalid, Player};

use super::rules::has_line;
use super::state::State;

/// Refuses a state that no game leads to [tictactoe 3.1].
///
/// X has made as many marks as O, or one more if O is next [tictactoe 3.2]. Only the last mark can have
/// completed three in a row, and the player to move did not make it [tictactoe 3.3].
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
