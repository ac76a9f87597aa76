//! The board as sets of bits, bit `n - 1` for cell `n`: the stones and the player to move, as a value that is
//! cheap to copy, and the rules applied to it.

use bustan_vocabulary::abrobad::{Player, Position};

use crate::shared::bits;

/// The stones and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stones {
    /// The cells of X's and of O's stones.
    pub(super) of: [u16; 2],
    /// The player to move, 0 or 1, also when the game is over.
    pub(super) turn: u8,
}

/// An action of the player to move. Cells are numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Place(u8),
    Slide(u8, u8),
    End,
}

impl Stones {
    /// The empty board [abrobad 1.4], X to move [abrobad 1.3].
    pub(super) const EMPTY: Self = Self { of: [0; 2], turn: 0 };

    pub(super) const fn own(self) -> u16 {
        self.of[self.turn as usize]
    }

    pub(super) const fn free(self) -> u16 {
        FULL & !(self.of[0] | self.of[1])
    }

    /// Whether the game is over: the board is full [abrobad 3.1]. Nothing else ends it [abrobad 3.4].
    pub(super) const fn is_over(self) -> bool {
        self.free() == 0
    }

    /// The cells on which the player to move may place a stone: the empty cells without a neighbouring own
    /// stone. While there is such a cell, the player must place a stone [abrobad 2.1].
    pub(super) fn places(self) -> u16 {
        self.free() & !around(self.own())
    }

    /// The cells to which the stone on `cell` can slide, if slides are legal [abrobad 2.2].
    pub(super) fn slides(self, cell: usize) -> u16 {
        let free = self.free();
        let [a, b, c, d, e, f] = &RAYS[cell];
        first(a & free, 0)
            | first(b & free, 1)
            | first(c & free, 2)
            | first(d & free, 3)
            | first(e & free, 4)
            | first(f & free, 5)
    }

    /// Calls `each` once with every legal action: the placements [abrobad 2.1] or, if there are none, the
    /// slides [abrobad 2.2] and the end of the game [abrobad 2.3]. No other action is legal [abrobad 2.4].
    pub(super) fn each_act(self, mut each: impl FnMut(Act)) {
        if self.is_over() {
            return;
        }
        let places = self.places();
        if places != 0 {
            return bits(places).for_each(|cell| each(Act::Place(cell as u8)));
        }
        for from in bits(self.own()) {
            bits(self.slides(from)).for_each(|to| each(Act::Slide(from as u8, to as u8)));
        }
        each(Act::End);
    }

    /// The number of legal actions.
    pub(super) fn count_acts(self) -> u32 {
        if self.is_over() {
            return 0;
        }
        match self.places().count_ones() {
            0 => 1 + bits(self.own()).map(|cell| self.slides(cell).count_ones()).sum::<u32>(),
            places => places,
        }
    }

    /// The stones after a legal action. Nothing is captured [abrobad 1.5]; the end of the game fills the
    /// board for the opponent [abrobad 2.3]; the opponent moves next [abrobad 1.3].
    pub(super) fn after(mut self, act: Act) -> Self {
        let (turn, free) = (usize::from(self.turn), self.free());
        match act {
            Act::Place(cell) => self.of[turn] |= 1 << cell,
            Act::Slide(from, to) => self.of[turn] ^= 1 << from | 1 << to,
            Act::End => self.of[1 - turn] |= free,
        }
        self.turn ^= 1;
        self
    }

    /// The winner on a full board, `None` otherwise: the player to move if this player has fewer groups than
    /// the other, otherwise the other player [abrobad 3.3].
    pub(super) fn winner(self) -> Option<u8> {
        if !self.is_over() {
            return None;
        }
        let [own, other] =
            [self.turn, self.turn ^ 1].map(|player| count_groups(self.of[usize::from(player)]));
        Some(if own < other { self.turn } else { self.turn ^ 1 })
    }

    /// Whether an own stone is next to `cell`.
    pub(super) const fn touches_own(self, cell: usize) -> bool {
        NEIGHBOURS[cell] & self.own() != 0
    }

    /// The number of the position. It is twice the number that has a digit in base 3 for each cell (0 for an
    /// empty cell, 1 for X, 2 for O; cell 1 is the lowest digit), plus one if O is to move.
    pub(super) fn number(self) -> u32 {
        let [x, o] = self.of.map(|cells| TERNARY[usize::from(cells)]);
        2 * (x + 2 * o) + u32::from(self.turn)
    }

    /// Returns the stones with this number, which must be less than [`NUMBERS`].
    pub(super) fn from_number(number: u32) -> Self {
        let digits = number / 2;
        let (low, high) = (DIGITS[(digits % HALF) as usize], DIGITS[(digits / HALF) as usize]);
        let of = [0, 1].map(|player| low[player] | high[player] << (CELLS / 2));
        Self { of, turn: (number % 2) as u8 }
    }

