//! Freedom: the empty holes next to a group.

use bustan_vocabulary::margo::Point;

use super::board::Board;

/// The freedoms of a group: the empty holes next to its balls [margo 4.1], with one entry for each such ball.
pub(super) fn freedoms<'a>(board: &'a Board, group: &'a [Point]) -> impl Iterator<Item = Point> + 'a {
    let on_the_board = group.iter().filter(|ball| ball.level() == 0);
    on_the_board.flat_map(|&ball| board.beside(ball)).filter(|&hole| board.at(hole).is_none())
}

/// Whether a group has a freedom.
pub(super) fn has_freedom(board: &Board, group: &[Point]) -> bool {
    freedoms(board, group).next().is_some()
}
