//! The board's geometry as sets of bits: bit `n - 1` stands for cell `n`.

/// The number of cells.
pub(super) const CELLS: usize = 12;

/// All cells.
pub(super) const FULL: u16 = (1 << CELLS) - 1;

/// Where each cell lies [abrobad 1.1]: along the row with doubled distance, and the row from the top.
const PLACES: [(i8, i8); CELLS] =
    [(2, 0), (4, 0), (1, 1), (3, 1), (5, 1), (0, 2), (2, 2), (4, 2), (6, 2), (1, 3), (3, 3), (5, 3)];

/// The three directions in which cells are numbered upwards; their opposites are the other three.
const UPWARDS: [(i8, i8); 3] = [(2, 0), (-1, 1), (1, 1)];

/// The cells one comes to from each cell by going on in a direction to the edge, first the upward directions,
/// then their opposites.
pub(super) const RAYS: [[u16; 6]; CELLS] = rays();

/// The neighbours of each cell [abrobad 1.2].
pub(super) const NEIGHBOURS: [u16; CELLS] = neighbours();

/// The cell to which each cell goes under each symmetry of the board, the identity first.
pub(super) const IMAGES: [[u8; CELLS]; 6] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [1, 0, 4, 3, 2, 8, 7, 6, 5, 11, 10, 9],
    [5, 9, 2, 6, 10, 0, 3, 7, 11, 1, 4, 8],
    [8, 11, 4, 7, 10, 1, 3, 6, 9, 0, 2, 5],
    [9, 5, 10, 6, 2, 11, 7, 3, 0, 8, 4, 1],
    [11, 8, 10, 7, 4, 9, 6, 3, 1, 5, 2, 0],
];

const fn cell_at(x: i8, y: i8) -> Option<usize> {
    let mut cell = 0;
    while cell < CELLS {
        if PLACES[cell].0 == x && PLACES[cell].1 == y {
            return Some(cell);
        }
        cell += 1;
    }
    None
}

const fn rays() -> [[u16; 6]; CELLS] {
    let mut rays = [[0; 6]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < 6 {
            let (right, down) = UPWARDS[direction % 3];
            let sign = if direction < 3 { 1 } else { -1 };
            let (mut x, mut y) = PLACES[cell];
            loop {
                (x, y) = (x + sign * right, y + sign * down);
                match cell_at(x, y) {
                    Some(next) => rays[cell][direction] |= 1 << next,
                    None => break,
                }
            }
            direction += 1;
        }
        cell += 1;
    }
    rays
}

const fn neighbours() -> [u16; CELLS] {
    let mut neighbours = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < 6 {
            neighbours[cell] |= first(RAYS[cell][direction], direction);
            direction += 1;
        }
        cell += 1;
    }
    neighbours
}

/// The nearest of some cells on a ray in this direction, none when there are none.
pub(super) const fn first(cells: u16, direction: usize) -> u16 {
    if direction < 3 {
        cells & cells.wrapping_neg()
    } else if cells == 0 {
        0
    } else {
        1 << (15 - cells.leading_zeros())
    }
}

/// The neighbours of each set of cells.
static AROUND: [u16; 1 << CELLS] = {
    let mut around = [0; 1 << CELLS];
    let (mut set, mut cell) = (1, 0);
    while set < around.len() {
        if set >> (cell + 1) != 0 {
            cell += 1;
        }
        around[set] = around[set & !(1 << cell)] | NEIGHBOURS[cell];
        set += 1;
    }
    around
};

/// All neighbours of some cells.
pub(super) fn around(cells: u16) -> u16 {
    AROUND[usize::from(cells & FULL)]
}

/// The cells of a set, lowest first.
pub(super) fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}

/// The image of a set of cells.
pub(super) fn image(cells: u16, images: &[u8; CELLS]) -> u16 {
    bits(cells).fold(0, |set, cell| set | 1 << images[cell])
}

/// The group of a stone [abrobad 3.2]: the cells of `cells` that can be reached through each other from those
/// of `seed`.
pub(super) fn flood(seed: u16, cells: u16) -> u16 {
    let mut group = seed;
    loop {
        let grown = (group | around(group)) & cells;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// The number of groups that some cells form.
pub(super) fn count_groups(mut cells: u16) -> u32 {
    let mut groups = 0;
    while cells != 0 {
        cells &= !flood(cells & cells.wrapping_neg(), cells);
        groups += 1;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_keeps_neighbours_and_lines() {
        for images in &IMAGES {
            assert_eq!(image(FULL, images), FULL);
            for cell in 0..CELLS {
                let there = usize::from(images[cell]);
                assert_eq!(image(NEIGHBOURS[cell], images), NEIGHBOURS[there]);
                let mut rays = RAYS[cell].map(|ray| image(ray, images));
                let mut others = RAYS[there];
                rays.sort_unstable();
                others.sort_unstable();
                assert_eq!(rays, others);
            }
        }
    }

    #[test]
    fn the_nearest_cell_of_a_ray_is_a_neighbour() {
        for (cell, rays) in RAYS.iter().enumerate() {
            for (direction, &ray) in rays.iter().enumerate() {
                assert_eq!(ray == 0, first(ray, direction) == 0);
                let opposite = (direction + 3) % 6;
                for other in bits(ray) {
                    assert!(RAYS[other][opposite] >> cell & 1 == 1);
                }
            }
        }
        assert_eq!(NEIGHBOURS.map(u16::count_ones), [3, 3, 4, 6, 4, 3, 6, 6, 3, 3, 4, 3]);
    }

    #[test]
    fn groups_are_counted() {
        assert_eq!(count_groups(0), 0);
        assert_eq!(count_groups(FULL), 1);
        // Cells 1, 6, 9 and 11, no two of which are neighbours.
        assert_eq!(count_groups(0b0101_0010_0001), 4);
        // Cells 1 and 4, then 10.
        assert_eq!(count_groups(0b0010_0000_1001), 2);
    }
}
