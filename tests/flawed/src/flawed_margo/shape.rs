//! The numbered points of a board, and their relations.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use bustan_vocabulary::margo::{Cell, Point, Size};

/// A neighbour on the same level.
#[derive(Clone, Debug)]
pub(super) struct Contact {
    pub(super) to: usize,
    /// The points that rest on both ends of the contact: two, or one at the edge.
    pub(super) over: Vec<usize>,
}

/// A point and its neighbours.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) point: Point,
    pub(super) contacts: Vec<Contact>,
    /// The points on which this point rests.
    pub(super) below: Vec<usize>,
    /// The points that rest on this point.
    pub(super) above: Vec<usize>,
    /// The point straight above this point, two levels up.
    pub(super) lid: Option<usize>,
    /// The point straight below this point, two levels down.
    pub(super) under: Option<usize>,
    /// The points on the same level that touch it diagonally.
    pub(super) across: Vec<usize>,
}

/// All points of a board, with lower levels first.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) places: Vec<Place>,
    numbers: HashMap<Point, usize>,
}

impl Shape {
    /// Returns the shape of a board of the given size. Each shape is computed only once.
    pub(super) fn of(size: Size) -> Arc<Self> {
        static SHAPES: [OnceLock<Arc<Shape>>; 20] = [const { OnceLock::new() }; 20];
        SHAPES[usize::from(size.get())].get_or_init(|| Arc::new(Self::new(size))).clone()
    }

    fn new(size: Size) -> Self {
        let points: Vec<Point> = size.points().collect();
        let numbers: HashMap<Point, usize> =
            points.iter().enumerate().map(|(number, &point)| (point, number)).collect();
        let places = points.iter().map(|&point| place(&points, &numbers, point)).collect();
        Self { places, numbers }
    }

    pub(super) fn number(&self, point: Point) -> Option<usize> {
        self.numbers.get(&point).copied()
    }

    /// The lowest point of a cell.
    pub(super) fn lowest(&self, cell: Cell) -> Option<usize> {
        self.number(Point::lowest(cell)?)
    }
}

/// The distance between two points: in half steps in both horizontal directions, and in levels upwards.
fn offset(from: Point, to: Point) -> (i32, i32, i32) {
    let minus = |a: u8, b: u8| i32::from(a) - i32::from(b);
    let (here, there) = (from.cell(), to.cell());
    (minus(there.x(), here.x()), minus(there.y(), here.y()), minus(to.level(), from.level()))
}

fn place(points: &[Point], numbers: &HashMap<Point, usize>, point: Point) -> Place {
    let rests_on = |upper: Point, lower: Point| matches!(offset(lower, upper), (-1 | 1, -1 | 1, 1));
    let all = |wanted: &dyn Fn(Point) -> bool| -> Vec<usize> {
        points.iter().filter(|&&other| wanted(other)).map(|other| numbers[other]).collect()
    };
    let neighbours = all(&|other| matches!(offset(point, other), (-2 | 2, 0, 0) | (0, -2 | 2, 0)));
    let contact =
        |to: usize| Contact { to, over: all(&|upper| rests_on(upper, point) && rests_on(upper, points[to])) };
    Place {
        point,
        contacts: neighbours.into_iter().map(contact).collect(),
        below: all(&|other| rests_on(point, other)),
        above: all(&|other| rests_on(other, point)),
        lid: all(&|other| offset(point, other) == (0, 0, 2)).first().copied(),
        under: all(&|other| offset(point, other) == (0, 0, -2)).first().copied(),
        across: all(&|other| matches!(offset(point, other), (-2 | 2, -2 | 2, 0))),
    }
}
