//! The rows of the board, and a pass over them that finds the cells at which a player has a jump.

use super::lane::Word;
use super::lines::At;
use super::select::Cells;

/// The cells of one player, by row.
///
/// Number `i` contains row `i` from the top in lane 0 and its mirror image in lane 3, and row `i` from the
/// bottom in lane 2 and its mirror image in lane 1. So a pass over the numbers that moves cells to higher
/// bits covers downwards and upwards, right and left at once. Each number is its own reverse, and number `i`
/// from the end is number `i` with its halves exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows<W: Word> {
    numbers: W::Rows,
}

impl<W: Word> Rows<W> {
    /// No cells.
    pub(super) fn new() -> Self {
        Self { numbers: W::Rows::default() }
    }

    /// Adds a cell if it is missing, and removes it otherwise, on a board of `height` rows.
    #[inline(always)]
    pub(super) fn toggle(&mut self, at: At, height: usize) {
        let cell = W::ONE << at.column | W::put(3, 1) << (W::LANE - 1) >> at.column;
        let numbers = self.numbers.as_mut();
        // The mask changes nothing; it avoids bounds checks.
        let mask = numbers.len() - 1;
        numbers[at.row & mask] ^= cell;
        numbers[(height - 1 - at.row) & mask] ^= cell.turned();
    }

    /// The cells of row `row`.
    #[inline(always)]
    pub(super) fn row(&self, row: usize) -> u32 {
        let numbers = self.numbers.as_ref();
        numbers[row & (numbers.len() - 1)].first()
    }

    /// Whether `at` is in the set.
    #[inline(always)]
    pub(super) fn has(&self, at: At) -> bool {
        self.row(at.row) >> at.column & 1 != 0
    }

    /// The number of cells.
    pub(super) fn count(&self) -> u32 {
        self.numbers.as_ref().iter().map(|number| number.first().count_ones()).sum()
    }
}

/// The lines that lead from the cells of a mover over a run of another player to the current row. Each line
/// is represented by its cell on the previous row. Arrays have an entry for the runs of the next player and
/// one for the runs of the player after the next.
struct Front<W> {
    /// Unbroken runs along columns.
    straight: [W; 2],
    /// Unbroken runs along diagonals, except those that leave the board after this row.
    slanted: [W; 2],
    /// The cells of the mover, where runs along columns may begin.
    own: W,
    /// The cells next to cells of the mover, where runs along diagonals may begin.
    beside: W,
}

impl<W: Word> Front<W> {
    const START: Self = Self { straight: [W::NONE; 2], slanted: [W::NONE; 2], own: W::NONE, beside: W::NONE };

    /// Advances the front by one row. Returns the cells, empty or not, that a run has reached [tribolo 2.2].
    /// Runs continue only through cells of the player jumped over [tribolo 2.3].
    #[inline(always)]
    fn pass(&mut self, own: W, jumped: [W; 2]) -> W {
        let mut reached = W::NONE;
        for (run, jumped) in self.straight.iter_mut().zip(jumped) {
            reached |= *run;
            *run = jumped & (*run | self.own);
        }
        for (run, jumped) in self.slanted.iter_mut().zip(jumped) {
            let next = *run << 1;
            reached |= next;
            *run = jumped & !W::TOPS & (next | self.beside);
        }
        self.own = own;
        self.beside = (own & !W::TOPS) << 1;
        reached
    }

    /// The cells that a run reaches along the row of the last pass [tribolo 2.2]. Anything but a cell of the
    /// player jumped over ends a run [tribolo 2.3]. Adding 1 to a run sends a carry through it to the cell
    /// after it; the run's cell at the edge is left out, because the row ends there.
    #[inline(always)]
    fn level(&self, jumped: [W; 2]) -> W {
        let [next, last] = jumped.map(|jumped| {
            let run = jumped & !W::TOPS;
            run + (run & self.beside)
        });
        next | last
    }
}

/// Finds the empty cells [tribolo 2.1] at which a player has a jump over the cells of the next player or of
/// the player after the next. `height` must be a multiple of 4.
#[inline(always)]
pub(super) fn sweep<W: Word>(
    own: &Rows<W>,
    jumped: [&Rows<W>; 2],
    empty: Cells<W>,
    height: usize,
) -> Cells<W> {
    let half = height / 2;
    let [own, next, last] = [own, jumped[0], jumped[1]].map(|rows| &rows.numbers.as_ref()[..height]);
    let rows = own.iter().zip(next.iter().zip(last));
    let mut rows = rows.map(|(&own, (&next, &last))| (own, [next, last]));
    let mut front = Front::START;
    let mut reach = W::Rows::default();
    let reach = &mut reach.as_mut()[..half];
    for (reach, (own, jumped)) in reach.iter_mut().zip(rows.by_ref()) {
        *reach = front.pass(own, jumped) | front.level(jumped);
    }
    for (reach, (own, jumped)) in reach.iter_mut().rev().zip(rows) {
        *reach |= front.pass(own, jumped).turned();
    }
    let mut cells = Cells::new();
    for (pair, reach) in reach.chunks_exact(2).enumerate() {
        let [upper, lower] = unmirrored(reach[0], reach[1]).pairs();
        cells.add_pair(pair, upper);
        cells.add_pair(half - 1 - pair, lower);
    }
    cells & empty
}

/// Joins the lanes of two rows with their mirror images: lanes 0 and 1 of the result are the two rows, lanes
/// 2 and 3 the rows at the same places from the bottom.
#[inline(always)]
fn unmirrored<W: Word>(first: W, second: W) -> W {
    let plain = first & W::EVEN | (second & W::EVEN) << W::LANE;
    let mirrored = first & !W::EVEN | (second & !W::EVEN) >> W::LANE;
    plain | mirrored.reversed()
}
