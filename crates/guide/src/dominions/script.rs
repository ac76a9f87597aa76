//! A record with its tiles in one list, and the order of records by size.

use alloc::vec::Vec;

use bustan_vocabulary::Record;
use bustan_vocabulary::dominions::{Cell, Dominions, Move, Piece, Player, Position, Side, Tile};

use crate::dominions::geometry::Place;

/// The size of a record, in the order described in [`reductions`](super::reductions).
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Measure {
    side: Side,
    moves: usize,
    start_tiles: usize,
    pub(super) beams: u32,
    ply: u32,
    distances: u32,
    cells: Vec<Cell>,
    tiles: Vec<Tile>,
    passes: Vec<bool>,
}

impl Measure {
    pub(super) fn of(record: &Record<Dominions>) -> Self {
        let Script { side, puts, .. } = Script::new(record);
        Self {
            side,
            moves: record.moves.len(),
            start_tiles: record.start.tiles().len(),
            beams: puts.iter().map(|put| put.tile.beams()).sum(),
            ply: record.start.ply(),
            distances: puts.iter().map(|put| put.place.distance()).sum(),
            cells: puts.iter().filter_map(|put| put.place.cell(side)).collect(),
            tiles: puts.iter().map(|put| put.tile).collect(),
            passes: record.moves.iter().map(|&(_, mv)| mv == Move::Pass).collect(),
        }
    }
}

/// A tile of a game, which is on the board at the start or placed by a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Put {
    pub(super) owner: Player,
    pub(super) tile: Tile,
    pub(super) place: Place,
}

/// A record with its tiles in one list, starting with those of the start.
pub(super) struct Script<'a> {
    pub(super) record: &'a Record<Dominions>,
    pub(super) side: Side,
    pub(super) puts: Vec<Put>,
}

impl<'a> Script<'a> {
    pub(super) fn new(record: &'a Record<Dominions>) -> Self {
        let side = record.start.side();
        let start = record.start.tiles().iter().map(|(&cell, piece)| (piece.owner, piece.tile, cell));
        let moves = record.moves.iter().filter_map(|&(player, mv)| match mv {
            Move::Place(tile, cell) => Some((player, tile, cell)),
            Move::Pass => None,
        });
        let puts = start
            .chain(moves)
            .map(|(owner, tile, cell)| Put { owner, tile, place: Place::of(cell, side) })
            .collect();
        Self { record, side, puts }
    }

    /// Returns the record with the tiles `puts` on a board of this side. `None` if the result cannot be
    /// expressed as a record, or if a player would use a tile more often than before.
    pub(super) fn with(&self, side: Side, puts: &[Put]) -> Option<Record<Dominions>> {
        if different_tiles(puts) < different_tiles(&self.puts) {
            return None;
        }
        let start = &self.record.start;
        let (first, placed) = puts.split_at_checked(start.tiles().len())?;
        let tiles: Option<Vec<(Cell, Piece)>> = first
            .iter()
            .zip(start.tiles().values())
            .map(|(put, piece)| Some((put.place.cell(side)?, Piece { tile: put.tile, ..*piece })))
            .collect();
        let start = Position::new(side, start.turn(), start.passes(), start.ply(), tiles?).ok()?;
        let mut placed = placed.iter();
        let moves: Option<Vec<(Player, Move)>> = self
            .record
            .moves
            .iter()
            .map(|&(player, mv)| match mv {
                Move::Pass => Some((player, mv)),
                Move::Place(..) => {
                    placed.next().and_then(|put| Some((player, Move::Place(put.tile, put.place.cell(side)?))))
                }
            })
            .collect();
        Some(Record { start, moves: moves? })
    }

    /// All tiles shifted by `by` on a board of this side, if the same tiles stay on the board.
    pub(super) fn shifted(&self, side: Side, by: Place) -> Option<Vec<Put>> {
        self.puts
            .iter()
            .map(|&put| {
                let place = put.place.shifted(by);
                (on_board(side, place) == on_board(self.side, put.place)).then_some(Put { place, ..put })
            })
            .collect()
    }
}

/// The number of different tiles in use, summed over both players.
pub(super) fn different_tiles(puts: &[Put]) -> u32 {
    let mut used = [0_u64; 2];
    for put in puts {
        used[usize::from(put.owner == Player::Black)] |= 1 << put.tile.number();
    }
    used[0].count_ones() + used[1].count_ones()
}

pub(super) fn on_board(side: Side, place: Place) -> bool {
    place.distance() < u32::from(side.get())
}
