//! The position number, and the smallest number among the symmetric images.

use bustan_vocabulary::tictactoe::{Cell, Player};

use super::state::State;

/// The rows of the board from the top, each from left to right.
type Rows = [[Option<Player>; 3]; 3];

fn rows(state: &State) -> Rows {
    let mark = |column, row| Cell::new(column, row).and_then(|cell| state.marks.get(&cell).copied());
    [3, 2, 1].map(|row| [0, 1, 2].map(|column| mark(column, row)))
}

/// The position number of a state [tictactoe 2.1].
pub(super) fn number(state: &State) -> u32 {
    number_of(&rows(state))
}

fn number_of(rows: &Rows) -> u32 {
    let digit = |mark: &Option<Player>| match mark {
        None => 0,
        Some(Player::O) => 1,
        Some(Player::X) => 2,
    };
    (0..).zip(rows.iter().flatten()).map(|(i, mark)| digit(mark) * 3_u32.pow(i)).sum()
}

/// The smallest position number among the symmetric images of a state [tictactoe 2.3].
///
/// The images are the four rotations of the board and the four rotations of its mirror image [tictactoe 2.2].
pub(super) fn canonical(state: &State) -> u32 {
    let rows = rows(state);
    let mirrored = rows.map(|[left, middle, right]| [right, middle, left]);
    let numbers = [rows, mirrored].into_iter().flat_map(|start| {
        let turns = std::iter::successors(Some(start), |rows| Some(turned(rows)));
        turns.take(4).map(|rows| number_of(&rows))
    });
    numbers.min().unwrap_or_default()
}

/// The board rotated by a quarter turn: each column, read from the bottom, becomes a row.
fn turned(rows: &Rows) -> Rows {
    let [top, middle, bottom] = rows;
    [0, 1, 2].map(|column| [bottom[column], middle[column], top[column]])
}
