//! The lines of the board, each as one number, and the cells that a move jumps over.

use super::lane::Word;

/// A cell: its row and its column, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub(super) row: usize,
    pub(super) column: usize,
}

/// The most lines of one direction, 51 diagonals, rounded up to a power of 2.
const LINES: usize = 64;

/// The cells of the players along every line: rows, columns, and the diagonals of both kinds. Lane `p` of a
/// line's number is the set of the cells of player `p`; lane 3 is empty. The place of a cell's bit is its
/// column in a row, and its row in all other lines.
#[derive(Clone)]
pub(super) struct Lines<W> {
    lines: [[W; LINES]; 4],
    /// Makes the numbers of the diagonals positive.
    height: usize,
}

/// The cells that a move jumps over. Lane `d` of a number holds those on line `d` through the move's cell:
/// row, column, diagonal, other diagonal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Flips<W> {
    /// All of them.
    pub(super) all: W,
    /// Those of the player after the mover.
    pub(super) next: W,
}

impl<W: Word> Lines<W> {
    pub(super) const fn new(height: usize) -> Self {
        Self { lines: [[W::NONE; LINES]; 4], height }
    }

    /// The lines through a cell.
    #[inline(always)]
    const fn through(&self, at: At) -> [usize; 4] {
        let At { row, column } = at;
        [row, column, column + self.height - 1 - row, column + row]
    }

    /// Takes a cell away from its owners among some players and gives it to the others among them; `lanes`
    /// has bit 0 of their lanes.
    #[inline(always)]
    pub(super) fn toggle(&mut self, at: At, lanes: W) {
        let bits = [at.column, at.row, at.row, at.row];
        let through = self.through(at);
        for direction in 0..4 {
            // The mask changes nothing; it spares a bounds check.
            self.lines[direction][through[direction] % LINES] ^= lanes << bits[direction];
        }
    }

    /// The cells that `mover` jumps over by moving at an empty cell, in all directions at once [tribolo 2.5].
    #[inline(always)]
    pub(super) fn flips(&self, at: At, mover: usize) -> Flips<W> {
        let (next, last) = others(mover);
        let bits = [at.column, at.row, at.row, at.row];
        let through = self.through(at);
        let mut flips = Flips { all: W::NONE, next: W::NONE };
        for direction in 0..4 {
            let line = self.lines[direction][through[direction] % LINES];
            // Bit 0 stands for the edge, so that something below the cell always ends a run.
            let [own, next, last] = [mover, next, last].map(|player| line.lane(player) << 1);
            let cell = 2u32 << bits[direction];

            let is_next = next & cell << 1 != 0;
            let higher = run_higher(cell, own, when(is_next, next) | when(!is_next, last));
            let of_next = when(is_next, higher);

            let is_next = next & cell >> 1 != 0;
            let lower = run_lower(cell, own, when(is_next, next) | when(!is_next, last));
            let of_next = of_next | when(is_next, lower);

            flips.all = flips.all | W::put(direction, (higher | lower) >> 1);
            flips.next = flips.next | W::put(direction, of_next >> 1);
        }
        flips
    }
}

impl<W: Word> Flips<W> {
    /// Each of the cells once, given the move's own, and whether it belonged to the player after the mover.
    #[inline(always)]
    pub(super) fn cells(self, at: At) -> impl Iterator<Item = (At, bool)> {
        // By direction: where place 0 of the line is, possibly off the board, and the step from one place to
        // the next, modulo the size of a word. The next direction cannot be predicted, so nothing branches on
        // it.
        const ROW_STEP: [usize; 4] = [0, 1, 1, 1];
        const COLUMN_STEP: [usize; 4] = [1, 0, 1, usize::MAX];
        let At { row, column } = at;
        let rows = [row, 0, 0, 0];
        let columns = [0, column, column.wrapping_sub(row), column + row];
        let mut rest = self.all;
        core::iter::from_fn(move || {
            if rest == W::NONE {
                return None;
            }
            let bit = rest.lowest();
            rest = rest & (rest - W::ONE);
            let (direction, place) = (bit / W::LANE, bit % W::LANE);
            let row = rows[direction].wrapping_add(place.wrapping_mul(ROW_STEP[direction]));
            let column = columns[direction].wrapping_add(place.wrapping_mul(COLUMN_STEP[direction]));
            Some((At { row, column }, self.next >> bit & W::ONE != W::NONE))
        })
    }
}

/// The player after this one in cyclic order, and the one after that [tribolo 1.4].
#[inline(always)]
pub(super) const fn others(player: usize) -> (usize, usize) {
    let next = if player == 2 { 0 } else { player + 1 };
    (next, 3 - player - next)
}

/// The cells of `run` from the bit above `cell` on if they lead to one of `own` [tribolo 2.2], otherwise none
/// [tribolo 2.3]. Adding the lowest of them lets a carry through to the cell behind them.
#[inline(always)]
const fn run_higher(cell: u32, own: u32, run: u32) -> u32 {
    let first = run & cell << 1;
    let end = (run + first) & !run & own;
    when(end != 0, end.wrapping_sub(first))
}

/// The cells of `run` from the bit below `cell` on if they lead to one of `own` [tribolo 2.2], otherwise none
/// [tribolo 2.3]. `run` and `own` lack bit 0, and `cell` is another bit.
#[inline(always)]
const fn run_lower(cell: u32, own: u32, run: u32) -> u32 {
    let end = 1 << (31 - (!run & (cell - 1)).leading_zeros());
    when(end & own != 0, cell - 2 * end)
}

/// Returns the set if the condition holds, otherwise the empty set, without branching: no branch could
/// predict the jumps.
#[inline(always)]
const fn when(holds: bool, set: u32) -> u32 {
    set & (holds as u32).wrapping_neg()
}