    /// The position after `ply` moves. If `ply` exceeds the largest number of moves that a position can
    /// record, it is reduced by an even number [abrobad 4.4].
    pub(super) fn position(self, ply: u32) -> Position {
        let stone =
            |place| Player::ALL.into_iter().find(|&player| self.of[player as usize] >> place & 1 == 1);
        let stones = core::array::from_fn(stone);
        let beyond = ply.saturating_sub(Position::MAX_PLY).next_multiple_of(2);
        // The stones always fit the number of moves [abrobad 4.3].
        Position::new(stones, self.player(), ply - beyond).expect("a move adds at most one own stone")
    }

    /// The player to move, also when the game is over.
    pub(super) const fn player(self) -> Player {
        Player::ALL[self.turn as usize]
    }

    pub(super) fn perft(self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_acts().into(),
            _ => {
                let mut nodes = 0;
                self.each_act(|act| nodes += self.after(act).perft(depth - 1));
                nodes
            }
        }
    }
}

/// The number of position numbers, one more than the largest.
pub(super) const NUMBERS: u32 = 2 * HALF * HALF;

/// The number of ways to fill half of the cells, each with a stone of either colour or none.
const HALF: u32 = 3u32.pow(CELLS as u32 / 2);

/// For each set of cells, the number whose digits in base 3 are 1 for the cells of the set and 0 for the
/// others.
pub(super) static TERNARY: [u32; 1 << CELLS] = {
    let mut values = [0; 1 << CELLS];
    let (mut set, mut highest, mut weight) = (1, 1, 1);
    while set < values.len() {
        if set == 2 * highest {
            (highest, weight) = (set, 3 * weight);
        }
        values[set] = values[set - highest] + weight;
        set += 1;
    }
    values
};

/// For each number of half of the digits, the cells with the digit 1 and the cells with the digit 2.
static DIGITS: [[u16; 2]; HALF as usize] = {
    let mut sets = [[0; 2]; HALF as usize];
    let mut number = 0;
    while number < sets.len() {
        let (mut rest, mut cell) = (number, 0);
        while rest != 0 {
            if rest % 3 != 0 {
                sets[number][rest % 3 - 1] |= 1 << cell;
            }
            (rest, cell) = (rest / 3, cell + 1);
        }
        number += 1;
    }
    sets
};

// The geometry.

/// The number of cells.
pub(super) const CELLS: usize = 12;

/// All cells.
const FULL: u16 = (1 << CELLS) - 1;

/// The coordinates of each cell [abrobad 1.1]: twice the distance along the row, and the row from the top.
const PLACES: [(i8, i8); CELLS] =
    [(2, 0), (4, 0), (1, 1), (3, 1), (5, 1), (0, 2), (2, 2), (4, 2), (6, 2), (1, 3), (3, 3), (5, 3)];

/// The three directions in which cell numbers increase. The other three directions are their opposites.
const UPWARDS: [(i8, i8); 3] = [(2, 0), (-1, 1), (1, 1)];

/// The cells on the ray from each cell to the edge in each direction: first the directions of [`UPWARDS`],
/// then their opposites.
const RAYS: [[u16; 6]; CELLS] = rays();

/// The neighbours of each cell [abrobad 1.2].
const NEIGHBOURS: [u16; CELLS] = neighbours();

/// The cell to which each symmetry of the board maps each cell, the identity first.
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

/// The cell of `cells` that is nearest to the start of a ray in this direction, as a set; empty if `cells` is
/// empty.
const fn first(cells: u16, direction: usize) -> u16 {
    if direction < 3 {
        cells & cells.wrapping_neg()
    } else if cells == 0 {
        0
    } else {
        1 << (15 - cells.leading_zeros())
    }
}

/// The neighbours of the cells of each set.
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

/// All neighbours of `cells`.
fn around(cells: u16) -> u16 {
    AROUND[usize::from(cells & FULL)]
}

/// The image of a set of cells under a symmetry, one entry of [`IMAGES`].
pub(super) fn image(cells: u16, images: &[u8; CELLS]) -> u16 {
    bits(cells).fold(0, |set, cell| set | 1 << images[cell])
}

/// The group that contains the stones of `seed` [abrobad 3.2]: the cells of `cells` that are connected to
/// `seed` through cells of `cells`.
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

/// The number of groups that `cells` forms.
fn count_groups(mut cells: u16) -> u32 {
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
    fn numbers_lead_back_to_the_stones() {
        for number in (0..NUMBERS).step_by(7).chain([NUMBERS - 1]) {
            let stones = Stones::from_number(number);
            assert_eq!(stones.of[0] & stones.of[1], 0);
            assert_eq!(stones.number(), number);
        }
    }

    #[test]
    fn an_empty_board_has_the_number_0() {
        assert_eq!(Stones::EMPTY.number(), 0);
        assert_eq!(Stones { of: [1, 0], turn: 1 }.number(), 3);
        assert_eq!(Stones { of: [0, 2], turn: 0 }.number(), 12);
    }

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
        // Cells 1, 6, 9 and 11: no two of them are neighbours.
        assert_eq!(count_groups(0b0101_0010_0001), 4);
        // Cells 1 and 4 are neighbours; cell 10 is not next to them.
        assert_eq!(count_groups(0b0010_0000_1001), 2);
    }
}
