//! The points, their names, and their relations to each other.

use bustan_vocabulary::margo::{Cell, Point, Size};

/// The points of a board and of the pyramid above it. The pyramid does not depend on the balls, so it is
/// computed only once.
#[derive(Debug)]
pub(super) struct Pyramid {
    n: i32,
    /// All points, from the board upwards.
    pub(super) points: Vec<Point>,
    /// The surroundings of each point, by the number of the point.
    surroundings: Vec<Surroundings>,
}

/// The surroundings of a point.
#[derive(Clone, Debug, Default)]
pub(super) struct Surroundings {
    pub(super) beside: Vec<Point>,
    pub(super) below: Vec<Point>,
    pub(super) above: Vec<Point>,
    pub(super) straight_above: Option<Point>,
}

impl Pyramid {
    /// The holes of a board of this size [margo 1.1] and the points above them, level by level [margo 1.2].
    pub(super) fn new(size: Size) -> Self {
        let n = i32::from(size.get());
        let mut pyramid = Self { n, points: Vec::new(), surroundings: Vec::new() };
        let grid = |level| (0..n).flat_map(move |row| (0..n).map(move |col| (col, row, level)));
        pyramid.points =
            (0..n).flat_map(grid).filter_map(|(col, row, level)| pyramid.point(col, row, level)).collect();
        let mut surroundings = vec![Surroundings::default(); pyramid.numbers()];
        for &point in &pyramid.points {
            surroundings[pyramid.number(point)] = pyramid.around(point);
        }
        Self { surroundings, ..pyramid }
    }

    /// The points of a cell, from the board upwards; none if the pyramid has no point with this name.
    ///
    /// Letters and numbers are both counted from 0 here, so that the column and the row follow from the level
    /// [margo 1.4].
    pub(super) fn points_of(&self, cell: Cell) -> impl Iterator<Item = Point> {
        let (x, y) = (i32::from(cell.x()) - 1, i32::from(cell.y()) - 1);
        (0..self.n).filter_map(move |level| {
            let (across, back) = (x - level, y - level);
            if across % 2 == 0 && back % 2 == 0 { self.point(across / 2, back / 2, level) } else { None }
        })
    }

    /// The surroundings of a point.
    pub(super) fn surroundings(&self, point: Point) -> &Surroundings {
        &self.surroundings[self.number(point)]
    }

    fn around(&self, point: Point) -> Surroundings {
        Surroundings {
            // The orthogonal neighbours.
            beside: self.steps(point, [(1, 0), (-1, 0), (0, 1), (0, -1)], 0),
            // The supports [margo 1.3].
            below: self.steps(point, [(0, 0), (1, 0), (0, 1), (1, 1)], -1),
            above: self.steps(point, [(0, 0), (-1, 0), (0, -1), (-1, -1)], 1),
            // The point two levels up with the same name [margo 3.1].
            straight_above: self.steps(point, [(-1, -1)], 2).pop(),
        }
    }

    /// The points that are reached from `point` by moving `(columns, rows)` and then up by `up` levels.
    fn steps<const N: usize>(&self, point: Point, steps: [(i32, i32); N], up: i32) -> Vec<Point> {
        let (col, row, level) = (i32::from(point.col()), i32::from(point.row()), i32::from(point.level()));
        steps.into_iter().filter_map(|(cols, rows)| self.point(col + cols, row + rows, level + up)).collect()
    }

    /// The point with these coordinates; `None` if the pyramid has no such point.
    fn point(&self, col: i32, row: i32, level: i32) -> Option<Point> {
        let across = self.n - level;
        if level < 0 || !(0..across).contains(&col) || !(0..across).contains(&row) {
            return None;
        }
        Point::new(col as u8, row as u8, level as u8)
    }

    /// The number of a point: its index in a cube of `n` levels with `n` rows of `n` columns, which includes
    /// the pyramid.
    pub(super) fn number(&self, point: Point) -> usize {
        let n = self.n as usize;
        (usize::from(point.level()) * n + usize::from(point.row())) * n + usize::from(point.col())
    }

    /// A number greater than the number of any point.
    pub(super) fn numbers(&self) -> usize {
        (self.n as usize).pow(3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pyramid(size: u8) -> Pyramid {
        Pyramid::new(Size::new(size).unwrap())
    }

    fn names(points: impl IntoIterator<Item = Point>) -> Vec<String> {
        points.into_iter().map(|point| point.to_string()).collect()
    }

    #[test]
    fn the_pyramid_has_n_times_n_plus_1_times_2n_plus_1_sixths_points() {
        for size in 2..=19 {
            let n = usize::from(size);
            assert_eq!(pyramid(size).points.len(), n * (n + 1) * (2 * n + 1) / 6);
        }
    }

    #[test]
    fn every_point_is_found_under_its_cell() {
        let pyramid = pyramid(5);
        for &point in &pyramid.points {
            assert!(pyramid.points_of(point.cell()).any(|found| found == point));
        }
        let cells = (1..=Cell::MAX).flat_map(|x| (1..=Cell::MAX).filter_map(move |y| Cell::new(x, y)));
        assert_eq!(cells.flat_map(|cell| names(pyramid.points_of(cell))).count(), pyramid.points.len());
        assert_eq!(names(pyramid.points_of("E5".parse().unwrap())), ["E5:0", "E5:2", "E5:4"]);
    }

    #[test]
    fn a_point_rests_on_those_that_carry_it() {
        let pyramid = pyramid(5);
        let around = |point: &Point| pyramid.surroundings(*point);
        for point in &pyramid.points {
            let Surroundings { below, above, .. } = around(point);
            assert_eq!(below.len(), if point.level() == 0 { 0 } else { 4 });
            assert!(below.iter().all(|below| around(below).above.contains(point)));
            assert!(above.iter().all(|above| around(above).below.contains(point)));
        }
        let Surroundings { below, above, beside, .. } = around(&"D4:1".parse().unwrap()).clone();
        assert_eq!(names(below), ["C3:0", "E3:0", "C5:0", "E5:0"]);
        assert_eq!(names(above), ["E5:2", "C5:2", "E3:2", "C3:2"]);
        assert_eq!(names(beside), ["F4:1", "B4:1", "D6:1", "D2:1"]);
    }

    #[test]
    fn straight_above_is_the_same_name_two_levels_up() {
        let pyramid = pyramid(5);
        for &point in &pyramid.points {
            let higher = Point::at(point.cell(), point.level() + 2).filter(|it| pyramid.points.contains(it));
            assert_eq!(pyramid.surroundings(point).straight_above, higher);
        }
    }
}
