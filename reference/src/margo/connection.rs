//! Connection: visible balls, cut contacts, groups.

use bustan_vocabulary::margo::{Player, Point};
use petgraph::unionfind::UnionFind;

use super::board::Board;

/// Whether a ball is buried, and so not visible: there is a ball straight above it [margo 3.1].
pub(super) fn buried(board: &Board, ball: Point) -> bool {
    board.straight_above(ball).is_some_and(|above| board.at(above).is_some())
}

/// The balls that are connected to the visible ball on `ball` [margo 3.2], except those that rest on it.
fn connected(board: &Board, ball: Point) -> impl Iterator<Item = Point> {
    let touching = board.beside(ball).chain(board.below(ball));
    touching
        .filter(move |&other| board.at(other) == board.at(ball) && !buried(board, other))
        .filter(move |&other| other.level() != ball.level() || !cut(board, ball, other))
}

/// All groups of a colour, in any order [margo 3.5].
///
/// Groups are the connected components of the graph whose nodes are the visible balls of the colour and whose
/// edges are the connections.
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

/// Whether the contact of two neighbours on one level is cut by two balls of other colours above it
/// [margo 3.3] [margo 12.3], which may be buried [margo 3.4]. With `cutting off` no contact is cut
/// [margo 11.1].
fn cut(board: &Board, a: Point, b: Point) -> bool {
    if !board.setup.cutting {
        return false;
    }
    let on_both = board.above(a).filter(|&above| board.above(b).any(|other| other == above));
    let opposing = on_both.filter(|&above| board.at(above).is_some_and(|colour| board.at(a) != Some(colour)));
    opposing.count() == 2
}
