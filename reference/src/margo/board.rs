//! Material: the balls on the points.

use std::sync::Arc;

use bustan_vocabulary::margo::{Cell, Player, Point, Setup};

use super::pyramid::{Pyramid, Surroundings};

/// A board, the variants played on it, and the balls.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) setup: Setup,
    /// The points and their relations to each other.
    pyramid: Arc<Pyramid>,
    /// The ball on each point, by the number of the point.
    balls: Vec<Option<Player>>,
}

impl Board {
    /// A board with these balls on it, all of them on points of the pyramid.
    pub(super) fn new<'a>(setup: Setup, balls: impl IntoIterator<Item = (&'a Point, &'a Player)>) -> Self {
        let pyramid = Arc::new(Pyramid::new(setup.size));
        let mut board = Self { setup, balls: vec![None; pyramid.numbers()], pyramid };
        for (&point, &colour) in balls {
            board.put(point, colour);
        }
        board
    }

    /// All points, from the board up.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        self.pyramid.points.iter().copied()
    }

    /// The balls and their points, from the board up.
    pub(super) fn balls(&self) -> impl Iterator<Item = (Point, Player)> {
        self.points().filter_map(|point| Some((point, self.at(point)?)))
    }

    /// The points of a cell from the board up; none for a name that is not in this pyramid.
    pub(super) fn points_of(&self, cell: Cell) -> impl Iterator<Item = Point> {
        self.pyramid.points_of(cell)
    }

    /// The ball on a point.
    pub(super) fn at(&self, point: Point) -> Option<Player> {
        self.balls[self.number(point)]
    }

    /// Puts a ball on a point.
    pub(super) fn put(&mut self, point: Point, colour: Player) {
        let number = self.number(point);
        self.balls[number] = Some(colour);
    }

    /// Takes the ball off a point.
    pub(super) fn lift(&mut self, point: Point) {
        let number = self.number(point);
        self.balls[number] = None;
    }

    /// Whether the same balls are on the same points, the buried ones included [margo 6.4].
    pub(super) fn same_balls(&self, other: &Self) -> bool {
        self.balls == other.balls
    }

    /// The points next to a point on its level: its orthogonal neighbours.
    pub(super) fn beside(&self, point: Point) -> impl Iterator<Item = Point> {
        self.surroundings(point).beside.iter().copied()
    }

    /// The points that a point rests on; none for a hole.
    pub(super) fn below(&self, point: Point) -> impl Iterator<Item = Point> {
        self.surroundings(point).below.iter().copied()
    }

    /// The points that rest on a point.
    pub(super) fn above(&self, point: Point) -> impl Iterator<Item = Point> {
        self.surroundings(point).above.iter().copied()
    }

    /// The point straight above [margo 3.1].
    pub(super) fn straight_above(&self, point: Point) -> Option<Point> {
        self.surroundings(point).straight_above
    }

    fn surroundings(&self, point: Point) -> &Surroundings {
        self.pyramid.surroundings(point)
    }

    /// The number of a point, the same on all boards of this size.
    pub(super) fn number(&self, point: Point) -> usize {
        self.pyramid.number(point)
    }

    /// A bound above the numbers of all points.
    pub(super) fn numbers(&self) -> usize {
        self.pyramid.numbers()
    }
}
