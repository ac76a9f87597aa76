//! Pictures of Margo: the levels side by side for terminals, and an SVG of the view from above.
//!
//! Both renderers draw the observation as given, without validating it, and omit points that are not in the
//! pyramid.

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
    /// The ball is in a group with freedoms.
    Alive,
    /// The ball is in a group without freedoms.
    Zombie,
    /// The ball is not visible and not in a group.
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

/// The points that `marked` names. A name without a level denotes the topmost ball of the cell, or else its
/// lowest point.
fn points(view: &View<'_>, marked: &[String]) -> impl Iterator<Item = Point> {
    marked.iter().filter_map(|name| match name.parse() {
        Ok(point) => Some(point).filter(|&point| view.size.has(point)),
        Err(_) => top(view, name.parse().ok()?),
    })
}

/// The point of the topmost ball of a cell, or else its lowest point.
fn top(view: &View<'_>, cell: super::Cell) -> Option<Point> {
    let mut point = Point::lowest(cell).filter(|&point| view.size.has(point))?;
    while let Some(above) = view.over(point).filter(|&above| view.ball(above).is_some()) {
        point = above;
    }
    Some(point)
}

/// The point of the ball of a disputed move, and its player: on top of the balls of its cell, or at the point
/// of the topmost ball if there is no point above.
fn ghost(view: &View<'_>, overlay: &Overlay<'_, Margo>) -> Option<(Point, Player)> {
    let (player, Move::Place(cell)) = overlay.question? else { return None };
    let point = view.free(*cell).or_else(|| top(view, *cell))?;
    Some((point, player))
}
