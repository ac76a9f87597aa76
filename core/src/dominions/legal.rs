//! The legal moves: counting them, selecting the `n`-th, and checking whether a move is legal.

use bustan_vocabulary::dominions::{Cell, Move, Player, Reason, Tile};

use super::grid::{LEN, SPAN};
use super::journal::{Journal, Ply};
use super::{Board, TileSet};

/// The number of cells summed in one block.
const BLOCK: usize = 16;
const BLOCKS: usize = SPAN / BLOCK;

/// Applies `change` to the count of every cell and to 1 if `tile` fits the cell, 0 otherwise, for all cells
/// at once. The arrays are separate parameters so that the compiler knows that they do not overlap; it does
/// not vectorise the comparison when they are fields of one struct.
#[inline]
pub(super) fn change_fitting(
    tile: u8,
    [occupied, required, banned]: [&[u8; LEN]; 3],
    counts: &mut [u8; LEN],
    change: impl Fn(u8, u8) -> u8,
) {
    for cell in 0..SPAN {
        let fits = (tile & occupied[cell] == required[cell]) & (tile != banned[cell]);
        counts[cell] = change(counts[cell], u8::from(fits));
    }
}

/// The number of placements on each cell, with prefix sums over blocks of cells.
pub(super) struct Placements {
    open: [u8; SPAN],
    /// The prefix sums of the blocks, in groups of four. The last two blocks are empty.
    blocks: [Sums; 4],
    /// The number of placements on all cells.
    total: u32,
}

impl Placements {
    #[inline]
    fn new(open: [u8; SPAN]) -> Self {
        let mut sums = [0; 16];
        for block in 0..BLOCKS {
            sums[block] = open[block * BLOCK..][..BLOCK].iter().map(|&count| u32::from(count)).sum();
        }
        let blocks = [0, 4, 8, 12].map(|i| Sums::new([sums[i], sums[i + 1], sums[i + 2], sums[i + 3]]));
        Self { open, blocks, total: sums.iter().sum() }
    }

    /// The number of placements on all cells.
    #[inline]
    pub(super) fn total(&self) -> u32 {
        self.total
    }

    /// The cell of the placement with exactly `n` before it, and how many of those `n` are on the same cell.
    ///
    /// The computation stays in registers, and it counts the preceding cells instead of stopping at the right
    /// one: the exit of such a loop would be an unpredictable branch, and reading a vector back from bytes
    /// that were just stored would stall.
    #[inline]
    fn select(&self, n: u32) -> (u8, u32) {
        let mut n = u64::from(n);
        let (mut quarter, mut sums, mut end) = (0, self.blocks[0], 0);
        let mut before = 0;
        for i in 0..3 {
            end += self.blocks[i].total();
            if n >= end {
                (quarter, sums, before) = (i + 1, self.blocks[i + 1], end);
            }
        }
        n -= before;
        let (lane, n) = sums.select(n);
        let block = 4 * quarter + lane as usize;
        let (cell, n) = select_byte(&self.open[block * BLOCK..], n);
        ((block * BLOCK) as u8 + cell, n)
    }
}

/// The prefix sums of four numbers, in lanes of 16 bits. All sums are less than 2^15.
#[derive(Clone, Copy)]
struct Sums(u64);

/// The number 1 in each lane.
const LANES: u64 = 0x0001_0001_0001_0001;

impl Sums {
    #[inline]
    fn new(numbers: [u32; 4]) -> Self {
        let [a, b, c, d] = numbers.map(u64::from);
        Self((a | b << 16 | c << 32 | d << 48).wrapping_mul(LANES))
    }

    /// The prefix sums of four numbers, each the sum of two neighbouring bytes.
    #[inline]
    fn of_pairs(bytes: u64) -> Self {
        Self(((bytes & (0xff * LANES)) + (bytes >> 8 & (0xff * LANES))).wrapping_mul(LANES))
    }

