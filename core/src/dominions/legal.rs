//! The legal moves: their number, the n-th of them, and whether a move is one.

use bustan_vocabulary::dominions::{Cell, Move, Player, Reason, Tile};

use super::grid::{LEN, SPAN};
use super::journal::{Journal, Ply};
use super::{Board, TileSet};

/// The number of cells summed in one block.
const BLOCK: usize = 16;
const BLOCKS: usize = SPAN / BLOCK;

/// Changes by one the count of each cell that `tile` fits, all cells at once. The arrays are parameters, so
/// that the compiler knows that they are distinct; it would not vectorise the comparison of fields of one
/// struct.
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

/// The number of placements on each cell, with sums.
pub(super) struct Placements {
    open: [u8; SPAN],
    /// The sums over four times four blocks, the last two of them empty.
    blocks: [Sums; 4],
    /// The number of all.
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

    /// The number of all placements.
    #[inline]
    pub(super) fn total(&self) -> u32 {
        self.total
    }

    /// The cell of the `n`-th placement, and how many placements on that cell come before it.
    ///
    /// It runs in registers and counts the cells wholly before that one rather than stop at it: a branch
    /// could not predict the place, and reading a vector back from bytes just stored would stall.
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

/// The prefix sums of four numbers, in lanes of 16 bits; below 2^15.
#[derive(Clone, Copy)]
struct Sums(u64);

/// One in each lane.
const LANES: u64 = 0x0001_0001_0001_0001;

impl Sums {
    #[inline]
    fn new(numbers: [u32; 4]) -> Self {
        let [a, b, c, d] = numbers.map(u64::from);
        Self((a | b << 16 | c << 32 | d << 48).wrapping_mul(LANES))
    }

    /// The prefix sums of the four sums of neighbouring bytes.
    #[inline]
    fn of_pairs(bytes: u64) -> Self {
        Self(((bytes & (0xff * LANES)) + (bytes >> 8 & (0xff * LANES))).wrapping_mul(LANES))
    }

    #[inline]
    fn total(self) -> u64 {
        self.0 >> 48
    }

    /// The index of the number that holds the `n`-th unit of their sum, and how many units of that number
    /// come before that one.
    #[inline]
    fn select(self, n: u64) -> (u32, u64) {
        // The top bit of each lane in which all numbers are before the n-th unit.
        let past = (((n * LANES) | (0x8000 * LANES)) - self.0) & (0x8000 * LANES);
        // The lanes that are past are the first ones, and never all.
        let shift = (past ^ (0x8000 * LANES)).trailing_zeros() - 15;
        (shift / 16, n - (self.0 << 16 >> shift & 0xffff))
    }
}

/// The index of the byte that holds the `n`-th unit of the sum of sixteen bytes, none above 127, and how many
/// units of that byte come before that one.
#[inline]
fn select_byte(bytes: &[u8], n: u64) -> (u8, u32) {
    let word = |at: usize| u64::from_le_bytes(core::array::from_fn(|i| bytes[at + i]));
    let (low, high) = (word(0), word(8));
    let (low_sums, high_sums) = (Sums::of_pairs(low), Sums::of_pairs(high));
    // All ones if it is in the upper half; choosing by mask spares a branch.
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
    /// The player on turn; `None` when the game is over [dominions 5.1].
    pub fn turn(&self) -> Option<Player> {
        (self.passes < 2).then(|| Self::player(self.turn))
    }

    /// The tiles that the player on turn may place on a cell; empty on cells that are occupied or off the
    /// board, and when the game is over.
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

    /// The number of legal placements of the player on turn. Until the game is over, a pass is legal as well
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

    /// The placement with exactly `n` before it, by cell and tile number; `None` if there are at most `n`.
    pub fn nth_legal(&self, n: u32) -> Option<Move> {
        (n < self.legal_count()).then(|| {
            let placements = self.placements();
            let (cell, tile) = self.select(&placements, n);
            self.placement(cell, tile)
        })
    }

    /// The cell and the tile of the `n`-th placement.
    #[inline]
    pub(super) fn select(&self, placements: &Placements, n: u32) -> (u8, u8) {
        let (cell, n) = placements.select(n);
        (cell, self.fits[usize::from(cell)].intersection(self.hands[usize::from(self.turn)]).select(n))
    }

    /// All legal placements of the player on turn, by cell and tile number.
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

    /// Whether `player` may play `mv`.
    ///
    /// # Errors
    /// Returns the first [`Reason`] that applies.
    pub fn check(&self, player: Player, mv: Move) -> Result<(), Reason> {
        self.locate(player, mv).map(|_| ())
    }

    /// Returns the cell and the tile of a legal placement, `None` for a pass [dominions 2.1], or else the
    /// first reason against the move [dominions 2.9].
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

    /// Plays a move for the player on turn.
    ///
    /// # Errors
    /// Returns the first [`Reason`] against it and leaves the position unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Reason> {
        let player = self.turn().ok_or(Reason::GameOver)?;
        match self.locate(player, mv)? {
            Some((cell, tile)) => self.place(cell, tile, &mut ()),
            None => self.pass_turn(),
        }
        Ok(())
    }

    /// Plays a move for `player` so that it can be taken back.
    ///
    /// # Errors
    /// Returns the first [`Reason`] against it and leaves position and journal unchanged.
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
