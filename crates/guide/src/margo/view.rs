//! An observed position as a table of points, for policies, events and pictures.

use alloc::vec;
use alloc::vec::Vec;

use bustan_vocabulary::margo::{Cell, Group, Observation, Player, Point, Size};

/// The observed facts about one point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) ball: Option<Player>,
    /// The index of the ball's group in [`Observation::groups`]; `None` for buried balls.
    pub(super) group: Option<u16>,
}

/// An observed position as a table, without points that do not exist.
pub(super) struct View<'a> {
    pub(super) seen: &'a Observation,
    pub(super) size: Size,
    /// The points by level, row and column. Every level has as many rows and columns as the board.
    spots: Vec<Spot>,
}

impl<'a> View<'a> {
    pub(super) fn new(seen: &'a Observation) -> Self {
        let size = Size::new(seen.size).unwrap_or(Size::STANDARD);
        let mut view = Self { seen, size, spots: vec![Spot::default(); usize::from(size.get()).pow(3)] };
        for (&point, &player) in &seen.board {
            if let Some(at) = view.index(point) {
                view.spots[at].ball = Some(player);
            }
        }
        for (number, group) in (0..).zip(&seen.groups) {
            for &ball in &group.balls {
                if let Some(at) = view.index(ball) {
                    view.spots[at].group = Some(number);
                }
            }
        }
        view
    }

    /// The index of a point in tables of points, which is less than [`len`](Self::len).
    pub(super) fn index(&self, point: Point) -> Option<usize> {
        let across = usize::from(self.size.get());
        let (col, row, level) =
            (usize::from(point.col()), usize::from(point.row()), usize::from(point.level()));
        self.size.has(point).then_some((level * across + row) * across + col)
    }

    /// The length of tables of points.
    pub(super) fn len(&self) -> usize {
        self.spots.len()
    }

    pub(super) fn spot(&self, point: Point) -> Spot {
        self.index(point).map_or_else(Spot::default, |at| self.spots[at])
    }

    pub(super) fn ball(&self, point: Point) -> Option<Player> {
        self.spot(point).ball
    }

    /// The group of a visible ball.
    pub(super) fn group(&self, point: Point) -> Option<&'a Group> {
        self.seen.groups.get(usize::from(self.spot(point).group?))
    }

    /// The point at an offset from another point, if the pyramid has it.
    pub(super) fn step(&self, point: Point, (right, back, up): (i8, i8, i8)) -> Option<Point> {
        let move_by = |from: u8, by: i8| from.checked_add_signed(by);
        let point = Point::new(
            move_by(point.col(), right)?,
            move_by(point.row(), back)?,
            move_by(point.level(), up)?,
        )?;
        self.size.has(point).then_some(point)
    }

    fn steps<const N: usize>(&self, point: Point, by: [(i8, i8, i8); N]) -> impl Iterator<Item = Point> + '_ {
        by.into_iter().filter_map(move |by| self.step(point, by))
    }

    /// The neighbours of a point on the same level.
    pub(super) fn around(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.steps(point, [(-1, 0, 0), (0, -1, 0), (1, 0, 0), (0, 1, 0)])
    }

    /// The points that support `point`.
    pub(super) fn below(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.steps(point, [(0, 0, -1), (1, 0, -1), (0, 1, -1), (1, 1, -1)])
    }

    /// The points that `point` supports.
    pub(super) fn above(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.steps(point, [(0, 0, 1), (-1, 0, 1), (0, -1, 1), (-1, -1, 1)])
    }

    /// The point directly above, two levels higher.
    pub(super) fn over(&self, point: Point) -> Option<Point> {
        self.step(point, (-1, -1, 2))
    }

    /// The point directly below, two levels lower.
    pub(super) fn under(&self, point: Point) -> Option<Point> {
        self.step(point, (1, 1, -2))
    }

    /// For each neighbour on the same level: the neighbour, and the two points that support both it and
    /// `point`.
    pub(super) fn crossings(&self, point: Point) -> impl Iterator<Item = (Point, [Point; 2])> + '_ {
        type Step = (i8, i8);
        const CROSSED: [(Step, [Step; 2]); 4] = [
            ((-1, 0), [(0, 0), (0, 1)]),
            ((0, -1), [(0, 0), (1, 0)]),
            ((1, 0), [(1, 0), (1, 1)]),
            ((0, 1), [(0, 1), (1, 1)]),
        ];
        CROSSED.into_iter().filter_map(move |((right, back), [a, b])| {
            let partner = self.step(point, (right, back, 0))?;
            let support = |(right, back)| self.step(point, (right, back, -1));
            Some((partner, [support(a)?, support(b)?]))
        })
    }

    /// The lowest free point of a cell, whether or not it is supported.
    pub(super) fn free(&self, cell: Cell) -> Option<Point> {
        let mut point = Point::lowest(cell).filter(|&point| self.size.has(point))?;
        while self.ball(point).is_some() {
            point = self.over(point)?;
        }
        Some(point)
    }

    /// Whether a hole is empty.
    pub(super) fn is_empty_hole(&self, point: Point) -> bool {
        point.level() == 0 && self.ball(point).is_none()
    }
}

/// The points that support a ball at `point`; none for a hole.
pub(super) fn supports(point: Point) -> impl Iterator<Item = Point> {
    let below = point.level().checked_sub(1);
    [(0, 0), (1, 0), (0, 1), (1, 1)]
        .into_iter()
        .filter_map(move |(right, back)| Point::new(point.col() + right, point.row() + back, below?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::margo::Board;

    #[test]
    fn a_view_tells_what_an_engine_observed() {
        let position = "3 BA1:0 BC1:0 WA3:0 WC3:0 BE1:0 WE3:0 WA5:0 WC5:0 WB2:1 WD2:1".parse().unwrap();
        let seen = Board::from_position(&position).unwrap().observe();
        let view = View::new(&seen);
        let point = |text: &str| text.parse::<Point>().unwrap();
        assert_eq!(view.ball(point("B2:1")), Some(Player::White));
        assert_eq!(view.group(point("B2:1")), view.group(point("A3:0")));
        assert_eq!(view.around(point("B2:1")).count(), 2);
        assert_eq!(view.below(point("B2:1")).filter(|&at| view.ball(at).is_some()).count(), 4);
        assert_eq!(view.above(point("C3:0")).count(), 4);
        assert_eq!(view.over(point("C3:0")), Some(point("C3:2")));
        assert_eq!(view.under(point("C3:2")), Some(point("C3:0")));
        assert_eq!(view.free("B2".parse().unwrap()), None);
        assert_eq!(view.free("C3".parse().unwrap()), Some(point("C3:2")));
        assert_eq!(view.free("B4".parse().unwrap()), Some(point("B4:1")));
        assert!(view.is_empty_hole(point("E5:0")));
        let crossed: Vec<_> = view.crossings(point("B2:1")).collect();
        assert!(crossed.contains(&(point("D2:1"), [point("C1:0"), point("C3:0")])));
        assert!(crossed.contains(&(point("B4:1"), [point("A3:0"), point("C3:0")])));
        assert_eq!(crossed.len(), 2);
    }
}
