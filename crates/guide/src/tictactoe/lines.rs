//! The lines of the board and what of an observed position lies on them.

use bustan_vocabulary::tictactoe::{Cell, Observation, Player};

/// The kinds of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Row,
    Column,
    Diagonal,
}

/// The lines by the places of [`Cell::BOARD`].
const LINES: [(Kind, [usize; 3]); 8] = [
    (Kind::Row, [0, 1, 2]),
    (Kind::Row, [3, 4, 5]),
    (Kind::Row, [6, 7, 8]),
    (Kind::Column, [0, 3, 6]),
    (Kind::Column, [1, 4, 7]),
    (Kind::Column, [2, 5, 8]),
    (Kind::Diagonal, [0, 4, 8]),
    (Kind::Diagonal, [2, 4, 6]),
];

/// For each line through a cell its kind and how many of the other two cells on it a player has marked.
pub(super) fn through(seen: &Observation, cell: Cell, player: Player) -> impl Iterator<Item = (Kind, usize)> {
    let place = cell.place();
    let own = move |&&other: &&usize| {
        Some(other) != place
            && Cell::BOARD.get(other).is_some_and(|cell| seen.board.get(cell) == Some(&player))
    };
    LINES
        .iter()
        .filter(move |(_, places)| place.is_some_and(|place| places.contains(&place)))
        .map(move |(kind, places)| (*kind, places.iter().filter(own).count()))
}
