//! The columns and diagonals of the board, each as one number, and the cells that a move jumps over.

use super::lane::Word;

/// A cell, by its row and its column, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub(super) row: usize,
    pub(super) column: usize,
}

/// The maximum number of lines in one direction, 51 diagonals, rounded up to a power of 2.
const LINES: usize = 64;

/// The cells of one player along every column and along the diagonals of both kinds. The position of a cell's
/// bit is one more than its row. Bit 0 represents the edge, so that below every cell there is a bit that ends
/// a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    lines: [[u32; LINES]; 3],
}

/// The cells that a move jumps over, or some of them. Lane `d` holds the cells on line `d` through the cell
/// of the move: row, column, diagonal, other diagonal. The place of a cell in its lane is its column in a
/// row, and its row in all other lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Flips<W>(W);

impl Lines {
    /// No cells.
    pub(super) const fn new() -> Self {
        Self { lines: [[0; LINES]; 3] }
    }

    /// The numbers of the lines through `at` on a board of `height` rows.
    #[inline(always)]
    const fn through(at: At, height: usize) -> [usize; 3] {
        let At { row, column } = at;
        // The remainders change nothing; they avoid bounds checks.
        [column % LINES, (column + height - 1 - row) % LINES, (column + row) % LINES]
    }

    /// Adds a cell if it is missing, and removes it otherwise.
    #[inline(always)]
    pub(super) fn toggle(&mut self, at: At, height: usize) {
        let through = Self::through(at, height);
        for (lines, line) in self.lines.iter_mut().zip(through) {
            lines[line] ^= 2 << at.row;
        }
    }

    /// The lines through `at`.
    #[inline(always)]
    pub(super) fn at(&self, at: At, height: usize) -> [u32; 3] {
        let through = Self::through(at, height);
        core::array::from_fn(|direction| self.lines[direction][through[direction]])
    }
}

/// The owned cells of one line. Bit 0 represents the edge.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The mover's cells.
    pub(super) own: u32,
    /// The cells of the next player and of the player after the next.
    pub(super) others: [u32; 2],
}

impl Line {
    /// The cells that the mover jumps over by moving at the empty cell `cell`, on this line.
    #[inline(always)]
    const fn flips(self, cell: u32) -> u32 {
        run_higher(cell, self.own, self.run(cell << 1)) | run_lower(cell, self.own, self.run(cell >> 1))
    }

    /// The cells of the owner of `cell` if that is one of the two others, or else any cells without `cell`.
    #[inline(always)]
    const fn run(self, cell: u32) -> u32 {
        let [next, last] = self.others;
        if next & cell != 0 { next } else { last }
    }
}

impl<W: Word> Flips<W> {
    pub(super) const NONE: Self = Self(W::NONE);

    /// The union with `others` if `holds`.
    #[inline(always)]
    pub(super) fn with(self, others: Self, holds: bool) -> Self {
        if holds { Self(self.0 | others.0) } else { self }
    }

    /// Whether any of `others` are in this set.
    #[inline(always)]
    pub(super) fn has(self, others: Self) -> bool {
        self.0 & others.0 != W::NONE
    }

    /// The cells that a mover jumps over by moving at the empty cell `at`, given the lines through it.
    #[inline(always)]
    pub(super) fn new(at: At, lines: [Line; 4]) -> Self {
        let places = [at.column, at.row, at.row, at.row];
        let mut flips = W::NONE;
        for (direction, (line, place)) in lines.into_iter().zip(places).enumerate() {
            flips |= W::put(direction, line.flips(2 << place) >> 1);
        }
        Self(flips)
    }

    /// Yields each cell once, as its coordinates and as a set. `at` is the cell of the move.
    #[inline(always)]
    pub(super) fn cells(self, at: At) -> impl Iterator<Item = (At, Self)> {
        // A cell is represented as its row, followed by its column in the lowest bits. For each direction:
        // the step from one place of the line to the next, and the cell of place 0, which may be off the
        // board. The code does not branch on the direction, because it cannot be predicted.
        const COLUMN_BITS: usize = 5;
        const STEPS: [usize; 4] = [1, 1 << COLUMN_BITS, (1 << COLUMN_BITS) + 1, (1 << COLUMN_BITS) - 1];
        let At { row, column } = at;
        let starts = [row << COLUMN_BITS, column, column.wrapping_sub(row), column + row];
        let mut rest = self.0;
        core::iter::from_fn(move || {
            if rest == W::NONE {
                return None;
            }
            let bit = rest.lowest();
            let others = rest & (rest - W::ONE);
            let this = Self(rest ^ others);
            rest = others;
            let (direction, place) = (bit / W::LANE, bit % W::LANE);
            let cell = starts[direction].wrapping_add(place * STEPS[direction]);
            Some((At { row: cell >> COLUMN_BITS, column: cell % (1 << COLUMN_BITS) }, this))
        })
    }
}

/// The next player after `player` in cyclic order, and the one after the next [tribolo 1.4].
#[inline(always)]
pub(super) const fn others(player: usize) -> (usize, usize) {
    const OTHERS: [(usize, usize); 4] = [(1, 2), (2, 0), (0, 1), (0, 0)];
    OTHERS[player % 4]
}

/// The cells of `run` from the bit above `cell` upwards if they lead to a cell of `own` [tribolo 2.2],
/// otherwise no cells [tribolo 2.3]. Adding the lowest of them sends a carry to the cell after the last.
#[inline(always)]
const fn run_higher(cell: u32, own: u32, run: u32) -> u32 {
    let first = run & cell << 1;
    let end = (run + first) & !run & own;
    when(end != 0, end.wrapping_sub(first))
}

/// The cells of `run` from the bit below `cell` downwards if they lead to a cell of `own` [tribolo 2.2],
/// otherwise no cells [tribolo 2.3]. `run` and `own` must not contain bit 0, and `cell` must be another bit.
#[inline(always)]
const fn run_lower(cell: u32, own: u32, run: u32) -> u32 {
    let end = 1 << (31 - (!run & (cell - 1)).leading_zeros());
    when(end & own != 0, cell - 2 * end)
}

/// Returns `set` if the condition holds, otherwise the empty set. It does not branch, because no branch
/// predictor could predict the jumps.
#[inline(always)]
const fn when(holds: bool, set: u32) -> u32 {
    set & (holds as u32).wrapping_neg()
}
