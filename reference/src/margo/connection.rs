//! Connection: which balls are visible, which contacts are cut, what a group is.

use bustan_vocabulary::margo::{Player, Point};
use petgraph::unionfind::UnionFind;

use super::board::Board;

/// "A ball is *buried*, so not visible, when a ball lies straight above it."
pub(super) fn buried(board: &Board, ball: Point) -> bool {
    board.straight_above(ball).is_some_and(|above| board.at(above).is_some())
}

/// "Two balls of one colour are *connected* when both are visible and either
/// - they are orthogonal neighbours on one level and that contact is not *cut*; or
/// - one rests directly on the other (levels differ by one)."
///
/// The balls connected to a visible ball, those that rest on it left out.
fn connected(board: &Board, ball: Point) -> impl Iterator<Item = Point> {
    let touching = board.beside(ball).chain(board.below(ball));
    touching
        .filter(move |&other| board.at(other) == board.at(ball) && !buried(board, other))
        .filter(move |&other| other.level() != ball.level() || !cut(board, ball, other))
}

/// "*Group*: a maximal connected set of visible balls of one colour." All groups of a colour, in any order.
///
/// They are the components of the graph whose nodes are the visible balls and whose edges are the connections.
pub(super) fn groups(board: &Board, colour: Player) -> Vec<Vec<Point>> {
    let balls = board.balls().filter(|&(_, owner)| owner == colour).map(|(ball, _)| ball);
    let mut visible: Vec<Point> = balls.filter(|&ball| !buried(board, ball)).collect();
    let mut components = UnionFind::new(board.numbers());
    for &ball in &visible {
        for other in connected(board, ball) {
            components.union(board.number(ball), board.number(other));
        }
    }
    let component = |&ball: &Point| components.find(board.number(ball));
    visible.sort_by_cached_key(component);
    visible.chunk_by(|a, b| component(a) == component(b)).map(Vec::from).collect()
}

/// "A same-level contact between balls a and b is cut by an overpass: both points one level up that rest on a and b together
/// are occupied by the opponent. At the board's edge there is only one such point, so edge contacts cannot be cut."
///
/// Of three players: "a contact is cut by any two balls of other colours over it". With `cutting off` nothing is cut.
fn cut(board: &Board, a: Point, b: Point) -> bool {
    if !board.setup.cutting {
        return false;
    }
    let on_both = board.above(a).filter(|&above| board.above(b).any(|other| other == above));
    let opposing = on_both.filter(|&above| board.at(above).is_some_and(|colour| board.at(a) != Some(colour)));
    opposing.count() == 2
}
