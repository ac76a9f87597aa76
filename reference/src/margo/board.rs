//! The balls on the points of the board.

use std::sync::Arc;

use bustan_vocabulary::margo::{Cell, Player, Point, Setup};

use super::pyramid::{Pyramid, Surroundings};

/// A board, the variants played on it, and the balls.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) setup: Setup,
    /// The points, and their relations to each other.
    pyramid: Arc<Pyramid>,
    /// The ball on each point, by the number of the point.
    balls: Vec<Option<Player>>,
}

impl Board {
    /// A board with these balls. All of them must be on points of the pyramid.
    pub(super) fn new<'a>(setup: Setup, balls: impl IntoIterator<Item = (&'a Point, &'a Player)>) -> Self {
        let pyramid = Arc::new(Pyramid::new(setup.size));
        let mut board = Self { setup, balls: vec![None; pyramid.numbers()], pyramid };
        for (&point, &colour) in balls {
            board.put(point, colour);
        }
        board
    }

    /// All points, from the board upwards.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        self.pyramid.points.iter().copied()
    }

    /// The balls and their points, from the board upwards.
    pub(super) fn balls(&self) -> impl Iterator<Item = (Point, Player)> {
        self.points().filter_map(|point| Some((point, self.at(point)?)))
    }

    /// The points of a cell, from the board upwards; none if the pyramid has no point with this name.
    pub(super) fn points_of(&self, cell: Cell) -> impl Iterator<Item = Point> {
        self.pyramid.points_of(cell)
    }

    /// The ball on a point, if any.
    pub(super) fn at(&self, point: Point) -> Option<Player> {
        self.balls[self.number(point)]
    }

    /// Puts a ball on a point.
    pub(super) fn put(&mut self, point: Point, colour: Player) {
        let number = self.number(point);
        self.balls[number] = Some(colour);
    }

    /// Removes the ball from a point.
    pub(super) fn lift(&mut self, point: Point) {
        let number = self.number(point);
        self.balls[number] = None;
    }

    /// Whether both boards have the same balls on the same points, including buried balls [margo 6.4].
    pub(super) fn same_balls(&self, other: &Self) -> bool {
        self.balls == other.balls
    }

    /// The orthogonal neighbours of a point on its level.
    pub(super) fn beside(&self, point: Point) -> impl Iterator<Item = Point> {
        self.surroundings(point).beside.iter().copied()
    }

    /// The supports of a point; none for a hole.
    pub(super) fn below(&self, point: Point) -> impl Iterator<Item = Point> {
        self.surroundings(point).below.iter().copied()
    }

    /// The points that rest on a point.
    pub(super) fn above(&self, point: Point) -> impl Iterator<Item = Point> {
        self.surroundings(point).above.iter().copied()
    }

    /// The point straight above a point [margo 3.1].
    pub(super) fn straight_above(&self, point: Point) -> Option<Point> {
        self.surroundings(point).straight_above
    }

    fn surroundings(&self, point: Point) -> &Surroundings {
        self.pyramid.surroundings(point)
    }

    /// The number of a point, the same on all boards of one size.
    pub(super) fn number(&self, point: Point) -> usize {
        self.pyramid.number(point)
    }

    /// A number greater than the number of any point.
    pub(super) fn numbers(&self) -> usize {
        self.pyramid.numbers()
    }
}
