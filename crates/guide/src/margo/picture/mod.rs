//! Pictures of Margo: the levels side by side for terminals, and the view from above for publication.
//!
//! Both show an observation and check nothing. They leave out points that are not in the pyramid.

mod caption;
mod svg;
mod terminal;

use alloc::string::String;

use bustan_vocabulary::margo::{Margo, Move, Observation, Player, Point};

use super::view::View;
use crate::Overlay;
use crate::picture::drawn;

pub(super) use svg::ball_alone;

drawn!(Margo);

/// The state of a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It is in a group with freedom.
    Alive,
    /// Its group has no freedom.
    Zombie,
    /// It is not visible, and in no group.
    Buried,
}

impl State {
    /// The state of the ball on a point.
    fn of(view: &View<'_>, point: Point) -> Self {
        match view.group(point) {
            None => Self::Buried,
            Some(group) if group.freedoms.is_empty() => Self::Zombie,
            Some(_) => Self::Alive,
        }
    }
}

/// The points that `marked` names; a name without a level means the uppermost ball there, or else the lowest
/// point.
fn points(view: &View<'_>, marked: &[String]) -> impl Iterator<Item = Point> {
    marked.iter().filter_map(|name| match name.parse() {
        Ok(point) => Some(point).filter(|&point| view.size.has(point)),
        Err(_) => top(view, name.parse().ok()?),
    })
}

/// The uppermost ball of a cell, or its lowest point.
fn top(view: &View<'_>, cell: super::Cell) -> Option<Point> {
    let mut point = Point::lowest(cell).filter(|&point| view.size.has(point))?;
    while let Some(above) = view.over(point).filter(|&above| view.ball(above).is_some()) {
        point = above;
    }
    Some(point)
}

/// The point of the ball of a disputed move: on top of the balls of its cell, or in place of the uppermost
/// one if there is no room above.
fn ghost(view: &View<'_>, overlay: &Overlay<'_, Margo>) -> Option<(Point, Player)> {
    let (player, Move::Place(cell)) = overlay.question? else { return None };
    let point = view.free(*cell).or_else(|| top(view, *cell))?;
    Some((point, player))
}
