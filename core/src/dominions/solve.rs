//! The solver's graph of numbered positions, for the smallest board.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use bustan_vocabulary::dominions::{Cell, Dominions, Piece, Position};
use bustan_vocabulary::{Measure, Solve};

use super::grid::OFF;
use super::journal::{Journal, Ply};
use super::{Board, bits};

/// The number of cells of the board of side 2, the only board whose positions have numbers.
const CELLS: usize = 7;

/// The lowest bit of the passes in a number. The bit of the player to move follows the passes.
const PASSES: u32 = 8 * CELLS as u32;
const TURN: u32 = PASSES + 2;

/// The bits of a cell's byte: the tile, the owner and the controller.
const TILE: u64 = 0x3f;
const OWNER: u32 = 6;
const CONTROLLER: u32 = 7;

/// The positions of Dominions on the board of side 2 as a graph. No position repeats.
///
/// A number has a byte for each cell: the tile's number (0 for none), its owner and its controller. The
/// passes and the player to move are stored above these bytes. The hands follow from the tiles.
#[derive(Clone)]
pub struct Graph {
    /// The empty board.
    empty: Board,
    start: u64,
    /// For each symmetry of the board, the images of all cells and tiles.
    images: Arc<[Image]>,
    journal: Journal,
}

struct Image {
    cells: [u8; CELLS],
    tiles: [u8; 64],
}

impl Graph {
    /// The images of cells and tiles under all symmetries of the board. The cells around the centre are in
    /// its six directions, so the image of the directions, which is a rotation with or without a reflection,
    /// determines the rest.
    fn images(board: &Board) -> Vec<Image> {
        let centre = (0..CELLS as u8)
            .find(|&cell| board.grid.neighbours[usize::from(cell)][..6].iter().all(|&to| to != OFF));
        let around = board.grid.neighbours[usize::from(centre.unwrap_or_default())];
        let circle = |turned: usize, mirrored: bool| {
            move |direction: usize| match mirrored {
                false => (turned + direction) % 6,
                true => (turned + 6 - direction) % 6,
            }
        };
        let image = |to: &dyn Fn(usize) -> usize| {
            let mut cells = core::array::from_fn(|cell| cell as u8);
            (0..6).for_each(|direction| cells[usize::from(around[direction])] = around[to(direction)]);
            let tile = |tile: usize| {
                bits(tile as u8).fold(0, |image, direction| image | 1 << to(direction as usize))
            };
            Image { cells, tiles: core::array::from_fn(tile) }
        };
        let ways = (0..6).flat_map(|turned| [(turned, false), (turned, true)]);
        ways.map(|(turned, mirrored)| image(&circle(turned, mirrored))).collect()
    }

    fn board(&self, number: u64) -> Board {
        let tiles = (0..CELLS).filter_map(|cell| {
            let byte = number >> (8 * cell);
            let tile = (byte & TILE) as u8;
            (tile != 0).then_some((
                cell as u8,
                tile,
                (byte >> OWNER & 1) as u8,
                (byte >> CONTROLLER & 1) as u8,
            ))
        });
        let mut board = self.empty.clone();
        (board.turn, board.passes) = ((number >> TURN & 1) as u8, (number >> PASSES & 3) as u8);
        board.fill(tiles);
        board
    }
}

impl Board {
    fn number(&self) -> u64 {
        let cell = |cell: usize| {
            let controlled =
                u64::from(self.owners[cell]) << OWNER | u64::from(self.controllers[cell]) << CONTROLLER;
            if self.tiles[cell] == 0 { 0 } else { u64::from(self.tiles[cell]) | controlled }
        };
        let tiles = (0..CELLS).fold(0, |number, at| number | cell(at) << (8 * at));
        tiles | u64::from(self.passes) << PASSES | u64::from(self.turn) << TURN
    }
}

impl Solve for Graph {
    type Game = Dominions;
    const MEASURE: Measure = Measure::Score;
    const SYMMETRIES: u32 = 24;

    fn from_start(start: &Position) -> Result<Self, String> {
        let side = start.side();
        if usize::from(Board::new(side).grid.cells) != CELLS {
            return Err(format!(
                "the positions on side {side} are too many to be numbered; those on side 2 can be"
            ));
        }
        let board = Board::from_position(start).map_err(|invalid| invalid.to_string())?;
        let empty = Board::new(side);
        let images = Self::images(&empty).into();
        Ok(Self { start: board.number(), images, empty, journal: Journal::new() })
    }

    fn start(&self) -> u64 {
        self.start
    }

