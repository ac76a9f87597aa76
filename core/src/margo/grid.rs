//! The points of a pyramid as numbers, and their neighbours.

use alloc::vec::Vec;

use bustan_vocabulary::margo::{Point, Size};

/// The surroundings of a point [margo 1.3], as point numbers. For a point outside the pyramid, the number is
/// the number of points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    /// The points where a ball may touch a ball on this point: those around, below and above.
    pub(super) ends: [u16; 12],
    /// The point straight above this point, two levels up [margo 3.1].
    pub(super) over: u16,
    /// The point straight below this point, two levels down.
    pub(super) under: u16,
    pub(super) level: u8,
}

impl Site {
    /// The neighbours on the same level: left, front, right, back. The opposite of direction `d` is `d ^ 2`.
    pub(super) const fn around(&self) -> [u16; 4] {
        let [left, front, right, back, ..] = self.ends;
        [left, front, right, back]
    }

    /// The four supports. The index of a support is `right + 2 * back`, with `right` and `back` 0 or 1.
    pub(super) const fn below(&self) -> [u16; 4] {
        let [_, _, _, _, first, second, third, fourth, ..] = self.ends;
        [first, second, third, fourth]
    }

    /// The four points that rest on this point, which is `below()[i]` of `above()[i]`.
    pub(super) const fn above(&self) -> [u16; 4] {
        let [.., first, second, third, fourth] = self.ends;
        [first, second, third, fourth]
    }
}

/// The points of a pyramid of one size, numbered level by level from the board upwards.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) size: u8,
    sites: Vec<Site>,
    names: Vec<Point>,
}

impl Grid {
    pub(super) fn new(size: Size) -> Self {
        let names: Vec<Point> = size.points().collect();
        let number = |col: i32, row: i32, level: i32| number(i32::from(size.get()), col, row, level);
        let sites = names
            .iter()
            .map(|point| {
                let (c, r, k) = (i32::from(point.col()), i32::from(point.row()), i32::from(point.level()));
                let corner = |i: i32| (i & 1, i >> 1);
                let around = [(-1, 0), (0, -1), (1, 0), (0, 1)].map(|(x, y)| number(c + x, r + y, k));
                let below = [0, 1, 2, 3].map(corner).map(|(x, y)| number(c + x, r + y, k - 1));
                let above = [0, 1, 2, 3].map(corner).map(|(x, y)| number(c - x, r - y, k + 1));
                Site {
                    ends: core::array::from_fn(|link| [around, below, above][link / 4][link % 4]),
                    over: number(c - 1, r - 1, k + 2),
                    under: number(c + 1, r + 1, k - 2),
                    level: point.level(),
                }
            })
            .collect();
        Self { size: size.get(), sites, names }
    }

    /// The number of points.
    pub(super) fn points(&self) -> usize {
        self.sites.len()
    }

    /// The surroundings of the point with this number.
    #[inline]
    pub(super) fn site(&self, point: u16) -> &Site {
        &self.sites[usize::from(point)]
    }

    pub(super) fn name(&self, point: u16) -> Point {
        self.names[usize::from(point)]
    }

    /// The number of `point`; `None` if the pyramid has no such point.
    pub(super) fn index(&self, point: Point) -> Option<u16> {
        let (col, row, level) = (i32::from(point.col()), i32::from(point.row()), i32::from(point.level()));
        Some(number(i32::from(self.size), col, row, level))
            .filter(|&index| usize::from(index) < self.points())
    }
}

/// The number of a point, or the number of points if there is no such point [margo 1.2].
fn number(size: i32, col: i32, row: i32, level: i32) -> u16 {
    let pyramid = |n: i32| n * (n + 1) * (2 * n + 1) / 6;
    let across = size - level;
    let on_level = |n: i32| 0 <= n && n < across;
    let exists = level >= 0 && on_level(col) && on_level(row);
    let index = if exists { pyramid(size) - pyramid(across) + row * across + col } else { pyramid(size) };
    index as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_order_of_the_points() {
        for size in Size::all() {
            let grid = Grid::new(size);
            for (index, point) in size.points().enumerate() {
                assert_eq!(grid.index(point), Some(index as u16));
            }
            assert_eq!(grid.index(Point::new(size.get(), 0, 0).unwrap()), None);
        }
    }

    #[test]
    fn neighbours_are_mutual() {
        let grid = Grid::new(Size::new(5).unwrap());
        let exists = |point: u16| usize::from(point) < grid.points();
        for point in 0..grid.points() as u16 {
            let site = grid.site(point);
            for i in 0..4 {
                if exists(site.around()[i]) {
                    assert_eq!(grid.site(site.around()[i]).around()[i ^ 2], point);
                }
                if exists(site.below()[i]) {
                    assert_eq!(grid.site(site.below()[i]).above()[i], point);
                }
                if exists(site.above()[i]) {
                    assert_eq!(grid.site(site.above()[i]).below()[i], point);
                }
            }
            if exists(site.over) {
                assert_eq!(grid.site(site.over).under, point);
                assert_eq!(grid.name(site.over).cell(), grid.name(point).cell());
            }
        }
    }
}