    #[inline]
    fn total(self) -> u64 {
        self.0 >> 48
    }

    /// The index of the number that contains the `n`-th unit of the total, counted from 0, and the number of
    /// units of the same number that precede it.
    #[inline]
    fn select(self, n: u64) -> (u32, u64) {
        // The top bit of each lane whose prefix sum is at most `n`.
        let past = (((n * LANES) | (0x8000 * LANES)) - self.0) & (0x8000 * LANES);
        // These lanes are the lowest ones, and never all four.
        let shift = (past ^ (0x8000 * LANES)).trailing_zeros() - 15;
        (shift / 16, n - (self.0 << 16 >> shift & 0xffff))
    }
}

/// The index of the byte that contains the `n`-th unit of the total of sixteen bytes, counted from 0, and the
/// number of units of the same byte that precede it. No byte may exceed 127.
#[inline]
fn select_byte(bytes: &[u8], n: u64) -> (u8, u32) {
    let word = |at: usize| u64::from_le_bytes(core::array::from_fn(|i| bytes[at + i]));
    let (low, high) = (word(0), word(8));
    let (low_sums, high_sums) = (Sums::of_pairs(low), Sums::of_pairs(high));
    // All ones if the unit is in the upper half. Selecting with a mask avoids a branch.
    let upper = u64::from(n >= low_sums.total()).wrapping_neg();
    let word = low ^ ((low ^ high) & upper);
    let sums = Sums(low_sums.0 ^ ((low_sums.0 ^ high_sums.0) & upper));
    let n = n - (low_sums.total() & upper);
    let (lane, n) = sums.select(n);
    let first = word >> (16 * lane) & 0xff;
    let second = u64::from(n >= first);
    let position = (8 & upper) + 2 * u64::from(lane) + second;
    (position as u8, (n - first * second) as u32)
}

impl Board {
    /// The player to move; `None` when the game is over [dominions 5.1].
    pub fn turn(&self) -> Option<Player> {
        (self.passes < 2).then(|| Self::player(self.turn))
    }

    /// The tiles that the player to move may place on `cell`. The set is empty if the cell is occupied or off
    /// the board, or if the game is over.
    pub fn legal_tiles(&self, cell: Cell) -> TileSet {
        match self.grid.index(cell) {
            Some(index) if self.passes < 2 => self.legal_at(index),
            _ => TileSet::EMPTY,
        }
    }

    pub(super) fn legal_at(&self, cell: u8) -> TileSet {
        let player = usize::from(self.turn);
        if self.contact[player][usize::from(cell)] > 0 {
            self.fits[usize::from(cell)].intersection(self.hands[player])
        } else {
            TileSet::EMPTY
        }
    }

    /// The number of legal placements of the player to move. Unless the game is over, a pass is legal, too
    /// [dominions 2.2].
    pub fn legal_count(&self) -> u32 {
        if self.passes < 2 { self.placements().total() } else { 0 }
    }

    /// The number of placements on each cell, whether or not the game is over.
    #[inline]
    pub(super) fn placements(&self) -> Placements {
        let player = usize::from(self.turn);
        let mut open = [0; SPAN];
        let cells = self.counts[player][..SPAN].iter().zip(&self.contact[player][..SPAN]);
        for (open, (&count, &contact)) in open.iter_mut().zip(cells) {
            *open = if contact > 0 { count } else { 0 };
        }
        Placements::new(open)
    }

    /// The legal placement with exactly `n` before it, ordered by cell and tile number; `None` if there are
    /// at most `n`.
    pub fn nth_legal(&self, n: u32) -> Option<Move> {
        (n < self.legal_count()).then(|| {
            let placements = self.placements();
            let (cell, tile) = self.select(&placements, n);
            self.placement(cell, tile)
        })
    }