    fn expand(&mut self, number: u64, each: &mut dyn FnMut(u64)) -> Option<i32> {
        let mut board = self.board(number);
        if board.passes == 2 {
            let [own, other] = [board.turn, board.turn ^ 1].map(|player| board.score(Board::player(player)));
            return Some(own - other);
        }
        for cell in 0..CELLS as u8 {
            for tile in board.legal_at(cell).iter() {
                board.place(cell, tile.number(), &mut self.journal);
                each(board.number());
                board.undo(&mut self.journal);
            }
        }
        board.pass_turn();
        self.journal.plies.push(Ply::Pass);
        each(board.number());
        board.undo(&mut self.journal);
        None
    }

    fn number(&self, position: &Position) -> Result<u64, String> {
        let (side, is) = (self.empty.side(), position.side());
        if side != is {
            return Err(format!("it is on side {is}, not on side {side}"));
        }
        Ok(Board::from_position(position).map_err(|invalid| invalid.to_string())?.number())
    }

    fn position(&self, number: u64) -> Position {
        let board = self.board(number);
        let pieces: Vec<(Cell, Piece)> =
            board.side().cells().filter_map(|cell| Some((cell, board.piece(cell)?))).collect();
        let ply = pieces.len() as u32 + u32::from(board.passes);
        Position::new(board.side(), Board::player(board.turn), board.passes, ply, pieces)
            .expect("the tiles of a board are different ones on different cells")
    }

    /// Every move adds a tile or a pass. A tile resets at most one pass.
    fn stage(&self, number: u64) -> Option<u32> {
        let tiles = (0..CELLS).filter(|cell| number >> (8 * cell) & TILE != 0).count() as u32;
        Some(3 * tiles + (number >> PASSES & 3) as u32)
    }

    /// The smallest number among the symmetric images, with the players exchanged so that White is to move.
    fn canonical(&self, number: u64) -> u64 {
        let exchanged = number >> TURN & 1 == 1;
        let flip = if exchanged { 1 << OWNER | 1 << CONTROLLER } else { 0 };
        let image = |image: &Image| {
            let mut tiles = 0;
            for cell in bits(self.occupied(number)) {
                let byte = number >> (8 * cell) & 0xff;
                let seen = u64::from(image.tiles[(byte & TILE) as usize]) | (byte & !TILE) ^ flip;
                tiles |= seen << (8 * image.cells[cell as usize]);
            }
            tiles
        };
        let tiles = self.images.iter().map(image).min().unwrap_or_default();
        tiles | number & 3 << PASSES
    }
}

impl Graph {
    /// The set of cells that have a tile.
    fn occupied(&self, number: u64) -> u8 {
        (0..CELLS).filter(|cell| number >> (8 * cell) & TILE != 0).fold(0, |set, cell| set | 1 << cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use bustan_vocabulary::dominions::{Move, Side};

    fn side_2() -> Graph {
        Graph::from_start(&Position::initial(Side::new(2).unwrap())).unwrap()
    }

    /// The positions after at most two moves, and the successors of every 40th of them.
    fn some() -> BTreeSet<u64> {
        let mut graph = side_2();
        let mut found = BTreeSet::from([graph.start()]);
        for thinned in [1, 1, 40] {
            for number in found.clone().into_iter().step_by(thinned) {
                graph.expand(number, &mut |child| {
                    found.insert(child);
                });
            }
        }
        found
    }

    #[test]
    fn the_graph_has_the_moves_of_the_board() {
        let mut graph = side_2();
        for number in some().into_iter().step_by(7) {
            let position = graph.position(number);
            assert_eq!(graph.number(&position), Ok(number));
            let mut board = Board::from_position(&position).unwrap();
            let mut played = Vec::new();
            let moves: Vec<Move> = board.legal_placements().chain([Move::Pass]).collect();
            let mut journal = Journal::new();
            let mut below = Vec::new();
            let ended = graph.expand(number, &mut |child| below.push(child));
            assert_eq!(ended.is_some(), board.turn().is_none());
            for mv in moves.into_iter().filter(|_| ended.is_none()) {
                board.play_noted(position.turn(), mv, &mut journal).unwrap();
                assert!(graph.stage(board.number()) > graph.stage(number));
                played.push(graph.number(&board.position()).unwrap());
                board.undo(&mut journal);
            }
            below.sort_unstable();
            played.sort_unstable();
            assert_eq!(below, played, "{position}");
        }
    }

    #[test]
    fn larger_boards_are_refused() {
        let refused = Graph::from_start(&Position::initial(Side::new(3).unwrap())).map(|_| ()).unwrap_err();
        assert_eq!(refused, "the positions on side 3 are too many to be numbered; those on side 2 can be");
    }
}
