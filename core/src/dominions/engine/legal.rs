//! The legal moves: how many, which one, whether this one.

use super::grid::{LEN, SPAN};
use super::journal::{Journal, Ply};
use super::{Board, TileSet};
use crate::dominions::{Cell, Move, Player, Reason, Tile};

/// Cells are summed in blocks of this many.
const BLOCK: usize = 16;
const BLOCKS: usize = SPAN / BLOCK;

/// Changes the count of each cell that `tile` fits by one, all cells at once. The arrays are parameters of a function so that the
/// compiler knows them to be distinct; as fields of one struct they would not be compared in vectors.
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

/// The number of placements on each cell.
pub(super) struct Placements([u8; SPAN]);

impl Placements {
    /// The sum over each block.
    #[inline]
    pub(super) fn blocks(&self) -> [u32; BLOCKS] {
        core::array::from_fn(|block| self.0[block * BLOCK..][..BLOCK].iter().map(|&count| u32::from(count)).sum())
    }

    /// The cell of the `n`-th placement, and how many placements on that cell come before it. Counts how many cells lie wholly
    /// before it instead of stopping at it: where it is cannot be predicted.
    #[inline]
    fn select(&self, blocks: &[u32; BLOCKS], n: u32) -> (u8, u32) {
        let (mut block, mut end, mut before) = (0, 0, 0);
        for &placements in &blocks[..BLOCKS - 1] {
            end += placements;
            let past = end <= n;
            block += usize::from(past);
            before = if past { end } else { before };
        }
        let first = block * BLOCK;
        let (mut cell, mut end) = (first as u8, before);
        for &count in &self.0[first..][..BLOCK - 1] {
            end += u32::from(count);
            let past = end <= n;
            cell += u8::from(past);
            before = if past { end } else { before };
        }
        (cell, n - before)
    }
}

impl Board {
    /// The player on turn; `None` when the game is over.
    pub fn turn(&self) -> Option<Player> {
        (self.passes < 2).then(|| Self::player(self.turn))
    }

    /// The tiles that the player on turn may place on a cell; empty on cells that are occupied or off the board, and when the
    /// game is over.
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

    /// The number of legal placements of the player on turn. A pass is legal as well while the game goes on.
    pub fn legal_count(&self) -> u32 {
        if self.passes < 2 { self.placements().blocks().iter().sum() } else { 0 }
    }

    /// The number of placements on each cell, whether or not the game is over.
    #[inline]
    pub(super) fn placements(&self) -> Placements {
        let player = usize::from(self.turn);
        let mut placements = Placements([0; SPAN]);
        let cells = self.counts[player][..SPAN].iter().zip(&self.contact[player][..SPAN]);
        for (open, (&count, &contact)) in placements.0.iter_mut().zip(cells) {
            *open = if contact > 0 { count } else { 0 };
        }
        placements
    }

    /// The placement with exactly `n` before it, by cell and tile number; `None` when there are not so many.
    pub fn nth_legal(&self, n: u32) -> Option<Move> {
        (n < self.legal_count()).then(|| {
            let placements = self.placements();
            let (cell, tile) = self.select(&placements, &placements.blocks(), n);
            self.placement(cell, tile)
        })
    }

    /// The `n`-th placement as cell and tile.
    #[inline]
    pub(super) fn select(&self, placements: &Placements, blocks: &[u32; BLOCKS], n: u32) -> (u8, u8) {
        let (cell, n) = placements.select(blocks, n);
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
    /// The first [`Reason`] that applies.
    pub fn check(&self, player: Player, mv: Move) -> Result<(), Reason> {
        self.locate(player, mv).map(|_| ())
    }

    /// The cell and the tile of a legal placement, `None` for a pass.
    fn locate(&self, player: Player, mv: Move) -> Result<Option<(u8, u8)>, Reason> {
        match self.turn() {
            None => return Err(Reason::GameOver),
            Some(turn) if turn != player => return Err(Reason::NotYourTurn),
            Some(_) => {}
        }
        let Move::Place(tile, name) = mv else {
            return Ok(None);
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
    /// The first [`Reason`] against it; the position is unchanged then.
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
    /// The first [`Reason`] against it; position and journal are unchanged then.
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
