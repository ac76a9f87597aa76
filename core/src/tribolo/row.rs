//! Rows of the board, and a pass over them that finds where everyone can move.

use super::lane::{Lane, Lanes};

/// Stands for an empty cell among the players, who are numbered 0 to 2.
pub(super) const EMPTY: usize = 3;

/// One row. The lanes stand for the six pairs of a player who moves and an opponent who is jumped over. In
/// lane `p`, player `p` moves over the next in cyclic order, and in lane `p + 4` over the one after. Lanes 3
/// and 7 are always empty.
#[derive(Clone, Copy)]
pub(super) struct Row<T> {
    /// The cells of the player who moves.
    movers: Lanes<T>,
    /// The cells of the player jumped over.
    jumped: Lanes<T>,
    /// The empty cells, the same in all lanes.
    empty: Lanes<T>,
    /// The cells at which there is a jump within the row if they are empty. They depend on this row alone,
    /// so the row keeps them.
    level: Lanes<T>,
}

impl<T: Lane> Row<T> {
    /// A row of walls.
    pub(super) const WALLS: Self =
        Self { movers: Lanes::NONE, jumped: Lanes::NONE, empty: Lanes::NONE, level: Lanes::NONE };

    /// By player: the lanes in which their cells count as the mover's. [`EMPTY`] has none.
    const MOVERS: [Lanes<T>; 4] = Self::masks([[0, 4], [1, 5], [2, 6]]);

    /// By player: the lanes in which their cells count as cells to be jumped over.
    const JUMPED: [Lanes<T>; 4] = Self::masks([[2, 5], [0, 6], [1, 4]]);

    const fn masks(lanes: [[usize; 2]; 3]) -> [Lanes<T>; 4] {
        let mut masks = [Lanes::NONE; 4];
        let mut player = 0;
        while player < lanes.len() {
            let [a, b] = lanes[player];
            masks[player].0[a] = T::ALL;
            masks[player].0[b] = T::ALL;
            player += 1;
        }
        masks
    }

    /// Gives a cell from `a` to `b` or back: players, or [`EMPTY`] for `a`.
    #[inline(always)]
    pub(super) fn toggle(&mut self, column: usize, a: usize, b: usize) {
        let cell = Lanes::splat(T::new(1 << column));
        self.movers = self.movers ^ (cell & (Self::MOVERS[a] | Self::MOVERS[b]));
        self.jumped = self.jumped ^ (cell & (Self::JUMPED[a] | Self::JUMPED[b]));
        if a == EMPTY {
            self.empty = self.empty ^ cell;
        }
    }

    /// Makes a wall an empty cell.
    pub(super) fn open(&mut self, column: usize) {
        self.empty = self.empty | Lanes::splat(T::new(1 << column));
    }

    /// The cells of a player.
    pub(super) fn owned(&self, player: usize) -> u32 {
        self.movers.0[player].bits()
    }

    /// The empty cells.
    pub(super) fn empty(&self) -> u32 {
        self.empty.0[0].bits()
    }

    /// Finds the jumps within the row afresh [tribolo 2.2]. Anything but a cell of the player jumped over
    /// ends a run [tribolo 2.3].
    ///
    /// To the right of a cell of the mover, adding 1 to a run sends a carry through it that comes out behind
    /// it. Carries do not run to the left, so there the mover's cell spreads over the run by one, two, four
    /// ... cells at a time.
    #[inline(always)]
    pub(super) fn survey(&mut self) {
        let run = self.jumped;
        let to_right = run.plus(run & self.movers.right(1));
        let mut spread = run & self.movers.left(1);
        let mut through = run;
        let mut by = 1;
        while by < T::BITS {
            spread = spread | (through & spread.left(by));
            through = through & through.left(by);
            by *= 2;
        }
        self.level = to_right | spread.left(1);
    }
}

/// Lines that lead from the cells of a mover over a run of another player up to the present row, in three
/// directions. Each is the cell of such a line on the row before.
struct Front<T> {
    /// Runs so far unbroken.
    runs: [Lanes<T>; 3],
    /// Cells of the mover, where runs may begin.
    movers: [Lanes<T>; 3],
}

impl<T: Lane> Front<T> {
    const START: Self = Self { runs: [Lanes::NONE; 3], movers: [Lanes::NONE; 3] };

    /// Passes over one row. Returns the cells, empty or not, that a run has reached [tribolo 2.2]. Runs
    /// continue only through cells of the player jumped over [tribolo 2.3].
    #[inline(always)]
    fn pass(&mut self, row: &Row<T>) -> Lanes<T> {
        let [left, straight, right] = self.runs;
        let (left, right) = (left.left(1), right.right(1));
        let [from_left, from_straight, from_right] = self.movers;
        self.runs = [
            row.jumped & (left | from_left),
            row.jumped & (straight | from_straight),
            row.jumped & (right | from_right),
        ];
        self.movers = [row.movers.left(1), row.movers, row.movers.right(1)];
        left | straight | right
    }
}

/// Finds where everyone has a jump, by row, in the lanes of [`Row`]: at empty cells only [tribolo 2.1]. Each
/// row's own jumps must be known. Returns the lanes that have a jump in some row.
#[inline]
pub(super) fn sweep<T: Lane>(rows: &[Row<T>], reach: &mut [Lanes<T>]) -> Lanes<T> {
    let mut front = Front::START;
    for (row, reach) in rows.iter().zip(&mut *reach) {
        *reach = front.pass(row) | row.level;
    }
    let mut front = Front::START;
    let mut any = Lanes::NONE;
    for (row, reach) in rows.iter().zip(reach).rev() {
        *reach = (front.pass(row) | *reach) & row.empty;
        any = any | *reach;
    }
    any
}