    /// The cell and the tile of the placement with exactly `n` before it.
    #[inline]
    pub(super) fn select(&self, placements: &Placements, n: u32) -> (u8, u8) {
        let (cell, n) = placements.select(n);
        (cell, self.fits[usize::from(cell)].intersection(self.hands[usize::from(self.turn)]).select(n))
    }

    /// All legal placements of the player to move, ordered by cell and tile number.
    pub fn legal_placements(&self) -> impl Iterator<Item = Move> + '_ {
        let cells = if self.passes < 2 { self.grid.cells } else { 0 };
        (0..cells).flat_map(move |cell| {
            let name = self.grid.name(cell);
            self.legal_at(cell).iter().map(move |tile| Move::Place(tile, name))
        })
    }

    fn placement(&self, cell: u8, tile: u8) -> Move {
        let tile = Tile::new(tile).expect("tile 0 is in no set");
        Move::Place(tile, self.grid.name(cell))
    }

    /// Checks whether `player` may play `mv` in the current position.
    ///
    /// # Errors
    /// Returns the first [`Reason`] against the move.
    pub fn check(&self, player: Player, mv: Move) -> Result<(), Reason> {
        self.locate(player, mv).map(|_| ())
    }

    /// Returns the cell and the tile of a legal placement, or `None` for a legal pass [dominions 2.1].
    ///
    /// # Errors
    /// Returns the first reason against the move [dominions 2.9].
    fn locate(&self, player: Player, mv: Move) -> Result<Option<(u8, u8)>, Reason> {
        match self.turn() {
            None => return Err(Reason::GameOver),
            Some(turn) if turn != player => return Err(Reason::NotYourTurn),
            Some(_) => {}
        }
        let Move::Place(tile, name) = mv else {
            return Ok(None); // A pass is always legal [dominions 2.2].
        };
        let cell = self.grid.index(name).ok_or(Reason::OffBoard)?;
        let c = usize::from(cell);
        let mover = usize::from(self.turn);
        let number = tile.number();
        if self.tiles[c] != 0 {
            Err(Reason::Occupied)
        } else if !self.hands[mover].contains(tile) {
            Err(Reason::NotInHand)
        } else if number & self.occupied[c] != self.required[c] {
            Err(Reason::Mismatch)
        } else if self.contact[mover][c] <= 0 {
            Err(Reason::Contact)
        } else if self.banned[c] == number {
            Err(Reason::Oscillation)
        } else {
            Ok(Some((cell, number)))
        }
    }

    /// Plays a move of the player to move.
    ///
    /// # Errors
    /// Returns the first [`Reason`] against the move, and leaves the position unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Reason> {
        let player = self.turn().ok_or(Reason::GameOver)?;
        match self.locate(player, mv)? {
            Some((cell, tile)) => self.place(cell, tile, &mut ()),
            None => self.pass_turn(),
        }
        Ok(())
    }

    /// Plays a move of `player` and records it in `journal`, so that it can be taken back.
    ///
    /// # Errors
    /// Returns the first [`Reason`] against the move, and leaves the position and the journal unchanged.
    pub fn play_noted(&mut self, player: Player, mv: Move, journal: &mut Journal) -> Result<(), Reason> {
        match self.locate(player, mv)? {
            Some((cell, tile)) => self.place(cell, tile, journal),
            None => {
                self.pass_turn();
                journal.plies.push(Ply::Pass);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn select_byte_agrees_with_counting() {
        let mut random = 1_u64;
        for round in 0..2000_u64 {
            let bytes: [u8; 16] = core::array::from_fn(|_| {
                random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                ((random >> 40) % [2, 5, 64][round as usize % 3]) as u8
            });
            let mut n = 0;
            for (cell, &count) in bytes.iter().enumerate() {
                for unit in 0..u32::from(count) {
                    assert_eq!(select_byte(&bytes, n), (cell as u8, unit), "{bytes:?} {n}");
                    n += 1;
                }
            }
        }
    }
}
