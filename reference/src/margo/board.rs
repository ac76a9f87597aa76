//! Material and points: the board, the pyramid over it, and what lies there.

use bustan_core::margo::{Cell, Player, Point, Setup};

/// A board, the variants played on it, and the balls.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) setup: Setup,
    /// What lies where: a cube of `n` levels of `n` rows of `n` columns, of which the points of the pyramid are a part.
    balls: Vec<Option<Player>>,
}

impl Board {
    /// A board with these balls on it. They must be on points of the pyramid.
    pub(super) fn new<'a>(setup: Setup, balls: impl IntoIterator<Item = (&'a Point, &'a Player)>) -> Self {
        let n = usize::from(setup.size.get());
        let mut board = Self { setup, balls: vec![None; n * n * n] };
        for (&point, &colour) in balls {
            board.put(point, colour);
        }
        board
    }

    /// "Points form a square pyramid: level `k` (0 = the board) is an `(n-k) x (n-k)` grid." All of them, from the board up.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let n = self.n();
        (0..n).flat_map(move |level| {
            (0..n).flat_map(move |row| (0..n).filter_map(move |col| self.point(col, row, level)))
        })
    }

    /// The balls and their points, from the board up.
    pub(super) fn balls(&self) -> impl Iterator<Item = (Point, Player)> {
        self.points().filter_map(|point| Some((point, self.at(point)?)))
    }

    /// The points of a cell from the board up; none for a name that no point of this pyramid has.
    ///
    /// "Level k point (col, row) is x = 2*col + k, y = 2*row + k", when letters and numbers both begin at 0.
    pub(super) fn points_of(&self, cell: Cell) -> impl Iterator<Item = Point> {
        let (x, y) = (i32::from(cell.x()) - 1, i32::from(cell.y()) - 1);
        (0..self.n()).filter_map(move |level| {
            let (across, back) = (x - level, y - level);
            if across % 2 == 0 && back % 2 == 0 { self.point(across / 2, back / 2, level) } else { None }
        })
    }

    /// What lies on a point.
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

    /// Whether the same balls lie on the same points: "every ball on every level, buried ones included".
    pub(super) fn same_balls(&self, other: &Self) -> bool {
        self.balls == other.balls
    }

    /// The points beside a point on its level: its orthogonal neighbours.
    pub(super) fn beside(&self, point: Point) -> impl Iterator<Item = Point> {
        self.around(point, [(1, 0), (-1, 0), (0, 1), (0, -1)], 0)
    }

    /// "Point (col, row) of level k rests on the four points (col..col+1, row..row+1) of level k-1." None for a hole.
    pub(super) fn below(&self, point: Point) -> impl Iterator<Item = Point> {
        self.around(point, [(0, 0), (1, 0), (0, 1), (1, 1)], -1)
    }

    /// The points that rest on a point.
    pub(super) fn above(&self, point: Point) -> impl Iterator<Item = Point> {
        self.around(point, [(0, 0), (-1, 0), (0, -1), (-1, -1)], 1)
    }

    /// The point "straight above (two levels up, same x and y)".
    pub(super) fn straight_above(&self, point: Point) -> Option<Point> {
        self.around(point, [(-1, -1)], 2).next()
    }

    /// The points reached by steps `(columns, rows)` and `up` levels.
    fn around<const N: usize>(
        &self,
        point: Point,
        steps: [(i32, i32); N],
        up: i32,
    ) -> impl Iterator<Item = Point> + use<'_, N> {
        let (col, row, level) = (i32::from(point.col()), i32::from(point.row()), i32::from(point.level()));
        steps.into_iter().filter_map(move |(cols, rows)| self.point(col + cols, row + rows, level + up))
    }

    /// The point with these coordinates, if the pyramid has it.
    fn point(&self, col: i32, row: i32, level: i32) -> Option<Point> {
        let across = self.n() - level;
        if level < 0 || !(0..across).contains(&col) || !(0..across).contains(&row) {
            return None;
        }
        Point::new(col as u8, row as u8, level as u8)
    }

    fn n(&self) -> i32 {
        i32::from(self.setup.size.get())
    }

    /// The number of a point: its place in the cube.
    pub(super) fn number(&self, point: Point) -> usize {
        let n = usize::from(self.setup.size.get());
        (usize::from(point.level()) * n + usize::from(point.row())) * n + usize::from(point.col())
    }

    /// All numbers of points are below this.
    pub(super) fn numbers(&self) -> usize {
        self.balls.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bustan_core::margo::Size;

    fn empty(size: u8) -> Board {
        Board::new(Setup::standard(Size::new(size).unwrap()), [])
    }

    fn names(points: impl IntoIterator<Item = Point>) -> Vec<String> {
        points.into_iter().map(|point| point.to_string()).collect()
    }

    #[test]
    fn the_pyramid_has_n_times_n_plus_1_times_2n_plus_1_sixths_points() {
        for size in 2..=19 {
            let n = usize::from(size);
            assert_eq!(empty(size).points().count(), n * (n + 1) * (2 * n + 1) / 6);
        }
    }

    #[test]
    fn every_point_is_found_under_its_cell() {
        let board = empty(5);
        for point in board.points() {
            assert!(board.points_of(point.cell()).any(|found| found == point));
        }
        let cells = (1..=Cell::MAX).flat_map(|x| (1..=Cell::MAX).filter_map(move |y| Cell::new(x, y)));
        assert_eq!(cells.flat_map(|cell| names(board.points_of(cell))).count(), board.points().count());
        assert_eq!(names(board.points_of("E5".parse().unwrap())), ["E5:0", "E5:2", "E5:4"]);
    }

    #[test]
    fn a_point_rests_on_those_that_carry_it() {
        let board = empty(5);
        for point in board.points() {
            assert_eq!(board.below(point).count(), if point.level() == 0 { 0 } else { 4 });
            assert!(board.below(point).all(|below| board.above(below).any(|above| above == point)));
            assert!(board.above(point).all(|above| board.below(above).any(|below| below == point)));
        }
        let point = "D4:1".parse().unwrap();
        assert_eq!(names(board.below(point)), ["C3:0", "E3:0", "C5:0", "E5:0"]);
        assert_eq!(names(board.above(point)), ["E5:2", "C5:2", "E3:2", "C3:2"]);
        assert_eq!(names(board.beside(point)), ["F4:1", "B4:1", "D6:1", "D2:1"]);
    }

    #[test]
    fn straight_above_is_the_same_name_two_levels_up() {
        let board = empty(5);
        for point in board.points() {
            let higher = Point::at(point.cell(), point.level() + 2);
            assert_eq!(board.straight_above(point), higher.filter(|it| board.points().any(|other| other == *it)));
        }
    }
}
